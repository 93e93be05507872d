import SwiftFacts

/// What is known of an assertion of a test that can fail, or of which that is not sure.
public struct AssertionAccount: Hashable, Sendable {
  public enum Because: Hashable, Sendable {
    /// It holds on every run, and something else in the test can fail.
    case othersCanFail
    /// Both sides are the same code, which may answer otherwise the second time.
    case asksTwice
    /// Both sides are the same value, of a type that says itself what `==` is, or of one that may.
    case equalityIsOwn
    /// Both sides are the same value, in a test that is about `==` or `hash` itself.
    case equalityIsTested
    /// Both sides are the same value, which nothing else mentions: it is kept alive.
    case isKeptAlive
    /// What it looks at may be otherwise, or is not known.
    case mayBeOtherwise
  }

  public var span: SourceSpan
  /// The assertion as it is called: `XCTAssertTrue`.
  public var assertion: String
  /// What it looks at, as the source calls it; empty where that is not understood.
  public var name: String
  public var because: Because
}

extension Program {
  /// The assertions of a line that are not told of, and why; none outside of tests. O(expressions of their functions).
  ///
  /// - Parameter line: Where they begin, counted from 1.
  public func assertionAccounts(in file: FileID, line: Int) -> [AssertionAccount] {
    guard isTest(file) else { return [] }
    let facts = self[file].facts
    let inference = Inference(program: self)
    let flags = SteadyFlags(of: self)
    return bodies(in: file, line: line).flatMap { function -> [AssertionAccount] in
      let all = claims(in: function)
      let told = Set(
        (vacuousAssertions(in: function, inference) + assertions(in: function, of: flags)).map(\.span.bytes))
      let trace = ConstantTrace(of: function, in: self)
      let presence = Presence(frame: Frame(function, in: self), inference: inference)
      return all.compactMap { one in
        let bytes = facts.code.span(of: one.expression)
        guard facts.position(of: bytes.start).line == line, !told.contains(bytes) else { return nil }
        let isIdle = reason(for: one, trace, presence, function) != nil
        return AssertionAccount(
          span: SourceSpan(file: file, bytes: bytes), assertion: one.name,
          name: one.subject.map { facts.code.shown($0) } ?? "",
          because: isIdle ? .othersCanFail : whyItCanFail(one, trace, presence, function))
      }
    }
  }

  private func whyItCanFail(
    _ assertion: Assertion, _ trace: ConstantTrace, _ presence: Presence, _ function: FunctionID
  ) -> AssertionAccount.Because {
    let code = trace.mentions.code
    guard case .areEqual(let one, let other) = assertion.claim, code.spelling(of: one) == code.spelling(of: other)
    else { return .mayBeOtherwise }
    if isAboutEquality(function) { return .equalityIsTested }
    if !code.isSamePlainValue(one, other) { return .asksTwice }
    if !presence.comparesByParts(one) { return .equalityIsOwn }
    return trace.isOnlyKept(one) ? .isKeptAlive : .mayBeOtherwise
  }
}

extension Assertion {
  /// What it looks at first; nil where that is not understood.
  fileprivate var subject: ExpressionID? {
    switch claim {
    case .isTrue(let id), .isFalse(let id), .isNil(let id), .isThere(let id): id
    case .areEqual(let id, _), .isAtLeast(let id, _): id
    case .other: nil
    }
  }
}
