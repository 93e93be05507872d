internal import CLibgit2

internal import Platform

/// Files that git stores otherwise than libgit2 would: through a program that the configuration names
/// (`filter=lfs`), or in another encoding (`working-tree-encoding`).
struct FilteredFiles {
  let program: GitProgram

  /// Whether the attributes of a path ask for what libgit2 cannot do.
  static func mayHold(_ path: GitPath, through handle: Handle) -> Bool {
    if handle.attribute("working-tree-encoding", of: path) != nil { return true }
    guard let name = handle.attribute("filter", of: path) else { return false }
    return handle.hasSetting("filter.\(name).clean") || handle.hasSetting("filter.\(name).process")
  }

  /// What git would store for each of the paths.
  ///
  /// The objects go to a folder of our own, which is gone afterwards.
  func contents(of paths: [GitPath]) throws(GitError) -> [(id: ObjectID, content: [UInt8])] {
    guard !paths.isEmpty else { return [] }
    let summary = "cannot filter `\(paths[0].text)`"
    let folder = try Self.temporaryFolder(in: program.environment["TMPDIR"] ?? "/tmp")
    defer { Self.remove(folder) }
    let objects = try program.output(of: ["rev-parse", "--git-path", "objects"], summary: summary)
    let here = String(decoding: objects.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let alternates =
      [here.resolved(against: program.workTree ?? program.gitDirectory)]
      + [program.environment["GIT_ALTERNATE_OBJECT_DIRECTORIES"]].compactMap { $0 }
    let variables = [
      "GIT_OBJECT_DIRECTORY": folder,
      "GIT_ALTERNATE_OBJECT_DIRECTORIES": alternates.joined(separator: ":"),
    ]
    let names = try program.output(
      of: ["hash-object", "-w", "--stdin-paths"],
      input: paths.flatMap { $0.quoted + [UInt8(ascii: "\n")] }, summary: summary, with: variables)
    let ids = String(decoding: names, as: UTF8.self).split(separator: "\n")
      .compactMap { ObjectID(hex: String($0)) }
    guard ids.count == paths.count else {
      throw GitError(
        kind: .git, summary: summary, detail: "git named \(ids.count) of \(paths.count) objects",
        advice: "`git hash-object --stdin-paths` shows what it names")
    }
    var result: [(id: ObjectID, content: [UInt8])] = []
    for id in ids {
      let content = try program.output(
        of: ["cat-file", "blob", id.hex], summary: summary, with: variables)
      result.append((id, content))
    }
    return result
  }

  private static func temporaryFolder(in parent: String) throws(GitError) -> String {
    var template = Array((parent + "/nitless-XXXXXX").utf8CString)
    let made = template.withUnsafeMutableBufferPointer { buffer in
      buffer.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else {
      throw GitError(
        kind: .other, summary: "cannot make a folder in `\(parent)`", detail: lastSystemError,
        advice: "Name another place for temporary files in TMPDIR")
    }
    return made
  }

  /// Removes what git put there: folders of two digits with objects in them.
  private static func remove(_ folder: String) {
    guard let entries = opendir(folder) else {
      unlink(folder)
      return
    }
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      let path = folder + "/" + name
      var status = stat()
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
        remove(path)
      } else {
        unlink(path)
      }
    }
    closedir(entries)
    rmdir(folder)
  }
}

extension GitPath {
  /// As git reads a path from a list of lines.
  fileprivate var quoted: [UInt8] {
    let special = bytes.first == UInt8(ascii: "\"") || bytes.contains(UInt8(ascii: "\n"))
    guard special else { return bytes }
    var text: [UInt8] = [UInt8(ascii: "\"")]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "\n"): text += Array(#"\n"#.utf8)
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): text += [UInt8(ascii: "\\"), byte]
      default: text.append(byte)
      }
    }
    return text + [UInt8(ascii: "\"")]
  }
}
