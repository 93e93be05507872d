import Reporters
import ReviewModel
import RulePages

/// Asks a person what a new rule is to find.
struct RuleQuestions {
  /// Answers with what the person types; nil at the end of the input.
  var read: () -> String? = { readLine() }
  /// What is known already, from the command line.
  var subject: RuleSketch.Subject?
  var name: String?
  var level: Level?
  var trait: Trait?

  /// Nil where the input ended before all was said.
  func sketch(isInTraitFolder: Bool) throws -> RuleSketch? {
    guard let subject = try subject ?? choice("What is to be found?", among: RuleSketch.Subject.allCases, \.says),
      let name = try name ?? text(subject.question, problem: { subject.problem(ofName: subject.name(from: $0)) }),
      let level = try level ?? choice("How bad is it?", among: Level.allCases.reversed(), usual: .design, \.says),
      let trait = try trait ?? choice("What does it affect?", among: Trait.allCases, usual: .correctness, { _ in "" }),
      let consequence = try text(
        """
        Complete the message, a fact and its consequence: `\(subject == .property ? "cache" : "Basket")` …
        (as in: writes to the disk itself, so that no test can do without one)
        """)
    else { return nil }
    let remedy = try text("What is to be done instead? (may be left empty)", mayBeEmpty: true)
    return RuleSketch(
      subject: subject, name: subject.name(from: name), consequence: consequence, level: level,
      trait: isInTraitFolder ? nil : trait, remedy: remedy?.isEmpty == false ? remedy : nil)
  }

  /// - Parameter problem: What is wrong with an answer, which is then asked for again.
  private func text(
    _ question: String, mayBeEmpty: Bool = false, problem: (String) -> String? = { _ in nil }
  ) throws -> String? {
    while true {
      try Output.standard.write("\(question)\n> ")
      guard let line = read() else { return nil }
      let answer = line.split(separator: " ").joined(separator: " ")
      if answer.isEmpty, !mayBeEmpty {
        try Output.standard.write("The page needs this; Ctrl-C leaves, and nothing is written.\n")
        continue
      }
      guard let says = problem(answer) else { return answer }
      try Output.standard.write(says + "\n")
    }
  }

  /// - Parameter usual: What an empty answer stands for; nil where it is none.
  private func choice<Choice: RawRepresentable>(
    _ question: String, among choices: [Choice], usual: Choice? = nil, _ says: (Choice) -> String
  ) throws -> Choice? where Choice.RawValue == String {
    let width = choices.map(\.rawValue.count).max() ?? 0
    let rows = choices.enumerated().map { index, choice in
      let name = choice.rawValue + String(repeating: " ", count: width - choice.rawValue.count)
      return "  \(index + 1)  \(says(choice).isEmpty ? choice.rawValue : "\(name)  \(says(choice))")\n"
    }
    let prompt = usual.map { "[\($0.rawValue)] > " } ?? "> "
    try Output.standard.write("\(question)\n\(rows.joined())")
    while true {
      try Output.standard.write(prompt)
      guard let line = read()?.lowercased().filter({ !$0.isWhitespace }) else { return nil }
      if line.isEmpty, let usual { return usual }
      if let number = Int(line), choices.indices.contains(number - 1) { return choices[number - 1] }
      if let choice = choices.first(where: { $0.rawValue == line }) { return choice }
      let empty = usual.map { "; an empty line is \($0.rawValue)" } ?? ""
      try Output.standard.write("A number from 1 to \(choices.count), or the word\(empty).\n")
    }
  }
}

extension Level {
  /// What it claims, for a person who chooses one.
  fileprivate var says: String {
    switch self {
    case .bug: "wrong on some run of the program"
    case .risk: "wrong unless something outside the source prevents it"
    case .design: "works today, and makes a later change or a test harder"
    }
  }
}
