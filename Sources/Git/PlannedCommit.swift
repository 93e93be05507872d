/// The commit that git would make of the index.
public struct PlannedCommit: Hashable, Sendable {
  /// The full names of its parents, the first one first; none for a first commit.
  public var parents: [String]
  /// What the index is compared with, in words.
  public var comparison: String
}

extension Repository {
  /// The commit that is about to be made, with the parents that it will have.
  ///
  /// - Parameters:
  ///   - isAmending: Whether it takes the place of `HEAD`, and so has the parents that `HEAD` has.
  ///   - merged: Revisions that it merges into `HEAD`, besides those that git has written down.
  /// - Throws: `GitError` of kind `unknownRevision` or `shallowHistory`.
  public func plannedCommit(
    isAmending: Bool = false, merging merged: [String] = []
  ) throws(GitError) -> PlannedCommit {
    let named = merged + (DiskFile.lines(of: gitDirectory + "/MERGE_HEAD"))
    return try withRevisions { revisions throws(GitError) in
      guard let head = try revisions.head() else {
        return PlannedCommit(parents: [], comparison: try words(of: .staged, by: revisions))
      }
      if isAmending {
        let parents = try revisions.parents(of: head)
        let names = parents.map(\.short).joined(separator: " and ")
        let amended = "the commit that is amended, \(head.short)"
        return PlannedCommit(
          parents: parents.map(\.hex),
          comparison: parents.isEmpty
            ? "the index with nothing: \(amended), has no parent"
            : "the index with \(names), which \(amended), was made on")
      }
      var parents = [head]
      for revision in named {
        let commit = try revisions.commit(revision)
        if !parents.contains(commit) { parents.append(commit) }
      }
      let names = parents.dropFirst().map(\.short).joined(separator: " and ")
      return PlannedCommit(
        parents: parents.map(\.hex),
        comparison: try words(of: .staged, by: revisions)
          + (names.isEmpty ? "" : " and with \(names), which it merges: what is in neither"))
    }
  }

  private func words(
    of request: ChangeRequest, by revisions: RevisionResolver
  ) throws(GitError) -> String {
    try Sides(of: request, defaultBranch: nil, by: revisions).words
  }
}

extension DiskFile {
  /// The lines of a file that say something; none if it cannot be read.
  fileprivate static func lines(of path: String) -> [String] {
    let bytes = DiskFile(at: "", GitPath(bytes: Array(path.utf8)))?.content() ?? []
    return bytes.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
  }
}
