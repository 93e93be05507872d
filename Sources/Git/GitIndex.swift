/// An index that libgit2 cannot read or half understands, read through git.
struct GitIndex {
  let program: GitProgram

  /// As `IndexReader.listing()`.
  func listing() throws(GitError) -> Listing {
    let output = try program.output(
      of: ["ls-files", "--stage", "-z"], summary: "cannot read the index")
    let announced = Set(try changes().filter { $0.status == UInt8(ascii: "A") }.map(\.path))
    var listing: Listing = []
    for entry in output.fields {
      // `100644 <id> 0\tpath`
      guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { continue }
      let words = String(decoding: entry[..<tab], as: UTF8.self).split(separator: " ")
      guard words.count == 3, let bits = UInt32(words[0], radix: 8),
        let mode = FileVersion.Mode(bits), let id = ObjectID(hex: String(words[1])),
        words[2] == "0" || words[2] == "2"
      else { continue }
      let path = GitPath(bytes: Array(entry[(tab + 1)...]))
      if !announced.contains(path) { listing.append((path, FileVersion(mode: mode, id: id))) }
    }
    return listing.sorted { $0.path < $1.path }
  }

  /// As `IndexReader.unmerged()`.
  func unmerged() throws(GitError) -> [GitPath] {
    let output = try program.output(of: ["ls-files", "--unmerged", "-z"], summary: "cannot read the index")
    let paths = output.fields.compactMap { entry -> GitPath? in
      // `100644 <id> 1\tpath`
      guard let tab = entry.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
      return GitPath(bytes: Array(entry[(tab + 1)...]))
    }
    return Set(paths).sorted()
  }

  /// As `IndexReader.workTreeDeltas(through:)`.
  func workTreeDeltas() throws(GitError) -> [WorkTreeDelta] {
    var deltas: [GitPath: WorkTreeDelta] = [:]
    for change in try changes() {
      let isInConflict =
        change.status == UInt8(ascii: "U") || deltas[change.path]?.isInConflict == true
      deltas[change.path] = WorkTreeDelta(
        path: change.path, mode: change.mode, isInConflict: isInConflict)
    }
    let output = try program.output(
      of: ["ls-files", "--others", "--exclude-standard", "-z"],
      summary: "cannot list the files that git does not know")
    for field in output.fields where !field.isEmpty {
      let path = GitPath(bytes: Array(field))
      deltas[path] = WorkTreeDelta(path: path, mode: nil, isInConflict: false)
    }
    return deltas.values.sorted { $0.path < $1.path }
  }

  private struct Change {
    var path: GitPath
    var mode: FileVersion.Mode?
    /// The letter that git shows.
    var status: UInt8
  }

  /// What differs on the disk, or may: git compares times and sizes first, and so does this alone.
  private func changes() throws(GitError) -> [Change] {
    guard program.workTree != nil else { return [] }
    let output = try program.output(
      of: ["diff-files", "--raw", "-z", "--ignore-submodules=all"],
      summary: "cannot compare the work tree with the index")
    var fields = output.fields[...]
    var changes: [Change] = []
    // `:100644 100644 <id> <id> M`, then the path.
    while let head = fields.popFirst(), head.first == UInt8(ascii: ":"), let path = fields.popFirst()
    {
      let words = head.split(separator: UInt8(ascii: " "))
      guard words.count == 5, let status = words[4].first,
        let bits = UInt32(String(decoding: words[1], as: UTF8.self), radix: 8)
      else { continue }
      changes.append(
        Change(
          path: GitPath(bytes: Array(path)), mode: FileVersion.Mode(bits), status: status))
    }
    return changes
  }
}
