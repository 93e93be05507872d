public import ReviewModel

/// Writes a review as the result of tests, as JUnit does: a rule is a suite, a finding a test that failed.
///
/// A rule that found nothing is a test that passed, so that a report is never without tests, which
/// servers take for a run that broke. So is a finding below the level from which a run fails; what it says
/// is what the test printed. A file that could not be understood is a test that could not run.
public struct JUnitReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "junit"

  private let failingLevel: Level

  /// - Parameter failingLevel: The level from which a finding is a failure.
  public init(failingLevel: Level = .design) { self.failingLevel = failingLevel }

  /// One document, also where there is nothing to say.
  public func report(_ review: Review) -> String {
    var findings: [String: [Finding]] = [:]
    for rule in review.rules { findings[rule.id] = [] }
    for finding in review.told {
      findings[finding.rule, default: []].append(finding)
    }
    var suites = findings.sorted { $0.key < $1.key }.map { suite($0.key, $0.value, inAudit: review.isAudit) }
    let skipped = review.skipped.sorted()
    if !skipped.isEmpty || suites.isEmpty { suites.append(suite(of: skipped)) }
    let notices = review.noticesWithUntold
    if !notices.isEmpty { suites.append(suite(of: notices)) }

    let tests = suites.reduce(0) { $0 + $1.tests }
    let document = XML(
      "testsuites",
      [
        "name": "nitless", "tests": String(tests), "failures": String(review.introduced.count(where: isFailure)),
        "errors": String(review.missed.count),
      ], suites.map(\.xml))
    return document.document
  }

  private func suite(_ rule: String, _ findings: [Finding], inAudit isAudit: Bool) -> (xml: XML, tests: Int) {
    let passed = XML("testcase", ["name": rule, "classname": "nitless.\(rule)"])
    let cases = findings.map { finding in
      let start = finding.place.span.start
      let place = "\(finding.place.path):\(start.line):\(start.column)"
      let text = "\(place)\n\(finding.fullText(inAudit: isAudit))"
      return XML(
        "testcase", ["name": place, "classname": "nitless.\(rule)"],
        [
          isFailure(finding)
            ? XML("failure", ["message": finding.message, "type": finding.level.rawValue], text: text)
            : XML("system-out", text: "\(finding.level.rawValue): \(text)")
        ])
    }
    return suite(rule, cases.isEmpty ? [passed] : cases, failures: findings.count(where: isFailure))
  }

  private func isFailure(_ finding: Finding) -> Bool { finding.level >= failingLevel }

  /// What else its reader is told, as tests that passed.
  private func suite(of notices: [Notice]) -> (xml: XML, tests: Int) {
    let cases = notices.map { notice in
      XML("testcase", ["name": notice.says, "classname": "nitless.notices"])
    }
    return suite("notices", cases)
  }

  private func suite(of skipped: [Review.Skip]) -> (xml: XML, tests: Int) {
    let cases = skipped.map { skip in
      XML(
        "testcase", ["name": skip.path, "classname": "nitless.files"],
        [
          skip.isTouched
            ? XML("error", ["message": skip.because, "type": "skipped"])
            : XML("skipped", ["message": skip.because])
        ])
    }
    let passed = XML("testcase", ["name": "every file was understood", "classname": "nitless.files"])
    return suite(
      "files", cases.isEmpty ? [passed] : cases, errors: skipped.count(where: \.isTouched),
      skipped: skipped.count { !$0.isTouched })
  }

  private func suite(
    _ name: String, _ cases: [XML], failures: Int = 0, errors: Int = 0, skipped: Int = 0
  ) -> (xml: XML, tests: Int) {
    let xml = XML(
      "testsuite",
      [
        "name": "nitless.\(name)", "tests": String(cases.count), "failures": String(failures),
        "errors": String(errors), "skipped": String(skipped),
      ], cases)
    return (xml, cases.count)
  }
}
