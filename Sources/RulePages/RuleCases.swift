import ReviewModel

/// A case of a rule before the page's own level and message are filled in.
struct CaseDraft {
  var conditions: [Condition]
  var level: Level?
  var message: MessageTemplate?
  var remedy: MessageTemplate?
}

extension FrontMatterReader {
  /// What stands in `where`: conditions, and at most one `any` with alternatives.
  mutating func cases(_ entry: Entry?, offered: [Placeholder]?) -> [CaseDraft]? {
    guard let entry else { return [CaseDraft(conditions: [])] }
    guard case .mapping(let pairs) = entry.content,
      let any = pairs.first(where: { $0.key.isWord("any") })?.value
    else { return conditions(in: entry, others: ["any"]).map { [CaseDraft(conditions: $0)] } }

    let others = pairs.filter { !$0.key.isWord("any") }
    let common = others.isEmpty ? [] : conditions(in: entry.keeping(others), others: ["any"])
    guard case .list(let items) = any.content, !items.isEmpty else {
      return refuse(
        any, "`any` is a list of alternatives, each beginning with `- `; found \(any.kind)")
    }
    let alternatives = items.compactMap { alternative($0, offered: offered) }
    guard let common, alternatives.count == items.count else { return nil }
    return alternatives.map { draft in
      CaseDraft(
        conditions: common + draft.conditions, level: draft.level, message: draft.message, remedy: draft.remedy)
    }
  }

  private mutating func conditions(in entry: Entry, others: [String]) -> [Condition]? {
    words(of: Vocabulary.conditions, in: entry, what: "condition", others: others)
  }

  private mutating func alternative(_ entry: Entry, offered: [Placeholder]?) -> CaseDraft? {
    let own = ["level", "message", "remedy"]
    guard case .mapping(let pairs) = entry.content else {
      return conditions(in: entry, others: own).map { CaseDraft(conditions: $0) }
    }
    func value(of word: String) -> Entry? { pairs.first { $0.key.isWord(word) }?.value }
    let level = value(of: "level").map { choice(Level.self, in: $0) }
    let message = value(of: "message").map { self.message(in: $0, offered: offered) }
    let remedy = value(of: "remedy").map { self.message(in: $0, offered: offered) }
    let others = pairs.filter { pair in !own.contains { pair.key.isWord($0) } }
    let conditions = conditions(in: entry.keeping(others), others: own)
    // What is there and could not be read is reported: it must not pass for absent.
    if let level, level == nil { return nil }
    if let message, message == nil { return nil }
    if let remedy, remedy == nil { return nil }
    return conditions.map {
      CaseDraft(conditions: $0, level: level ?? nil, message: message ?? nil, remedy: remedy ?? nil)
    }
  }
}

extension Entry {
  fileprivate func isWord(_ word: String) -> Bool {
    if case .text(word) = content { true } else { false }
  }

  fileprivate func keeping(_ pairs: [(key: Entry, value: Entry)]) -> Entry {
    Entry(content: .mapping(pairs), position: position)
  }
}
