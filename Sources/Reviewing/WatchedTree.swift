import Synchronization

/// Where a configuration is read from, and a record of all that was read: whatever decides what is reported is among
/// it, however it was named, and a change to it is told.
public final class WatchedTree: FileTree {
  private let tree: any FileTree
  private let places: @Sendable (String) -> [String]
  private let asked = Mutex(Asked())

  private struct Asked {
    var files: Set<String> = []
    var folders: Set<String> = []
  }

  /// - Parameter places: Where a path of the tree is in the repository, by name and by where links lead; none if
  ///   outside.
  public init(_ tree: any FileTree, places: @escaping @Sendable (String) -> [String]) {
    self.tree = tree
    self.places = places
  }

  public func content(of path: String) throws -> [UInt8]? {
    let found = places(path)
    asked.withLock { $0.files.formUnion(found) }
    return try tree.content(of: path)
  }

  public func files(below folder: String) throws -> [String]? {
    let found = places(folder)
    asked.withLock { $0.folders.formUnion(found) }
    return try tree.files(below: folder)
  }

  public func obstacle(at path: String) throws -> String? {
    let found = places(path)
    asked.withLock { $0.files.formUnion(found) }
    return try tree.obstacle(at: path)
  }

  public func shown(_ path: String) -> String { tree.shown(path) }

  /// Whether what is at a path of the repository has a say in what is reported.
  public func decides(_ path: String) -> Bool {
    let name = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
    if name == Configuration.fileName { return true }
    return asked.withLock { asked in
      if asked.files.contains(path) || asked.folders.contains(path) { return true }
      var folder = path[...]
      while let slash = folder.utf8.lastIndex(of: UInt8(ascii: "/")) {
        folder = folder[..<slash]
        // A folder that was named may be what a link of that name was.
        if asked.folders.contains(String(folder)) || asked.files.contains(String(folder)) { return true }
      }
      return false
    }
  }
}
