import ReviewModel

/// The check run that shows a posting beside the other checks, with an annotation for each finding.
struct GitHubCheck: Equatable {
  /// The most annotations that a request may carry.
  static let batch = 50

  let posting: Posting
  let name: String
  let summary: String

  init(_ posting: Posting, summary: SummaryText) {
    self.posting = posting
    name = posting.scope == "review" ? "nitless" : "nitless (\(posting.scope))"
    self.summary = summary.body(posting, unplaced: [], marked: false)
  }

  /// Findings at lines that the pull request's last commit has.
  var annotations: [JSONValue] {
    posting.entries.filter(\.isShown).map { entry in
      let isOneLine = entry.line == entry.endLine && entry.endColumn > entry.column
      return [
        "path": .string(entry.path), "start_line": .int(entry.line), "end_line": .int(entry.endLine),
        "start_column": isOneLine ? .int(entry.column) : nil,
        "end_column": isOneLine ? .int(entry.endColumn) : nil,
        "annotation_level": .string(Self.level(entry.level)), "title": .string(entry.rule),
        "message": .string(Self.message(entry)),
      ]
    }
  }

  var conclusion: String {
    if posting.isIncomplete || posting.entries.contains(where: { $0.level >= posting.failingLevel }) {
      return "failure"
    }
    // That nothing was found is what a stranger would write: it is no promise of ours.
    return posting.entries.isEmpty && !posting.isOthersWord ? "success" : "neutral"
  }

  /// What tells this check from another of the same commit: all that it says.
  var identity: String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in JSONValue.array(annotations).bytes + Array((summary + conclusion).utf8) {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    return "\(posting.scope)-\(String(hash, radix: 16))"
  }

  /// The request that makes the check, with the first annotations.
  var creation: JSONValue {
    [
      "name": .string(name), "head_sha": .string(posting.head), "external_id": .string(identity),
      "status": "completed", "conclusion": .string(conclusion),
      "output": output(Array(annotations.prefix(Self.batch))),
    ]
  }

  /// The requests that add the annotations from an index on.
  func rest(from start: Int) -> [JSONValue] {
    let all = annotations
    return stride(from: start, to: all.count, by: Self.batch).map { index in
      ["output": output(Array(all[index..<min(index + Self.batch, all.count)]))]
    }
  }

  private func output(_ annotations: [JSONValue]) -> JSONValue {
    [
      "title": .string(SummaryText.title(posting)), "summary": .string(summary),
      "annotations": .array(annotations),
    ]
  }

  private static func level(_ level: Level) -> String {
    switch level {
    case .bug: "failure"
    case .risk: "warning"
    case .design: "notice"
    }
  }

  private static func message(_ entry: Posting.Entry) -> String {
    let chain = entry.why.map { step in
      "because " + step.says + (step.path.map { " (\($0):\(step.line ?? 1))" } ?? "")
    }
    return ([entry.message] + chain).joined(separator: "\n")
  }
}
