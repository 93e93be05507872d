import Git
import ProgramModel
import ReviewModel
import SwiftFacts

extension Reviewer {
  /// How large a change is, and which of its hunks are proven to leave behaviour as it was.
  ///
  /// - Parameters:
  ///   - sources: The Swift files before and after it.
  ///   - isTest: Whether a file is for tests.
  func extent(
    of change: Change, in sources: some Sequence<SourceFile>, isTest: (String) -> Bool
  ) throws -> Review.Extent {
    let hunks = change.files.reduce(0) { $0 + $1.hunks.count }
    progress("proving \(hunks) \(hunks == 1 ? "hunk" : "hunks")")
    let before = Dictionary(change.before.files.map { ($0.path, $0.blob) }) { first, _ in first }
    let after = Dictionary(change.after.files.map { ($0.path, $0.blob) }) { first, _ in first }
    let files = change.files.filter { !$0.hunks.isEmpty }
    let repository = repository
    let built = Set(sources.flatMap(\.facts.built)).reduce(into: Set<String>()) { $0.insert($1.text) }
    let proofs: [Result<FileProof, GitError>] = Workers.map(
      count: files.count, threads: threads, fewest: 2, state: { () }
    ) { _, index in
      let file = files[index]
      do throws(GitError) {
        return .success(
          FileProof(
            .init(
              oldPath: file.oldPath, newPath: file.newPath,
              before: try Self.content(of: file.oldPath.flatMap { before[$0] }, in: repository),
              after: try Self.content(of: file.newPath.flatMap { after[$0] }, in: repository), hunks: file.hunks),
            built: built))
      } catch {
        return .failure(error)
      }
    }
    var neutral: [Review.NeutralHunk] = []
    var touched: [TouchedDeclaration] = []
    let found = try proofs.map { try $0.get() }
    for (index, verdicts) in NeutralProof.settle(found).enumerated() {
      let file = files[index]
      let path = file.newPath ?? file.oldPath ?? ""
      touched += found[index].touched(by: verdicts, path: path, isTest: isTest(path))
      for (hunk, verdict) in zip(file.hunks, verdicts) {
        guard let classes = verdict.classes else { continue }
        neutral.append(.init(path: path, hunk: hunk, because: classes))
      }
    }
    return Review.Extent(
      files: change.files.count, hunks: hunks, neutral: neutral,
      touched: touched.sorted(by: TouchedDeclaration.readingOrder))
  }

  private static func content(of blob: BlobID?, in repository: Repository) throws(GitError) -> [UInt8] {
    guard let blob else { return [] }
    return try repository.content(of: blob)
  }
}
