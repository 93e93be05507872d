import Foundation

/// Text that others wrote, made harmless inside a comment: it names nobody, links nowhere, commands nothing.
enum Markdown {
  /// One line; code between backticks stays code.
  static func inline(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let pieces = line.components(separatedBy: "`")
    // An odd backtick opens nothing.
    let isPaired = pieces.count % 2 == 1
    guard isPaired else { return escaped(line) }
    return pieces.enumerated().map { index, piece in
      index % 2 == 0 ? escaped(piece) : (piece.isEmpty ? "" : "`\(piece)`")
    }.joined()
  }

  /// One line of code, whatever is in it.
  static func code(_ text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
    let ticks = String(repeating: "`", count: longestRun(of: "`", in: line) + 1)
    return ticks.count == 1 ? "`\(line)`" : "\(ticks) \(line) \(ticks)"
  }

  /// Lines of code between fences longer than any in them.
  static func fenced(_ text: String, _ word: String) -> String {
    let fence = String(repeating: "`", count: max(3, longestRun(of: "`", in: text) + 1))
    return "\(fence)\(word)\n\(text)\n\(fence)"
  }

  /// A link to one line of a file at the pull request's last commit.
  static func link(_ path: String, _ line: Int?, below blobs: String?) -> String {
    let name = code(line.map { "\(path):\($0)" } ?? path)
    guard let blobs else { return name }
    let steps = path.split(separator: "/").map { String($0).pathComponent }.joined(separator: "/")
    return "[\(name)](\(blobs)/\(steps)\(line.map { "#L\($0)" } ?? ""))"
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    var previous: Character = " "
    for character in text {
      switch character {
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "&": result += "&amp;"
      case "\\", "*", "_", "[", "]", "~", "|", "`": result += "\\\(character)"
      // A space without width keeps a name from being called, a number from being linked.
      case "@", "#", "!": result += "\(character)\u{200B}"
      case "/" where previous == ":": result += "\u{200B}/"
      default: result.append(character)
      }
      previous = character
    }
    return result
  }

  private static func longestRun(of wanted: Character, in text: String) -> Int {
    var (longest, current) = (0, 0)
    for character in text {
      current = character == wanted ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}
