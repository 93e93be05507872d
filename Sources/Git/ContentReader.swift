/// Bytes by object id: from the work tree where it holds what git has no object for, else from git.
struct ContentReader {
  let handle: Handle
  let workTreeContents: [ObjectID: [UInt8]]

  /// - Parameter fetching: Whether what a partial clone left out is fetched, or else missing.
  func content(of id: ObjectID, fetching: Bool = true) throws(GitError) -> [UInt8] {
    if let content = workTreeContents[id] { return content }
    return try handle.content(of: id, fetching: fetching)
  }

  func size(of id: ObjectID, fetching: Bool = true) throws(GitError) -> Int {
    if let content = workTreeContents[id] { return content.count }
    return try handle.size(of: id, fetching: fetching)
  }

  /// What git compares: a file's bytes, a link's target, or the line it writes for a submodule.
  func comparedContent(of version: FileVersion) throws(GitError) -> [UInt8] {
    version.mode == .submodule
      ? Array("Subproject commit \(version.id.hex)\n".utf8) : try content(of: version.id)
  }

  /// Whether git calls the content text: by the `diff` attribute, else by there being no NUL byte
  /// near the start.
  func isText(_ content: [UInt8], at path: GitPath, isRegular: Bool = true) -> Bool {
    if isRegular, let isText = handle.isText(path) { return isText }
    return content.count <= Self.largestText && !content.prefix(8_000).contains(0)
  }

  /// Git's default for `core.bigFileThreshold`.
  private static let largestText = 512 << 20
}
