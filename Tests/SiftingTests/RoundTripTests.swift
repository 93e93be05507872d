import Reporters
import ReviewModel
import Sifting
import Testing

/// What is passed on goes out in every format, and what goes out in a format that is read can come in again.
@Suite struct RoundTripTests {
  @Test(arguments: ReportFormat.all.map(\.name))
  func `Every format says what is passed on`(_ name: String) throws {
    let sifted = try App().sift("swiftlint.json")
    let text = try #require(ReportFormat.named(name)).reporter().report(sifted.review)
    for finding in sifted.review.introduced {
      #expect(text.contains(finding.place.path) || text.contains("Old%20Post.swift"), "\(name) leaves out \(finding.place.path)")
      #expect(text.contains(finding.message), "\(name) leaves out \(finding.message)")
    }
    #expect(!text.contains("Colons should be"), "\(name) says what is set aside")
  }

  @Test(arguments: ["sarif", "checkstyle", "rdjson", "github"])
  func `What goes out comes in again, at the same lines`(_ name: String) throws {
    let review = try App().sift("swiftlint.json").review
    let text = try #require(ReportFormat.named(name)).reporter().report(review)
    let report = try RemarkFormat.report(recognising: Array(text.utf8))
    #expect(
      Set(report.remarks.compactMap { $0.place?.region?.startLine }) == Set(review.introduced.map(\.place.span.start.line)))
    #expect(report.remarks.count == review.introduced.count)
    #expect(report.remarks.allSatisfy { $0.severity == .error })
    #expect(try App().sift(report).review.introduced.map(\.place.path) == review.introduced.map(\.place.path))
  }
}
