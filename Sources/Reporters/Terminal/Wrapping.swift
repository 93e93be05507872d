extension String {
  /// The text in lines of at most `room` cells, broken at spaces.
  ///
  /// A word that is longer than that, such as a path, stays whole. So does a short piece of code:
  /// `` `let x` `` is one word. No word is left alone on the last line if the others can make room.
  package func wrapped(to room: Int) -> [String] {
    let words = unbreakableWords(upTo: room / 2)
    let lines = String.filled(words, to: room)
    for narrower in stride(from: room, to: room / 2, by: -1) {
      let balanced = String.filled(words, to: narrower)
      if balanced.count > lines.count { break }
      if let last = balanced.last, last.cellCount >= room / 3 { return balanced }
    }
    return lines
  }

  private static func filled(_ words: [String], to room: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in words {
      if line.isEmpty {
        line = word
      } else if line.cellCount + 1 + word.cellCount <= room {
        line += " " + word
      } else {
        lines.append(line)
        line = word
      }
    }
    return lines + [line]
  }

  private func unbreakableWords(upTo room: Int) -> [String] {
    var words: [String] = []
    var isInCode = false
    for piece in split(separator: " ") {
      if isInCode, let last = words.last, last.cellCount + 1 + String(piece).cellCount <= room {
        words[words.count - 1] = last + " " + piece
      } else {
        words.append(String(piece))
      }
      if !piece.count(where: { $0 == "`" }).isMultiple(of: 2) { isInCode.toggle() }
    }
    return words
  }
}
