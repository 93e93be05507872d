import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// What declarations look like: parameters, enum cases, types, chains of types, shared calls.
extension Candidate {
  init(_ pair: ResultPair, in program: Program) {
    self.init(
      kind: .parameter, span: pair.span, facts: Source.resultPairs.facts, declaration: program.name(of: pair.function),
      essence: "\(pair.parameter): \(pair.value)?, \(pair.error)?",
      words: [.parameter: pair.parameter.text, .value: pair.value, .error: pair.error])
  }

  init(_ payload: WidePayload, in program: Program) {
    let name = "\(program.name(of: payload.owner)).\(payload.name)"
    // Two patterns of one line are one place to look at.
    let places = payload.patterns.map { program.place($0) }.reduce(into: [Place]()) { places, place in
      let isThere = places.contains { $0.path == place.path && $0.span.start.line == place.span.start.line }
      if !isThere { places.append(place) }
    }
    self.init(
      kind: .enumCase, span: payload.span, facts: Source.payloads.facts, declaration: name, essence: "payload",
      reasons: places.prefix(5).map {
        Reason(place: $0, says: "a pattern takes the values apart by position", certainty: .proven)
      },
      words: [.case: name, .count: "\(payload.count)"])
  }

  init(_ questions: ClosureQuestions, in program: Program) {
    let name = program.name(of: questions.type)
    self.init(
      kind: .type, span: questions.span, facts: Source.questions.facts, declaration: name, essence: "questions",
      reasons: questions.properties.map {
        Reason(
          place: program.place(of: $0),
          says: "`\(program.declaration(of: $0).name)` answers with a value, if it is set",
          certainty: .proven)
      },
      words: [.type: name, .list: listed(questions.properties.map { program.declaration(of: $0).name.text })])
  }

  init(_ chain: TypeChain, in program: Program) {
    let root = chain.root.map(program.name(of:)) ?? "Any"
    self.init(
      kind: .switch, span: chain.span,
      facts: [
        .has: .entity([.kind: .kind(.type), .declaredIn: .one(Value.Origin.program)]), .type: .word(root),
        .metBy: .one(Self.ending(of: chain)),
      ], declaration: program.name(of: chain.function),
      essence: "chain over \(root)",
      words: [
        .value: chain.subject, .type: root, .list: listed(chain.types.map(program.name(of:))),
      ])
  }

  private static func ending(of chain: TypeChain) -> Value.Witness {
    if !chain.ends { return .defaultValue }
    return chain.endsInDebugAlone ? .debugEnding : .ending
  }

  init(_ call: SharedCall, in program: Program) {
    let caller = program.name(of: call.caller)
    var receiver: Facts = [.is: .is(.shared), .declaredIn: .one(Value.Origin.program)]
    if !program.servesTheScreen(call.service) { receiver = receiver.adding(.role, .role(.service)) }
    var facts: Facts = [.receiver: .entity(receiver)]
    if call.isCommand { facts = facts.adding(.answer, .of(.held, .held(.nowhere))) }
    if call.isRead { facts = facts.adding(.answer, .of(.is, .is(.stored))) }
    self.init(
      kind: .call, span: call.span, facts: facts,
      declaration: program.declarationName(at: call.span.bytes.start, in: call.span.file),
      essence: "\(program[call.caller].name) \(call.isCommand ? "tells" : "calls") \(program[call.service].name)",
      words: [.type: caller, .service: program.name(of: call.service)])
    // A view that does so is told once.
    root = caller
  }
}
