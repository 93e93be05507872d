import Quoting
public import ReviewModel

/// Writes a review as GitLab's code quality report.
///
/// GitLab itself compares the report of a branch with that of the branch it goes into, so that a whole
/// picture of either needs `nitless audit`; of a review it shows what the review introduces.
public struct GitLabReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "gitlab"

  /// A reporter; there is nothing to choose about it.
  public init() {}

  /// One JSON array and a line break; `[]` where there is nothing to say.
  public func report(_ review: Review) -> String {
    var seen: [String: Int] = [:]
    let findings = review.told.map { finding in
      seen[finding.fingerprint.text, default: 0] += 1
      let number = seen[finding.fingerprint.text, default: 1]
      return json(
        finding.message, rule: finding.rule,
        // GitLab drops the second of two that have the same one.
        fingerprint: finding.fingerprint.text + (number > 1 ? "-\(number)" : ""),
        severity: finding.level.severity, path: finding.place.path, lines: finding.place.span.lines)
    }
    let skipped = review.missed.sorted().map { skip in
      json(
        "This file could not be understood: \(skip.because)", rule: "skipped",
        fingerprint: "skipped-\(skip.path.relativeAddress)", severity: "major", path: skip.path, lines: 1...1)
    }
    var counts: [String: Int] = [:]
    let notices = review.noticesWithUntold.map { notice in
      let name = "notice-\(notice.kind)-\(notice.pathOrConfiguration.relativeAddress)"
      counts[name, default: 0] += 1
      return json(
        notice.says, rule: notice.kind, fingerprint: "\(name)-\(counts[name, default: 1])", severity: "info",
        path: notice.pathOrConfiguration, lines: notice.place?.span.lines ?? 1...1)
    }
    return JSON.array(findings + skipped + notices).text + "\n"
  }

  private func json(
    _ text: String, rule: String, fingerprint: String, severity: String, path: String, lines: ClosedRange<Int>
  ) -> JSON {
    .object([
      "description": .string(text),
      "check_name": .string(rule),
      "fingerprint": .string(fingerprint),
      "severity": .string(severity),
      "location": .object([
        "path": .string(path),
        "lines": .object([
          "begin": .number(max(1, lines.lowerBound)), "end": .number(max(1, lines.upperBound)),
        ]),
      ]),
    ])
  }
}

extension Level {
  /// How GitLab calls the level.
  fileprivate var severity: String {
    switch self {
    case .bug: "critical"
    case .risk: "major"
    case .design: "minor"
    }
  }
}
