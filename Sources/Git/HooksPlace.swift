/// Where git looks for the hooks of a repository.
public struct HooksPlace: Hashable, Sendable {
  /// The folder, absolute; it need not be there.
  public var path: String
  /// Whether the user's or the system's configuration names it, so that other repositories run the
  /// same hooks.
  public var isShared: Bool
}

extension Repository {
  /// Where git looks for hooks: `core.hooksPath`, or else the folder that all linked work trees share.
  ///
  /// - Throws: `GitError` of kind `git` or `missingGit`; of kind `needsWorkTree` in a bare repository.
  public func hooksPlace() throws(GitError) -> HooksPlace {
    guard let workTree else {
      throw GitError(
        kind: .needsWorkTree, summary: "nothing is committed in a bare repository",
        advice: "Install the hook in a clone of it")
    }
    let program = try withRevisions { revisions throws(GitError) in revisions.handle.backup?.program }
    guard let program else { return HooksPlace(path: commonDirectory + "/hooks", isShared: false) }
    let summary = "cannot tell where the hooks are"
    let path = try program.output(of: ["rev-parse", "--git-path", "hooks"], summary: summary)
    let setting = try program.output(
      of: ["config", "--show-scope", "--get", "core.hooksPath"], summary: summary, accepting: [0, 1])
    let scope = String(decoding: setting.prefix { $0 != UInt8(ascii: "\t") }, as: UTF8.self)
    return HooksPlace(
      path: String(decoding: path.dropLast(), as: UTF8.self).resolved(against: workTree),
      isShared: scope == "global" || scope == "system")
  }
}
