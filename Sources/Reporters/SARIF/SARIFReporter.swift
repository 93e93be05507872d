public import ReviewModel

/// Writes a review as SARIF 2.1.0, for GitHub's code scanning and other viewers of static analysis.
///
/// Every rule that was asked is listed, met or not, so that alerts of findings that are gone are closed.
/// A file that could not be understood is a notification of the run.
public struct SARIFReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "sarif"

  private let version: String?
  private let showsSuppressed: Bool

  /// - Parameters:
  ///   - version: Of nitless; nil leaves it unsaid.
  ///   - showsSuppressed: Whether what the baseline has and comments allow is among the results, marked as suppressed.
  ///     GitHub does not look at the mark.
  public init(version: String? = nil, showsSuppressed: Bool = true) {
    self.version = version
    self.showsSuppressed = showsSuppressed
  }

  /// One JSON object and a line break, also where there is nothing to say.
  public func report(_ review: Review) -> String {
    let rules = SARIFRules(review)
    var results = SARIFResults(sources: review.sources, rules: rules, isOfAudit: review.isAudit)
    let findings = review.introduced.sorted(by: Finding.gravestFirst).prefix(Self.mostResults)
    let told = findings.sorted(by: Finding.reportingOrder).map { results.json($0) }
    let room = max(0, Self.mostResults - told.count)
    let suppressed = (showsSuppressed ? review.suppressed : []).prefix(room)
      .map { results.json($0.finding, suppressedBy: $0.ground) }
    let run = JSON.object([
      "tool": .object(["driver": driver(rules)]),
      // One upload for a change and one for the whole program stand beside each other.
      "automationDetails": .object(["id": .string(review.isAudit ? "nitless/audit/" : "nitless/review/")]),
      "columnKind": .string("utf16CodeUnits"),
      "originalUriBaseIds": .object([
        SARIFPlaces.base: .object([
          "description": .object(["text": .string("The root of the repository")])
        ])
      ]),
      "invocations": .array([invocation(of: review)]),
      "results": .array(told + suppressed),
    ])
    let log = JSON.object([
      "$schema": .string("https://json.schemastore.org/sarif-2.1.0.json"),
      "version": .string("2.1.0"),
      "runs": .array([run]),
    ])
    return log.text + "\n"
  }

  /// GitHub refuses more results of one run than these.
  static let mostResults = 25_000

  private func driver(_ rules: SARIFRules) -> JSON {
    .object([
      "name": .string("nitless"),
      "semanticVersion": version.map { .string($0) },
      "rules": .array(rules.json),
    ])
  }

  private func invocation(of review: Review) -> JSON {
    var notifications = review.skipped.sorted().map { skip in
      notification(
        skip.isTouched ? "error" : "warning", "Skipped: \(skip.because)",
        at: SARIFPlaces.file(skip.path))
    }
    notifications += review.noticesWithUntold.map { notice in
      let place = notice.place.map { SARIFPlaces.json($0, in: review.sources) } ?? notice.path.map(SARIFPlaces.file)
      return notification("note", notice.says, at: place)
    }
    if review.introduced.count > Self.mostResults {
      let rest = review.introduced.count - Self.mostResults
      notifications.append(
        notification("warning", "\(rest) more findings, the least severe, are left out: a run holds no more", at: nil))
    }
    return .object([
      "executionSuccessful": .bool(review.missed.isEmpty),
      "toolExecutionNotifications": .array(notifications),
    ])
  }

  private func notification(_ level: String, _ text: String, at place: JSON?) -> JSON {
    .object([
      "level": .string(level),
      "message": .object(["text": .string(text)]),
      "locations": place.map { .array([.object(["physicalLocation": $0])]) },
    ])
  }
}
