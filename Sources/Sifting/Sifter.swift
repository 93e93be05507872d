public import Git
public import ReviewModel

/// Passes on what another tool says of a change, as far as it is about what the program does.
public struct Sifter: Sendable {
  /// The classes of a file's change, if it is proven to leave behaviour as it is; else nil.
  public typealias Proof = @Sendable (_ before: [UInt8], _ after: [UInt8]) -> [Neutrality]?

  let repository: Repository
  let tables: ToolTables
  let passing: Set<ToolTables.Subject>
  let isExcluded: @Sendable (String) -> Bool
  let inRepository: @Sendable (String) -> String?
  let proof: Proof

  /// - Parameters:
  ///   - passing: What is passed on besides what is about behaviour.
  ///   - isExcluded: Whether nothing is to be said about the file at a path.
  ///   - inRepository: The repository's path for a path as it is written here; nil if that lies outside.
  public init(
    repository: Repository, tables: ToolTables, passing: Set<ToolTables.Subject> = [],
    isExcluded: @escaping @Sendable (String) -> Bool = { _ in false },
    inRepository: @escaping @Sendable (String) -> String?, proof: @escaping Proof
  ) {
    self.repository = repository
    self.tables = tables
    self.passing = passing
    self.isExcluded = isExcluded
    self.inRepository = inRepository
    self.proof = proof
  }

  /// What is left of a report.
  ///
  /// - Parameters:
  ///   - request: The change that remarks are to belong to; nil for the whole program. Comments of people belong
  ///     to the change they were made on, whatever is said here.
  ///   - defaultBranch: What the work tree is compared with; nil for the branch that looks like it.
  /// - Throws: `GitError` where the change cannot be read.
  public func sift(_ report: ToolReport, request: ChangeRequest?, defaultBranch: String? = nil) throws -> Sifted {
    let request = report.isOfPeople ? nil : request
    let change = try request.map { try repository.change($0, defaultBranch: defaultBranch) }
    let snapshot = try change?.after ?? wholeProgram()
    let files = SourceFiles(repository, snapshot)
    let finder = PathFinder(
      files: files.paths, written: Set(report.remarks.flatMap(\.writtenPaths)), inRepository: inRepository)
    var sorting = Sorting(sifter: self, files: files, finder: finder, touched: change.map { TouchedLines($0) })
    for remark in report.remarks { try sorting.add(remark) }

    var notes = report.notes
    if let top = finder.foreignTop { notes.append("paths below \(top) are read as the repository's own") }
    let extent = change.map {
      Review.Extent(files: $0.files.count, hunks: $0.files.reduce(0) { $0 + $1.hunks.count })
    }
    var review = sorting.review(extent: extent)
    review.comparison = change?.comparison
    review.files = change?.files ?? []
    return Sifted(review: review, setAside: sorting.setAside, notes: notes)
  }

  private func wholeProgram() throws -> Snapshot {
    repository.workTree == nil ? try repository.snapshot(of: "HEAD") : try repository.workTreeSnapshot()
  }
}

extension Remark {
  fileprivate var writtenPaths: [String] {
    var paths = proposals.flatMap(\.edits).map(\.place.path)
    if let place { paths.append(place.path) }
    return paths
  }
}
