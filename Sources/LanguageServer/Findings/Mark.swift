import ReviewModel
import Reporters

/// One thing that a review says at a place, whatever it is.
struct Mark {
  var place: Place
  var severity: Diagnostic.Severity
  var code: String
  var message: String
  /// All of it, for a client that shows no more than a message.
  var fullMessage: String
  /// Where else to look, and why.
  var related: [(place: Place, says: String)] = []
  /// Nil where it is about no rule.
  var finding: Finding?
}

extension Mark {
  init(_ finding: Finding) {
    self.init(
      place: finding.place, severity: finding.level.severity, code: finding.rule, message: finding.message,
      fullMessage: finding.fullText(), finding: finding)
    // A reason that is known from a table has no place of its own.
    related = finding.why.map { ($0.place ?? finding.place, $0.marked) }
    if let cause = finding.cause { related.append((cause, "brought about by this change")) }
    if let fix = finding.fix, fix.edits.isEmpty { message += "\nfix: \(fix.title) (\(fix.applicability.advice()))" }
  }

  /// A file that the change touches and that was left out.
  init(_ skip: Review.Skip) {
    let message = "This file could not be understood: \(skip.because)"
    self.init(
      place: Place(path: skip.path, span: Span(start: Position(line: 1, column: 1), end: Position(line: 2, column: 1))),
      severity: .warning, code: "skipped", message: message, fullMessage: message)
  }

  /// Nil for what has no place, or is nothing to mend.
  init?(_ notice: Notice) {
    switch notice {
    case .newlyAllowed, .configurationChanged, .remark: return nil
    case .allowsNothing(_, let place), .reasonMissing(_, let place):
      self.init(place: place, severity: .information, code: notice.kind, message: notice.says, fullMessage: notice.says)
    }
  }
}

extension Level {
  /// How editors call it.
  fileprivate var severity: Diagnostic.Severity {
    switch self {
    case .bug: .error
    case .risk: .warning
    case .design: .information
    }
  }
}
