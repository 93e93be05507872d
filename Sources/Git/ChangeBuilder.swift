internal import ReviewModel

/// Deltas → the file changes that `git diff -U0 -M --text` would print for paths ending in `.swift`.
struct ChangeBuilder {
  let reader: ContentReader
  /// What has more bytes is skipped, and said so; git compares no such file either.
  private static let largest = 512 << 20

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
      hunks: try hunks(version, delta.after))
  }

  private func inPlace(_ delta: Delta) throws(GitError) -> [FileChange] {
    let path = delta.path
    if let before = delta.before, let after = delta.after,
      before.mode == after.mode || before.isRegular && after.isRegular
    {
      let hunks = try hunks(before, after)
      return [FileChange(kind: .modified(path: path.text), hunks: hunks)]
    }
    var changes: [FileChange] = []
    if let before = delta.before {
      let hunks = try hunks(before, nil)
      changes.append(FileChange(kind: .deleted(path: path.text), hunks: hunks))
    }
    if let after = delta.after {
      let hunks = try hunks(nil, after)
      changes.append(FileChange(kind: .added(path: path.text), hunks: hunks))
    }
    return changes
  }

  private func hunks(_ old: FileVersion?, _ new: FileVersion?) throws(GitError) -> [Hunk] {
    if old?.id == new?.id { return [] }
    let (before, after) = try (content(old), content(new))
    // Swift is text, whatever attributes or a zero byte in it say: what a change brings is asked of its hunks.
    return max(before.count, after.count) > Self.largest ? [] : try HunkFinder.hunks(from: before, to: after)
  }

  private func content(_ version: FileVersion?) throws(GitError) -> [UInt8] {
    guard let version else { return [] }
    return try reader.comparedContent(of: version)
  }
}
