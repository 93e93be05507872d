package import ReviewModel

extension Notice {
  /// The notice in one sentence, for a person.
  package var says: String {
    switch self {
    case .newlyAllowed(let rules, let reason, _):
      "The change allows \(Self.list(rules)) here: \(reason)"
    case .allowsNothing(let rules, _):
      "There is nothing left for this comment to allow of \(Self.list(rules)): take it out"
    case .reasonMissing(let rules, _):
      "This comment gives no reason to allow \(Self.list(rules)), so it allows nothing: write one behind a dash"
    case .configurationChanged(let path):
      "The change touches `\(path)`, which decides what is reported"
    case .remark(let text, _): text
    }
  }

  /// The file it is about; nil if that is the whole review.
  var path: String? {
    if case .configurationChanged(let path) = self { path } else { place?.path }
  }

  /// The place it is about; nil if that is a whole file or the whole review.
  var place: Place? {
    switch self {
    case .newlyAllowed(_, _, let place), .allowsNothing(_, let place), .reasonMissing(_, let place): place
    case .remark(_, let place): place
    case .configurationChanged: nil
    }
  }

  /// The place that a list for people puts before what it says; nil where that names it.
  var placeBefore: Place? { if case .remark = self { nil } else { place } }

  /// What programs know its kind by.
  package var kind: String {
    switch self {
    case .newlyAllowed: "newly-allowed"
    case .allowsNothing: "allows-nothing"
    case .reasonMissing: "reason-missing"
    case .configurationChanged: "configuration-changed"
    case .remark: "remark"
    }
  }

  private static func list(_ rules: [String]) -> String { rules.map { "`\($0)`" }.joined(separator: ", ") }
}

extension Reason {
  /// What it says, marked where it is not proven.
  package var marked: String {
    switch certainty {
    case .proven: says
    case .known: says + " (known)"
    case .guessed: says + " (guessed)"
    }
  }
}

extension Fix.Applicability {
  /// What a reader has to do with a fix of a change, or of an audit, where `nitless fix` alone does not see it.
  package func advice(inAudit isAudit: Bool = false) -> String {
    let command = isAudit ? "nitless fix --audit" : "nitless fix"
    return switch self {
    case .safe: "safe: `\(command)` applies it"
    case .review: "read it first: `\(command) --review` asks"
    case .template: "in words: yours to write"
    }
  }
}

extension Finding {
  /// The most severe first, then as ever.
  static func gravestFirst(_ left: Finding, _ right: Finding) -> Bool {
    left.level == right.level ? reportingOrder(left, right) : left.level > right.level
  }

  /// The reasons with their places, one to a line.
  package var reasonLines: [String] {
    why.enumerated().map { index, reason in
      let place = reason.place.map { " (\($0.path):\($0.span.start.line))" } ?? ""
      return "\(index == 0 ? "because" : "and") \(reason.marked)\(place)"
    }
  }

  /// The message with its reasons and its fix below it, one to a line.
  package func fullText(inAudit isAudit: Bool = false) -> String {
    var lines = [message] + reasonLines
    if let cause { lines.append("brought about by \(cause.path):\(cause.span.start.line)") }
    if let fix { lines.append("fix: \(fix.title) (\(fix.applicability.advice(inAudit: isAudit)))") }
    return lines.joined(separator: "\n")
  }
}
