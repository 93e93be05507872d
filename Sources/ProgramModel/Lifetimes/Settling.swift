import SwiftFacts

/// Functions that may run twice in a row: what they set is set to the same again, as the handler of a keyboard that
/// moves a view to a place of its own does. Nobody would ever see that such a one ran twice.
struct Settling {
  let program: Program
  private let inference: Inference
  private let frames: Frames
  /// A handler's helper's helper is as far as anybody follows.
  private static let depth = 3

  init(program: Program) {
    self.program = program
    inference = Inference(program: program)
    frames = Frames(of: program)
  }

  func settles(_ function: FunctionID) -> Bool { settles(function, depth: 0) }

  private func settles(_ function: FunctionID, depth: Int) -> Bool {
    let declaration = program.declaration(of: function)
    guard declaration.hasBody, depth < Self.depth else { return false }
    let frame = frames[function]
    let code = frame.facts.code
    let expressions = program.expressions(of: function)
    // What is not written yet may come to do anything.
    guard !expressions.isEmpty else { return false }
    lazy var uses = ValueUses(of: function, in: program)
    return expressions.allSatisfy { index in
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .mutate(let target, _): return isPassing(target, code)
      case .assign(let target, let value): return isPassing(target, code) || !adds(to: target, in: value, code)
      case .call: return settles(id, in: frame, depth) { isAsked(id, in: frame, uses) }
      default: return true
      }
    }
  }

  /// Whether a call asks, makes or shows something, or runs what settles itself.
  private func settles(_ call: ExpressionID, in frame: Frame, _ depth: Int, isAsked: () -> Bool) -> Bool {
    let code = frame.facts.code
    guard case .call(let callee, _) = code[call] else { return false }
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions):
      return functions.allSatisfy {
        program.declaration(of: $0).kind == .initializer || settles($0, depth: depth + 1)
      }
    case .foreign(_, let name, let isInitializer):
      return isInitializer || program.knowledge[.settles].contains(name) || isAsked()
    case .memberwise, .enumCase: return true
    case .value:
      return code.calledName(callee).map(program.knowledge[.settles].contains) ?? false || isAsked()
    }
  }

  /// Whether a place goes when the function is done.
  private func isPassing(_ target: ExpressionID, _ code: Code) -> Bool {
    guard case .local = code[code.root(of: target)] else { return false }
    return !code.isSelf(code.root(of: target))
  }

  /// Whether a value is worked out from what is in a place of the same name: `frame.origin.y - height`.
  private func adds(to target: ExpressionID, in value: ExpressionID, _ code: Code) -> Bool {
    guard let name = code.calledName(target) else { return true }
    func isIn(_ value: ExpressionID) -> Bool {
      code.calledName(value) == name || code.children(of: value).contains(where: isIn)
    }
    func isWorkedOut(_ value: ExpressionID) -> Bool {
      switch code[value] {
      case .operation(_, let parts): code[parts].contains(where: isIn)
      case .call(_, let list): code[list].contains { isWorkedOut($0.value) }
      case .choice(let parts): code[parts].contains(where: isWorkedOut)
      default: false
      }
    }
    return isWorkedOut(value)
  }

  /// Whether somebody goes by what a call answers.
  private func isAsked(_ call: ExpressionID, in frame: Frame, _ uses: ValueUses) -> Bool {
    !uses.isDropped(call)
      || frame.facts.code.statements(of: frame.declaration).contains {
        if case .condition(_, value: call) = $0.kind { true } else { false }
      }
  }
}
