/// One path that differs between two snapshots; a side is nil where the path does not exist.
struct Delta: Hashable, Sendable {
  var path: GitPath
  var before: FileVersion?
  var after: FileVersion?
}

/// The paths of a snapshot with what is at them, sorted by path.
typealias Listing = [(path: GitPath, version: FileVersion)]

extension Delta {
  /// The deltas between two whole listings, sorted by path.
  static func between(_ before: Listing, _ after: Listing) -> [Delta] {
    var deltas: [Delta] = []
    var old = before[...]
    var new = after[...]
    while let path = [old.first?.path, new.first?.path].compactMap({ $0 }).min() {
      let left = old.first?.path == path ? old.popFirst()?.version : nil
      let right = new.first?.path == path ? new.popFirst()?.version : nil
      if left != right { deltas.append(Delta(path: path, before: left, after: right)) }
    }
    return deltas
  }
}
