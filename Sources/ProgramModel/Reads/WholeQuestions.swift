import SwiftFacts

/// What a question to a program as a whole came to: one that is cheap to ask again, so that who asked it need not be
/// asked again where a later program answers the same.
final class WholeAnswer: Hashable, Sendable {
  /// What is asked, and about which names.
  struct Question: Hashable, Sendable {
    var text: String
    var names: Set<Symbol>
  }

  let answer: any Sendable
  /// Whether another program answers the same.
  let isSame: @Sendable (Program) -> Bool

  init<Answer: Equatable & Sendable>(
    _ question: Question, _ answer: Answer, _ ask: @escaping @Sendable (Program) -> Answer
  ) {
    self.answer = answer
    isSame = { $0.asking(question.text, about: question.names, ask) == answer }
  }

  // There is one of a question to a program.
  static func == (left: WholeAnswer, right: WholeAnswer) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Program {
  /// What a question to the program as a whole comes to. Asked once; noted with its answer.
  ///
  /// - Parameters:
  ///   - question: Names what is asked.
  ///   - names: What it is asked about.
  ///   - ask: Asks the program that it is given, of which nothing is noted.
  func asking<Answer: Equatable & Sendable>(
    _ question: String, about names: Set<Symbol> = [], _ ask: @escaping @Sendable (Program) -> Answer
  ) -> Answer {
    let question = WholeAnswer.Question(text: question, names: names)
    let known = knownAnswer(to: question) ?? keep(WholeAnswer(question, ask(unnoted), ask), to: question)
    reads?.note(.asked(known))
    return known.answer as? Answer ?? ask(unnoted)
  }
}
