/// How much an audit tells of what does no harm so far.
public enum AuditScope: Sendable {
  /// Nothing of it.
  case harm
  /// What is wrong in code of an application that nothing of it comes to; a review tells it where a change brings it.
  case withUncalled
  /// That, and cycles of what there is one of for as long as it runs, or of what no run makes.
  case all
}
