internal import CLibgit2
internal import ReviewModel
internal import Synchronization

/// Reads trees, each once: commits of one repository share most of their directories.
final class TreeReader: Sendable {
  struct Entry: Sendable {
    enum Kind: Hashable, Sendable {
      case directory(ObjectID)
      case file(FileVersion)
    }

    var name: [UInt8]
    var kind: Kind
  }

  private struct Place: Hashable {
    var path: GitPath
    var tree: ObjectID
  }

  private struct Cache {
    var entries: [ObjectID: [Entry]] = [:]
    var snapshots: [Place: Snapshot] = [:]
  }

  /// Directories remembered before starting over, so that an audit of a long history stays small.
  private static let capacity = 100_000

  private let cache = Mutex(Cache())

  /// What a directory holds, in git's order.
  func entries(of tree: ObjectID, through handle: Handle) throws(GitError) -> [Entry] {
    if let known = cache.withLock({ $0.entries[tree] }) { return known }
    let entries = try Self.parse(tree, through: handle)
    cache.withLock { cache in
      if cache.entries.count >= Self.capacity { cache.entries = [:] }
      cache.entries[tree] = entries
    }
    return entries
  }

  /// The Swift files and manifests of a directory that lies at `path`, and of all directories in it.
  func snapshot(
    of tree: ObjectID, at path: GitPath = GitPath(bytes: []), through handle: Handle
  ) throws(GitError) -> Snapshot {
    let place = Place(path: path, tree: tree)
    if let known = cache.withLock({ $0.snapshots[place] }) { return known }
    var result = Snapshot(files: [])
    for entry in try entries(of: tree, through: handle) {
      switch entry.kind {
      case .directory(let subtree):
        let inner = try snapshot(of: subtree, at: path.appending(entry.name), through: handle)
        result.files += inner.files
        result.manifests += inner.manifests
      case .file(let version) where version.isRegular:
        result.add(path.appending(entry.name), version)
      case .file:
        break
      }
    }
    cache.withLock { cache in
      if cache.snapshots.count >= Self.capacity { cache.snapshots = [:] }
      cache.snapshots[place] = result
    }
    return result
  }

  /// Every path of a directory and of all directories in it.
  func listing(
    of tree: ObjectID, at path: GitPath = GitPath(bytes: []), through handle: Handle
  ) throws(GitError) -> Listing {
    var listing: Listing = []
    for entry in try entries(of: tree, through: handle) {
      let path = path.appending(entry.name)
      switch entry.kind {
      case .directory(let subtree):
        listing += try self.listing(of: subtree, at: path, through: handle)
      case .file(let version):
        listing.append((path, version))
      }
    }
    return listing
  }

  private static func parse(_ id: ObjectID, through handle: Handle) throws(GitError) -> [Entry] {
    do throws(GitError) {
      return try parseHere(handle.actual(id), through: handle)
    } catch where error.kind == .missingObject {
      // In a partial clone this brings all the trees below as well.
      try handle.bring([id])
      return try parseHere(handle.actual(id), through: handle)
    }
  }

  private static func parseHere(
    _ id: ObjectID, through handle: Handle
  ) throws(GitError) -> [Entry] {
    var oid = id.oid
    let tree: Owned
    do throws(GitError) {
      tree = try Owned("cannot read the tree \(id.hex)", freedBy: git_tree_free) {
        git_tree_lookup(&$0, handle.pointer, &oid)
      }
    } catch {
      throw error.detail.contains("not found") ? .missing(id) : error
    }
    let count = git_tree_entrycount(tree.pointer)
    var entries: [Entry] = []
    entries.reserveCapacity(count)
    for index in 0..<count {
      guard let entry = git_tree_entry_byindex(tree.pointer, index),
        let name = git_tree_entry_name(entry), let oid = git_tree_entry_id(entry)
      else { continue }
      let bits = git_tree_entry_filemode(entry).rawValue
      if let mode = FileVersion.Mode(bits) {
        let version = FileVersion(mode: mode, id: ObjectID(oid.pointee))
        entries.append(Entry(name: GitPath(cString: name).bytes, kind: .file(version)))
      } else {
        entries.append(
          Entry(name: GitPath(cString: name).bytes, kind: .directory(ObjectID(oid.pointee))))
      }
    }
    return entries
  }
}

extension Snapshot {
  /// Takes a file in, if it is one that a snapshot has.
  mutating func add(_ path: GitPath, _ version: FileVersion) {
    guard path.isSwift || path.isManifest else { return }
    let file = SnapshotFile(path: path.text, blob: version.id.blob)
    if path.isSwift { files.append(file) }
    if path.isManifest { manifests.append(file) }
  }
}
