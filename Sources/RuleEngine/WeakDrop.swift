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
    let (before, after) = (drops.before, drops.after)
    for link in cycle.links {
      let property: PropertyID?
      switch link.how {
      case .property(let held): property = held
      case .store(let slot): property = slot.owner.flatMap { after.property(named: slot.name, of: $0) }
      default: property = nil
      }
      if let property, after.declaration(of: property).strength == .strong,
        let old = before.property(called: after.name(of: property)), before.declaration(of: old).strength != .strong
      {
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
          let old = before.function(called: after.name(of: function))
        else { continue }
        if Self.lets(after.declaration(of: function), escapeMoreThan: before.declaration(of: old)) {
          self = .parameter(function)
          return
        }
      }
    }
    return nil
  }

  /// Whether a closure parameter that could not escape can now.
  private static func lets(_ new: FunctionDeclaration, escapeMoreThan old: FunctionDeclaration) -> Bool {
    zip(new.parameters, old.parameters).contains { new, old in
      new.closureKind == .always && old.closureKind == .always && new.label == old.label && new.isEscaping
        && !old.isEscaping
    }
  }

  func place(in program: Program) -> Place? {
    switch self {
    case .capture: nil
    case .property(let property): program.place(of: property)
    case .parameter(let function): program.place(program.span(of: function))
    }
  }
}

/// The weak references that a change has dropped. What each program captures weakly is read once, when a cycle first
/// asks for it.
final class WeakDrops {
  fileprivate let before: Program
  fileprivate let after: Program
  fileprivate private(set) lazy var usesBefore = before.weakUses()
  fileprivate private(set) lazy var usesAfter = after.weakUses()

  init(before: Program, after: Program) {
    self.before = before
    self.after = after
  }

  /// The first one among the links of a cycle.
  func first(in cycle: Cycle) -> WeakDrop? { WeakDrop(in: cycle, self) }
}

extension Program {
  fileprivate func property(called name: String) -> PropertyID? {
    let parts = name.split(separator: ".").map { Symbol(String($0)) }
    guard let last = parts.last else { return nil }
    for (index, nominal) in nominals.enumerated() where parts.count > 1 && nominal.name == parts[parts.count - 2] {
      if let property = property(named: last, of: NominalID(index: Int32(index))), self.name(of: property) == name {
        return property
      }
    }
    return nil
  }

  fileprivate func function(called name: String) -> FunctionID? {
    for id in allFunctions {
      // Cheap first: most names end otherwise.
      guard name.contains(declaration(of: id).name.text), self.name(of: id) == name else { continue }
      return id
    }
    return nil
  }
}

extension Program {
  /// Whether a file has fewer weak references than it had in an earlier program. O(closures + properties).
  func hasLostWeakReferences(since before: Program) -> Bool {
    let now = Dictionary(files.map { ($0.path, $0.facts.weakReferences) }, uniquingKeysWith: { first, _ in first })
    return before.files.contains { $0.facts.weakReferences > now[$0.path] ?? 0 }
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
        return ClosureUse(declaration: declaration, context: code.spelling(of: target) + " = ·")
      case .call(let callee, let list):
        guard let argument = code[list].first(where: { $0.value == expression }) else { continue }
        return ClosureUse(
          declaration: declaration, context: "\(code.spelling(of: callee))(\(argument.label?.text ?? "_"): ·)")
      default: continue
      }
    }
    return ClosureUse(declaration: declaration, context: "·")
  }
}
