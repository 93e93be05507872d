import Manifests
public import SwiftFacts

/// What source alone says of single expressions: types, callees, captures.
///
/// Not safe for use from several threads: each worker has its own.
public final class CodeReader {
  public let program: Program
  let inference: Inference
  let fates: ClosureEscape
  let frames: Frames

  public init(program: Program) {
    self.program = program
    inference = Inference(program: program)
    frames = Frames(of: program)
    fates = ClosureEscape(inference: inference)
  }

  func frame(of expression: ExpressionID, in file: FileID) -> Frame? {
    program.function(holding: Int(expression.index), in: file).map { frames[$0] }
  }

  /// The type of an expression; unknown where the source does not tell it.
  public func type(of expression: ExpressionID, in file: FileID) -> Type {
    frame(of: expression, in: file).map { inference.type(of: expression, in: $0) } ?? .unknown
  }

  public func type(of local: LocalID, at expression: ExpressionID, in file: FileID) -> Type {
    frame(of: expression, in: file).map { inference.type(of: local, in: $0) } ?? .unknown
  }

  public func type(of property: PropertyID) -> Type { inference.type(of: property) }

  /// A spelled type, as it is meant where a function stands.
  public func type(_ type: TypeID, of function: FunctionID) -> Type { Frame(function, in: program).resolve(type) }

  /// What a call names.
  public struct Callee {
    /// Without labels; `init` for what makes an object.
    public var name: Symbol
    /// The labels of the arguments, `_` where there is none.
    public var labels: [Symbol]
    /// The names of the type it is a member of, and of what that inherits.
    public var owners: Set<String>
    /// The name of the type itself; nil where that is not known.
    public var owner: String?
    /// What it is called on, as far as the source has names there alone: `DispatchQueue.main`.
    public var path: String?
    /// Whether `owners` are all there are.
    public var isResolved: Bool
    /// What it is called on, as the source has it.
    public var base: ExpressionID?
  }

  /// What a call names; nil for a value that is called.
  public func callee(of call: ExpressionID, in file: FileID) -> Callee? {
    let code = program[file].facts.code
    guard case .call(let called, let list) = code[call] else { return nil }
    var base: ExpressionID?
    var written: Symbol
    switch code[called] {
    case .name(let name, _), .implicitMember(let name): written = name
    case .member(let outer, let name): (base, written) = (outer, name)
    case .type: written = Names.init_
    default: return nil
    }
    let labels = code[list].map { $0.label ?? Names.wildcard }
    var result = Callee(
      name: written, labels: labels, owners: [], path: base.flatMap(code.path), isResolved: false, base: base)
    guard let frame = frame(of: call, in: file) else { return result }
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions):
      result.isResolved = true
      for function in functions {
        if program.declaration(of: function).kind == .initializer { result.name = Names.init_ }
        if let owner = program.owner(of: function) {
          result.owners.formUnion(names(of: owner).names)
          result.owner = result.owner ?? program.name(of: owner)
        }
      }
    case .memberwise(let type):
      result.name = Names.init_
      result.isResolved = true
      result.owners = names(of: type).names
      result.owner = program.name(of: type)
    case .enumCase(let reference):
      result.isResolved = true
      result.owners = names(of: reference.owner).names
      result.owner = program.name(of: reference.owner)
    case .foreign(let owner, let name, let isInitializer):
      result.name = isInitializer ? Names.init_ : name
      if let owner {
        let known = names(of: owner)
        (result.owners, result.isResolved) = (known.names, known.isComplete)
        result.owner = program.name(of: owner)
      }
      if isInitializer, case .name(let name, _) = code[called] { result.owners.insert(name.text) }
      if let base, result.owners.isEmpty {
        switch type(of: base, in: file) {
        case .foreign(let name), .metatype(.foreign(let name)):
          result.owners = [name.text]
          result.isResolved = true
        default:
          if case .name(let name, _) = code[base], name.text.first?.isUppercase ?? false {
            result.owners = [name.text]
            result.isResolved = true
          }
        }
      }
    case .value: break
    }
    return result
  }

  /// The names of a type and of what it inherits and conforms to, and whether these are all.
  ///
  /// A class has one superclass: where that is known, all else that is unknown is a protocol.
  public func names(of id: NominalID) -> (names: Set<String>, isComplete: Bool, areClassesComplete: Bool) {
    var names: Set<String> = []
    var isComplete = true
    var hasKnownClass = false
    for ancestor in program.lineage(of: id) {
      let nominal = program[ancestor]
      names.insert(nominal.name.text)
      names.insert(program.name(of: ancestor))
      if nominal.kind == .foreign, program.knowledge.types[nominal.name]?.kind == .class { hasKnownClass = true }
      for foreign in nominal.foreignSupertypes {
        names.insert(foreign.text)
        if program.knowledge.types[foreign] == nil { isComplete = false }
      }
    }
    return (names, isComplete, isComplete || hasKnownClass)
  }

  /// The modules that a file belongs to; none where nothing tells.
  public func modules(of file: FileID) -> Set<String> {
    Set(program.modules.ofFile[Int(file.index)].map { program.modules.map.modules[$0].name })
  }

  /// Whether the program declares a type of this name.
  public func declaresType(_ name: String) -> Bool {
    (program.names.types[Symbol(name)] ?? []).contains { program[$0].kind != .foreign }
  }

  /// An object that a closure captures.
  public struct Captured {
    public var name: Symbol
    public var hold: Strength
    public var type: Type
  }

  /// What a method that is used as a closure holds: the object that it is a method of. Nil for any other expression.
  public func methodReference(_ id: ExpressionID, in file: FileID) -> Captured? {
    guard let frame = frame(of: id, in: file) else { return nil }
    let code = program[file].facts.code
    let (name, object, type): (Symbol, Symbol, Type)
    switch code[id] {
    case .name(let written, let implicit?):
      (name, object, type) = (written, code[implicit].name, inference.type(of: implicit, in: frame))
    case .member(let base, let written):
      (name, object, type) = (written, Symbol(code.spelling(of: base)), inference.type(of: base, in: frame))
    default: return nil
    }
    if case .metatype = type { return nil }
    guard let owner = type.nominal, case .functions(let functions)? = program.valueMember(name, of: owner),
      functions.contains(where: { !program.declaration(of: $0).isStatic })
    else { return nil }
    return Captured(name: object, hold: .strong, type: type)
  }

  /// Whether an expression is a method that is handed to a call without being called.
  public func isMethodReference(_ id: ExpressionID, in file: FileID) -> Bool { methodReference(id, in: file) != nil }

  /// What a closure captures, each once, `self` as any other; in the order in which it is first named.
  public func captures(of id: ClosureID, in file: FileID) -> [Captured] {
    let code = program[file].facts.code
    let closure = code[id]
    var seen: Set<Int32> = []
    var result: [Captured] = []
    for local in closure.captureList {
      guard case .capture(let hold, let value) = code[local].kind else { continue }
      let type =
        isMethodReference(value, in: file) ? .function(parameters: [], result: .unknown) : type(of: value, in: file)
      result.append(Captured(name: code[local].name, hold: hold, type: type))
      if case .local(let outer) = code[value] { seen.insert(outer.index) }
    }
    func note(_ local: LocalID?) {
      guard let local, !(closure.firstLocal..<closure.endLocal).contains(local.index) else { return }
      guard seen.insert(local.index).inserted else { return }
      let hold: Strength = code[local].declaredUnowned ? .unowned : code[local].isWeak ? .weak : .strong
      result.append(
        Captured(name: code[local].name, hold: hold, type: type(of: local, at: closure.expression, in: file)))
    }
    for at in closure.firstExpression..<max(closure.firstExpression, closure.endExpression) {
      switch code.expressions[Int(at)] {
      case .local(let local): note(local)
      case .superReference(let implicit): note(implicit)
      // A name may be a member of `self`, or a global one.
      case .name(let name, let implicit?) where isMember(name, at: ExpressionID(index: at), in: file): note(implicit)
      default: continue
      }
    }
    return result
  }

  private func isMember(_ name: Symbol, at expression: ExpressionID, in file: FileID) -> Bool {
    guard let context = frame(of: expression, in: file)?.context else { return false }
    return program.member(name, of: context) != nil
  }
}

extension Code {
  /// The names that an expression is made of, with dots between; nil where anything else is in it.
  fileprivate func path(of id: ExpressionID) -> String? {
    switch self[id] {
    case .name(let name, _): name.text
    case .local(let local): self[local].name.text
    case .member(let base, let name): path(of: base).map { "\($0).\(name.text)" }
    default: nil
    }
  }
}
