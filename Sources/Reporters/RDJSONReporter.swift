public import ReviewModel

/// Writes a review for reviewdog, in its Reviewdog Diagnostic Format.
public struct RDJSONReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "rdjson"

  /// A reporter; there is nothing to choose about it.
  public init() {}

  /// One JSON object and a line break, also where there is nothing to say.
  public func report(_ review: Review) -> String {
    let pages = Dictionary(review.rules.compactMap { rule in rule.url.map { (rule.id, $0) } }) { first, _ in first }
    let findings = review.told.map { json($0, in: review.sources, page: pages[$0.rule]) }
    let skipped = review.missed.sorted().map { skip in
      JSON.object([
        "message": .string("This file could not be understood: \(skip.because)"),
        "location": .object(["path": .string(skip.path)]),
        "severity": .string("WARNING"),
        "code": .object(["value": .string("skipped")]),
      ])
    }
    let notices = review.noticesWithUntold.map { notice in
      JSON.object([
        "message": .string(notice.says),
        "location": notice.place.map(location) ?? .object(["path": .string(notice.pathOrConfiguration)]),
        "severity": .string("INFO"),
        "code": .object(["value": .string(notice.kind)]),
      ])
    }
    let result = JSON.object([
      "source": .object(["name": .string("nitless")]),
      "diagnostics": .array(findings + skipped + notices),
    ])
    return result.text + "\n"
  }

  private func json(_ finding: Finding, in sources: SourceBook, page: String?) -> JSON {
    var related = finding.why.compactMap { reason in reason.place.map { json($0, reason.marked) } }
    if let cause = finding.cause { related.append(json(cause, "brought about by this change")) }
    // Each suggestion is offered by itself, so one that needs another is none.
    let edit = finding.fix?.singleEdit(in: sources)
    return .object([
      "message": .string(finding.message),
      "location": location(finding.place),
      "severity": .string(finding.level.severity),
      "code": .object(["value": .string(finding.rule), "url": page.map { .string($0) }]),
      "suggestions": edit.map { edit in
        .array([.object(["range": range(edit.place.span), "text": .string(edit.text)])])
      },
      "related_locations": related.isEmpty ? nil : .array(related),
    ])
  }

  private func json(_ place: Place, _ says: String) -> JSON {
    .object(["message": .string(says), "location": location(place)])
  }

  private func location(_ place: Place) -> JSON {
    .object(["path": .string(place.path), "range": range(place.span)])
  }

  /// Columns are in UTF-8 bytes and ends exclusive, as ours are.
  private func range(_ span: Span) -> JSON {
    let start = Position(line: max(1, span.start.line), column: max(1, span.start.column))
    return .object(["start": position(start), "end": position(max(start, span.end))])
  }

  private func position(_ position: Position) -> JSON {
    .object(["line": .number(position.line), "column": .number(position.column)])
  }
}

extension Level {
  /// How reviewdog calls the level.
  fileprivate var severity: String {
    switch self {
    case .bug: "ERROR"
    case .risk: "WARNING"
    case .design: "INFO"
    }
  }
}
