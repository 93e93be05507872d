import ReviewModel
import RulePages

extension ExampleExaminer {
  /// What the fixes of an example's findings do not mend, and what they break.
  ///
  /// - Parameter all: What all rules find, not the page's alone.
  func unmended(
    _ found: ComparedFindings, _ programs: ExamplePrograms, all: (ExamplePrograms) -> ComparedFindings
  ) -> [ExampleFailure] {
    let offered = found.introduced.filter { $0.rule == page.id }.compactMap { finding in
      finding.fix.flatMap { $0.edits.isEmpty ? nil : (finding: finding, fix: $0) }
    }
    guard !offered.isEmpty else { return [] }
    let before = Self.counts(all(programs))
    return offered.compactMap { finding, fix in
      let line =
        example.pageLine(of: finding.place.span.start.line, in: finding.place.path, side: .after) ?? example.line
      func failure(_ says: String) -> ExampleFailure {
        ExampleFailure(kind: .notMended, path: page.path, line: line, says: "\(fix.title): \(says)")
      }
      guard let (mended, broken) = programs.mended(by: fix) else { return failure("its edits cannot be applied") }
      if let broken { return failure("`\(broken)` is no Swift any more") }
      let after = Self.counts(all(mended))
      if let new = after.keys.sorted().first(where: { after[$0, default: 0] > before[$0, default: 0] }) {
        return failure("`\(new)` finds something new")
      }
      if after[page.id, default: 0] >= before[page.id, default: 0] { return failure("it is found still") }
      return nil
    }
  }

  /// How many findings each rule has.
  private static func counts(_ found: ComparedFindings) -> [String: Int] {
    found.introduced.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 }
  }
}
