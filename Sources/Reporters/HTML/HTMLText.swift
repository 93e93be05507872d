import Quoting

extension String {
  /// A sentence with what stands between backticks as code.
  package var htmlWithCode: String {
    let pieces = pieces(between: "`")
    guard !pieces.count.isMultiple(of: 2) else { return html }
    return pieces.enumerated().map { index, piece in
      index.isMultiple(of: 2) || piece.isEmpty ? piece.html : "<code>\(piece.html)</code>"
    }.joined()
  }

  /// Paragraphs of Markdown without its finer points: code between backticks, and lists and the like as text.
  var htmlParagraphs: String {
    split(separator: "\n", omittingEmptySubsequences: false).split(whereSeparator: \.isEmpty)
      .map { "<p>\($0.joined(separator: " ").htmlWithCode)</p>" }.joined(separator: "\n")
  }
}
