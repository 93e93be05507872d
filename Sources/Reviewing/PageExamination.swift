public import ProgramModel
public import ReviewModel
import RuleEngine
public import RulePages

/// Puts rule pages to the test of their own examples.
///
/// Each example is more than one test: what it expects is found and nothing else; reversed, what was
/// found is fixed; laid out anew, and a second time, it is found just the same; and once the fix that is
/// offered is applied, it is gone and nothing new has come.
public struct PageExamination: Sendable {
  private let rules: [RulePage]
  private let knowledge: Knowledge

  /// - Parameter rules: All rules there are: a `compare` page finds nothing without the others.
  public init(rules: [RulePage], knowledge: Knowledge) {
    self.rules = rules
    self.knowledge = knowledge
  }

  /// What fails, by page and line.
  public func failures(of pages: [RulePage], threads: Int) -> [ExampleFailure] {
    let work = pages.flatMap { page in page.examples.map { (page: page, example: $0) } }
    let results = Workers.map(count: work.count, threads: threads, state: { () }) { _, index in
      examine(work[index].example, page: work[index].page)
    }
    let mending = Set(zip(work, results).filter { $0.1.offersWayOut }.map(\.0.page.path))
    return results.flatMap(\.failures)
      + pages.compactMap { page in
        guard let word = page.fix, !page.examples.isEmpty, !mending.contains(page.path) else { return nil }
        return ExampleFailure(
          kind: .notMended, path: page.path, line: 1,
          says:
            "none of what its examples flag is offered `fix: \(word.rawValue)`; say in words what to do, as `remedy:`")
      }
  }

  /// The ways out that a page's examples are offered, finding by finding; nil for one that has none.
  public func waysOut(of page: RulePage) -> [Fix?] {
    let inspector = Inspector(rules: rules(for: page))
    return page.examples.filter { $0.kind == .flagged }.flatMap { example in
      ExamplePrograms(example).findings(inspector, knowledge).introduced.filter { $0.rule == page.id }.map(\.fix)
    }
  }

  /// What all rules find that the change of an example brings in.
  public func introduced(by example: Example) -> [Finding] {
    ExamplePrograms(example).findings(Inspector(rules: rules), knowledge).introduced
  }

  /// What fails of one example, and whether something that it flags is offered a way out.
  private func examine(_ example: Example, page: RulePage) -> (failures: [ExampleFailure], offersWayOut: Bool) {
    let examiner = ExampleExaminer(example: example, page: page)
    let programs = ExamplePrograms(example)
    if let failure = examiner.unreadable(programs) { return ([failure], true) }

    let inspector = Inspector(rules: rules(for: page))
    let found = programs.findings(inspector, knowledge)
    let again = programs.findings(inspector, knowledge)
    let anew = ExamplePrograms(example, layout: OtherLayout.of).findings(inspector, knowledge)
    let reversed = programs.findingsOfReverse(inspector, knowledge)
    let failures =
      examiner.unexpected(in: found) { path, line in
        programs.traces(at: path, line: line, Inspector(rules: [page]), knowledge)
      } + examiner.unfixed(found, by: reversed)
      + examiner.unmended(found, programs) { $0.findings(Inspector(rules: rules), knowledge) }
    let all = (failures + examiner.unsteady(found, again: again, anew: anew)).sorted { $0.line < $1.line }
    return (all, found.introduced.contains { $0.rule == page.id && $0.fix != nil })
  }

  /// The page by itself; a `compare` page along with those that find what it tells in its own words.
  private func rules(for page: RulePage) -> [RulePage] {
    guard page.search.isComparison, !page.isOfChangeAlone else { return [page] }
    return [page]
      + rules.filter { other in
        guard case .find(let kinds) = other.search, other.id != page.id else { return false }
        return kinds.contains(.closure) || kinds.contains(.property)
      }
  }
}
