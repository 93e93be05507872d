import Quoting

/// What a terminal shows for one character of a text, and how many cells it takes.
struct Glyph {
  /// Never holds a control character: those are shown by a picture or by their number.
  var text: String
  /// The cells it covers, counted from 0.
  var cells: Range<Int>
  /// The UTF-8 bytes of the text it stands for, counted from 0.
  var bytes: Range<Int>

  static func glyphs(of text: String) -> [Glyph] {
    var glyphs: [Glyph] = []
    var cell = 0
    var byte = 0
    for character in text {
      let shown = character == "\t" ? tab(at: cell) : character.visible
      let width = shown.reduce(0) { $0 + $1.cellCount }
      let length = character.utf8.count
      glyphs.append(Glyph(text: shown, cells: cell..<cell + width, bytes: byte..<byte + length))
      cell += width
      byte += length
    }
    return glyphs
  }

  private static func tab(at cell: Int) -> String {
    String(repeating: " ", count: 4 - cell % 4)
  }
}

extension String {
  /// How many terminal cells the text takes; it holds no tabs or control characters.
  var cellCount: Int {
    // Nearly all of what is shown is ASCII, of which each sign takes one.
    utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? utf8.count : reduce(0) { $0 + $1.cellCount }
  }
}

extension Character {
  /// How many terminal cells the character takes.
  fileprivate var cellCount: Int {
    let scalars = unicodeScalars
    if scalars.contains(where: { $0.properties.isEmojiPresentation || $0 == "\u{FE0F}" }) {
      return 2
    }
    return scalars.reduce(0) { $0 + $1.cellCount }
  }
}

extension Unicode.Scalar {
  fileprivate var cellCount: Int {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: 0
    default: isJoiningJamo ? 0 : isWide ? 2 : 1
    }
  }

  /// A vowel or final consonant that joins the Hangul syllable before it.
  private var isJoiningJamo: Bool {
    (0x1160...0x11FF).contains(value) || (0xD7B0...0xD7FF).contains(value)
  }

  /// Whether it is wide or full-width in Unicode's East Asian Width.
  private var isWide: Bool {
    switch value {
    case 0x1100...0x115F, 0x2329...0x232A, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F,
      0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE10...0xFE19, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x16FE0...0x18DFF, 0x1AFF0...0x1B2FF, 0x1F200...0x1F2FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
