extension String {
  /// The text inside an element or a quoted attribute of HTML. What cannot be seen is shown by a picture of it.
  var html: String {
    var text = ""
    for character in self {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\t": text += "&#9;"
      default: text += Glyph.visible(character).escapedPicture
      }
    }
    return text
  }

  /// A sentence with what stands between backticks as code.
  var htmlWithCode: String {
    let pieces = split(separator: "`", omittingEmptySubsequences: false).map(String.init)
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

  /// The stand-in for a character that is not seen has angle brackets of its own.
  private var escapedPicture: String {
    hasPrefix("<U+") ? replacing("<", with: "&lt;").replacing(">", with: "&gt;") : self
  }
}
