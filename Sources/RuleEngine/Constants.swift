import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// What is the same on every run: assertions, branches, setters.
extension Candidate {
  init(_ one: VacuousAssertion, in program: Program) {
    let facts: Facts
    let answer: String
    var words: [Placeholder: String] = [.name: one.name]
    var reasons: [Reason] = []
    var shown: String?
    func add(_ span: SourceSpan?, _ says: String) {
      if let span { reasons.append(Reason(place: program.place(span), says: says, certainty: .proven)) }
    }
    switch one.reason {
    case .constant(let constant):
      (facts, answer) = ([.is: .is(.constant)], "a constant")
      words[.value] = constant.spelling
      add(one.origin, "here it comes to be")
      for write in one.writes { add(write, "here it is set, to the same again") }
    case .literal(let constant):
      (facts, answer) = ([.is: .is(.literal)], "a literal")
      words[.value] = constant.spelling
    case .equal(let constant):
      (facts, answer) = ([.is: .is(.literal)], "a literal")
      words[.value] = constant.spelling
      shown = "\(constant.spelling) == \(constant.spelling)"
    case .itself: (facts, answer) = ([.compares: .one(Value.Compared.itself)], "a value against itself")
    case .neverBelow: (facts, answer) = ([.compares: .one(Value.Compared.zero)], "a count against zero")
    case .alwaysThere:
      (facts, answer) = ([.is: .is(.alwaysThere)], "the presence of what is always there")
      add(one.origin, "it is declared as what cannot be `nil`")
    }
    // No names: a local may be called otherwise.
    let essence = "\(one.assertion)|\(answer)|\(words[.value] ?? "")"
    if let shown { words[.value] = shown }
    self.init(
      kind: .assertion, span: one.span, facts: facts, declaration: program.name(of: one.function),
      essence: essence, reasons: reasons, words: words)
    // Where something sets the flag, to start as the opposite makes the assertion depend on that.
    if case .constant(.boolean(let value)) = one.reason, !one.writes.isEmpty, let start = one.start {
      let fix = Fix(
        title: "Let `\(one.name)` start as `\(!value)`", applicability: .review,
        edits: [.init(place: program.place(start), text: "\(!value)")])
      makeFix = { $0 == .startOtherwise ? fix : nil }
    }
  }

  init(_ check: UnawaitedCheck, in program: Program) {
    let (role, answer): (Value.Role, String) =
      switch check.kind {
      case .expectation: (.expectation, "an expectation")
      case .looseExpectation: (.looseExpectation, "an expectation that the test case does not know")
      case .assertion: (.assertion, "an assertion that runs later")
      }
    self.init(
      kind: .assertion, span: check.span, facts: [.role: .role(role), .runs: .runs(.afterTest)],
      declaration: program.name(of: check.function),
      essence: "\(answer)|\(check.kind == .assertion ? check.name : "")|\(check.callee)",
      reasons: check.kind == .assertion
        ? [Reason(place: nil, says: "`\(check.callee)` runs it after it has returned", certainty: .known)] : [],
      words: [.name: check.name, .callee: check.callee])
  }

  init(_ branch: RepeatedBranch, in program: Program) {
    func span(_ bytes: ByteSpan) -> SourceSpan { SourceSpan(file: branch.file, bytes: bytes) }
    self.init(
      kind: .branch, span: span(branch.second),
      facts: [
        .sameAs: .one(
          branch.areAllSame ? Value.Sameness.allBranches : branch.isForCases ? .otherCase : .otherObject)
      ],
      declaration: program.declarationName(at: branch.span.start, in: branch.file),
      essence: "branches|\(branch.kind)|\(branch.count)",
      reasons: [Reason(place: program.place(span(branch.first)), says: "this does the same", certainty: .proven)],
      words: [.count: "\(branch.count)"])
  }

  init(_ key: DeafKey, in program: Program) {
    let flaw =
      switch key.flaw {
      case .unsent(let other?): "`\(other)` is sent"
      case .unsent(nil): "nobody sends it"
      case .otherType(let sent, let read): "it is sent as a `\(sent)` and asked for as a `\(read)`"
      case .unheard(let asked): "those who receive it ask for `\(asked)`"
      case .oddType(let sent, let read): "it is sent as a `\(sent)` here, and those who receive it ask for a `\(read)`"
      }
    self.init(
      kind: .text, span: key.span,
      facts: key.isOfSender
        ? [.role: .role(.payloadKey), .held: .held(.nowhere)]
        : [.role: .role(.payloadKey), .mayBe: .one(Value.Possibility.null)],
      essence: "key|\(key.key)",
      reasons: [
        Reason(
          place: program.place(key.other), says: "this is what is \(key.isOfSender ? "asked for" : "sent")",
          certainty: .proven)
      ],
      words: [.name: key.key, .other: flaw])
  }

  init(_ setter: DeafSetter, in program: Program) {
    self.init(
      kind: .accessor, span: setter.span, facts: Source.setters.facts,
      declaration: setter.declaration, essence: "setter",
      reasons: setter.ownReads.map {
        Reason(place: program.place($0), says: "it reads what the property was before instead", certainty: .proven)
      },
      words: [.property: setter.property, .name: setter.parameter.text])
    if !setter.ownReads.isEmpty, !setter.isClosure {
      let fix = Fix(
        title: "Read `\(setter.parameter)` instead", applicability: .review,
        edits: setter.ownReads.map { .init(place: program.place($0), text: setter.parameter.text) })
      makeFix = { $0 == .readNewValue ? fix : nil }
    }
  }
}
