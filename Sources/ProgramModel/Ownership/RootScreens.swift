import SwiftFacts

/// Finds what is made to be the screen that all others of a window are shown by: there is one at a time, and whoever
/// puts another in its place leaves what was there before.
struct RootScreens {
  let program: Program
  let inference: Inference
  let frames: Frames

  /// Whether a function puts the value of an expression into a window, or hands it to what does.
  func shows(_ value: ExpressionID, in function: FunctionID) -> Bool {
    shows(
      in: function, depth: 0,
      where: { code, expression in
        let expression = code.uncast(expression)
        if expression == value { return true }
        guard case .local(let local) = code[expression], let first = code[local].initializer else { return false }
        return code.uncast(first) == value
      })
  }

  private func shows(
    in function: FunctionID, depth: Int, where isShown: (Code, ExpressionID) -> Bool
  ) -> Bool {
    let frame = frames[function]
    let code = frame.facts.code
    return program.expressions(of: function).contains { index in
      switch code.expressions[index] {
      case .assign(let target, let value):
        if case .member(_, let name) = code[target] {
          program.knowledge[.rootScreenSlot].contains(name) && isShown(code, value)
        } else {
          false
        }
      case .call(_, let list):
        depth < HeapLimits.makers
          && code[list].indices.contains { at in
            isShown(code, code[list][at].value)
              && hands(on: at - code[list].startIndex, of: ExpressionID(index: Int32(index)), in: function, depth + 1)
          }
      default: false
      }
    }
  }

  /// Whether a call that is given a screen shows it, or what it wraps it in is shown.
  private func hands(on position: Int, of call: ExpressionID, in function: FunctionID, _ depth: Int) -> Bool {
    let frame = frames[function]
    guard case .call(_, let list) = frame.facts.code[call] else { return false }
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions):
      return functions.contains { callee in
        let declaration = program.declaration(of: callee)
        guard declaration.hasBody, let match = declaration.match(frame.facts.code[list]) else { return false }
        let parameter = declaration.parameters[match[position]].local
        return shows(in: callee, depth: depth) { code, value in code[code.uncast(value)] == .local(parameter) }
      }
    case .foreign(_, _, isInitializer: true):
      let argument = frame.facts.code[list][frame.facts.code[list].startIndex + position]
      guard argument.label.map(program.knowledge[.firstScreenArgument].contains) ?? false else { return false }
      return shows(call, in: function)
    default: return false
    }
  }
}
