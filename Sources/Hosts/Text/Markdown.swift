import Quoting

/// Pieces of a comment that are more than text.
enum Markdown {
  /// A block that a click takes over, word for word; nil for lines with something in them that a reader does not see.
  static func suggestion(_ text: String, _ word: String) -> String? {
    let lines = text.pieces(between: "\n")
    guard lines.allSatisfy(\.isSeen) else { return nil }
    return markdownFence(lines, language: word).joined(separator: "\n")
  }

  /// A link to one line of a file at the pull request's last commit.
  static func link(_ path: String, _ line: Int?, below blobs: String?) -> String {
    let name = (line.map { "\(path):\($0)" } ?? path).markdownCode
    guard let blobs else { return name }
    return "[\(name)](\(blobs)/\(path.relativeAddress)\(line.map { "#L\($0)" } ?? ""))"
  }
}

extension String {
  /// Whether a reader sees all of it; white space counts as seen.
  fileprivate var isSeen: Bool { unicodeScalars.allSatisfy { $0 == "\t" || !$0.misleads } }
}
