import Git
public import ReviewModel

extension Reviewer {
  /// What a review of a change quotes: where its findings point, and the changed files on both sides.
  func sources(of findings: [Finding], in change: Change) throws -> SourceBook {
    var book = try sources(of: findings, at: change.after, and: Set(change.files.compactMap(\.newPath)))
    let old = Set(change.files.compactMap(\.oldPath))
    for file in change.before.files where old.contains(file.path) {
      try add(file, side: .before, to: &book)
    }
    return book
  }

  /// What a report of an audit quotes, read once more.
  ///
  /// - Parameter revision: The commit or tree; nil for the work tree.
  public func sources(of review: Review, at revision: String?) throws -> SourceBook {
    try sources(
      of: review.introduced, at: revision.map { try repository.snapshot(of: $0) } ?? repository.workTreeSnapshot())
  }

  /// What an audit quotes: where its findings point.
  func sources(
    of findings: [Finding], at snapshot: Snapshot, and others: Set<String> = []
  ) throws -> SourceBook {
    var book = SourceBook()
    let wanted = others.union(findings.flatMap(paths))
    for file in snapshot.files where wanted.contains(file.path) {
      try add(file, side: .after, to: &book)
    }
    return book
  }

  private func add(_ file: SnapshotFile, side: SourceBook.Side, to book: inout SourceBook) throws {
    let text = String(decoding: try repository.content(of: file.blob), as: UTF8.self)
    book.add(text, path: file.path, side: side)
  }

  private func paths(of finding: Finding) -> [String] {
    [finding.place.path] + finding.why.compactMap { $0.place?.path } + [finding.cause?.path].compactMap { $0 }
      + (finding.fix?.edits ?? []).map(\.place.path)
  }
}
