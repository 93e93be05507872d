import ArgumentParser
import RulePages

/// `nitless rules words`.
struct RulesWordsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "words",
    abstract: "Says which words a rule page may have, and what each means.",
    discussion: """
      nitless rules words            all of them, as Markdown
      nitless rules words captured   one of them, wherever it may stand
      nitless rules words closure    a kind of thing, with the words that may be said of it
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
    try Output.standard.write(found.map { $0 + "\n" }.joined())
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
