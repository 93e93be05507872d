public import ReviewModel

/// Writes a review as Checkstyle's XML, which most servers of continuous integration read.
public struct CheckstyleReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "checkstyle"

  /// A reporter; there is nothing to choose about it.
  public init() {}

  /// One document, also where there is nothing to say.
  public func report(_ review: Review) -> String {
    var entries: [String: [XML]] = [:]
    for skip in review.skipped.sorted() {
      entries[skip.path, default: []].append(
        XML(
          "error",
          [
            "line": "1", "severity": skip.isTouched ? "error" : "warning",
            "message": "This file could not be understood: \(skip.because)", "source": "nitless.skipped",
          ]))
    }
    for notice in review.noticesWithUntold {
      let line = notice.place?.span.start.line ?? 1
      entries[notice.pathOrConfiguration, default: []].append(
        XML(
          "error",
          [
            "line": String(max(1, line)), "severity": "info", "message": notice.says, "source": "nitless.notice",
          ]))
    }
    for finding in review.told {
      let region = Region(finding.place, in: review.sources)
      entries[finding.place.path, default: []].append(
        XML(
          "error",
          [
            "line": String(region.startLine), "column": region.startColumn.map { String($0) },
            "severity": finding.level.severity, "message": finding.message,
            "source": "nitless.\(finding.trait.rawValue).\(finding.rule)",
          ]))
    }
    let files = entries.sorted { $0.key < $1.key }.map { XML("file", ["name": $0.key], $0.value) }
    return XML("checkstyle", ["version": "4.3"], files).document
  }
}

extension Level {
  /// How Checkstyle calls the level.
  fileprivate var severity: String {
    switch self {
    case .bug: "error"
    case .risk: "warning"
    case .design: "info"
    }
  }
}
