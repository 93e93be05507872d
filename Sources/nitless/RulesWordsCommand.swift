import ArgumentParser
import BundledRules
import RulePages

/// `nitless rules words`.
struct RulesWordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "words",
    abstract: "Says which words a rule page may have, and what each means.",
    discussion: """
      nitless rules words            all of them, as Markdown
      nitless rules words captured   one of them, wherever it may stand
      nitless rules words closure    a kind of thing, with the words for it
      """)

  @Argument(help: "A word of a page.")
  var word: String?

  func run() throws {
    // What is above the first heading is about the file that it is kept in.
    let lines = Vocabulary.reference.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.hasPrefix("## ") }.map(String.init)
    guard let word else { return try Output.standard.write(lines.joined(separator: "\n")) }
    let found = Self.entries(of: word, in: lines)
    guard !found.isEmpty else {
      throw Failure.unknown("word", word, among: Self.words(in: lines), all: "nitless rules words")
    }
    try Output.standard.write((found + Self.example(of: word) + Self.pointer(of: word)).map { $0 + "\n" }.joined())
  }

  /// The shortest line of a bundled page that has the word, and where it stands; empty where none has it.
  private static func example(of word: String) -> [String] {
    let uses = BundledRules.pages.flatMap { page in
      page.text.split(separator: "\n").dropFirst().prefix { $0 != "---" }
        .map { $0.drop { $0 == " " || $0 == "-" } }
        .filter { $0.hasPrefix(word + ": ") }
        .map { (line: String($0), path: page.path) }
    }
    let order = { (one: (line: String, path: String), other: (line: String, path: String)) in
      (one.line.count, one.line, one.path) < (other.line.count, other.line, other.path)
    }
    guard let use = uses.min(by: order) else { return [] }
    let rule = use.path.split(separator: "/").last.map { $0.hasSuffix(".md") ? $0.dropLast(3) : $0 } ?? ""
    return ["", "For example, in \(rule):", "", "    \(use.line)"]
  }

  /// Where the words are explained that may stand below it.
  private static func pointer(of word: String) -> [String] {
    guard let attribute = Attribute(rawValue: word), case .entity(let kind?, _) = attribute.shape else { return [] }
    return ["", "`nitless rules words \(kind.rawValue)` says what a \(kind.rawValue) is, and what may be said of one."]
  }

  /// The items that explain a word, each below its heading and with what stands below it.
  private static func entries(of word: String, in lines: [String]) -> [String] {
    var result: [String] = []
    var heading = ""
    var depth: Int?
    for line in lines {
      let indent = line.prefix { $0 == " " }.count
      if line.hasPrefix("#") { (heading, depth) = (line, nil) }
      // A kind of thing has a section of its own.
      if line == "## `\(word)`" { depth = -1 }
      if let open = depth, indent <= open { depth = nil }
      if line.dropFirst(indent).hasPrefix("- `\(word)`") {
        if result.last(where: { $0.hasPrefix("#") }) != heading { result.append(heading) }
        depth = indent
      }
      if depth != nil { result.append(line) }
    }
    return result
  }

  /// The words that have an item of their own, each once.
  private static func words(in lines: [String]) -> [String] {
    let words = lines.compactMap { line -> String? in
      let item = line.drop { $0 == " " }
      guard item.hasPrefix("- `") || item.hasPrefix("## `") else { return nil }
      return String(item.drop { $0 != "`" }.dropFirst().prefix { $0 != "`" })
    }
    return Set(words).sorted()
  }
}
