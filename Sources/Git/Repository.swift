public import ReviewModel
internal import Synchronization

/// A git repository, read and never written: no lock is taken, no object and no index entry added.
///
/// May be used by several threads at once; each reads through an opening of its own.
public final class Repository: Sendable {
  /// The top of the work tree, without a slash at the end; nil if the repository is bare.
  public let workTree: String?
  /// The directory that git keeps its own files in: `.git`, or a linked work tree's part of it.
  public let gitDirectory: String
  /// The directory that linked work trees share; the same as `gitDirectory` elsewhere.
  public let commonDirectory: String

  private let location: Location
  private let pool: HandlePool
  private let trees = TreeReader()
  private let workTreeContents = Mutex<[ObjectID: [UInt8]]>([:])

  /// Opens the repository that `directory` is in, found as git finds it.
  ///
  /// - Parameter environment: git's variables (`GIT_DIR`, `GIT_WORK_TREE`, `GIT_INDEX_FILE` and the
  ///   like), as a hook is given them; empty for a repository other than the one the hook runs in.
  /// - Throws: `GitError` of kind `notARepository`, `untrustedOwner` or `unsupportedRepository`.
  public init(at directory: String, environment: [String: String] = [:]) throws(GitError) {
    location = Location(directory: directory, environment: environment)
    pool = try HandlePool(location)
    (workTree, gitDirectory, commonDirectory) = try pool.lend { handle throws(GitError) in
      let git = handle.gitDirectory ?? directory
      return (handle.workTree, git, handle.commonDirectory ?? git)
    }
  }

  /// The two snapshots of a request and what happened between them.
  ///
  /// `files` is what `git diff -U0 -M` prints for paths that end in `.swift` on either side,
  /// whatever the user's configuration says. As there, a symbolic link or a submodule of such a
  /// name is a file change, though no file of a snapshot; and a file renamed from another ending is
  /// one, though only the snapshot after has it.
  ///
  /// - Parameter defaultBranch: The name of the branch that the work tree is compared with; nil to
  ///   find it as `ChangeRequest.workTree` says.
  /// - Throws: `GitError` of kind `unknownRevision`, `noMergeBase`, `shallowHistory`,
  ///   `missingObject`, `unsupportedIndex`, `needsWorkTree` or `unreadableFile`.
  public func change(
    _ request: ChangeRequest, defaultBranch: String? = nil
  ) throws(GitError) -> Change {
    try pool.lend { handle throws(GitError) in
      let revisions = RevisionResolver(handle: handle)
      switch request {
      case .range(let from, let to):
        return try between(revisions.tree(from), revisions.tree(to), through: handle)
      case .sinceMergeBase(let one, let other):
        let (left, right) = (try revisions.commit(one), try revisions.commit(other))
        let base = try revisions.mergeBase(left, right, names: (one, other))
        return try between(
          revisions.tree(of: base), revisions.tree(of: right), through: handle)
      case .commit(let revision):
        let commit = try revisions.commit(revision)
        return try between(
          revisions.tree(of: revisions.firstParent(of: commit)), revisions.tree(of: commit),
          through: handle)
      case .staged:
        let index = try IndexReader(of: location, through: handle)
        return try change(
          from: revisions.tree(of: revisions.head()), to: index.listing(), through: handle)
      case .workTree:
        let base = try revisions.tree(of: baseOfWorkTree(revisions, defaultBranch: defaultBranch))
        return try change(from: base, to: workTreeListing(through: handle), through: handle)
      }
    }
  }

  /// The Swift files of a commit, or of a tree.
  ///
  /// - Throws: `GitError` of kind `unknownRevision` or `missingObject`.
  public func snapshot(of revision: String) throws(GitError) -> Snapshot {
    try pool.lend { handle throws(GitError) in
      try snapshot(RevisionResolver(handle: handle).tree(revision), through: handle)
    }
  }

  /// The Swift files on the disk, untracked ones included and ignored ones not.
  ///
  /// - Throws: `GitError` of kind `needsWorkTree`, `unsupportedIndex` or `unreadableFile`.
  public func workTreeSnapshot() throws(GitError) -> Snapshot {
    try pool.lend { handle throws(GitError) in
      Snapshot(try workTreeListing(through: handle))
    }
  }

  /// Every file of a commit or a tree, whatever its ending: for what is configured there.
  ///
  /// - Throws: `GitError` of kind `unknownRevision` or `missingObject`.
  public func files(of revision: String) throws(GitError) -> [SnapshotFile] {
    try pool.lend { handle throws(GitError) in
      guard let tree = try RevisionResolver(handle: handle).tree(revision) else { return [] }
      return try trees.listing(of: tree, through: handle).filter { $0.version.isRegular }
        .map { SnapshotFile(path: $0.path.text, blob: $0.version.id.blob) }
    }
  }

  /// The bytes of a file of a snapshot that this repository gave.
  ///
  /// - Throws: `GitError` of kind `missingObject` if the repository has no such object.
  public func content(of blob: BlobID) throws(GitError) -> [UInt8] {
    guard let id = ObjectID(hex: blob.hex) else {
      throw GitError(
        kind: .missingObject, summary: "`\(blob.hex)` is not an object's name",
        advice: "Ask for a blob that a snapshot names")
    }
    if let content = workTreeContents.withLock({ $0[id] }) { return content }
    return try pool.lend { handle throws(GitError) in try handle.content(of: id) }
  }

  /// The full name of the commit that a revision means, 40 hexadecimal digits.
  ///
  /// - Throws: `GitError` of kind `unknownRevision`.
  public func commitName(of revision: String) throws(GitError) -> String {
    try pool.lend { handle throws(GitError) in
      try RevisionResolver(handle: handle).commit(revision).hex
    }
  }
}

extension Repository {
  /// Nil stands for the empty tree.
  private func between(
    _ before: ObjectID?, _ after: ObjectID?, through handle: Handle
  ) throws(GitError) -> Change {
    var comparison = TreeComparison(reader: trees, handle: handle)
    let deltas = try comparison.compare(before, after)
    return Change(
      before: try snapshot(before, through: handle), after: try snapshot(after, through: handle),
      files: try ChangeBuilder(reader: contents(through: handle)).fileChanges(deltas))
  }

  private func change(
    from tree: ObjectID?, to listing: Listing, through handle: Handle
  ) throws(GitError) -> Change {
    var before: Listing = []
    if let tree { before = try trees.listing(of: tree, through: handle) }
    let deltas = Delta.between(before, listing)
    return Change(
      before: Snapshot(before), after: Snapshot(listing),
      files: try ChangeBuilder(reader: contents(through: handle)).fileChanges(deltas))
  }

  private func snapshot(_ tree: ObjectID?, through handle: Handle) throws(GitError) -> Snapshot {
    guard let tree else { return Snapshot(files: []) }
    return Snapshot(files: try trees.swiftFiles(of: tree, through: handle))
  }

  private func contents(through handle: Handle) -> ContentReader {
    ContentReader(handle: handle, workTreeContents: workTreeContents.withLock { $0 })
  }

  private func workTreeListing(through handle: Handle) throws(GitError) -> Listing {
    var reader = try WorkTreeReader(through: handle)
    let index = try IndexReader(of: location, through: handle)
    let listing = try reader.listing(over: index)
    let contents = reader.contents
    workTreeContents.withLock { $0.merge(contents) { _, new in new } }
    return listing
  }

  /// Nil on a branch without commits.
  private func baseOfWorkTree(
    _ revisions: RevisionResolver, defaultBranch: String?
  ) throws(GitError) -> ObjectID? {
    guard let head = try revisions.head() else { return nil }
    guard let branch = try self.defaultBranch(defaultBranch, through: revisions.handle),
      !branch.isCheckedOut(through: revisions.handle)
    else { return head }
    return try revisions.mergeBase(
      revisions.commit(branch.name), head, names: (branch.shortName, "HEAD"))
  }
}

extension Repository {
  /// The branch of a name, which must be there, or else the one that looks like it; nil if none does.
  private func defaultBranch(
    _ name: String?, through handle: Handle
  ) throws(GitError) -> DefaultBranch? {
    guard let name else { return DefaultBranch(through: handle) }
    if let branch = DefaultBranch(named: name, through: handle) { return branch }
    throw GitError(
      kind: .unknownRevision, summary: "there is no branch `\(name)`, here or at `origin`",
      advice: "`git fetch origin \(name)` gets it; or name another `default-branch`")
  }
}

extension Snapshot {
  fileprivate init(_ listing: Listing) {
    self.init(
      files: listing.filter { $0.version.isRegular && $0.path.isSwift }
        .map { SnapshotFile(path: $0.path.text, blob: $0.version.id.blob) })
  }
}
