extension String {
  /// What stands between scalars of a kind. An accent behind one makes another character of it, and no other byte: so
  /// what readers of bytes take for a sign is looked for by scalars.
  package func pieces(between sign: Unicode.Scalar) -> [String] {
    unicodeScalars.split(separator: sign, omittingEmptySubsequences: false).map { String($0) }
  }

  /// The text with other words for some of its scalars; nil leaves one as it is.
  package func rewritten(_ word: (Unicode.Scalar) -> String?) -> String {
    var text = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      if let word = word(scalar) { text.append(contentsOf: word.unicodeScalars) } else { text.append(scalar) }
    }
    return String(text)
  }

  /// How many of a scalar stand in a row at most.
  package func longestRun(of sign: Unicode.Scalar) -> Int {
    var (longest, current) = (0, 0)
    for scalar in unicodeScalars {
      current = scalar == sign ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }

  /// Whether it begins or ends with a scalar.
  package func isEdged(by sign: Unicode.Scalar) -> Bool { unicodeScalars.first == sign || unicodeScalars.last == sign }

  /// What stands between line breaks of any kind; nothing for empty lines.
  package var filledLines: [String] { unicodeScalars.split { $0.endsLine }.map { String($0) } }

  /// The text on one line, whatever may end a line.
  package var onOneLine: String { filledLines.joined(separator: " ") }

  /// The first scalars of the text. One character can be made of any number of them.
  package func first(scalars count: Int) -> String { String(unicodeScalars.prefix(count)) }
}

extension Unicode.Scalar {
  /// Whether some reader begins a new line behind it.
  package var endsLine: Bool {
    switch value {
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: true
    default: false
    }
  }
}
