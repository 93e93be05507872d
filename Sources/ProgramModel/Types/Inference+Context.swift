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
    for index in frame.declaration.firstLocal..<frame.declaration.endLocal {
      let local = code[LocalID(index: index)]
      if local.initializer == expression, let type = local.type { return frame.resolve(type) }
    }
    for index in expression.index + 1..<max(frame.declaration.endExpression, expression.index + 1) {
      switch code[ExpressionID(index: index)] {
      case .assign(let target, let value) where value == expression: return type(of: target, in: frame)
      case .call(_, let list):
        guard let position = code[list].firstIndex(where: { $0.value == expression }) else { continue }
        return parameterType(position - code[list].startIndex, of: ExpressionID(index: index), code[list], in: frame)
      default: continue
      }
    }
    return .unknown
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
      guard let label = Array(arguments)[position].label, let property = program[id].properties[label] else { return .unknown }
      return type(of: property)
    case .foreign(_, let name, _) where name == Words.append || name == Words.insert:
      guard case .call(let callee, _) = frame.facts.code[call], case .member(let base, _) = frame.facts.code[callee],
        case .array(let element) = type(of: base, in: frame)
      else { return .unknown }
      return element
    default: return .unknown
    }
  }
}
