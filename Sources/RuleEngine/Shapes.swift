import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// `find:` of what declarations look like: parameters, enum cases, types, chains of types, shared calls.
extension Inspector {
  func observations(for search: Search, _ program: Program, threads: Int) -> [Observation] {
    switch search {
    case .find(.parameter): program.resultPairs.map { Observation($0, in: program) }
    case .find(.enumCase): program.widePayloads(matchedAtLeast: 3).map { Observation($0, in: program) }
    case .find(.type): program.closureQuestions.map { Observation($0, in: program) }
    case .find(.typeChain): program.typeChains(threads: threads).map { Observation($0, in: program) }
    case .find(.sharedCall): program.sharedCalls.map { Observation($0, in: program) }
    default: []
    }
  }
}

extension Observation {
  init(_ pair: ResultPair, in program: Program) {
    self.init(
      span: pair.span, declaration: program.name(of: pair.function), answers: [.takes(.resultPair)],
      words: [.parameter: pair.parameter.text, .value: pair.value, .error: pair.error],
      essence: "\(pair.parameter): \(pair.value)?, \(pair.error)?")
  }

  init(_ payload: WidePayload, in program: Program) {
    let name = "\(program.name(of: payload.owner)).\(payload.name)"
    self.init(
      span: payload.span, declaration: name, answers: [.payload(.wide)],
      words: [.case: name, .count: "\(payload.count)"],
      reasons: payload.patterns.prefix(5).map {
        Reason(place: program.place($0), says: "a pattern takes the values apart by position", certainty: .proven)
      },
      essence: "payload")
  }

  init(_ questions: ClosureQuestions, in program: Program) {
    let name = program.name(of: questions.type)
    self.init(
      span: questions.span, declaration: name, answers: [.asks(.optionalClosures)],
      words: [.type: name, .list: listed(questions.properties.map { program.declaration(of: $0).name.text })],
      reasons: questions.properties.map {
        Reason(
          place: program.place(of: $0), says: "`\(program.declaration(of: $0).name)` answers with a value, if it is set",
          certainty: .proven)
      },
      essence: "questions")
  }

  init(_ chain: TypeChain, in program: Program) {
    self.init(
      span: chain.span, declaration: program.name(of: chain.function), answers: [.over(.subtypes)],
      words: [
        .value: chain.subject, .type: program.name(of: chain.root), .list: listed(chain.types.map(program.name(of:))),
      ],
      essence: "chain over \(program[chain.root].name)")
  }

  init(_ call: SharedCall, in program: Program) {
    let caller = program.name(of: call.caller)
    self.init(
      span: call.span, declaration: program.declarationName(at: call.span.bytes.start, in: call.span.file),
      answers: program.servesTheScreen(call.service) ? [] : [.service(.apartFromTheScreen)],
      words: [.type: caller, .service: program.name(of: call.service)],
      essence: "\(program[call.caller].name) calls \(program[call.service].name)")
  }
}
