public import SwiftFacts

/// What whoever calls a closure wants of it.
public enum AskedAnswer: Sendable {
  case nothing, value
  /// A value, or `nil`.
  case optional
}

/// What the context of a closure, and the type of a property, ask for.
extension Program {
  /// What is asked of a closure by what it is given to, or put into; nil where that is not known.
  public func answer(askedOf closure: Closure, in file: FileID) -> AskedAnswer? {
    guard let function = function(holding: Int(closure.expression.index), in: file) else { return nil }
    let frame = Frame(function, in: self)
    let inference = Inference(program: self)
    guard case .function(_, let result) = inference.expectedType(of: closure.expression, in: frame) else {
      return inference.answer(ofOthersAskedOf: closure.expression, in: frame)
    }
    switch result {
    case .tuple(let parts): return parts.isEmpty ? .nothing : .value
    case .foreign(let name), .parameter(let name, _):
      return name == Words.Void ? .nothing : frame.generics[name] == nil ? .value : nil
    case .nominal, .array, .dictionary, .function, .composition, .metatype: return .value
    case .unknown: return nil
    }
  }

  /// Whether a closure is given to something outside the program, which calls it with what it has.
  public func isCalledByOthers(_ closure: Closure, in file: FileID) -> Bool {
    guard let call = closure.call, let function = function(holding: Int(call.index), in: file),
      case .foreign = Inference(program: self).target(of: call, in: Frame(function, in: self)).kind
    else { return false }
    return true
  }

  /// Whether what an expression comes to is nothing, whoever asks: an assignment, or a call of a function of the
  /// program that answers with nothing.
  public func comesToNothing(_ id: ExpressionID, in file: FileID) -> Bool {
    let code = self[file].facts.code
    switch code[id] {
    case .assign, .mutate: return true
    case .call:
      guard let function = function(holding: Int(id.index), in: file),
        case .functions(let called) = Inference(program: self).target(of: id, in: Frame(function, in: self)).kind
      else { return false }
      // `view?.reload()` comes to something else.
      return !called.isEmpty && !code.isMadeInChain(id)
        && called.map { declaration(of: $0) }.allSatisfy { $0.kind == .function && $0.result == nil }
    default: return false
    }
  }

  /// The protocol that a property is declared to hold something of.
  public func protocolHeld(by property: PropertyID) -> NominalID? {
    Inference(program: self).type(of: property).nominal.flatMap { self[$0].kind == .protocol ? $0 : nil }
  }

  /// The structs and enums of the program that conform to a protocol.
  public func valuesConforming(to id: NominalID) -> [NominalID] {
    (descendants[id] ?? []).filter { self[$0].kind == .struct || self[$0].kind == .enum }
  }
}

extension Inference {
  /// What the tables say that something outside the program asks of a closure.
  fileprivate func answer(ofOthersAskedOf closure: ExpressionID, in frame: Frame) -> AskedAnswer? {
    let code = frame.facts.code
    switch frame.uses[closure] {
    case .isAssigned(let target)?:
      guard let name = code.assignedName(target) else { return nil }
      if program.knowledge[.takesOptionalAnswer].contains(name) { return .optional }
      if program.knowledge[.takesAnswer].contains(name) { return .value }
      return program.knowledge.properties.contains { $0.key.name == name && $0.value.isClosure } ? .nothing : nil
    case .isArgument(let position, let call)?:
      guard case .call(let callee, let list) = code[call],
        case .foreign(let owner, let name, let isMade) = target(of: call, in: frame).kind
      else { return nil }
      let arguments = code[list]
      let label = Array(arguments)[position].label
      let foreign = foreignCall(name, on: owner, isMade, callee, arguments, in: frame)
      if Knowledge.mayPlay(.takesOptionalAnswer, foreign, label: label, in: program) { return .optional }
      if Knowledge.mayPlay(.takesAnswer, foreign, label: label, in: program) { return .value }
      return Knowledge.lookUp(foreign, label: label, in: program) == nil ? nil : .nothing
    default: return nil
    }
  }
}

extension Knowledge {
  /// Whether a row of a role may speak of an argument of a call, as far as the call tells what it is a member of.
  fileprivate static func mayPlay(_ role: Role, _ call: ForeignCall, label: Symbol?, in program: Program) -> Bool {
    let types = Knowledge.types(of: call, in: program)
    let table = program.knowledge[role]
    let rows = call.name == Names.init_ ? types.flatMap { table[$0] } + table[Names.init_] : table[call.name]
    return rows.contains { row in
      Overload(labels: row.labels, fact: ()).matches(call.labels)
        && (row.argument == nil || row.argument == label)
        && (row.type == nil || types.isEmpty || types.contains { $0 == row.type })
    }
  }
}

extension Code {
  /// Whether a call is made on what may be missing: `view?.reload()`.
  fileprivate func isMadeInChain(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .call(let base, _), .subscripted(let base, _), .member(let base, _):
      marks(of: base).contains(.chained) || isMadeInChain(base)
    default: false
    }
  }
}
