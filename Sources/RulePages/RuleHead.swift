public import ReviewModel

/// The front matter of a page, read.
struct RuleHead {
  var trait: Trait
  var level: Level
  var isEnabled: Bool
  var search: Search
  var cases: [RulePage.Case]
  var fix: FixWord?
  var rewrite: Rewrite?
}

extension FrontMatterReader {
  /// Nil, with reports, if anything is wrong.
  mutating func head(lines: Range<Int>) -> RuleHead? {
    // A page without front matter is reported as such, not once for each key.
    guard page.lines.first == "---", let root = page.frontMatter(lines: lines),
      let values = keys(of: root)
    else { return nil }

    let trait = trait(values[.trait])
    let level = required(.level, of: values).flatMap { choice(Level.self, in: $0) }
    let isEnabled = values[.enabled].map { flag(in: $0) } ?? true
    let isOfStanding = values[.standing].map { flag(in: $0) } ?? true
    let found = search(values)
    search = found
    let message = required(.message, of: values)
    let drafts = cases(values[.where])
    let fix = fix(values[.fix])
    let rewrite = rewrite(values[.rewrite], of: found)

    guard let found, let message, let drafts else {
      if let message { _ = self.message(in: message, offered: found?.placeholders) }
      return nil
    }
    let cases = drafts.compactMap {
      finished(
        $0, of: found, level: level ?? .risk, isOfStanding: isOfStanding ?? true, message: message,
        remedy: values[.remedy])
    }
    guard let trait, let level, let isEnabled, isOfStanding != nil, cases.count == drafts.count else { return nil }
    return RuleHead(
      trait: trait, level: level, isEnabled: isEnabled, search: found, cases: cases, fix: fix, rewrite: rewrite)
  }

  private typealias Key = Vocabulary.Key

  private mutating func keys(of root: Entry) -> [Key: Entry]? {
    let names = Key.allCases.map(\.rawValue)
    guard case .mapping(let pairs) = root.content else {
      return refuse(root, "the front matter is lines of `key: value`", allowed: names)
    }
    var values: [Key: Entry] = [:]
    for (key, value) in pairs {
      guard let name = text(in: key) else { continue }
      if let known = Key(rawValue: name) {
        values[known] = value
      } else if Attribute(rawValue: name) != nil || ["all", "any", "not"].contains(name) {
        refuse(key, "`\(name)` is a condition: it stands below `where:`, indented")
      } else {
        page.report(
          "unknown key `\(name)`", at: key.position, nearest: nearest(to: name, among: names),
          allowed: names)
      }
    }
    return values
  }

  private mutating func required(_ key: Key, of values: [Key: Entry]) -> Entry? {
    if let value = values[key] { return value }
    page.report("the front matter has no `\(key.rawValue):`", line: 1)
    return nil
  }

  /// The folder says it, or else the page does; never both.
  private mutating func trait(_ entry: Entry?) -> Trait? {
    let folder = page.path.split(separator: "/").dropLast().last.map(String.init) ?? ""
    let named = Trait.allCases.first { $0.folder == folder }
    guard let entry else {
      if named == nil {
        page.report(
          "the front matter has no `trait:`, and the folder is not named after one", line: 1,
          allowed: Trait.allCases.map(\.rawValue))
      }
      return named
    }
    guard let named else { return choice(Trait.self, in: entry) }
    return refuse(
      entry, "the folder `\(folder)` already says that the trait is `\(named.rawValue)`")
  }

  private mutating func search(_ values: [Key: Entry]) -> Search? {
    let said = [Key.find, .pattern, .compare].filter { values[$0] != nil }
    let keys = "`find:`, `pattern:` and `compare:`"
    guard let key = said.first, let entry = values[key] else {
      page.report("the front matter has none of \(keys), so there is nothing to look for", line: 1)
      return nil
    }
    for other in said.dropFirst() {
      guard let entry = values[other] else { continue }
      refuse(entry, "a page has one of \(keys), and this one has `\(key.rawValue):` already")
    }
    guard said.count == 1 else { return nil }
    switch key {
    case .find: return kinds(in: entry).map(Search.find)
    case .compare: return kinds(in: entry).map(Search.compare)
    default: return patterns(in: entry).map(Search.pattern)
    }
  }

  /// One kind, or a list of them.
  private mutating func kinds(in entry: Entry) -> [Kind]? {
    let words = Kind.findable.map(\.rawValue)
    let items: [Entry]
    if case .list(let list) = entry.content, !list.isEmpty { items = list } else { items = [entry] }
    let kinds = items.compactMap { item -> Kind? in
      guard case .text(let text) = item.content, !text.isEmpty else {
        return refuse(item, "expected a word here, found \(item.kind)", allowed: words)
      }
      guard let kind = Kind(rawValue: text), Kind.findable.contains(kind) else {
        return refuse(item, "unknown word `\(text)`", nearest: nearest(to: text, among: words), allowed: words)
      }
      return kind
    }
    return kinds.count == items.count ? kinds : nil
  }

  private mutating func fix(_ entry: Entry?) -> FixWord? {
    guard let entry, let fix = choice(FixWord.self, in: entry) else { return nil }
    guard let search, !fix.mends(search) else { return fix }
    let kinds = fix.kinds.map { "`\($0.rawValue)`" }.joined(separator: " or ")
    let fitting = FixWord.allCases.filter { $0.mends(search) }.map(\.rawValue)
    return refuse(
      entry, "`\(fix.rawValue)` mends what is found of \(kinds), and this page says `\(search)`", allowed: fitting)
  }
}

extension Trait {
  /// The name of the folder for rules with this trait: `Memory`.
  public var folder: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
}
