extension String {
  /// The text in lines of at most `room` cells, broken at spaces.
  ///
  /// A word that is longer than that, such as a path, stays whole. So does a short piece of code:
  /// `` `let x` `` is one word.
  func wrapped(to room: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in unbreakableWords(upTo: room / 2) {
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
