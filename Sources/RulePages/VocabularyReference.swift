import ReviewModel

extension Vocabulary {
  /// All words in Markdown, for people: the page `Rules/Vocabulary.md`.
  public static var reference: String {
    var lines = [
      "# The words of a rule page", "",
      "Generated from the vocabulary that reads the pages; `UPDATE_GOLDEN=1 swift test --filter RulePagesTests`",
      "writes it anew. [README.md](README.md) teaches how to put the words together.", "",
      "## Keys of the front matter", "",
    ]
    lines += Key.allCases.flatMap { entry($0.rawValue, $0.says, $0.shape) }
    lines += ["- `any`: \(anySays)", "", "## Words of conditions", ""]
    lines += [
      "- `all`: A list of conditions that all hold.", "- `any`: A list of conditions of which one holds.",
      "- `not`: Conditions that do not hold, or a list of which none does.",
    ]
    lines += Attribute.allCases.flatMap(entry)
    for kind in Kind.allCases { lines += ["", "## `\(kind.rawValue)`", ""] + about(kind) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `any` below `where:` is read by the page itself, since its alternatives have levels and messages of their own.
  static let anySays =
    "Below `where:`, a list of alternatives, each with a `level`, `standing`, `message` and `remedy` of its own if "
    + "need be; the first that holds counts."

  private static func entry(_ attribute: Attribute) -> [String] {
    let kinds = Kind.allCases.filter { attribute.isSaid(of: [$0]) }
    let isOfAll = Kind.findable.allSatisfy(kinds.contains)
    let said = isOfAll ? "" : " Of: " + kinds.map(\.rawValue).joined(separator: ", ") + "."
    let head = "- `\(attribute.rawValue)`: \(attribute.says)"
    switch attribute.shape {
    case .choice(let words): return [head + said] + words.map { "  - `\($0.word)`: \($0.says)" }
    case .names(let name):
      return ["\(head) The name of a \(name), or a list of them; `*` stands for any letters.\(said)"]
    case .globs: return ["\(head) A glob as in `.gitignore`, or a list of them.\(said)"]
    case .entity(let kind, let short):
      let others = kind.map { "\($0.rawValue)" } ?? "what is compared"
      return ["\(head) Conditions on a `\(others)`; a bare word stands for `\(short.rawValue):`.\(said)"]
    }
  }

  private static func about(_ kind: Kind) -> [String] {
    var lines = [kind.says]
    if kind.isReadOff { lines.append("Any can be looked for by what source alone says of it.") }
    let words = Attribute.allCases.filter { $0.isSaid(of: [kind]) }.map { "`\($0.rawValue)`" }
    lines += ["", "Words: " + words.joined(separator: ", ") + "."]
    let known = Source.allCases.filter { $0.kinds.contains(kind) }.map { "- " + spelled($0.facts) }
    if !known.isEmpty {
      lines += ["", "What analyses find, and can be asked of together:", ""]
      lines += known.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }
    for isOfChange in [false, true] {
      let placeholders = kind.allPlaceholders(isOfChange: isOfChange)
      guard !placeholders.isEmpty else { continue }
      lines += ["", isOfChange ? "Placeholders of a change:" : "Placeholders:", ""]
      lines += placeholders.map { "- `{\($0.name)}`: \($0.says(of: kind, isOfChange: isOfChange))" }
    }
    let fixes = FixWord.allCases.filter { $0.kinds.contains(kind) }
    if !fixes.isEmpty { lines += ["", "Fixes:", ""] + fixes.map { "- `\($0.rawValue)`: \($0.says)" } }
    return lines
  }

  /// `held: strongly`, `captured: { held: weakly or strongly }`.
  private static func spelled(_ facts: Facts) -> String {
    Attribute.allCases.compactMap { attribute in
      let contents = facts[attribute]
      guard !contents.isEmpty else { return nil }
      let texts = contents.map { content in
        switch content {
        case .word(let word): word
        case .anyName: "…"
        case .entity(let inner): "{ \(spelled(inner).replacing("`", with: "")) }"
        }
      }
      return "`\(attribute.rawValue): \(texts.joined(separator: " | "))`"
    }.joined(separator: ", ")
  }

  private static func entry(_ name: String, _ says: String, _ shape: KeyShape) -> [String] {
    let head = "- `\(name)`: \(says)"
    switch shape {
    case .choice(let words): return [head] + words.map { "  - `\($0.word)`: \($0.says)" }
    case .kinds: return ["\(head) A kind of thing, or a list of them: see below."]
    case .flag: return ["\(head) `true` or `false`."]
    case .text, .patterns, .conditions: return [head]
    }
  }
}
