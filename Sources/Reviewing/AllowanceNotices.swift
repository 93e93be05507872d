import ProgramModel
import ReviewModel
import RuleEngine
import RulePages
import SwiftFacts

/// What a reader is told of the comments that allow findings.
extension Reviewer {
  /// - Parameters:
  ///   - used: The comments that allow something.
  ///   - isNew: Whether the change brings what stands at a place.
  ///   - isAsked: Whether the review speaks of the file at a path.
  func allowanceNotices(
    in files: [SourceFile], used: Set<Examination.Use>, isNew: (Place) -> Bool, isAsked: (String) -> Bool
  ) -> [Notice] {
    var notices: [Notice] = []
    for file in files where !file.facts.allowances.isEmpty && isAsked(file.path) && !isExcluded(file.path) {
      for allowance in file.facts.allowances {
        let place = place(of: allowance, in: file)
        let names = allowance.rules.map(\.text)
        let isKnown = { (name: String) in ruleNames.isEmpty || ruleNames.contains(name) }
        for name in names where !isKnown(name) {
          let meant = nearest(to: name, among: ruleNames).map { "; did you mean `\($0)`?" } ?? ""
          let says = "\(place.path):\(place.span.start.line) allows `\(name)`, which is no rule\(meant)"
          notices.append(.remark(says, at: place))
        }
        guard !names.isEmpty else {
          notices.append(
            .remark(
              "\(place.path):\(place.span.start.line) allows nothing, for it names no rule: "
                + "`nitless:allow the-rule - the reason`", at: place))
          continue
        }
        guard let reason = allowance.reason else {
          notices.append(.reasonMissing(rules: names, at: place))
          continue
        }
        let known = names.filter(isKnown)
        if isNew(place), !known.isEmpty { notices.append(.newlyAllowed(rules: known, reason: reason, at: place)) }
        let idle = allowance.rules.filter { rule in
          canBeJudged(rule) && !used.contains(Examination.Use(path: file.path, allowance: allowance, rule: rule))
        }
        if !idle.isEmpty { notices.append(.allowsNothing(rules: idle.map(\.text), at: place)) }
      }
    }
    return notices
  }

  /// What a change brings in where a comment that was there before allows it.
  ///
  /// - Parameter isNew: Whether the change brings what stands at a place.
  func standingAllowances(of findings: [Finding], in files: [SourceFile], isNew: (Place) -> Bool) -> [Notice] {
    let told = findings.filter { !isExcluded($0.place.path) && judged($0) != nil }
    guard !told.isEmpty else { return [] }
    let paths = Set(told.map(\.place.path))
    let byPath = Dictionary(
      files.filter { paths.contains($0.path) }.map { ($0.path, $0) }, uniquingKeysWith: { first, _ in first })
    let places = told.compactMap { finding -> Place? in
      let line = finding.place.span.start.line
      guard let file = byPath[finding.place.path],
        let comment = file.facts.allowances.first(where: {
          ($0.line == line || $0.line == line - 1) && $0.reason != nil && !isNew(place(of: $0, in: file))
        })
      else { return nil }
      return place(of: comment, in: file)
    }
    guard let place = places.first else { return [] }
    let first = "\(place.path):\(place.span.start.line)"
    guard places.count > 1 else {
      return [.remark("1 finding of the change is allowed by a comment that was there before: \(first)", at: place)]
    }
    return [
      .remark(
        "\(places.count) findings of the change are allowed by comments that were there before: \(first), "
          + "and \(places.count - 1) more", at: place)
    ]
  }

  /// Whether it shows in a program alone that a rule finds nothing: it is on, and is not about a change.
  private func canBeJudged(_ rule: Symbol) -> Bool {
    guard let page = inspector.rules.first(where: { $0.id == rule.text }) else { return false }
    if case .compare = page.search { return false }
    return true
  }

  private func place(of allowance: Allowance, in file: SourceFile) -> Place {
    let start = file.facts.position(of: allowance.bytes.start)
    let end = file.facts.position(of: allowance.bytes.end)
    return Place(
      path: file.path,
      span: Span(
        start: Position(line: start.line, column: start.column), end: Position(line: end.line, column: end.column)))
  }
}
