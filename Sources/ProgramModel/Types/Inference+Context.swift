import SwiftFacts

/// What the context says an expression has to be, for `.init(…)` and `.name(…)`, which name no type themselves.
extension Inference {
  func expectedType(of expression: ExpressionID, in frame: Frame) -> Type {
    let code = frame.facts.code
    if code[frame.declaration.results].contains(expression) {
      switch frame.declaration.kind {
      case .initialValue(let property):
        let declared = frame.facts[property].type
        return declared.map(frame.resolve) ?? .unknown
      default: return frame.declaration.result.map(frame.resolve) ?? .unknown
      }
    }
    switch frame.uses[expression] {
    case .initializes(let local)?: return code[local].type.map(frame.resolve) ?? .unknown
    case .isAssigned(let target)?: return type(of: target, in: frame)
    case .isArgument(let position, let call)?:
      guard case .call(_, let list) = code[call] else { return .unknown }
      return parameterType(position, of: call, code[list], in: frame)
    case .isElement(let array)?:
      if case .array(let element) = expectedType(of: array, in: frame) { return element }
      return .unknown
    case .isAnswer(let call)?:
      if case .call(let callee, _) = code[call], case .closure(let closure) = code[callee],
        let type = code[closure].resultType
      {
        return frame.resolve(type)
      }
      return expectedType(of: call, in: frame)
    case nil: return .unknown
    }
  }

  private func parameterType(
    _ position: Int, of call: ExpressionID, _ arguments: ArraySlice<Argument>, in frame: Frame
  ) -> Type {
    switch target(of: call, in: frame).kind {
    case .functions(let functions):
      guard let function = functions.first, let match = program.declaration(of: function).match(arguments),
        let type = program.declaration(of: function).parameters[match[position]].type
      else { return .unknown }
      return program.resolve(type, in: program.file(of: function), context: program.owner(of: function))
    case .memberwise(let id):
      guard let label = Array(arguments)[position].label, let property = program[id].properties[label] else {
        return .unknown
      }
      return type(of: property)
    case .foreign(_, let name, _) where program.knowledge[.addsElement].contains(name):
      guard case .call(let callee, _) = frame.facts.code[call], case .member(let base, _) = frame.facts.code[callee],
        case .array(let element) = type(of: base, in: frame)
      else { return .unknown }
      return element
    default: return .unknown
    }
  }
}
