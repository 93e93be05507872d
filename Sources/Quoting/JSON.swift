extension String {
  /// The text as a string of JSON, with its quotation marks. What cannot be seen is written by numbers: a terminal
  /// would obey it, or a viewer be misled by it. So is a second `#`, for hosts that look for `##[…]` in whatever a job
  /// prints.
  package var json: String {
    var text = "\""
    var previous: Unicode.Scalar = " "
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case "#" where previous == "#": text += scalar.numbers
      case _ where scalar.misleads: text += scalar.numbers
      default: text.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return text + "\""
  }
}

extension Unicode.Scalar {
  fileprivate var numbers: String {
    String(self).utf16.map { unit in
      let hex = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
    }.joined()
  }
}
