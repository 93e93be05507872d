extension String {
  /// The text inside an element or a quoted attribute of HTML. What cannot be seen is shown by a picture of it.
  package var html: String {
    var text = ""
    for character in self { text += character == "\t" ? "&#9;" : character.visible.escapedHTML }
    return text
  }

  private var escapedHTML: String {
    rewritten { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }
}
