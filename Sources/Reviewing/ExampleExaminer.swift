import ReviewModel
import RuleEngine
import RulePages

/// Holds what was found in an example to what its page expects.
struct ExampleExaminer {
  var example: Example
  var page: RulePage

  func unreadable(_ programs: ExamplePrograms) -> ExampleFailure? {
    programs.unreadablePath.map {
      failure(.unreadable, example.line, "`\($0)` cannot be understood")
    }
  }

  /// What is missing, misworded or noisy.
  ///
  /// - Parameter traces: What came of the rule on a line of a file.
  func unexpected(in found: ComparedFindings, traces: (String, Int) -> [Trace]) -> [ExampleFailure] {
    var rest = own(found.introduced)
    var failures: [ExampleFailure] = []
    for expectation in example.expectations {
      let there = rest.indices.filter { expectation.isMet(at: rest[$0].place) }
      let exact = there.first {
        expectation.message == nil || rest[$0].message == expectation.message
      }
      guard let index = exact ?? there.first else {
        let why = traces(expectation.path, expectation.line).prefix(3).map { "\n\($0)" }.joined()
        failures.append(failure(.missing, expectation.pageLine, missing(expectation, rest) + why))
        continue
      }
      let finding = rest.remove(at: index)
      if exact == nil {
        failures.append(failure(.misworded, expectation.pageLine, "it says: \(finding.message)"))
      }
    }
    return failures
      + rest.map { finding in
        failure(
          .noisy, line(of: finding),
          "found, but not expected, in column \(finding.place.span.start.column): \(finding.message)"
        )
      }
  }

  /// What was found and is not fixed by the reverse of the change.
  func unfixed(_ found: ComparedFindings, by reversed: ComparedFindings) -> [ExampleFailure] {
    // What only the change has, its reverse has not: there is nothing to fix.
    if page.isOfChangeAlone { return [] }
    return own(found.introduced).filter { finding in
      !reversed.fixed.contains { fixed in
        fixed.place == finding.place && (fixed.rule == finding.rule || page.search.isComparison)
      }
    }.map {
      failure(.notFixed, line(of: $0), "reversed, the change does not fix what is found here")
    }
  }

  /// What depends on the layout of the source, or on chance.
  func unsteady(
    _ found: ComparedFindings, again: ComparedFindings, anew: ComparedFindings
  ) -> [ExampleFailure] {
    if found.introduced != again.introduced || found.fixed != again.fixed {
      return [failure(.unsteady, example.line, "a second run finds something else")]
    }
    let (old, new) = (identities(own(found.introduced)), identities(own(anew.introduced)))
    guard old != new else { return [] }
    func text(_ identities: [String]) -> String {
      identities.isEmpty ? "nothing" : identities.joined(separator: ", ")
    }
    return [
      failure(
        .unsteady, example.line, "laid out anew, \(text(new)) is found in place of \(text(old))")
    ]
  }

  private func own(_ findings: [Finding]) -> [Finding] { findings.filter { $0.rule == page.id } }

  private func identities(_ findings: [Finding]) -> [String] {
    findings.map { "`\($0.rule)` in `\($0.declaration)` (\($0.fingerprint.text))" }.sorted()
  }

  private func missing(_ expectation: Expectation, _ findings: [Finding]) -> String {
    var says =
      "nothing is found at line \(expectation.line), column \(expectation.column) of `\(expectation.path)`"
    if let near = findings.first(where: {
      $0.place.path == expectation.path && $0.place.span.start.line == expectation.line
    }) {
      let (start, end) = (near.place.span.start, near.place.span.end)
      says += "; but something in columns \(start.column) to "
      says += end.line == start.line ? "\(end.column - 1)" : "\(end.column - 1) of line \(end.line)"
    }
    return says
  }

  private func line(of finding: Finding) -> Int {
    example.pageLine(of: finding.place.span.start.line, in: finding.place.path, side: .after)
      ?? example.line
  }

  private func failure(_ kind: ExampleFailure.Kind, _ line: Int, _ says: String) -> ExampleFailure {
    ExampleFailure(kind: kind, path: page.path, line: line, says: says)
  }
}
