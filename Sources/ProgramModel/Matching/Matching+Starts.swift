import SwiftFacts

/// Flags of tests that start, since a change, as what is asserted of them in the end.
extension Matching {
  /// Those that something may yet set to another value: where nothing does, the assertion cannot fail by itself.
  func lostStarts(_ test: FunctionID, _ old: FunctionID) -> [Alteration] {
    let now = after.assertedFlags(in: test)
    guard now.contains(where: { $0.start == $0.asserted }) else { return [] }
    let was = before.assertedFlags(in: old)
    let trace = ConstantTrace(of: test, in: after)
    let file = after.file(of: test)
    return now.compactMap { flag in
      guard flag.start == flag.asserted,
        let earlier = was.first(where: {
          $0.name == flag.name && $0.asserted == flag.asserted && $0.start != $0.asserted
        }),
        trace.value(of: flag.mention) == nil
      else { return nil }
      return Alteration(
        kind: .lostStart, span: SourceSpan(file: file, bytes: after[file].facts.code.span(of: flag.initializer)),
        name: flag.name.text,
        before: earlier.start, after: flag.start)
    }
  }
}

/// A local that starts as `true` or `false`, a number or a text, and is asserted to be one of them.
private struct AssertedFlag {
  var name: Symbol
  /// As they are spelled.
  var start: String
  var asserted: String
  var initializer: ExpressionID
  /// Where the assertion mentions it.
  var mention: ExpressionID
}

extension Program {
  fileprivate func assertedFlags(in function: FunctionID) -> [AssertedFlag] {
    let code = self[file(of: function)].facts.code
    return claims(in: function).compactMap { claim in
      let (mention, asserted): (ExpressionID, String)
      switch claim.claim {
      case .isTrue(let id): (mention, asserted) = (id, "true")
      case .isFalse(let id): (mention, asserted) = (id, "false")
      case .areEqual(let one, let other):
        guard let literal = [one, other].first(where: code.isPlainLiteral) else { return nil }
        (mention, asserted) = (literal == one ? other : one, code.plainSpelling(of: literal))
      default: return nil
      }
      guard case .local(let local) = code[mention], code[local].kind == .variable(isLet: false),
        let initializer = code[local].initializer, code.isPlainLiteral(initializer)
      else { return nil }
      return AssertedFlag(
        name: code[local].name, start: code.plainSpelling(of: initializer), asserted: asserted,
        initializer: initializer, mention: mention)
    }
  }
}

extension Code {
  /// Whether an expression is `true` or `false`, a number or a text as it stands.
  fileprivate func isPlainLiteral(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .literal(.boolean), .literal(.number), .literal(.string(.some)): true
    default: false
    }
  }
}
