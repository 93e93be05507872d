import ReviewModel

/// A remark that is passed on, as a finding.
struct PassedRemark {
  var remark: Remark
  /// The repository's path.
  var path: String
  /// What is known of its rule.
  var entry: ToolTables.Entry?
  var judgement: Judgement
  /// What a person's comment in words alone is about, where its words say that it is not what the program does.
  var prose: ToolTables.Entry?

  /// `swiftlint/force_cast`; the tool alone where no rule is named.
  var rule: String { remark.rule.map { "\(remark.tool)/\($0)" } ?? remark.tool }

  var level: Level {
    if prose != nil { return .design }
    return switch remark.severity {
    case .error: .bug
    case .warning: .risk
    case .note: .design
    }
  }

  var trait: Trait {
    if case .behaviour(let trait)? = entry?.subject { return trait }
    return .correctness
  }

  /// - Parameter ordinals: How many findings of the same rule and source line there were, by what they are known by.
  func finding(files: SourceFiles, path find: (WrittenPlace) -> String?, ordinals: inout [String: Int]) -> Finding {
    let text = try? files.text(of: path, at: remark.place?.revision)
    let region = remark.place?.region
    let place = Place(path: path, span: text?.span(of: region) ?? Self.bareSpan(region))
    // What stands on the line recognises it when the line has moved.
    let line = region.flatMap { text?.line($0.startLine) }.map { String(decoding: $0, as: UTF8.self).trimmed } ?? ""
    let key = [rule, path, line, line.isEmpty ? remark.message : ""].joined(separator: "\u{0}")
    let ordinal = ordinals[key, default: 0]
    ordinals[key] = ordinal + 1
    return Finding(
      rule: rule, level: level, trait: trait, place: place, declaration: "", message: remark.message, why: why,
      fix: fix(files: files, path: find), fingerprint: Fingerprint(hashing: "\(key)\u{0}\(ordinal)"))
  }

  private var why: [Reason] {
    if let entry { return [Reason(place: nil, says: entry.reason, certainty: .known)] }
    let says: String
    switch judgement {
    case .untried(let reason): says = reason
    case .unproven: says = "what it proposes is not proven to leave behaviour as it is"
    case .proposesNothing, .neutral:
      if remark.tool == Remark.people {
        return prose.map {
          [
            Reason(
              place: nil,
              says: "prose: by its words it is about \($0.reason), which changes nothing that the program does",
              certainty: .guessed)
          ]
        } ?? []
      }
      says =
        remark.rule == nil
        ? "`\(remark.tool)` names no rule, so what it is about is not known"
        : "`\(rule)` is not in the tables, so what it is about is not known"
    }
    return [Reason(place: nil, says: says, certainty: .guessed)]
  }

  /// The first proposal, if all of its places are known and are those of the files as they are.
  private func fix(files: SourceFiles, path find: (WrittenPlace) -> String?) -> Fix? {
    guard let proposal = remark.proposals.first, !proposal.edits.isEmpty else { return nil }
    var edits: [Fix.Edit] = []
    for edit in proposal.edits {
      guard let path = find(edit.place), let region = edit.place.region,
        (try? files.isUnchanged(path, since: edit.place.revision)) == true,
        let text = try? files.text(of: path), let span = text.exactSpan(of: region)
      else { return nil }
      edits.append(Fix.Edit(place: Place(path: path, span: span), text: edit.text))
    }
    let author = remark.tool == Remark.people ? remark.rule ?? "the comment" : remark.tool
    let title = proposal.title.isEmpty ? "Do what \(author) proposes" : proposal.title
    return Fix(title: title, applicability: .review, edits: edits)
  }

  /// Where the file is not at hand, the lines are all that is known.
  private static func bareSpan(_ region: WrittenPlace.Region?) -> Span {
    let start = Position(line: region?.startLine ?? 1, column: region?.startColumn ?? 1)
    return Span(
      start: start, end: max(start, Position(line: region?.endLine ?? 1, column: region?.endColumn ?? start.column)))
  }

  /// Each rule once, sorted by id.
  static func summaries(of passed: [PassedRemark]) -> [RuleSummary] {
    var summaries: [String: RuleSummary] = [:]
    for one in passed {
      let level = max(one.level, summaries[one.rule]?.level ?? .design)
      summaries[one.rule] = RuleSummary(
        id: one.rule, title: one.remark.rule ?? one.remark.tool, level: level, trait: one.trait,
        why: one.entry?.reason ?? "A rule of another tool that is not in the tables.")
    }
    return summaries.sorted { $0.key < $1.key }.map(\.value)
  }
}
