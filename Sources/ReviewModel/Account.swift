/// What was looked at, and what of it is not told, in numbers.
public struct Account: Sendable, Equatable {
  /// Swift files of the program that was audited; nil for a change.
  public var files: Int?
  /// The paths of the Swift files that were looked at: of the program that was audited, or of the change.
  public var paths: [String] = []
  /// The paths of the Swift files of the whole program, as it was audited or as it is after the change, whatever of it
  /// was looked at.
  public var programPaths: [String] = []
  /// Findings that the baseline sets aside.
  public var setAside = 0
  /// Findings of an audit in code of an application that nothing of it comes to.
  public var uncalled = 0
  /// Comments that allow a finding each.
  public var allowed = 0
  /// Findings that a selection by rule, trait, level or path leaves out.
  public var unselected: [Level: Int] = [:]
  /// Findings that were asked to be left out beyond a number.
  public var leftOut: [Level: Int] = [:]
  /// Swift files that the configuration excludes: of the program that was audited, or of the change.
  public var excluded = 0
  /// Which share of an audit this is: `3/16`; nil for all of it.
  public var shard: String?
  /// Findings of rules that are on, and that the configuration has off in the files of these, by rule.
  public var muted: [String: Int] = [:]
  /// The rules that the configuration switches off everywhere, by id.
  public var switchedOff: [String] = []

  public init(files: Int? = nil, setAside: Int = 0, allowed: Int = 0) {
    self.files = files
    self.setAside = setAside
    self.allowed = allowed
  }
}
