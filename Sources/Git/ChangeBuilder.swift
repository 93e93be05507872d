internal import ReviewModel

/// Deltas → the file changes that `git diff -U0 -M` would print for paths ending in `.swift`.
struct ChangeBuilder {
  let reader: ContentReader

  /// Sorted by path; a path that turns from a file into a link, or back, is deleted, then added.
  func fileChanges(_ deltas: [Delta]) throws(GitError) -> [FileChange] {
    guard deltas.contains(where: \.path.isSwift) else { return [] }
    let renames = try RenameDetection.renames(in: deltas, reading: reader)
    let goneAway = Set(renames.values.map(\.path))
    var changes: [FileChange] = []
    for delta in deltas {
      if delta.before == nil, let source = renames[delta.path] {
        guard delta.path.isSwift || source.path.isSwift else { continue }
        changes.append(try rename(delta, from: source.path, source.version))
      } else if delta.path.isSwift, !(delta.after == nil && goneAway.contains(delta.path)) {
        changes += try inPlace(delta)
      }
    }
    return changes
  }

  private func rename(
    _ delta: Delta, from path: GitPath, _ version: FileVersion
  ) throws(GitError) -> FileChange {
    FileChange(
      kind: .renamed(from: path.text, to: delta.path.text),
      hunks: try hunks(path, version, delta.path, delta.after))
  }

  private func inPlace(_ delta: Delta) throws(GitError) -> [FileChange] {
    let path = delta.path
    if let before = delta.before, let after = delta.after,
      before.mode == after.mode || before.isRegular && after.isRegular
    {
      let hunks = try hunks(path, before, path, after)
      return [FileChange(kind: .modified(path: path.text), hunks: hunks)]
    }
    var changes: [FileChange] = []
    if let before = delta.before {
      let hunks = try hunks(path, before, path, nil)
      changes.append(FileChange(kind: .deleted(path: path.text), hunks: hunks))
    }
    if let after = delta.after {
      let hunks = try hunks(path, nil, path, after)
      changes.append(FileChange(kind: .added(path: path.text), hunks: hunks))
    }
    return changes
  }

  private func hunks(
    _ oldPath: GitPath, _ old: FileVersion?, _ newPath: GitPath, _ new: FileVersion?
  ) throws(GitError) -> [Hunk] {
    if old?.id == new?.id { return [] }
    let before = try content(old)
    let after = try content(new)
    guard old.map({ isText(before, oldPath, $0) }) ?? true,
      new.map({ isText(after, newPath, $0) }) ?? true
    else { return [] }
    return try HunkFinder.hunks(from: before, to: after)
  }

  private func content(_ version: FileVersion?) throws(GitError) -> [UInt8] {
    guard let version else { return [] }
    return try reader.comparedContent(of: version)
  }

  private func isText(_ content: [UInt8], _ path: GitPath, _ version: FileVersion) -> Bool {
    reader.isText(content, at: path, isRegular: version.isRegular)
  }
}
