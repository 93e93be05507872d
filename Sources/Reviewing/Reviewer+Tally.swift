import Git
public import RuleEngine
public import RulePages

extension Reviewer {
  /// What came of one rule at all that it looked at in the work tree, or at a revision; nil for a rule that looks for
  /// code of a shape, or at a change.
  public func tally(of rule: RulePage, at revision: String?) throws -> Tally? {
    let snapshot = try revision.map { try repository.snapshot(of: $0) } ?? repository.workTreeSnapshot()
    let modules = try SnapshotModules(of: [snapshot], in: repository, knowledge: knowledge)
    let library = try Library(
      of: [snapshot], in: repository, threads: threads, store: store, isOutlineEnough: { _ in false },
      progress: progress)
    let parts = ProgramParts([(library.files(of: snapshot), modules[0])], knowledge: knowledge)
    var tally: Tally?
    for part in 0..<parts.count {
      guard let one = inspector.tally(of: rule, in: parts.programs(part)[0], threads: threads) else { return nil }
      tally = tally?.joined(one) ?? one
    }
    return tally
  }
}
