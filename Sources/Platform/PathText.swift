extension String {
  /// The folder that a path leads to its last name through: `a` of `a/b`, `/` of `/a`, nothing of `a`.
  package var parentPath: String {
    let path = withoutLastSlashes
    guard let slash = path.lastIndex(of: "/") else { return "" }
    return slash == path.startIndex ? "/" : String(path[..<slash]).withoutLastSlashes
  }

  /// The last name of a path.
  package var lastPathName: String {
    let path = withoutLastSlashes
    return path.lastIndex(of: "/").map { path == "/" ? path : String(path[path.index(after: $0)...]) } ?? path
  }

  private var withoutLastSlashes: String {
    var path = self[...]
    while path.utf8.count > 1, path.hasSuffix("/") { path = path.dropLast() }
    return String(path)
  }
}
