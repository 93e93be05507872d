import ArgumentParser
import Platform
import ReviewModel
import Reviewing

/// `nitless merge`.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Puts the reports of audits together, as if one machine had made them.",
    discussion: """
      nitless audit --shard 3/16 --format json --output 3.json   one of 16 machines
      nitless merge *.json --format sarif --output audit.sarif   all together

      The reports are those of --format json. What stands in several is told once. Where they are shares of one \
      audit, it is an error if one is missing, is there twice, or is of other rules than the rest.

      Inside the repository, findings are shown with their source, as it is in the work tree or at the commit that \
      --at names.

      \(ReportRequest.explained(for: "merge *.json"))

      \(ExitStatus.explained)
      """)

  @Argument(help: ArgumentHelp("Reports of `nitless audit --format json`.", valueName: "report"), completion: .file())
  var files: [String]

  @Option(help: ArgumentHelp("The commit that was audited, if it is not what is in the work tree.", valueName: "rev"))
  var at: String?

  @OptionGroup var repositoryOptions: RepositoryOptions
  @OptionGroup var reportOptions: ReportOptions

  func run() throws {
    let reports = try files.map { try AuditReport(readingFileAt: $0) }
    try refuseIncomplete(reports)
    let repository = try repositoryOptions.repositoryIfAny()
    let workplace = try repositoryOptions.workplace(of: repository, configuredAt: at ?? "HEAD").checked()
    var review = Review(merging: reports, pages: workplace.rules.rules.map { RuleSummary($0.page) })
    if let repository {
      review.sources = try workplace.reviewer(of: repository, threads: 1) { _ in }.sources(of: review, at: at)
    }
    try workplace.end(review, reportOptions, failingBy: review)
  }

  private func refuseIncomplete(_ reports: [AuditReport]) throws {
    for (file, report) in zip(files, reports) where report.rules != reports[0].rules {
      throw Failure(
        "`\(file)` is of other rules than `\(files[0])`",
        advice: "Merge reports of one version of nitless and one configuration")
    }
    let shards = reports.map { $0.shard.flatMap { Shard($0) } }
    guard let count = shards.lazy.compactMap({ $0?.count }).first else { return }
    for (file, shard) in zip(files, shards) where shard?.count != count {
      throw Failure(
        "`\(file)` is not one of \(count) shares, as others are",
        advice: "Merge all shares of one audit, and nothing else")
    }
    let numbers = shards.compactMap { $0?.number }
    let missing = (1...count).filter { !numbers.contains($0) }.map { "\($0)/\(count)" }
    if !missing.isEmpty {
      throw Failure(
        "there is no report of \(missing.prefix(5).joined(separator: ", "))\(missing.count > 5 ? ", …" : "")",
        advice: "`nitless audit --shard \(missing[0]) --format json` writes it")
    }
    if numbers.count > count {
      throw Failure("a share is there twice", advice: "Name each report once")
    }
  }
}
