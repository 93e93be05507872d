import ProgramModel
import ReviewModel
import SwiftFacts

/// The weak reference, among the links of a cycle, that the program before the change still had.
enum WeakDrop {
  /// A capture list named it weakly.
  case capture(RemoteClosure)
  case property(PropertyID)
  /// A parameter whose closure could not escape before.
  case parameter(FunctionID)

  fileprivate init?(in cycle: Cycle, _ drops: WeakDrops) {
    let after = drops.after
    for link in cycle.links {
      let property: PropertyID?
      switch link.how {
      case .property(let held): property = held
      case .store(let slot): property = slot.owner.flatMap { after.property(named: slot.name, of: $0) }
      default: property = nil
      }
      if let property, drops.isHeldMore(property) {
        self = .property(property)
        return
      }
    }
    guard case .closure(let closure) = cycle.closing else { return nil }
    let captured = closure.closure == nil ? Names.self_ : closure.captured
    if let use = after.use(at: closure.span),
      drops.usesBefore[captured]?.contains(use) == true, drops.usesAfter[captured]?.contains(use) != true
    {
      self = .capture(closure)
      return
    }
    for link in cycle.links {
      for step in link.steps {
        guard let span = step.span, let function = after.function(at: span.bytes.start, in: span.file),
          drops.letsEscapeMore(function)
        else { continue }
        self = .parameter(function)
        return
      }
    }
    return nil
  }

  func place(in program: Program) -> Place? {
    switch self {
    case .capture: nil
    case .property(let property): program.place(of: property)
    case .parameter(let function): program.place(program.span(of: function))
    }
  }
}

/// The weak references that a change has dropped. What each program captures weakly, and what the one before the change
/// declares under which name, is read once, when a cycle first asks for it.
final class WeakDrops {
  fileprivate let before: Program
  fileprivate let after: Program
  fileprivate private(set) lazy var usesBefore = before.weakUses()
  fileprivate private(set) lazy var usesAfter = after.weakUses()
  private lazy var functionsBefore = before.functionsByName
  private var heldMore: [PropertyID: Bool] = [:]
  private var escapingMore: [FunctionID: Bool] = [:]

  init(before: Program, after: Program) {
    self.before = before
    self.after = after
  }

  /// The first one among the links of a cycle.
  func first(in cycle: Cycle) -> WeakDrop? { WeakDrop(in: cycle, self) }

  /// Whether a property holds strongly now, and did not before. Kept once worked out.
  fileprivate func isHeldMore(_ property: PropertyID) -> Bool {
    if let known = heldMore[property] { return known }
    let isHeldMore =
      after.declaration(of: property).strength == .strong
      && earlier(property).map { before.declaration(of: $0).strength != .strong } ?? false
    heldMore[property] = isHeldMore
    return isHeldMore
  }

  /// Whether a closure parameter of a function that could not escape can now. Kept once worked out.
  fileprivate func letsEscapeMore(_ function: FunctionID) -> Bool {
    if let known = escapingMore[function] { return known }
    let new = after.declaration(of: function)
    // To put the names together that tell which it was costs more than to look at all of its last name.
    let letsEscapeMore =
      new.takesEscaping
      && functionsBefore[new.name]?.contains { Self.lets(new, before.declaration(of: $0)) } == true
      && earlier(function).map { Self.lets(new, before.declaration(of: $0)) } ?? false
    escapingMore[function] = letsEscapeMore
    return letsEscapeMore
  }

  private static func lets(_ new: FunctionDeclaration, _ old: FunctionDeclaration) -> Bool {
    zip(new.parameters, old.parameters).contains { new, old in
      new.closureKind == .always && old.closureKind == .always && new.label == old.label && new.isEscaping
        && !old.isEscaping
    }
  }

  /// What goes by the same name before the change.
  private func earlier(_ property: PropertyID) -> PropertyID? {
    let name = after.name(of: property)
    let parts = name.split(separator: ".").map { Symbol(String($0)) }
    guard let last = parts.last, parts.count > 1 else { return nil }
    return before.types(named: parts[parts.count - 2]).lazy
      .compactMap { [before] in before.property(named: last, of: $0) }
      .first { [before] in before.name(of: $0) == name }
  }

  private func earlier(_ function: FunctionID) -> FunctionID? {
    let name = after.name(of: function)
    return functionsBefore[after.declaration(of: function).name]?.first { before.name(of: $0) == name }
  }
}

extension WeakDrops {
  /// Whether there may be one at all: a change that only adds weak references, or takes them away with the code around
  /// them, has none, and who keeps whom need not be known to say so. O(functions + properties), and a look at the files
  /// that declare what lost one.
  var mayBeSome: Bool {
    let names = Set(
      before.allProperties.map(before.declaration(of:)).filter { $0.strength != .strong }.map(\.name))
    return after.allProperties.contains { names.contains(after.declaration(of: $0).name) && isHeldMore($0) }
      || mayLetEscapeMore || mayHaveCapture
  }

  private var mayLetEscapeMore: Bool {
    after.files.indices.contains { index in
      let functions = after.files[index].facts.functions
      return functions.indices.contains { at in
        functions[at].takesEscaping
          && letsEscapeMore(
            after.function(FunctionIndex(index: Int32(at)), in: FileID(index: Int32(index))))
      }
    }
  }

  /// Whether something is still put where only a closure was that captured something weakly.
  private var mayHaveCapture: Bool {
    var lost: [String: Set<String>] = [:]
    for (name, uses) in usesBefore {
      for use in uses.subtracting(usesAfter[name] ?? []) { lost[use.declaration, default: []].insert(use.context) }
    }
    if lost.isEmpty { return false }
    var named: [Symbol: Set<String>] = [:]
    for (declaration, contexts) in lost {
      // Operators, and what stands outside of all declarations, are not looked for by name.
      guard let name = Self.lastName(of: declaration) else { return true }
      named[Symbol(name), default: []].formUnion(contexts)
    }
    if after.allProperties.contains(where: { named[after.declaration(of: $0).name] != nil }) { return true }
    var files: [FileID: Set<String>] = [:]
    for function in after.allFunctions {
      guard let contexts = named[after.declaration(of: function).name] else { continue }
      files[after.file(of: function), default: []].formUnion(contexts)
    }
    if named.keys.contains(where: { !after.types(named: $0).isEmpty }) { return true }
    return files.contains { file, contexts in after[file].facts.code.puts(into: contexts) }
  }

  /// `load` of `Viewer.load(from:)`; nil for what is no word, or is called as what stands outside of all functions is.
  private static func lastName(of declaration: String) -> String? {
    let whole = declaration.prefix { $0 != "(" }
    let name = whole.split(separator: ".", omittingEmptySubsequences: false).last ?? ""
    guard let first = name.first, first.isLetter || first == "_", whole != "main" else { return nil }
    return String(name)
  }
}

extension Code {
  /// Whether something is put into one of some places, as a closure's use spells them.
  fileprivate func puts(into contexts: Set<String>) -> Bool {
    if contexts.contains(ClosureUse.anywhere) { return true }
    return expressions.contains { expression in
      switch expression {
      case .assign(let target, _): return contexts.contains(ClosureUse.context(assigning: spelling(of: target)))
      case .call(let callee, let list):
        let called = spelling(of: callee)
        return self[list].contains { contexts.contains(ClosureUse.context(calling: called, $0.label)) }
      default: return false
      }
    }
  }
}

extension FunctionDeclaration {
  /// Whether it is given a closure that may be kept.
  fileprivate var takesEscaping: Bool { parameters.contains { $0.closureKind == .always && $0.isEscaping } }
}

extension Program {
  /// Whether a file has fewer weak references than it had in an earlier program. O(closures + properties).
  func hasLostWeakReferences(since before: Program) -> Bool {
    let now = Dictionary(files.map { ($0.path, $0.facts) }, uniquingKeysWith: { first, _ in first })
    return before.files.contains { file in
      let facts = now[file.path]
      return facts !== file.facts && file.facts.weakReferences > facts?.weakReferences ?? 0
    }
  }
}

extension FileFacts {
  fileprivate var weakReferences: Int {
    code.locals.count(where: \.isWeak) + properties.count { $0.strength != .strong }
  }
}

/// What a closure is used for: put into this, or given to that.
private struct ClosureUse: Hashable {
  /// The declaration around it.
  var declaration: String
  /// `downloader.onDone = ·`, `load(then: ·)`.
  var context: String

  /// Where nothing tells what it is put into.
  static let anywhere = "·"

  static func context(assigning target: String) -> String { target + " = ·" }

  static func context(calling callee: String, _ label: Symbol?) -> String { "\(callee)(\(label?.text ?? "_"): ·)" }
}

extension Program {
  fileprivate func use(at span: SourceSpan) -> ClosureUse? {
    let code = self[span.file].facts.code
    guard
      let index = code.spans.indices.first(where: { index in
        guard code.spans[index] == span.bytes else { return false }
        if case .assign = code.expressions[index] { return false }
        return true
      })
    else { return nil }
    return use(of: ExpressionID(index: Int32(index)), in: span.file)
  }

  /// The uses of closures that capture something weakly, by its name. O(closures), and more for each of these.
  fileprivate func weakUses() -> [Symbol: Set<ClosureUse>] {
    var result: [Symbol: Set<ClosureUse>] = [:]
    for (index, file) in files.enumerated() {
      let code = file.facts.code
      for closure in code.closures {
        let names = closure.captureList.filter { code[$0].isWeak }.map { code[$0].name }
        guard !names.isEmpty, let use = use(of: closure.expression, in: FileID(index: Int32(index))) else { continue }
        for name in names { result[name, default: []].insert(use) }
      }
    }
    return result
  }

  private func use(of expression: ExpressionID, in file: FileID) -> ClosureUse? {
    let code = self[file].facts.code
    let declaration = declarationName(at: code.span(of: expression).start, in: file)
    // What it is part of comes after it.
    for index in Int(expression.index) + 1..<max(code.expressions.count, Int(expression.index) + 1) {
      switch code.expressions[index] {
      case .assign(let target, let value) where value == expression:
        return ClosureUse(declaration: declaration, context: ClosureUse.context(assigning: code.spelling(of: target)))
      case .call(let callee, let list):
        guard let argument = code[list].first(where: { $0.value == expression }) else { continue }
        return ClosureUse(
          declaration: declaration,
          context: ClosureUse.context(calling: code.spelling(of: callee), argument.label))
      default: continue
      }
    }
    return ClosureUse(declaration: declaration, context: ClosureUse.anywhere)
  }
}
