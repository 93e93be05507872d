import Foundation
import Reporters
import ReviewModel
import Testing

@Suite struct GoldenTests {
  static let pairs = ReportFormat.all.flatMap { format in Sample.all.map { (format.name, $0) } }

  @Test(arguments: pairs)
  func `A report is what its golden file says`(_ format: String, _ sample: Sample) throws {
    let reporter = try #require(ReportFormat.named(format)).reporter(
      on: ReportFormat.Surface(width: 90))
    try expectGolden("\(sample.name).\(format)", reporter.report(sample.review))
  }

  @Test func `A coloured report is what its golden file says`() throws {
    let reporter = TerminalReporter(color: true, width: 90)
    try expectGolden("whole-review.terminal-color", reporter.report(Sample.wholeReview.review))
  }
}

/// Compares with a file in `Golden/`, or writes it where `UPDATE_GOLDEN=1` is set.
private func expectGolden(_ name: String, _ text: String) throws {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
  let file = folder.appending(path: name)
  if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
    try Data(text.utf8).write(to: file)
    return
  }
  let golden = try? String(decoding: Data(contentsOf: file), as: UTF8.self)
  #expect(
    golden.map { Data($0.utf8) } == Data(text.utf8),
    """
    Golden/\(name) says something else. If the new report is the better one, refresh it with
      UPDATE_GOLDEN=1 swift test --filter GoldenTests
    and read the difference before you commit it.
    """)
}
