import Quoting
import ReviewModel

/// Writes a posting to Bitbucket as a Code Insights report of the commit.
public struct BitbucketPost {
  /// The most annotations that a request may carry, and that a report may have.
  static let (batch, most) = (100, 1000)

  private let client: Client
  private let root: String

  public init(_ client: Client, repository: String, commit: String) {
    self.client = client
    let steps = repository.split(separator: "/").map { String($0).addressComponent }.joined(separator: "/")
    root = "/2.0/repositories/\(steps)/commit/\(commit)/reports"
  }

  public func post(_ posting: Posting) throws(HostError) -> Outcome {
    var outcome = Outcome()
    try outcome.attempt("report") { () throws(HostError) in
      for call in Self.calls(posting, below: root) { try send(call) }
      return ["wrote the report"]
    }
    outcome.isAnnotated = outcome.denied.isEmpty
    return outcome
  }

  /// All that a report takes. Done twice, it leaves what doing it once does.
  static func calls(_ posting: Posting, below root: String) -> [Call] {
    let report = "\(root)/nitless-\(posting.scope)"
    let fails = posting.isIncomplete || posting.entries.contains { $0.level >= posting.failingLevel }
    let annotations = posting.entries.prefix(most).map(annotation)
    let batches = stride(from: 0, to: annotations.count, by: batch).map { index in
      Call(
        "POST", report + "/annotations",
        .array(Array(annotations[index..<min(index + batch, annotations.count)])), isRepeatable: true)
    }
    // An annotation that is not sent again would stay: the old report goes first.
    return [
      Call("DELETE", report),
      Call(
        "PUT", report,
        [
          "title": "nitless", "details": .string(details(posting)), "report_type": "BUG",
          "reporter": "nitless", "result": fails ? "FAILED" : "PASSED",
          "data": [
            ["title": "Findings", "type": "NUMBER", "value": .int(posting.entries.count)],
            ["title": "Fixed", "type": "NUMBER", "value": .int(posting.fixed.count)],
            ["title": "As before", "type": "NUMBER", "value": .int(posting.standing)],
          ],
        ]),
    ] + batches
  }

  private func send(_ call: Call) throws(HostError) {
    do throws(HostError) {
      try client.send(call)
    } catch {
      // There was no report before.
      guard call.method == "DELETE", error.kind == .denied, error.summary.contains("404") else { throw error }
    }
  }

  private static func details(_ posting: Posting) -> String {
    let left = posting.entries.count - most
    let notices = (posting.notices + posting.skipped).map { remark in
      (remark.path.map { $0 + ": " } ?? "") + remark.says
    }
    let parts =
      [SummaryText.title(posting) + "."] + (left > 0 ? ["\(left) more are in the job's log."] : [])
      + (posting.comparison.map { ["Compared: \($0)."] } ?? []) + notices
    return String(parts.joined(separator: " ").prefix(2000))
  }

  private static func annotation(_ entry: Posting.Entry) -> JSONValue {
    let chain = entry.why.map { "because " + $0.says + ($0.path.map { path in " (\(path))" } ?? "") }
    return [
      "external_id": .string(entry.fingerprint), "annotation_type": "BUG",
      "path": entry.isShown ? .string(entry.path) : nil, "line": entry.isShown ? .int(entry.line) : nil,
      "summary": .string(String(entry.message.prefix(450))),
      "details": chain.isEmpty ? nil : .string(String(chain.joined(separator: "\n").prefix(2000))),
      "severity": .string(severity(entry.level)),
    ]
  }

  private static func severity(_ level: Level) -> String {
    switch level {
    case .bug: "HIGH"
    case .risk: "MEDIUM"
    case .design: "LOW"
    }
  }
}
