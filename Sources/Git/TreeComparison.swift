/// What differs between two trees, directory by directory: equal directories are not opened.
struct TreeComparison {
  let reader: TreeReader
  let handle: Handle
  private(set) var deltas: [Delta] = []

  init(reader: TreeReader, handle: Handle) {
    self.reader = reader
    self.handle = handle
  }

  /// The deltas between two trees, sorted by path; nil stands for the empty tree.
  mutating func compare(_ before: ObjectID?, _ after: ObjectID?) throws(GitError) -> [Delta] {
    deltas = []
    try walk(before, after, at: GitPath(bytes: []))
    return deltas
  }

  private mutating func walk(
    _ before: ObjectID?, _ after: ObjectID?, at path: GitPath
  ) throws(GitError) {
    guard before != after else { return }
    var old = try entries(before)[...]
    var new = try entries(after)[...]
    while let pair = Self.nextPair(&old, &new) {
      guard let entry = pair.old ?? pair.new, pair.old?.kind != pair.new?.kind else { continue }
      let path = path.appending(entry.name)
      if case .directory = entry.kind {
        try walk(pair.old?.directory, pair.new?.directory, at: path)
      } else {
        deltas.append(Delta(path: path, before: pair.old?.file, after: pair.new?.file))
      }
    }
  }

  private func entries(_ tree: ObjectID?) throws(GitError) -> [TreeReader.Entry] {
    guard let tree else { return [] }
    return try reader.entries(of: tree, through: handle)
  }

  /// Takes the entries that come first from both sides; a file and a directory of one name are
  /// two entries, as in git's own order.
  private static func nextPair(
    _ old: inout ArraySlice<TreeReader.Entry>, _ new: inout ArraySlice<TreeReader.Entry>
  ) -> (old: TreeReader.Entry?, new: TreeReader.Entry?)? {
    guard let left = old.first else { return new.popFirst().map { (nil, $0) } }
    guard let right = new.first else { return old.popFirst().map { ($0, nil) } }
    if left.name == right.name, left.isDirectory == right.isDirectory {
      return (old.popFirst(), new.popFirst())
    }
    return left.sortsBefore(right) ? (old.popFirst(), nil) : (nil, new.popFirst())
  }
}

extension TreeReader.Entry {
  fileprivate var directory: ObjectID? {
    if case .directory(let tree) = kind { tree } else { nil }
  }

  fileprivate var file: FileVersion? {
    if case .file(let version) = kind { version } else { nil }
  }

  fileprivate var isDirectory: Bool { directory != nil }

  /// Git sorts a directory as if its name ended in a slash.
  fileprivate func sortsBefore(_ other: TreeReader.Entry) -> Bool {
    sortKey.lexicographicallyPrecedes(other.sortKey)
  }

  private var sortKey: [UInt8] { isDirectory ? name + [UInt8(ascii: "/")] : name }
}
