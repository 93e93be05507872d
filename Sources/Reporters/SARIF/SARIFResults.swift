import ReviewModel

/// Findings as the results of a run.
struct SARIFResults {
  let sources: SourceBook
  let rules: SARIFRules
  private let isOfAudit: Bool
  /// The hashes of the files seen so far.
  private var hashes: [String: LineHashes] = [:]

  init(sources: SourceBook, rules: SARIFRules, isOfAudit: Bool) {
    self.isOfAudit = isOfAudit
    self.sources = sources
    self.rules = rules
  }

  /// - Parameter ground: Why it is suppressed; nil if it is not.
  mutating func json(_ finding: Finding, suppressedBy ground: Suppression.Ground? = nil) -> JSON {
    let steps = steps(of: finding)
    return .object([
      "ruleId": .string(finding.rule),
      "ruleIndex": rules.index(of: finding.rule).map { .number($0) },
      "level": .string(finding.level.sarif),
      "message": .object(["text": .string(message(of: finding, steps))]),
      "locations": .array([
        .object([
          "physicalLocation": SARIFPlaces.primary(finding.place, in: sources),
          // A report that was merged does not say.
          "logicalLocations": finding.declaration.isEmpty
            ? nil : .array([.object(["fullyQualifiedName": .string(finding.declaration)])]),
        ])
      ]),
      "partialFingerprints": .object([
        "primaryLocationLineHash": lineHash(of: finding.place).map { .string($0) },
        "nitless/v1": .string(finding.fingerprint.text),
      ]),
      "relatedLocations": steps.isEmpty
        ? nil : .array(steps.enumerated().map { json($0.element, id: $0.offset + 1) }),
      "codeFlows": finding.why.isEmpty ? nil : .array([codeFlow(of: finding)]),
      "fixes": fix(of: finding).map { .array([$0]) },
      "suppressions": ground.map { .array([json($0)]) },
      "properties": .object([
        "trait": .string(finding.trait.rawValue),
        "why": finding.why.isEmpty ? nil : .array(finding.why.map { .string($0.marked) }),
        "fix": finding.fix.map { .string("\($0.title) (\($0.applicability.advice(inAudit: isOfAudit)))") },
      ]),
    ])
  }

  private func json(_ ground: Suppression.Ground) -> JSON {
    switch ground {
    case .baseline: .object(["kind": .string("external"), "justification": .string("It stands in the baseline")])
    case .comment(let reason): .object(["kind": .string("inSource"), "justification": .string(reason)])
    }
  }

  /// The message, and behind it the reasons, each a link to its place.
  private func message(of finding: Finding, _ steps: [Step]) -> String {
    let text = finding.message.withoutLinks
    guard !steps.isEmpty else { return text }
    let links = steps.enumerated().map { index, step in "[\(step.says.asLinkText)](\(index + 1))" }
    return text + ". Because " + links.joined(separator: "; ")
  }

  /// Without the source, whoever takes the report computes the hash; without the line, nobody can.
  private mutating func lineHash(of place: Place) -> String? {
    if hashes[place.path] == nil, let text = sources.text(of: place.path, side: .after) {
      hashes[place.path] = LineHashes(of: text)
    }
    return hashes[place.path]?(max(1, place.span.start.line))
  }

  private typealias Step = (place: Place, says: String)

  /// What the finding rests on that has a place, and the changed line that brought it about.
  private func steps(of finding: Finding) -> [Step] {
    reasons(of: finding) + (finding.cause.map { [(place: $0, says: "brought about by this change")] } ?? [])
  }

  private func reasons(of finding: Finding) -> [Step] {
    finding.why.compactMap { reason in reason.place.map { (place: $0, says: reason.marked) } }
  }

  private func json(_ step: Step, id: Int? = nil) -> JSON {
    .object([
      "id": id.map { .number($0) },
      "physicalLocation": SARIFPlaces.json(step.place, in: sources),
      "message": .object(["text": .string(step.says.withoutLinks)]),
    ])
  }

  /// The chain in the order it is read, and the finding at its end. What a table says has no place,
  /// and viewers refuse a step without one: it is told together with the next step.
  private func codeFlow(of finding: Finding) -> JSON {
    var steps: [Step] = []
    var pending: [String] = []
    for reason in finding.why {
      guard let place = reason.place else {
        pending.append(reason.marked)
        continue
      }
      steps.append((place, (pending + [reason.marked]).joined(separator: "; ")))
      pending = []
    }
    steps.append((finding.place, (pending + [finding.message]).joined(separator: "; ")))
    let locations = steps.map { JSON.object(["location": json($0)]) }
    return .object(["threadFlows": .array([.object(["locations": .array(locations)])])])
  }

  /// A template is for a person to fill in, and is told in words only.
  private func fix(of finding: Finding) -> JSON? {
    guard let fix = finding.fix, fix.applicability != .template, let edits = fix.separateEdits, !edits.isEmpty
    else { return nil }
    var changes: [(path: String, replacements: [JSON])] = []
    for edit in edits {
      let region = Region(edit.place, in: sources)
      // Whole lines in place of a few characters would take the rest of them away.
      guard region.startColumn != nil else { return nil }
      let replacement = JSON.object([
        "deletedRegion": SARIFPlaces.json(region, isInsertion: true),
        "insertedContent": .object(["text": .string(edit.text)]),
      ])
      if changes.last?.path == edit.place.path {
        changes[changes.count - 1].replacements.append(replacement)
      } else {
        changes.append((edit.place.path, [replacement]))
      }
    }
    return .object([
      "description": .object(["text": .string("\(fix.title) (\(fix.applicability.advice(inAudit: isOfAudit)))")]),
      "artifactChanges": .array(
        changes.map { change in
          .object([
            "artifactLocation": SARIFPlaces.artifact(change.path),
            "replacements": .array(change.replacements),
          ])
        }),
    ])
  }
}

extension String {
  /// SARIF reads `[text](target)` in a message as a link; code may look the same.
  fileprivate var withoutLinks: String { replacing("](", with: "\\](") }

  /// The text inside the brackets of a link.
  fileprivate var asLinkText: String {
    replacing("\\", with: "\\\\").replacing("[", with: "\\[").replacing("]", with: "\\]")
  }
}
