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
    for kind in Search.Kind.all {
      lines += ["", "## `\(kind)`", ""] + about(kind)
    }
    lines += ["", "## Conditions for every rule", ""]
    lines += conditions.filter { $0.scope == nil }.flatMap {
      entry($0.name, $0.says, $0.value.shape)
    }
    lines.append("- `any`: \(anySays)")
    lines += ["", "## Words of `inside` and `not-inside`", ""]
    lines += enclosures.flatMap { entry($0.name, $0.says, $0.value.shape) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// `any` is read by the page itself, since its alternatives have levels and messages of their own.
  static let anySays =
    "A list of alternatives, one of which must hold. Each is a group of conditions, and may have its own `level`, `message` and `remedy`; the first that holds counts."

  /// What the page may say once it says this.
  private static func about(_ kind: Search.Kind) -> [String] {
    let placeholders: [Placeholder]
    var lines: [String]
    switch kind {
    case .find(let subject):
      (lines, placeholders) = ([subject.says], subject.placeholders)
    case .compare(let comparison):
      (lines, placeholders) = ([comparison.says], comparison.placeholders)
    case .pattern:
      lines = [
        "Code of a certain shape. `$NAME` stands for one expression, `$...NAME` for any number of",
        "arguments or elements, also none; the same name twice stands for the same source twice.",
        "Without a name: `$_` and `$...`. A message may name what matched in small letters: `{name}`.",
      ]
      placeholders = CodePattern.placeholders
    }
    let words = conditions.filter { $0.scope?.contains(kind) ?? false }
    if !words.isEmpty {
      lines += ["", "Conditions:", ""] + words.flatMap { entry($0.name, $0.says, $0.value.shape) }
    }
    lines +=
      ["", "Placeholders:", ""] + placeholders.map { "- `{\($0.name)}`: \($0.says(in: kind))" }
    let fixes = FixWord.allCases.filter { $0.scopes.contains(kind) }
    if !fixes.isEmpty {
      lines += ["", "Fixes:", ""] + fixes.map { "- `\($0.rawValue)`: \($0.says)" }
    }
    return lines
  }

  private static func entry(_ name: String, _ says: String, _ shape: Shape) -> [String] {
    let head = "- `\(name)`: \(says)"
    switch shape {
    case .choice(let words):
      return [head] + words.map { "  - `\($0.word)`: \($0.says)" }
    case .names(let kind): return ["\(head) The name of a \(kind), or a list of them."]
    case .globs: return ["\(head) A glob as in `.gitignore`, or a list of them."]
    case .flag: return ["\(head) `true` or `false`."]
    case .text, .patterns: return [head]
    case .enclosures: return ["\(head) See [below](#words-of-inside-and-not-inside)."]
    case .conditionGroups: return ["\(head) Not in another `unless`."]
    case .conditions: return [head]
    }
  }
}
