import ReviewModel

/// Reads entries as what they should be; whatever they are not is reported where it stands.
struct FrontMatterReader {
  var page: PageText
  /// What the page looks for, once it is known: other searches' words are refused.
  var search: Search.Kind?
  /// Whether the conditions being read stand in an `unless`.
  private var isInUnless = false

  init(page: PageText) { self.page = page }

  mutating func text(in entry: Entry) -> String? {
    switch entry.content {
    case .text(let text) where !text.isEmpty: return text
    // Braces, and a colon with a space after it, make YAML see more than text.
    case .mapping: return refuse(entry, "expected text here, found a mapping; put it in quotes")
    default: return refuse(entry, "expected text here, found \(entry.kind)")
    }
  }

  mutating func choice<C: Choice>(_ type: C.Type, in entry: Entry) -> C? {
    let words = C.allCases.map(\.rawValue)
    guard case .text(let text) = entry.content, !text.isEmpty else {
      return refuse(entry, "expected a word here, found \(entry.kind)", allowed: words)
    }
    guard let choice = C(rawValue: text) else {
      return refuse(
        entry, "unknown word `\(text)`", nearest: nearest(to: text, among: words), allowed: words)
    }
    return choice
  }

  mutating func flag(in entry: Entry) -> Bool? {
    guard case .text(let text) = entry.content, text == "true" || text == "false" else {
      return refuse(entry, "expected `true` or `false` here, found \(entry.kind)")
    }
    return text == "true"
  }

  /// One name, or a list of names.
  mutating func names(
    in entry: Entry, called kind: String, where isName: (String) -> Bool
  ) -> [String]? {
    let items: [Entry]
    switch entry.content {
    case .list(let list) where !list.isEmpty: items = list
    case .text: items = [entry]
    default:
      return refuse(
        entry, "expected the name of a \(kind) here, or a list of them; found \(entry.kind)")
    }
    var names: [String] = []
    for item in items {
      guard let name = text(in: item) else { continue }
      if isName(name) {
        names.append(name)
      } else {
        refuse(item, "`\(name)` cannot be the name of a \(kind)")
      }
    }
    return names.count == items.count ? names : nil
  }

  /// A mapping whose keys are words of a list.
  ///
  /// - Parameters:
  ///   - what: What such a word is called: `condition`.
  ///   - others: The keys that may stand beside them and are read elsewhere.
  mutating func words<Meaning>(
    of vocabulary: [Word<Meaning>], in entry: Entry, what: String, others: [String] = []
  ) -> [Meaning]? {
    let allowed = vocabulary.filter(fits).map(\.name) + others
    guard case .mapping(let pairs) = entry.content, !pairs.isEmpty else {
      return refuse(
        entry, "expected a \(what) here, as `word: value`; found \(entry.kind)",
        allowed: allowed)
    }
    let meanings = pairs.compactMap {
      meaning(of: $0, in: vocabulary, what: what, allowed: allowed)
    }
    return meanings.count == pairs.count ? meanings : nil
  }

  private mutating func meaning<Meaning>(
    of pair: (key: Entry, value: Entry), in vocabulary: [Word<Meaning>], what: String,
    allowed: [String]
  ) -> Meaning? {
    guard let name = text(in: pair.key) else { return nil }
    guard let word = vocabulary.first(where: { $0.name == name }) else {
      let isMisplaced =
        what == "condition" && (name == "any" || Vocabulary.Key(rawValue: name) != nil)
      return refuse(
        pair.key, isMisplaced ? "`\(name)` cannot stand here" : "unknown \(what) `\(name)`",
        nearest: isMisplaced ? nil : nearest(to: name, among: allowed), allowed: allowed)
    }
    guard name != "unless" || !isInUnless else {
      return refuse(pair.key, "an `unless` cannot stand in an `unless`", allowed: allowed)
    }
    if let search, !fits(word) {
      let scope = (word.scope ?? []).map { "`\($0)`" }.joined(separator: " or ")
      return refuse(
        pair.key, "`\(name)` is said of \(scope), and this page says `\(search)`", allowed: allowed)
    }
    return word.value.read(pair.value, &self)
  }

  /// What stands in `unless`: a group of conditions, or a list of groups.
  mutating func conditionGroups(in entry: Entry) -> [[Condition]]? {
    isInUnless = true
    defer { isInUnless = false }
    guard case .list(let items) = entry.content else {
      return words(of: Vocabulary.conditions, in: entry, what: "condition").map { [$0] }
    }
    guard !items.isEmpty else { return refuse(entry, "an empty list says nothing") }
    let groups = items.compactMap { words(of: Vocabulary.conditions, in: $0, what: "condition") }
    return groups.count == items.count ? groups : nil
  }

  /// Reports an entry, and stands for the value that could not be read.
  @discardableResult
  mutating func refuse<Meaning>(
    _ entry: Entry, _ says: String, nearest: String? = nil, allowed: [String] = []
  ) -> Meaning? {
    page.report(says, at: entry.position, nearest: nearest, allowed: allowed)
    return nil
  }

  mutating func refuse(_ entry: Entry, _ says: String) {
    page.report(says, at: entry.position)
  }

  /// Where a text stands on the page, if it does so on the line where its entry begins.
  func position(of text: String, from start: Position) -> Position {
    guard page.lines.indices.contains(start.line - 1) else { return start }
    let line = Array(page.lines[start.line - 1].utf8)
    let wanted = Array(text.utf8)
    let column = line.indices.dropFirst(start.column - 1).first { line[$0...].starts(with: wanted) }
    return column.map { Position(line: start.line, column: $0 + 1) } ?? start
  }

  /// While the search is not known, every word fits: only what is wrong for certain is reported.
  private func fits<Meaning>(_ word: Word<Meaning>) -> Bool {
    guard word.name != "unless" || !isInUnless else { return false }
    guard let scope = word.scope, let search else { return true }
    return scope.contains(search)
  }
}
