import ReviewModel

/// A case of a rule before the page's own level and message are filled in.
struct CaseDraft {
  var predicate: Predicate
  /// Where it stands on the page.
  var position: Position
  var level: Level?
  /// Its own `standing:`.
  var isOfStanding: Bool?
  /// Its own `message:` and `remedy:`.
  var texts: [String: Entry] = [:]
}

extension FrontMatterReader {
  /// What stands in `where`: conditions, and at most one `any` whose alternatives may have levels and messages.
  mutating func cases(_ entry: Entry?) -> [CaseDraft]? {
    guard let entry else { return [CaseDraft(predicate: .all([]), position: Position(line: 1, column: 1))] }
    guard case .mapping(let pairs) = entry.content,
      let any = pairs.first(where: { $0.key.isWord("any") })?.value
    else {
      return predicate(in: entry, of: kinds).map { [CaseDraft(predicate: $0, position: entry.position)] }
    }
    let others = pairs.filter { !$0.key.isWord("any") }
    let common = others.isEmpty ? .all([]) : predicate(in: entry.keeping(others), of: kinds)
    guard case .list(let items) = any.content, !items.isEmpty else {
      return refuse(any, "`any` is a list of alternatives, each beginning with `- `; found \(any.kind)")
    }
    let alternatives = items.compactMap { alternative($0) }
    guard let common, alternatives.count == items.count else { return nil }
    return alternatives.map { draft in
      var draft = draft
      draft.predicate = .all([common, draft.predicate])
      return draft
    }
  }

  private mutating func alternative(_ entry: Entry) -> CaseDraft? {
    let own = ["level", "standing", "message", "remedy"]
    guard case .mapping(let pairs) = entry.content else {
      return predicate(in: entry, of: kinds, others: own).map { CaseDraft(predicate: $0, position: entry.position) }
    }
    func value(of word: String) -> Entry? { pairs.first { $0.key.isWord(word) }?.value }
    let level = value(of: "level").map { choice(Level.self, in: $0) }
    let standing = value(of: "standing").map { flag(in: $0) }
    let others = pairs.filter { pair in !own.contains { pair.key.isWord($0) } }
    let predicate = predicate(in: entry.keeping(others), of: kinds, others: own)
    // What is there and could not be read is reported: it must not pass for absent.
    if let level, level == nil { return nil }
    if let standing, standing == nil { return nil }
    return predicate.map {
      CaseDraft(
        predicate: $0, position: entry.position, level: level ?? nil, isOfStanding: standing ?? nil,
        texts: ["message": value(of: "message"), "remedy": value(of: "remedy")].compactMapValues(\.self))
    }
  }

  /// A case of a page: its origins are known, and with them what its message may name.
  mutating func finished(
    _ draft: CaseDraft, of search: Search, level: Level, isOfStanding: Bool, message: Entry, remedy: Entry?
  ) -> RulePage.Case? {
    var predicate = draft.predicate
    if !predicate.saysFiles {
      predicate = .all([predicate, .test(.in, .words([Value.Files.production.rawValue]))])
    }
    let origins: [Origin]
    if case .pattern = search {
      origins = [.reading(.call)]
    } else {
      origins = predicate.origins(of: search.kinds, isOfChange: search.isComparison)
    }
    guard !origins.isEmpty else {
      report(predicate.misfits(of: search.kinds, isOfChange: search.isComparison), search, draft.position)
      return nil
    }
    let offered: [Placeholder]
    if case .pattern = search { offered = search.placeholders } else { offered = origins.commonPlaceholders }
    let text = self.message(in: draft.texts["message"] ?? message, offered: offered)
    let way = (draft.texts["remedy"] ?? remedy).map { self.message(in: $0, offered: offered) }
    if let way, way == nil { return nil }
    guard let text else { return nil }
    return .init(
      predicate: predicate, origins: origins, level: draft.level ?? level,
      isOfStanding: draft.isOfStanding ?? isOfStanding, message: text, remedy: way ?? nil)
  }

  private mutating func report(
    _ misfits: [(attribute: Attribute, offered: [String])], _ search: Search, _ position: Position
  ) {
    guard let first = misfits.first else {
      return page.report("nothing finds this: `\(search)` asks for a kind that the conditions exclude", at: position)
    }
    let place = positions.last { $0.0 == first.attribute && $0.1 >= position }?.1
      ?? positions.first { $0.0 == first.attribute }?.1 ?? position
    let words = misfits.map { "`\($0.attribute.rawValue)`" }.joined(separator: " and ")
    page.report(
      "nothing finds a `\(search)` of which all of this is known: what comes nearest has no such \(words)",
      at: place, allowed: first.offered.sorted())
  }
}

extension [Origin] {
  /// What a message may name of candidates from any of them.
  var commonPlaceholders: [Placeholder] {
    guard let first else { return [] }
    return first.placeholders.filter { one in allSatisfy { $0.placeholders.contains(one) } }
  }
}

extension Origin {
  /// What a message about its candidates may name.
  var placeholders: [Placeholder] {
    switch self {
    case .analysis(let source): source.placeholders
    case .reading(let kind): kind.placeholders
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
