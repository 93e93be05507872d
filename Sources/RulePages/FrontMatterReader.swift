import ReviewModel

/// Reads entries as what they should be; whatever they are not is reported where it stands.
struct FrontMatterReader {
  var page: PageText
  /// What the page looks for, once it is known: words of other kinds are refused.
  var search: Search?
  /// Where words of conditions stand.
  var positions: [(Attribute, Position)] = []

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

  /// What conditions speak of: while the search is not known, anything, so that only what is wrong for certain is
  /// reported.
  var kinds: Set<Kind> { search?.kinds ?? Set(Kind.findable) }

  /// The names that the page's patterns leave open; nil where it has no pattern.
  var metavariables: [String]? {
    guard case .pattern(let patterns)? = search else { return nil }
    var seen: Set<String> = []
    return patterns.flatMap(\.metavariables).map(\.name).filter { seen.insert($0).inserted }
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
}
