import Foundation
import Reporters
import ReviewModel
import Testing

@Suite struct JSONReporterTests {
  @Test(arguments: Sample.all)
  func `The keys are those of the contract`(_ sample: Sample) throws {
    let report = try parsed(sample)
    let isAudit = sample.review.extent == nil
    #expect(
      Set(report.keys)
        == required(
          by: "schema introduced fixed standing skipped notices rules\(isAudit ? "" : " changes")"
            + (sample.review.comparison == nil ? "" : " comparison")))
    #expect(report["schema"] as? Int == 1)
    #expect(report["standing"] as? Int == sample.review.standing)

    let findings = try objects(report["introduced"]) + objects(report["fixed"])
    #expect(findings.count == sample.review.introduced.count + sample.review.fixed.count)
    for finding in findings {
      let keys = required(
        by: "rule level trait path line column endLine endColumn message why fingerprint")
      #expect(Set(finding.keys).subtracting(["cause", "fix", "cycle"]) == keys)
      for reason in try objects(finding["why"]) {
        #expect(Set(reason.keys).subtracting(["path", "line"]) == required(by: "says certainty"))
        #expect((reason["path"] == nil) == (reason["line"] == nil))
      }
      if let cause = finding["cause"] {
        #expect(try Set(object(cause).keys) == required(by: "path line"))
      }
      if let fix = try finding["fix"].map(object) {
        #expect(Set(fix.keys) == required(by: "title applicability edits"))
        for edit in try objects(fix["edits"]) {
          #expect(Set(edit.keys) == required(by: "path line column endLine endColumn text"))
        }
      }
    }
    for node in try findings.flatMap({ try objects($0["cycle"] ?? []) }) {
      #expect(Set(node.keys).subtracting(["slot"]) == required(by: "name isObject"))
    }
    for notice in try objects(report["notices"]) {
      let keys = Set(notice.keys).subtracting(["rules", "reason", "path", "line"])
      #expect(keys == required(by: "kind says"))
    }
    for rule in try objects(report["rules"]) {
      #expect(Set(rule.keys).subtracting(["precision", "url"]) == required(by: "id title level trait"))
    }
    for skip in try objects(report["skipped"]) {
      #expect(Set(skip.keys) == required(by: "path because"))
    }
    if let changes = try report["changes"].map(object) {
      #expect(Set(changes.keys) == required(by: "files hunks neutralHunks neutral"))
      for neutral in try objects(changes["neutral"]) {
        #expect(
          Set(neutral.keys) == required(by: "path oldStart oldLines newStart newLines because"))
      }
    }
  }

  @Test func `Text comes back as it went in`() throws {
    let finding = try #require(Sample.controlCharacters.review.introduced.first)
    let written = try #require(objects(parsed(Sample.controlCharacters)["introduced"]).first)
    #expect(written["path"] as? String == finding.place.path)
    #expect(written["rule"] as? String == finding.rule)
    #expect(written["message"] as? String == finding.message)
  }

  @Test func `Slashes and letters of other scripts are kept as they are`() {
    #expect(
      JSONReporter().report(Sample.unicodeBeforeRange.review).contains(
        "\"path\": \"Sources/世界.swift\""))
  }
}

private func parsed(_ sample: Sample) throws -> [String: Any] {
  try object(JSONSerialization.jsonObject(with: Data(JSONReporter().report(sample.review).utf8)))
}

private func object(_ value: Any) throws -> [String: Any] {
  try #require(value as? [String: Any])
}

private func objects(_ value: Any?) throws -> [[String: Any]] {
  try #require(value as? [[String: Any]])
}

private func required(by keys: String) -> Set<String> {
  Set(keys.split(separator: " ").map(String.init))
}
