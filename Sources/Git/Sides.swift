/// The two ends of a request: what is compared with what, and how a person would say so.
struct Sides {
  enum After {
    /// Nil stands for the empty tree.
    case tree(ObjectID?)
    case index
    case workTree
  }

  /// A tree; nil stands for the empty one.
  var before: ObjectID?
  var after: After
  /// `the work tree with 1a2b3c4, the merge base with origin/main`.
  var words: String
}

extension Sides {
  /// - Parameter defaultBranch: The name of the branch that the work tree is compared with; nil to find it.
  init(
    of request: ChangeRequest, defaultBranch: String?, by revisions: RevisionResolver
  ) throws(GitError) {
    switch request {
    case .range(let from, let to):
      self.init(
        before: try revisions.tree(from), after: .tree(try revisions.tree(to)),
        words: "\(try revisions.words(for: to)) with \(try revisions.words(for: from))")
    case .sinceMergeBase(let one, let other):
      let (left, right) = (try revisions.commit(one), try revisions.commit(other))
      let base = try revisions.mergeBase(left, right, names: (one, other))
      self.init(
        before: try revisions.tree(of: base), after: .tree(try revisions.tree(of: right)),
        words: "\(try revisions.words(for: other)) with \(base.short), the merge base with \(one)")
    case .commit(let revision):
      let commit = try revisions.commit(revision)
      let parent = try revisions.parents(of: commit).first
      let with = parent.map { "its parent \($0.short)" } ?? "nothing: it is the first commit"
      self.init(
        before: try revisions.tree(of: parent), after: .tree(try revisions.tree(of: commit)),
        words: "\(try revisions.words(for: revision)) with \(with)")
    case .staged:
      let head = try revisions.head()
      self.init(
        before: try revisions.tree(of: head), after: .index,
        words: "the index with \(Self.words(forHead: head, by: revisions))")
    case .index(let revision):
      let with = try revision.map { revision throws(GitError) in try revisions.words(for: revision) }
      self.init(
        before: try revision.flatMap { revision throws(GitError) in try revisions.tree(revision) },
        after: .index, words: "the index with \(with ?? "nothing")")
    case .workTree:
      try self.init(ofWorkTreeOver: defaultBranch, by: revisions)
    }
  }

  private init(ofWorkTreeOver name: String?, by revisions: RevisionResolver) throws(GitError) {
    let branch = try Self.defaultBranch(name, through: revisions.handle)
    let head = try revisions.head()
    guard let head, let branch, let base = try Self.base(of: head, over: branch, by: revisions) else {
      let isLost = head != nil && branch == nil
      self.init(
        before: try revisions.tree(of: head), after: .workTree,
        words: "the work tree with \(Self.words(forHead: head, by: revisions))"
          + (isLost ? ": there is no default branch that `default-branch:` or origin/HEAD names" : ""))
      return
    }
    self.init(
      before: try revisions.tree(of: base.commit), after: .workTree,
      words: "the work tree with \(base.commit.short), the merge base with \(base.name)")
  }

  /// Where `HEAD` left the default branch; on that branch itself, where it left what its remote has of it. Nil where
  /// that is `HEAD`, or no remote has any of it.
  private static func base(
    of head: ObjectID, over branch: DefaultBranch, by revisions: RevisionResolver
  ) throws(GitError) -> (commit: ObjectID, name: String)? {
    guard branch.isCheckedOut(through: revisions.handle) else {
      let base = try revisions.mergeBase(revisions.commit(branch.name), head, names: (branch.shownName, "HEAD"))
      return (base, branch.shownName)
    }
    guard let remote = branch.nameAtRemote(through: revisions.handle) else { return nil }
    let name = DefaultBranch.shown(remote)
    do throws(GitError) {
      let base = try revisions.mergeBase(revisions.commit(remote), head, names: (name, "HEAD"))
      return base == head ? nil : (base, name)
    } catch where error.kind == .noMergeBase || error.kind == .shallowHistory {
      return nil
    }
  }

  private static func words(forHead head: ObjectID?, by revisions: RevisionResolver) -> String {
    let branch = DefaultBranch.checkedOut(through: revisions.handle)
    guard let head else { return "nothing: \(branch ?? "HEAD") has no commit yet" }
    return "HEAD (\(head.short)\(branch.map { " on \($0)" } ?? ", on no branch"))"
  }

  /// The branch of a name, which must be there, or else the one that looks like it; nil if none does.
  private static func defaultBranch(
    _ name: String?, through handle: Handle
  ) throws(GitError) -> DefaultBranch? {
    guard let name else { return DefaultBranch(through: handle) }
    if let branch = DefaultBranch(named: name, through: handle) { return branch }
    throw GitError(
      kind: .unknownRevision, summary: "there is no branch `\(name)`, here or at `origin`",
      advice: "`git fetch origin \(name)` gets it; or name another `default-branch`")
  }
}

extension RevisionResolver {
  /// `main (1a2b3c4)`; the id alone where the revision is one, or is a tree.
  fileprivate func words(for revision: String) throws(GitError) -> String {
    if revision == Self.emptyTree { return "nothing" }
    guard let id = try? commit(revision) else { return revision }
    let isHex = revision.count >= 4 && id.hex.hasPrefix(revision.lowercased())
    return isHex ? id.short : "\(revision) (\(id.short))"
  }
}

extension ObjectID {
  /// As people write it.
  var short: String { String(hex.prefix(7)) }
}
