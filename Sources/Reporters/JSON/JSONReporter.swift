public import ReviewModel

/// Writes a review for other programs.
///
/// The keys and their meaning are a promise: members are added, never renamed or taken away.
public struct JSONReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "json"

  /// A reporter; there is nothing to choose about it.
  public init() {}

  /// One JSON object and a line break, also where there is nothing to say.
  public func report(_ review: Review) -> String {
    let object = JSON.object([
      "schema": .number(1),
      "introduced": json(review.told),
      "fixed": json(review.fixed.sorted(by: Finding.reportingOrder)),
      "surfaced": review.surfaced.isEmpty ? nil : json(review.surfaced.sorted(by: Finding.reportingOrder)),
      "standing": .number(review.standing),
      "changes": review.extent.map(json),
      "skipped": .array(review.skipped.sorted().map(json)),
      "comparison": review.comparison.map { .string($0) },
      "notices": .array(review.notices.map(json)),
      "rules": .array(review.rules.sorted { $0.id < $1.id }.map(json)),
      "shard": review.account.shard.map { .string($0) },
      "files": review.account.files.map { .number($0) },
      "setAside": review.account.setAside == 0 ? nil : .number(review.account.setAside),
      "uncalled": review.account.uncalled == 0 ? nil : .number(review.account.uncalled),
      "allowed": review.account.allowed == 0 ? nil : .number(review.account.allowed),
      "excluded": review.account.excluded == 0 ? nil : .number(review.account.excluded),
      "muted": review.account.muted.isEmpty ? nil : .number(review.account.muted.values.reduce(0, +)),
      "switchedOff": review.account.switchedOff.isEmpty ? nil : .array(review.account.switchedOff.map { .string($0) }),
      "notAskedFor": review.account.unselected.isEmpty ? nil : json(review.account.unselected),
      "leftOut": review.account.leftOut.isEmpty ? nil : .number(review.account.leftOut.values.reduce(0, +)),
      "leftOutByLevel": review.account.leftOut.isEmpty ? nil : json(review.account.leftOut),
    ])
    return object.text + "\n"
  }

  private func json(_ counts: [Level: Int]) -> JSON {
    .members(counts.sorted { $0.key > $1.key }.map { (key: $0.key.rawValue, value: .number($0.value)) })
  }

  private func json(_ findings: [Finding]) -> JSON {
    .array(findings.map(json))
  }

  private func json(_ finding: Finding) -> JSON {
    .object([
      "rule": .string(finding.rule),
      "level": .string(finding.level.rawValue),
      "trait": .string(finding.trait.rawValue),
      "path": .string(finding.place.path),
      "line": .number(finding.place.span.start.line),
      "column": .number(finding.place.span.start.column),
      "endLine": .number(finding.place.span.end.line),
      "endColumn": .number(finding.place.span.end.column),
      "message": .string(finding.message),
      "why": .array(finding.why.map(json)),
      "cause": finding.cause.map { cause in
        .object(["path": .string(cause.path), "line": .number(cause.span.start.line)])
      },
      "fix": finding.fix.map(json),
      "cycle": finding.cycle.map { .array($0.nodes.map(json)) },
      "fingerprint": .string(finding.fingerprint.text),
    ])
  }

  private func json(_ node: RetainCycle.Node) -> JSON {
    .object([
      "name": .string(node.name), "isObject": .bool(node.isObject), "slot": node.slot.map { .string($0) },
    ])
  }

  private func json(_ reason: Reason) -> JSON {
    .object([
      "path": reason.place.map { .string($0.path) },
      "line": reason.place.map { .number($0.span.start.line) },
      "says": .string(reason.says),
      "certainty": .string(reason.certainty.rawValue),
    ])
  }

  private func json(_ fix: Fix) -> JSON {
    .object([
      "title": .string(fix.title),
      "applicability": .string(fix.applicability.rawValue),
      "edits": .array(fix.edits.map(json)),
    ])
  }

  private func json(_ edit: Fix.Edit) -> JSON {
    .object([
      "path": .string(edit.place.path),
      "line": .number(edit.place.span.start.line),
      "column": .number(edit.place.span.start.column),
      "endLine": .number(edit.place.span.end.line),
      "endColumn": .number(edit.place.span.end.column),
      "text": .string(edit.text),
    ])
  }

  private func json(_ extent: Review.Extent) -> JSON {
    .object([
      "files": .number(extent.files),
      "hunks": .number(extent.hunks),
      "neutralHunks": .number(extent.neutral.count),
      "neutral": .array(extent.neutral.sorted(by: inFileOrder).map(json)),
    ])
  }

  private func json(_ neutral: Review.NeutralHunk) -> JSON {
    .object([
      "path": .string(neutral.path),
      "oldStart": .number(neutral.hunk.oldStart),
      "oldLines": .number(neutral.hunk.oldLines),
      "newStart": .number(neutral.hunk.newStart),
      "newLines": .number(neutral.hunk.newLines),
      "because": .array(neutral.because.map { .string($0.rawValue) }),
    ])
  }

  private func json(_ skip: Review.Skip) -> JSON {
    .object(["path": .string(skip.path), "because": .string(skip.because)])
  }

  private func json(_ notice: Notice) -> JSON {
    let (rules, reason): ([String]?, String?) =
      switch notice {
      case .newlyAllowed(let rules, let reason, _): (rules, reason)
      case .allowsNothing(let rules, _), .reasonMissing(let rules, _): (rules, nil)
      case .configurationChanged, .remark: (nil, nil)
      }
    return .object([
      "kind": .string(notice.kind),
      "says": .string(notice.says),
      "rules": rules.map { .array($0.map { .string($0) }) },
      "reason": reason.map { .string($0) },
      "path": notice.path.map { .string($0) },
      "line": notice.place.map { .number($0.span.start.line) },
    ])
  }

  private func json(_ rule: RuleSummary) -> JSON {
    .object([
      "id": .string(rule.id),
      "title": .string(rule.title),
      "level": .string(rule.level.rawValue),
      "trait": .string(rule.trait.rawValue),
      "precision": rule.precision.map { .share($0) },
      "url": rule.url.map { .string($0) },
    ])
  }

  private func inFileOrder(_ left: Review.NeutralHunk, _ right: Review.NeutralHunk) -> Bool {
    (left.path, left.hunk.newStart, left.hunk.oldStart)
      < (right.path, right.hunk.newStart, right.hunk.oldStart)
  }
}
