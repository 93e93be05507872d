import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// `find:` of what is the same on every run: assertions, branches, setters.
extension Inspector {
  /// What a rule may be about; only the questions that its conditions ask are put to the program.
  func constants(for rule: RulePage, _ program: Program, threads: Int) -> [Observation] {
    var result: [Observation] = []
    if asks(rule, { if case .asserts = $0 { true } else { false } }) {
      result += program.vacuousAssertions(threads: threads).map { Observation($0, in: program) }
    }
    if asks(rule, { if case .unawaited = $0 { true } else { false } }) {
      result += program.unawaitedChecks(threads: threads).map { Observation($0, in: program) }
    }
    if asks(rule, { if case .sameAs = $0 { true } else { false } }) {
      result += program.repeatedBranches().map { Observation($0, in: program) }
    }
    if asks(rule, { $0 == .ignores(.newValue) }) {
      result += program.deafSetters().map { Observation($0, in: program) }
    }
    return result
  }
}

extension Observation {
  init(_ one: VacuousAssertion, in program: Program) {
    let answer: Condition.Asserted
    var words: [Placeholder: String] = [.name: one.name]
    var reasons: [Reason] = []
    func add(_ span: SourceSpan?, _ says: String) {
      if let span { reasons.append(Reason(place: program.place(span), says: says, certainty: .proven)) }
    }
    switch one.reason {
    case .constant(let constant):
      answer = .constant
      words[.value] = constant.spelling
      add(one.origin, "here it comes to be")
      for write in one.writes { add(write, "here it is set, to the same again") }
    case .literal(let constant):
      answer = .literal
      words[.value] = constant.spelling
    case .itself: answer = .itself
    case .alwaysThere:
      answer = .presence
      add(one.origin, "it is declared as what cannot be `nil`")
    }
    self.init(
      span: one.span, declaration: program.name(of: one.function), answers: [.asserts(answer)], words: words, reasons: reasons,
      // No names: a local may be called otherwise.
      essence: "\(one.assertion)|\(answer.rawValue)|\(words[.value] ?? "")")
    // Where something sets the flag, to start as the opposite makes the assertion depend on that.
    if case .constant(.boolean(let value)) = one.reason, !one.writes.isEmpty, let start = one.start {
      fix = (
        .startOtherwise,
        Fix(
          title: "Let `\(one.name)` start as `\(!value)`", applicability: .review,
          edits: [.init(place: program.place(start), text: "\(!value)")])
      )
    }
  }

  init(_ check: UnawaitedCheck, in program: Program) {
    let answer: Condition.Unawaited =
      switch check.kind {
      case .expectation: .expectation
      case .looseExpectation: .looseExpectation
      case .assertion: .assertion
      }
    self.init(
      span: check.span, declaration: program.name(of: check.function), answers: [.unawaited(answer)],
      words: [.name: check.name, .callee: check.callee],
      reasons: check.kind == .assertion
        ? [Reason(place: nil, says: "`\(check.callee)` runs it after it has returned", certainty: .known)] : [],
      essence: "\(answer.rawValue)|\(check.kind == .assertion ? check.name : "")|\(check.callee)")
  }

  init(_ branch: RepeatedBranch, in program: Program) {
    func span(_ bytes: ByteSpan) -> SourceSpan { SourceSpan(file: branch.file, bytes: bytes) }
    self.init(
      span: span(branch.second), declaration: program.declarationName(at: branch.span.start, in: branch.file),
      answers: [.sameAs(branch.areAllSame ? .all : .forAnotherObject)], words: [.count: "\(branch.count)"],
      reasons: [Reason(place: program.place(span(branch.first)), says: "this does the same", certainty: .proven)],
      essence: "branches|\(branch.kind)|\(branch.count)")
  }

  init(_ setter: DeafSetter, in program: Program) {
    self.init(
      span: setter.span, declaration: program.name(of: setter.property), answers: [.ignores(.newValue)],
      words: [.property: program.declaration(of: setter.property).name.text, .name: setter.parameter.text],
      reasons: setter.ownReads.map {
        Reason(place: program.place($0), says: "it reads what the property was before instead", certainty: .proven)
      },
      essence: "setter")
    if !setter.ownReads.isEmpty {
      fix = (
        .readNewValue,
        Fix(
          title: "Read `\(setter.parameter)` instead", applicability: .review,
          edits: setter.ownReads.map { .init(place: program.place($0), text: setter.parameter.text) })
      )
    }
  }
}
