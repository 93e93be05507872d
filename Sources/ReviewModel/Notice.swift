/// Something about the review itself that its reader is told, though it is no finding.
public enum Notice: Hashable, Sendable {
  /// The change brings an allow-comment; `reason` is what stands after the dash.
  case newlyAllowed(rules: [String], reason: String, at: Place)
  /// An allow-comment that allows nothing any more.
  case allowsNothing(rules: [String], at: Place)
  /// An allow-comment that is not followed by a reason, and so allows nothing.
  case reasonMissing(rules: [String], at: Place)
  /// The change touches the configuration, a rule page or a knowledge table of the team.
  case configurationChanged(path: String)
  /// What a reader has to know about how the review was made, in one sentence.
  case remark(String)
}
