import Foundation
import ReviewModel
import Testing

@testable import Reporters

/// What the formats for other programs promise beyond their golden files.
struct FormatTests {
  @Test func `Columns are counted in UTF-16 code units`() {
    let line = "\tlet 世界𝄞 = \"é\u{301}\""
    #expect(line.utf16Column(ofByteColumn: 1) == 1)
    #expect(line.utf16Column(ofByteColumn: 6) == 6)
    #expect(line.utf16Column(ofByteColumn: 9) == 7)
    #expect(line.utf16Column(ofByteColumn: 16) == 10)
    #expect(line.utf16Column(ofByteColumn: 14) == 8, "inside a character it is where the character starts")
    #expect(line.utf16Column(ofByteColumn: 900) == line.utf16.count + 1)
    #expect(line.utf16Column(ofByteColumn: -3) == 1)
  }

  @Test func `SARIF points at one line, and keeps the whole place as context`() throws {
    let location = try #require(results(Sample.twoLines.review).first?["locations"] as? [[String: Any]])
    let place = try #require(location.first?["physicalLocation"] as? [String: Any])
    #expect(place["region"] as? [String: Int] == ["startLine": 2, "startColumn": 6, "endLine": 2, "endColumn": 17])
    #expect((place["contextRegion"] as? [String: Int])?["endLine"] == 3)
  }

  @Test func `A run that missed a file of the change did not succeed`() throws {
    #expect(try isSuccessful(Sample.skipped.review) == false)
    #expect(try isSuccessful(Sample.told.review) == true)
    #expect(try isSuccessful(Sample.nothing.review) == true)
  }

  @Test func `SARIF lists rules that were not met, with what was measured`() throws {
    let rules = try #require(driver(Sample.told.review)["rules"] as? [[String: Any]])
    #expect(
      rules.map { $0["id"] as? String } == [
        "closure-retain-cycle", "never-measured", "never-met", "repeating-timer-cycle", "unbalanced-continuation",
      ])
    let precision = rules.map { ($0["properties"] as? [String: Any])?["precision"] as? String }
    #expect(precision == ["very-high", "medium", "very-high", "medium", "low"])
  }

  @Test func `What a rule of SARIF says is enough where nobody has given it an address`() throws {
    let rules = try #require(driver(Sample.told.review)["rules"] as? [[String: Any]])
    let rule = try #require(rules.first { $0["id"] as? String == "closure-retain-cycle" })
    #expect(rule["helpUri"] == nil)
    let help = try #require(rule["help"] as? [String: String])
    for text in [help["text"], help["markdown"]] {
      let parts = ["Closure retain cycle\n\n", "Its timers <go> on.", "wrong on some run", "96 of 100 findings were true"]
      for part in parts {
        #expect(text?.contains(part) == true, "\(part): \(text ?? "")")
      }
    }
  }

  @Test func `A template is offered to no machine`() throws {
    for result in try results(Sample.fixes.review) {
      let isTemplate = ["add-a-`deinit`", "take-the-long-body-apart"].contains(result["ruleId"] as? String)
      #expect((result["fixes"] == nil) == isTemplate)
    }
  }

  @Test func `GitHub is given ten of a kind, the most severe first, and told of the others`() {
    var review = Sample.told.review
    let bug = Finding(.bug, "a-rule", at: Sample.viewer.place("Downloader"), "wrong")
    let risk = Finding(.risk, "a-rule", at: Sample.viewer.place("Timer"), "may be wrong")
    review.introduced = Array(repeating: risk, count: 3) + Array(repeating: bug, count: 25)
    let lines = GitHubReporter().report(review).split(separator: "\n")
    #expect(lines.prefix(10).allSatisfy { $0.hasPrefix("::error ") })
    #expect(lines.count { $0.hasPrefix("::error ") } == 10)
    #expect(lines.count { $0.hasPrefix("::warning ") } == 3)
    #expect(lines.count { $0.hasPrefix("- error: ") } == 15)
    #expect(lines.last?.hasPrefix("::notice title=nitless::+15 more") == true)
  }

  @Test func `GitLab is never given the same fingerprint twice`() throws {
    let report = try json(GitLabReporter().report(Sample.wholeReview.review)) as? [[String: Any]]
    let fingerprints = try #require(report).compactMap { $0["fingerprint"] as? String }
    #expect(fingerprints.count == 4)
    #expect(Set(fingerprints).count == 4)
    #expect(GitLabReporter().report(Sample.nothing.review) == "[]\n")
  }

  @Test func `reviewdog is offered a fix of several edits as one`() throws {
    let report = try json(RDJSONReporter().report(Sample.wholeReview.review)) as? [String: Any]
    let findings = try #require(report?["diagnostics"] as? [[String: Any]])
    let suggestions = try #require(findings.compactMap { $0["suggestions"] as? [[String: Any]] }.first)
    #expect(suggestions.count == 1)
    #expect(suggestions.first?["text"] as? String == " [weak self] in self?")
  }

  @Test(arguments: [4_000, 20_000, 1_000_000])
  func `A summary is no larger than it may be, and counts what it leaves out`(_ most: Int) {
    var review = Sample.wholeReview.review
    review.introduced = (0..<200).flatMap { _ in Sample.wholeReview.review.introduced }
    let report = MarkdownReporter(most: most).report(review)
    // The table of a hundred rows has room of its own.
    #expect(report.utf8.count <= max(most, 25_000))
    #expect(report.contains("more, for which there is no room here") == (most < 1_000_000))
  }

  @Test func `Xcode is given whole paths where there are any`() {
    let line = XcodeReporter(root: "/Users/ann/App").report(Sample.audit.review).split(separator: "\n").first
    #expect(line?.hasPrefix("/Users/ann/App/Sources/Account/Session.swift:1:1: warning: ") == true)
  }

  @Test func `The page loads nothing and runs nothing`() {
    for sample in Sample.all {
      let page = HTMLReporter().report(sample.review)
      #expect(page.contains("default-src 'none'"))
      #expect(page.count(of: "<script") == 0)
      #expect(page.count(of: " src=") == 0)
      #expect(page.count(of: "<mark ") == page.count(of: "</mark>"))
    }
  }

  @Test func `Neutral hunks of the page are folded, and findings stand below their lines`() {
    let page = HTMLReporter().report(Sample.told.review)
    #expect(page.contains("<details class=\"neutral\"><summary>Neutral, the program does the same: formatting"))
    #expect(page.contains("href=\"#finding-1\"") && page.contains("id=\"finding-1\""))
    let line = page.firstRange(of: "<mark class=\"bug\">{ <i class=\"k\">self</i>.show($<i class=\"n\">0</i>) }</mark>")
    let note = page.firstRange(of: "id=\"finding-1\"")
    #expect(line.map(\.upperBound) ?? page.endIndex < note.map(\.lowerBound) ?? page.startIndex)
  }
}

private func json(_ text: String) throws -> Any { try JSONSerialization.jsonObject(with: Data(text.utf8)) }

private func run(_ review: Review) throws -> [String: Any] {
  let log = try #require(json(SARIFReporter().report(review)) as? [String: Any])
  return try #require((log["runs"] as? [[String: Any]])?.first)
}

private func results(_ review: Review) throws -> [[String: Any]] {
  try #require(run(review)["results"] as? [[String: Any]])
}

private func driver(_ review: Review) throws -> [String: Any] {
  try #require((run(review)["tool"] as? [String: Any])?["driver"] as? [String: Any])
}

private func isSuccessful(_ review: Review) throws -> Bool? {
  let invocations = try #require(run(review)["invocations"] as? [[String: Any]])
  return invocations.first?["executionSuccessful"] as? Bool
}

extension String {
  fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}

@Suite struct SuppressionTests {
  private static let review: Review = {
    var review = Sample.audit.review
    let finding = review.introduced.removeFirst()
    review.suppressed = [Suppression(finding, .comment(reason: "the viewer lives as long as the app"))]
    review.account = Account(files: 2, setAside: 0, allowed: 1)
    review.account.switchedOff = ["never-asked"]
    return review
  }()

  @Test func `SARIF has what is suppressed, and says why, unless it is to be left out`() throws {
    func results(_ reporter: SARIFReporter) throws -> [[String: Any]] {
      let log = try #require(json(reporter.report(Self.review)) as? [String: Any])
      let runs = try #require(log["runs"] as? [[String: Any]])
      return try #require(runs.first?["results"] as? [[String: Any]])
    }
    #expect(try results(SARIFReporter(showsSuppressed: false)).count == 2)
    let all = try results(SARIFReporter())
    let suppressed = all.compactMap { ($0["suppressions"] as? [[String: String]])?.first }
    #expect(all.count == 3)
    #expect(suppressed == [["kind": "inSource", "justification": "the viewer lives as long as the app"]])
  }

  @Test(arguments: ReportFormat.all.map(\.name))
  func `Every format says what the configuration keeps from its reader`(_ name: String) throws {
    let report = try #require(ReportFormat.named(name)).reporter(on: ReportFormat.Surface(width: 200)).report(Self.review)
    let words = name == "json" ? ["\"allowed\": 1", "never-asked"] : ["1 allowed by comments", "1 rule switched off"]
    for word in words { #expect(report.contains(word)) }
  }

  @Test func `JUnit fails from the level on from which a run fails`() {
    let (bug, design) = (JUnitReporter(failingLevel: .bug).report(Sample.audit.review), JUnitReporter().report(Sample.audit.review))
    #expect(bug.contains("failures=\"1\"") && bug.contains("<system-out>design: "))
    #expect(design.contains("failures=\"3\"") && !design.contains("<system-out>"))
  }
}
