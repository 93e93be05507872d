import SwiftFacts

/// Callbacks that a test sets when what they are for is still to come.
extension LateCallbacks {
  /// The argument of a call that answers with it where it is there, as `XCTUnwrap` does; any other value itself.
  func handedBack(_ value: ExpressionID, _ code: Code) -> ExpressionID {
    guard case .call(let callee, let list) = code[value], let first = code[list].first,
      case .name(let name, _) = code[callee], program.knowledge[.handsBack].contains(name)
    else { return value }
    return first.value
  }

  /// Whether a test goes on to do something, which may be what the callback is for.
  func mayBeMeant(after id: ExpressionID, _ body: Body, _ frame: Frame) -> Bool {
    guard program.isTest(frame.file) else { return false }
    let claims = program.claims(in: frame.function).map { body.code.span(of: $0.expression) }
    return body.expressions.contains { other in
      guard other > id, !body.isInClosure(other), case .call = body.code[other] else { return false }
      let span = body.code.span(of: other)
      return !claims.contains { $0.start <= span.start && span.end <= $0.end } && mayDoSomething(other, in: frame)
    }
  }

  /// Whether a call may lead to another, or to what happens later: nothing is known of it, or it calls something.
  private func mayDoSomething(_ call: ExpressionID, in frame: Frame) -> Bool {
    guard let (_, method) = summaries.method(call, in: frame, { _ in nil }),
      program.declaration(of: method).hasBody
    else { return true }
    let body = Body(method, in: program)
    return body.expressions.contains { id in
      switch body.code[id] {
      case .call: return true
      case .assign(let target, _), .mutate(let target, _):
        guard let name = body.code.ownProperty(target), let type = program.owner(of: method) else { return true }
        return !summaries.observers(of: name, in: type).isEmpty
      default: return false
      }
    }
  }
}
