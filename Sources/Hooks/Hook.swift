/// A moment at which git asks whether to go on.
public enum Hook: String, CaseIterable, Sendable {
  /// Before a commit is made.
  case preCommit = "pre-commit"
  /// Before a merge without conflicts is committed: git runs this one in place of `pre-commit`.
  case preMergeCommit = "pre-merge-commit"
  /// Before commits go to a remote.
  case prePush = "pre-push"

  /// The command that goes on without asking.
  public var bypass: String {
    switch self {
    case .preCommit: "git commit --no-verify"
    case .preMergeCommit: "git merge --no-verify"
    case .prePush: "git push --no-verify"
    }
  }

  /// What is stopped, with what was done to it.
  public var stopped: String {
    switch self {
    case .preCommit: "nothing was committed"
    case .preMergeCommit: "the merge was not committed"
    case .prePush: "nothing was pushed"
    }
  }
}
