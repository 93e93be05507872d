import ReviewModel

/// The rules of a run, each with the index that results name it by.
struct SARIFRules {
  private let rules: [RuleSummary]
  private let indices: [String: Int]

  /// The rules that were asked, and those that were met without being listed.
  init(_ review: Review) {
    var byID: [String: RuleSummary] = [:]
    for finding in review.introduced {
      byID[finding.rule] = RuleSummary(
        id: finding.rule, title: finding.rule, level: finding.level, trait: finding.trait, why: "")
    }
    for rule in review.rules { byID[rule.id] = rule }
    rules = byID.values.sorted { $0.id < $1.id }
    indices = Dictionary(
      rules.enumerated().map { ($0.element.id, $0.offset) }, uniquingKeysWith: { first, _ in first })
  }

  func index(of rule: String) -> Int? { indices[rule] }

  var json: [JSON] { rules.map(json) }

  private func json(_ rule: RuleSummary) -> JSON {
    let paragraphs = [rule.why, rule.fineWhen ?? ""].filter { !$0.isEmpty }
    // Whether or not the rule has an address: what a viewer shows is to be enough.
    let help = paragraphs + [measured(rule)]
    return .object([
      "id": .string(rule.id),
      "name": .string(rule.id.pascalCase),
      "shortDescription": .object(["text": .string(rule.title)]),
      "helpUri": rule.url.map { .string($0) },
      "fullDescription": .object(["text": .string((paragraphs.first ?? rule.title).clipped(to: 1000))]),
      "help": .object([
        "text": .string(([rule.title] + help).joined(separator: "\n\n")),
        "markdown": .string((["# \(rule.title)"] + help).joined(separator: "\n\n")),
      ]),
      "defaultConfiguration": .object(["level": .string(rule.level.sarif)]),
      "properties": .object([
        "tags": .array([.string(rule.trait.rawValue), .string(rule.level.rawValue)]),
        "precision": .string(rule.precision.map(Self.grade) ?? "medium"),
        "problem.severity": .string(rule.level.severity),
      ]),
    ])
  }

  private func measured(_ rule: RuleSummary) -> String {
    let meaning =
      switch rule.level {
      case .bug: "A `bug`: wrong on some run of the program, every link of the reason shown."
      case .risk: "A `risk`: wrong unless something outside the source prevents it."
      case .design: "A `design` finding: works today, and makes a later change or test harder."
      }
    guard let precision = rule.precision else {
      return "\(meaning) Too few findings were read on real code to say how many are true."
    }
    return "\(meaning) On real code, \(Int((precision * 100).rounded(.down))) of 100 findings were true."
  }

  /// GitHub's words for how many findings are true: the first two are those that ship switched on.
  private static func grade(of precision: Double) -> String {
    switch precision {
    case 0.95...: "very-high"
    case 0.9...: "high"
    case 0.7...: "medium"
    default: "low"
    }
  }
}

extension Level {
  /// How SARIF calls the level.
  var sarif: String {
    switch self {
    case .bug: "error"
    case .risk: "warning"
    case .design: "note"
    }
  }

  /// How GitHub calls the level of a rule.
  fileprivate var severity: String {
    switch self {
    case .bug: "error"
    case .risk: "warning"
    case .design: "recommendation"
    }
  }
}

extension String {
  /// `ClosureRetainCycle` for `closure-retain-cycle`.
  fileprivate var pascalCase: String {
    split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }

  /// The text in at most so many UTF-16 code units, cut between characters.
  func clipped(to most: Int) -> String {
    guard utf16.count > most else { return self }
    var text = ""
    var count = 1
    for character in self {
      count += character.utf16.count
      if count > most { break }
      text.append(character)
    }
    return text + "…"
  }
}
