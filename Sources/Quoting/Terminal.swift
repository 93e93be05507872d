extension String {
  /// The text as one line that cannot command a terminal, or reorder what stands beside it.
  package var visible: String { map(\.visible).joined() }

  /// The text as lines that cannot command a terminal; line feeds and tabs are kept.
  package var visibleLines: String {
    pieces(between: "\n").map { line in line.pieces(between: "\t").map(\.visible).joined(separator: "\t") }
      .joined(separator: "\n")
  }
}

extension Character {
  /// The character itself, or a harmless stand-in for one that a terminal would obey.
  package var visible: String {
    guard let first = unicodeScalars.first, first.isUnseen else { return String(self) }
    return unicodeScalars.map(\.standIn).joined()
  }
}

extension Unicode.Scalar {
  /// Whether it leaves no mark of its own where it stands alone: control characters, line and
  /// paragraph separators, and the formatting characters that reorder or hide text.
  package var isUnseen: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// Whether it is unseen also where it stands beside others.
  package var misleads: Bool { isUnseen && !joins }

  /// Whether it makes one sign of those beside it, as in pictures of families; it reorders nothing.
  package var joins: Bool { self == "\u{200C}" || self == "\u{200D}" }

  fileprivate var standIn: String {
    switch value {
    case 0..<0x20: return Unicode.Scalar(0x2400 + value).map { String($0) } ?? ""
    case 0x7F: return "␡"
    default:
      let hex = String(value, radix: 16, uppercase: true)
      return "<U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + ">"
    }
  }
}
