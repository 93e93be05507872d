internal import Platform

/// What git keeps in files has to be in files: whoever reads a pipe waits for whoever may never write to it.
struct OrdinaryFiles {
  /// Where the repository is, or where to begin to look for it upwards.
  let place: String

  private static let own = [
    "config", "config.worktree", "HEAD", "index", "packed-refs", "shallow", "commondir", "info/exclude",
    "info/attributes", "info/sparse-checkout", "info/grafts", "objects/info/alternates",
  ]
  private static let beside = [".gitignore", ".gitattributes", ".gitmodules"]

  /// - Throws: `GitError` where something else is in the place of a file.
  func check() throws(GitError) {
    let top = OwnerTrust(of: place).path
    let inner = top + "/.git"
    let directory = kind(of: inner) == S_IFDIR ? inner : top
    var files = Self.own.map { directory + "/" + $0 } + Self.beside.map { top + "/" + $0 }
    if let branch = branch(in: directory) { files.append(directory + "/" + branch) }
    for file in files {
      guard let kind = kind(of: file), kind != S_IFREG, kind != S_IFDIR else { continue }
      throw GitError(
        kind: .unreadableFile, summary: "`\(file)` is a pipe or a device, and no file",
        advice: "Take it away: git would wait for what comes out of it")
    }
  }

  private func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The reference that `HEAD` is, below the git directory.
  private func branch(in directory: String) -> String? {
    guard kind(of: directory + "/HEAD") == S_IFREG,
      let bytes = DiskFile(at: directory, GitPath(bytes: Array("HEAD".utf8)))?.content(), bytes.count < 4_096
    else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    guard text.hasPrefix("ref: refs/") else { return nil }
    return String(text.dropFirst(5).prefix { $0 != "\n" && $0 != "\r\n" })
  }
}
