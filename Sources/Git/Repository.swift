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

  /// The variables of git that say which repository is meant and how it is read.
  public static let variablesOfOneRepository =
    Location.placeVariables.union(Location.readingVariables)

  private let location: Location
  private let pool: HandlePool
  private let trees = TreeReader()
  private let workTreeContents = Mutex<[ObjectID: [UInt8]]>([:])

  /// Opens the repository that `directory` is in, found as git finds it.
  ///
  /// - Parameter environment: All that git would be given. Its variables `GIT_DIR`, `GIT_WORK_TREE`,
  ///   `GIT_INDEX_FILE` and the like say where the repository is, as a hook is told; for a repository
  ///   other than the one the hook runs in, leave out `variablesOfOneRepository`.
  /// - Parameter runsItsPrograms: Whether git may run what the repository's own configuration names, such as filters.
  ///   Where it may not, what takes such a program is an error; programs that the user's configuration names are run.
  /// - Throws: `GitError` of kind `notARepository`, `untrustedOwner` or `unsupportedRepository`.
  public init(at directory: String, environment: [String: String] = [:], runsItsPrograms: Bool = true) throws(GitError)
  {
    var location = Location(directory: directory, environment: environment)
    location.runsItsPrograms = runsItsPrograms
    self.location = location
    pool = try HandlePool(location)
    (workTree, gitDirectory, commonDirectory) = try pool.lend { handle throws(GitError) in
      let git = handle.gitDirectory ?? directory
      return (handle.workTree, git, handle.commonDirectory ?? git)
    }
  }

  /// Whether `git replace` has put other contents in the place of objects: the name of one then says less.
  public var hasReplacedObjects: Bool {
    get throws(GitError) {
      try pool.lend { handle throws(GitError) in handle.backup?.replacements.replaceObjects ?? false }
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
    try withRevisions { revisions throws(GitError) in
      let sides = try Sides(of: request, defaultBranch: defaultBranch, by: revisions)
      let handle = revisions.handle
      var change =
        switch sides.after {
        case .tree(let tree): try between(sides.before, tree, through: handle)
        case .index where handle.workTree == nil && location.indexFile == nil:
          throw GitError(
            kind: .needsWorkTree, summary: "a bare repository has no index to review", detail: "",
            advice: "Name two commits: nitless review BASE..HEAD")
        case .index:
          try indexChange(from: sides.before, through: handle)
        case .workTree:
          try workTreeChange(from: sides.before, through: handle)
        }
      change.comparison = sides.words
      return change
    }
  }

  /// The Swift files of a commit, or of a tree.
  ///
  /// - Throws: `GitError` of kind `unknownRevision` or `missingObject`.
  public func snapshot(of revision: String) throws(GitError) -> Snapshot {
    try pool.lend { handle throws(GitError) in
      let snapshot = try snapshot(
        RevisionResolver(handle: handle).tree(revision), through: handle)
      try bring([snapshot], through: handle)
      return snapshot
    }
  }

  /// The Swift files on the disk, untracked ones included and ignored ones not.
  ///
  /// - Throws: `GitError` of kind `needsWorkTree`, `unsupportedIndex` or `unreadableFile`.
  public func workTreeSnapshot() throws(GitError) -> Snapshot {
    try pool.lend { handle throws(GitError) in
      let snapshot = Snapshot(try workTreeListing(through: handle).listing)
      try bring([snapshot], through: handle)
      return snapshot
    }
  }

  /// Every file of a commit or a tree, whatever its ending: for what is configured there.
  ///
  /// - Throws: `GitError` of kind `unknownRevision` or `missingObject`.
  public func files(of revision: String) throws(GitError) -> [SnapshotFile] {
    try entries(of: revision) { $0.isRegular }
  }

  /// Every symbolic link of a commit or a tree; the content of each is where it leads.
  ///
  /// - Throws: `GitError` of kind `unknownRevision` or `missingObject`.
  public func links(of revision: String) throws(GitError) -> [SnapshotFile] {
    try entries(of: revision) { $0.mode == .symbolicLink }
  }

  private func entries(
    of revision: String, where isMeant: (FileVersion) -> Bool
  ) throws(GitError) -> [SnapshotFile] {
    try pool.lend { handle throws(GitError) in
      guard let tree = try RevisionResolver(handle: handle).tree(revision) else { return [] }
      return try trees.listing(of: tree, through: handle).filter { isMeant($0.version) }
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

  /// The names of branches and tags; none where they cannot be listed.
  public var branchesAndTags: [String] {
    let names = try? pool.lend { handle throws(GitError) in try RevisionResolver(handle: handle).names() }
    return names ?? []
  }

  /// What the default branch is called here, for one who named it as it is called elsewhere; nil for any other name.
  public func defaultBranch(for name: String) -> String? {
    guard DefaultBranch.isUsual(name) else { return nil }
    let found = try? pool.lend { handle throws(GitError) in DefaultBranch(through: handle)?.shownName }
    return found ?? nil
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
  func withRevisions<Result>(
    _ body: (RevisionResolver) throws(GitError) -> Result
  ) throws(GitError) -> Result {
    try pool.lend { handle throws(GitError) in try body(RevisionResolver(handle: handle)) }
  }

  /// Has what a partial clone lacks of some snapshots fetched at once, not file by file.
  private func bring(_ snapshots: [Snapshot], through handle: Handle) throws(GitError) {
    guard handle.backup?.promised != nil else { return }
    let here = workTreeContents.withLock { $0 }
    let ids = snapshots.flatMap { $0.files + $0.manifests }.compactMap { ObjectID(hex: $0.blob.hex) }
    try handle.bring(ids.filter { here[$0] == nil })
  }

  /// Nil stands for the empty tree.
  private func between(
    _ before: ObjectID?, _ after: ObjectID?, through handle: Handle
  ) throws(GitError) -> Change {
    var comparison = TreeComparison(reader: trees, handle: handle)
    let deltas = try comparison.compare(before, after)
    let snapshots = [
      try snapshot(before, through: handle), try snapshot(after, through: handle),
    ]
    try bring(snapshots, through: handle)
    return Change(
      before: snapshots[0], after: snapshots[1],
      files: try ChangeBuilder(reader: contents(through: handle)).fileChanges(deltas),
      paths: deltas.map(\.path.text))
  }

  private func change(
    from tree: ObjectID?, to listing: Listing, through handle: Handle
  ) throws(GitError) -> Change {
    var before: Listing = []
    if let tree { before = try trees.listing(of: tree, through: handle) }
    let deltas = Delta.between(before, listing)
    let snapshots = [Snapshot(before), Snapshot(listing)]
    try bring(snapshots, through: handle)
    return Change(
      before: snapshots[0], after: snapshots[1],
      files: try ChangeBuilder(reader: contents(through: handle)).fileChanges(deltas),
      paths: deltas.map(\.path.text))
  }

  private func indexChange(from tree: ObjectID?, through handle: Handle) throws(GitError) -> Change {
    let index = try IndexReader(of: location, through: handle)
    var change = try change(from: tree, to: index.listing(), through: handle)
    change.unmerged = try index.unmerged().filter(\.isSwift).map(\.text)
    return change
  }

  private func workTreeChange(from tree: ObjectID?, through handle: Handle) throws(GitError) -> Change {
    let (listing, others) = try workTreeListing(through: handle)
    var change = try change(from: tree, to: listing, through: handle)
    change.paths = Set(change.paths).union(others).sorted()
    return change
  }

  private func snapshot(_ tree: ObjectID?, through handle: Handle) throws(GitError) -> Snapshot {
    guard let tree else { return Snapshot(files: []) }
    return try trees.snapshot(of: tree, through: handle)
  }

  private func contents(through handle: Handle) -> ContentReader {
    ContentReader(handle: handle, workTreeContents: workTreeContents.withLock { $0 })
  }

  private func workTreeListing(through handle: Handle) throws(GitError) -> (listing: Listing, others: [String]) {
    var reader = try WorkTreeReader(through: handle)
    let index = try IndexReader(of: location, through: handle)
    let listing = try reader.listing(over: index)
    let contents = reader.contents
    workTreeContents.withLock { $0.merge(contents) { _, new in new } }
    return (listing, reader.others.map(\.text))
  }
}

extension Snapshot {
  fileprivate init(_ listing: Listing) {
    self.init(files: [])
    for (path, version) in listing where version.isRegular { add(path, version) }
  }
}
