import SwiftFacts

/// When a closure runs, seen from the call that it is given to.
enum ClosureFate: Int, Comparable {
  /// Before the call returns, or never.
  case inPlace
  /// Nothing tells.
  case unknown
  /// After the call has returned, by what a table knows of the system.
  case later
  /// Something keeps it, and may run it at any time.
  case kept

  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Finds out what calls do with the closures they are given, following the program's own functions.
///
/// Not safe for use from several threads: each worker has its own.
final class ClosureFates {
  let inference: Inference
  private var parameters: [ParameterKey: ClosureFate] = [:]
  private var depth = 0
  private static let depthLimit = 8

  init(inference: Inference) { self.inference = inference }

  private var program: Program { inference.program }

  /// What becomes of the argument at a position of a call.
  func fate(ofArgument position: Int, of call: ExpressionID, in frame: Frame) -> ClosureFate {
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[call] else { return .unknown }
    let arguments = code[list]
    let argument = arguments[arguments.startIndex + position]
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions):
      let fates = functions.map { function -> ClosureFate in
        guard let match = program.declaration(of: function).match(arguments) else { return .unknown }
        return fate(ofParameter: match[position], of: function)
      }
      return fates.min() ?? .unknown
    case .value(let value):
      if case .closure = code[value] { return .inPlace }
      return .unknown
    case .foreign(let owner, let name, let isInitializer):
      let foreign = inference.foreignCall(name, on: owner, isInitializer, callee, arguments, in: frame)
      switch program.knowledge.lookUp(foreign, label: argument.label, in: program) {
      case .call?: return .inPlace
      case .once?: return .later
      case .receiver?, .result?, .token?, .forever?: return .kept
      case nil: return .unknown
      }
    case .memberwise, .enumCase: return .kept
    }
  }

  /// What a function of the program does with the closure in a parameter.
  private func fate(ofParameter index: Int, of function: FunctionID) -> ClosureFate {
    let key = ParameterKey(function: function, index: index)
    if let known = parameters[key] { return known }
    let declaration = program.declaration(of: function)
    guard declaration.parameters.indices.contains(index) else { return .unknown }
    let parameter = declaration.parameters[index]
    if !parameter.isEscaping, parameter.closureKind == .always { return .inPlace }
    guard declaration.hasBody else {
      // What a requirement lets escape, it lets escape to run it later.
      let isRequirement = program.owner(of: function).map { program[$0].kind == .protocol } ?? false
      return isRequirement && parameter.isEscaping && parameter.closureKind == .always ? .later : .unknown
    }
    guard depth < Self.depthLimit else { return .unknown }
    parameters[key] = .unknown
    depth += 1
    defer { depth -= 1 }
    let result = worst(of: parameter.local, in: Frame(function, in: program))
    parameters[key] = result
    return result
  }

  /// The latest that a body lets the closure in a local run.
  private func worst(of local: LocalID, in frame: Frame) -> ClosureFate {
    let code = frame.facts.code
    var worst = ClosureFate.inPlace
    for index in frame.declaration.firstExpression..<frame.declaration.endExpression {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .call(let callee, let list):
        if code[callee] == .local(local) { worst = max(worst, moment(of: id, in: frame)) }
        for (position, argument) in code[list].enumerated() where code[argument.value] == .local(local) {
          worst = max(worst, fate(ofArgument: position, of: id, in: frame), moment(of: id, in: frame))
        }
      case .assign(_, let value) where code[value] == .local(local): worst = max(worst, .kept)
      default: continue
      }
    }
    return worst
  }

  /// When the code at an expression runs, by the closures around it.
  private func moment(of expression: ExpressionID, in frame: Frame) -> ClosureFate {
    let code = frame.facts.code
    var worst = ClosureFate.inPlace
    for index in code.closures.indices {
      let closure = code.closures[index]
      guard closure.firstExpression <= expression.index, expression.index < closure.endExpression,
        closure.expression.index < frame.declaration.endExpression
      else { continue }
      worst = max(worst, fate(of: ClosureID(index: Int32(index)), in: frame))
    }
    return worst
  }

  /// What becomes of a closure that stands as an argument; unknown for any other.
  func fate(of closure: ClosureID, in frame: Frame) -> ClosureFate {
    let code = frame.facts.code
    guard let call = code[closure].call, case .call(let callee, let list) = code[call] else { return .unknown }
    if code[callee] == .closure(closure) { return .inPlace }
    guard let position = code[list].enumerated().first(where: { code[$0.element.value] == .closure(closure) })?.offset
    else { return .unknown }
    depth += 1
    defer { depth -= 1 }
    return depth > Self.depthLimit ? .unknown : fate(ofArgument: position, of: call, in: frame)
  }
}

extension Inference {
  /// A call of something outside the program, as the knowledge tables name it.
  func foreignCall(
    _ name: Symbol, on owner: NominalID?, _ isInitializer: Bool, _ callee: ExpressionID,
    _ arguments: ArraySlice<Argument>, in frame: Frame
  ) -> ForeignCall {
    ForeignCall(
      owner: owner, typeName: typeName(owner, callee, isInitializer, in: frame), name: isInitializer ? Names.init_ : name,
      labels: arguments.map { $0.isTrailingClosure ? nil : $0.label ?? Names.wildcard })
  }

  private func typeName(_ owner: NominalID?, _ callee: ExpressionID, _ isInitializer: Bool, in frame: Frame) -> Symbol? {
    if let owner { return program[owner].name }
    switch frame.facts.code[callee] {
    case .name(let name, _): return isInitializer ? name : nil
    case .member(let base, _):
      switch type(of: base, in: frame) {
      case .foreign(let name), .metatype(.foreign(let name)): return name
      default:
        // `Foo.bar(…)` where nothing is known of `Foo`.
        if case .name(let name, _) = frame.facts.code[base], name.isCapitalized { return name }
        return nil
      }
    default: return nil
    }
  }
}
