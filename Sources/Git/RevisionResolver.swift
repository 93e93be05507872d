internal import CLibgit2

/// Finds the commits that a request's words mean.
struct RevisionResolver {
  let handle: Handle
  private let altered: AlteredHistory?

  init(handle: Handle) {
    self.handle = handle
    altered = AlteredHistory(of: handle)
  }

  /// The commit that a revision names; an annotated tag names the commit it is on.
  func commit(_ revision: String) throws(GitError) -> ObjectID {
    try object(revision, as: GIT_OBJECT_COMMIT, "commit")
  }

  /// The commit that an object is, or that a tag is on; nil for a blob or a tree.
  ///
  /// - Throws: `GitError` if the object is not here, or cannot be read.
  func commitIfAny(_ name: String) throws(GitError) -> ObjectID? {
    do throws(GitError) {
      return try commit(name)
    } catch {
      // The object may be here and be something else; then it is no failure.
      guard isHereAndNoCommit(name) else { throw error }
      return nil
    }
  }

  private func isHereAndNoCommit(_ name: String) -> Bool {
    for (type, noun) in [(GIT_OBJECT_BLOB, "blob"), (GIT_OBJECT_TREE, "tree")] {
      do throws(GitError) {
        _ = try object(name, as: type, noun)
        return true
      } catch {
        continue
      }
    }
    return false
  }

  /// Whether a commit is here to be compared with.
  func knows(_ name: String) -> Bool {
    do throws(GitError) {
      _ = try commit(name)
      return true
    } catch {
      return false
    }
  }

  /// The tree of a commit, or a tree named by itself; nil for the empty tree, which git knows
  /// without having it.
  func tree(_ revision: String) throws(GitError) -> ObjectID? {
    if revision == Self.emptyTree { return nil }
    do throws(GitError) {
      // By way of the commit: a partial clone may lack the tree as yet.
      return try tree(of: object(revision, as: GIT_OBJECT_COMMIT, "commit"))
    } catch where error.kind == .unknownRevision {
      return try object(revision, as: GIT_OBJECT_TREE, "tree")
    }
  }

  /// The tree of a commit; nil, the empty one, for no commit.
  func tree(of commit: ObjectID?) throws(GitError) -> ObjectID? {
    guard let commit else { return nil }
    return try withCommit(commit) { git_commit_tree_id($0).map { ObjectID($0.pointee) } }
  }

  /// The name of the empty tree.
  static let emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"

  private func object(
    _ revision: String, as type: git_object_t, _ noun: String
  ) throws(GitError) -> ObjectID {
    let summary = "cannot find the revision `\(revision)`"
    if let altered {
      if let id = try altered.object(revision, as: noun) { return id }
      throw GitError(
        kind: .unknownRevision, summary: summary, advice: adviceForUnknown(revision))
    }
    var status: Int32 = 0
    do throws(GitError) {
      let named = try Owned(summary, freedBy: git_object_free) {
        status = git_revparse_single(&$0, handle.pointer, revision)
        return status
      }
      let peeled = try Owned("`\(revision)` names no \(noun)", freedBy: git_object_free) {
        git_object_peel(&$0, named.pointer, type)
      }
      guard let oid = git_object_id(peeled.pointer) else {
        throw GitError(status: -1, summary: summary)
      }
      return ObjectID(oid.pointee)
    } catch {
      var error = error
      // It may well be there, and cannot be read.
      if status == GIT_ERROR.rawValue {
        error.advice = "`git fsck` says what of the repository is damaged; a new clone has it whole"
        throw error
      }
      // That it is not found has been said; that it may be one of several is news.
      if !error.detail.contains("multiple") { error.detail = "" }
      error.kind = .unknownRevision
      error.advice = adviceForUnknown(revision)
      throw error
    }
  }

  /// The branches and tags, as a person writes them: `main`, `origin/main`, `v1.2`.
  func names() throws(GitError) -> [String] {
    var list = git_strarray()
    let status = git_reference_list(&list, handle.pointer)
    guard status >= 0 else { throw GitError(status: status, summary: "cannot list the branches") }
    defer { git_strarray_dispose(&list) }
    let references = (0..<list.count).compactMap { list.strings[$0].map { String(cString: $0) } }
    return references.compactMap { reference in
      ["refs/heads/", "refs/remotes/", "refs/tags/"].first { reference.hasPrefix($0) }
        .map { String(reference.dropFirst($0.count)) }
    }
  }

  /// The parents, the first one first; none for a root commit.
  func parents(of commit: ObjectID) throws(GitError) -> [ObjectID] {
    if ShallowHistory(of: handle).ends(at: commit) {
      throw .shallow("the parent of the commit \(commit.hex) is not in this shallow clone")
    }
    if let altered { return try altered.parents(of: commit) }
    return try withCommit(commit) { commit in
      (0..<git_commit_parentcount(commit)).compactMap { index in
        git_commit_parent_id(commit, index).map { ObjectID($0.pointee) }
      }
    }
  }

  /// The commit at `HEAD`; nil on a branch without commits.
  func head() throws(GitError) -> ObjectID? {
    if git_repository_head_unborn(handle.pointer) == 1 { return nil }
    return try commit("HEAD")
  }

  /// The best common ancestor of two commits.
  func mergeBase(_ one: ObjectID, _ other: ObjectID, names: (String, String)) throws(GitError)
    -> ObjectID
  {
    let summary = "`\(names.0)` and `\(names.1)` have no common ancestor"
    let none = GitError(
      kind: .noMergeBase, summary: summary,
      advice: "Compare the two commits themselves: \(names.0)..\(names.1)")
    if let altered {
      guard let base = try altered.mergeBase(one, other) else { throw none }
      return base
    }
    var (left, right, base) = (one.oid, other.oid, git_oid())
    let status = git_merge_base(&base, handle.pointer, &left, &right)
    if status >= 0 { return ObjectID(base) }
    let shallow = ShallowHistory(of: handle)
    if shallow.isEmpty {
      guard GitError.isAbsence(status) else { throw GitError(status: status, summary: summary) }
      throw none
    }
    if let base = try shallow.mergeBase(one, other, through: self) { return base }
    throw .shallow(summary + " in this shallow clone")
  }

  func withCommit<Result>(
    _ id: ObjectID, _ body: (OpaquePointer) -> Result
  ) throws(GitError) -> Result {
    var oid = handle.actual(id).oid
    let commit: Owned
    do throws(GitError) {
      commit = try Owned("cannot read the commit \(id.hex)", freedBy: git_commit_free) {
        git_commit_lookup(&$0, handle.pointer, &oid)
      }
    } catch {
      throw error.detail.contains("not found") ? .missing(id) : error
    }
    return body(commit.pointer)
  }

  private func isKnown(_ revision: String) -> Bool {
    (try? Owned("cannot find `\(revision)`", freedBy: git_object_free) {
      git_revparse_single(&$0, handle.pointer, revision)
    }) != nil
  }

  private func adviceForUnknown(_ revision: String) -> String {
    if revision == "HEAD" || revision == "@" {
      return "There is no commit yet; `--staged` reviews what the first one would record"
    }
    let start = String(revision.prefix { $0 != "~" && $0 != "^" })
    if start != revision, ShallowHistory(of: handle).isEmpty, isKnown(start) {
      return "`\(start)` is there, and has no such commit before it; `git log --oneline \(start)` lists all it has"
    }
    return ShallowHistory(of: handle).isEmpty
      ? "`git fetch` gets branches and tags from the remote; `git branch --all` lists them"
      : "Look at how it is spelled; this clone is shallow, and `git fetch --unshallow` gets what was left out"
  }
}

extension GitError {
  /// A commit that a shallow clone left out.
  static func shallow(_ summary: String) -> GitError {
    GitError(
      kind: .shallowHistory, summary: summary,
      advice: "`git fetch --unshallow` gets the whole history, `git fetch --deepen=100` a part of "
        + "it; on a CI host, check out with `fetch-depth: 0`")
  }
}
