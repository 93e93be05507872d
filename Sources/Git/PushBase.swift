/// What the commits of a push are compared with.
public enum PushBase: Hashable, Sendable {
  case change(ChangeRequest)
  /// What is pushed is no commit.
  case noCommit
}

extension Repository {
  /// What a push brings to a remote.
  ///
  /// To a ref that is there: what is new since the merge base with it, forced or not. To a new one,
  /// or to one that was never fetched: what is new since it left the remote's default branch. Of a remote that
  /// was never fetched, or has no name, the other remotes may know the beginning; where none does, all of it is new.
  ///
  /// - Parameters:
  ///   - new: The object that is pushed.
  ///   - old: What the remote has under that name now; nil if nothing.
  ///   - remote: Its name, or its address where it has no name.
  public func pushBase(
    of new: String, over old: String?, at remote: String
  ) throws(GitError) -> PushBase {
    try withRevisions { revisions throws(GitError) in
      guard let tip = try revisions.commitIfAny(new) else { return .noCommit }
      if let old, revisions.knows(old) {
        return try .change(change(since: old, to: tip.hex, by: revisions))
      }
      guard
        let branch = DefaultBranch(ofRemote: remote, through: revisions.handle)
          ?? DefaultBranch(ofAnyRemoteThrough: revisions.handle)
      else { return .change(.range(from: RevisionResolver.emptyTree, to: tip.hex)) }
      return try .change(change(since: branch.shownName, to: tip.hex, by: revisions))
    }
  }
}

extension Repository {
  /// What came between two commits: since their merge base, or since the first one where there is none.
  ///
  /// - Throws: `GitError` of kind `unknownRevision` or `shallowHistory`.
  public func changeSince(_ from: String, to: String) throws(GitError) -> ChangeRequest {
    try withRevisions { revisions throws(GitError) in
      try change(since: from, to: to, by: revisions)
    }
  }

  private func change(
    since from: String, to: String, by revisions: RevisionResolver
  ) throws(GitError) -> ChangeRequest {
    let (before, after) = (try revisions.commit(from), try revisions.commit(to))
    do throws(GitError) {
      _ = try revisions.mergeBase(before, after, names: (from, to))
      return .sinceMergeBase(of: from, and: to)
    } catch where error.kind == .noMergeBase {
      return .range(from: from, to: to)
    }
  }
}
