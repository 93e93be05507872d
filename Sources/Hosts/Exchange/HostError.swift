/// Why a host did not do what it was asked.
public struct HostError: Error, Equatable, Sendable {
  public enum Kind: Equatable, Sendable {
    /// The token may not do this: 401, 403, or the 404 that stands for them.
    case denied
    /// The host understood the request and says it makes no sense: 400, 409, 422.
    case refused
    /// Too many requests, and the host wants longer than a run may wait.
    case limited
    /// The answer to a request that must not be made twice was lost: look what became of it.
    case answerLost
    /// No connection, or nothing but server errors.
    case unreachable

    /// An answer that the interface does not promise.
    case unexpected
  }

  public var kind: Kind
  /// What could not be done and what the host said, in one line, without any token.
  public var summary: String
  /// What to do about it.
  public var advice: String

  public init(_ kind: Kind, _ summary: String, advice: String = "") {
    self.kind = kind
    self.summary = summary
    self.advice = advice
  }
}
