import Cache
import Platform
import Git
import Hosts
import ReviewModel
import Reviewing

extension RepositoryOptions {
  /// The configuration and the rules that hold for a CI run.
  ///
  /// A change from a fork is reviewed by the rules of the base: whoever sends it could switch them off.
  func workplace(of repository: Repository, for run: CIRun, _ range: CIRange) throws -> Workplace {
    var workplace =
      try run.isFork
      ? workplace(of: repository, forForkOf: range.rules)
      : workplace(of: repository, configuredAt: range.to, withExamples: false)
    workplace = try workplace.checked()
    // The job has made git's folder itself, and its user lives no longer than the job. What a stranger's code makes of
    // it is not for those who come after.
    workplace.store = store(for: repository, seal: .open, isReadOnly: run.isFork)
    return workplace
  }

  /// - Parameter base: Where the branch that a fork's change is to be merged into is now.
  private func workplace(of repository: Repository, forForkOf base: String) throws -> Workplace {
    var name = Configuration.fileName
    if let configurationFile {
      guard let inside = Paths.inRepository(configurationFile, from: Paths.current, top: repository.workTree)
      else { return try workplace(of: repository, configuredAt: base, withExamples: false) }
      name = inside
    }
    let tree = try RevisionTree(base, of: repository)
    if configurationFile != nil, try tree.content(of: name) == nil {
      throw Failure(
        "there is no configuration `\(name)` in the base, \(base.prefix(10))",
        advice: "A change from a fork is reviewed by the base's configuration: add it there first")
    }
    return try workplace(of: repository, configuredBy: name, shownAs: tree.shown(name), in: tree, withExamples: false)
  }
}
