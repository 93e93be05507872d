extension String {
  /// The text in lines of at most `room` cells, broken at spaces.
  ///
  /// A word that is longer than that, such as a path, stays whole. So does a short piece of code:
  /// `` `let x` `` is one word. A drawn cycle stands on one line where it can, or else is broken before its arrows.
  /// No word is left alone on the last line if the others can make room.
  package func wrapped(to room: Int) -> [String] {
    let words = unbreakableWords(upTo: room / 2, drawingsUpTo: room).map { (text: $0, cells: $0.cellCount) }
    let lines = String.filled(words, to: room)
    for narrower in stride(from: room, to: room / 2, by: -1) {
      let balanced = String.filled(words, to: narrower)
      if balanced.count > lines.count { break }
      if let last = balanced.last, last.cellCount >= room / 3 { return balanced }
    }
    return lines
  }

  private static func filled(_ words: [(text: String, cells: Int)], to room: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var cells = 0
    for word in words {
      if line.isEmpty {
        line = word.text
        cells = word.cells
      } else if cells + 1 + word.cells <= room {
        line += " " + word.text
        cells += 1 + word.cells
      } else {
        lines.append(line)
        line = word.text
        cells = word.cells
      }
    }
    return lines + [line]
  }

  private func unbreakableWords(upTo room: Int, drawingsUpTo lineRoom: Int) -> [String] {
    var words: [String] = []
    for group in codeAndWords {
      let text = group.joined(separator: " ")
      if text.cellCount <= (text.contains("→ ") ? lineRoom : room) {
        words.append(text)
        continue
      }
      var line = ""
      for piece in group {
        let isJoined = line.hasSuffix("→") || !text.contains("→ ") && (line + " " + piece).cellCount <= room
        if line.isEmpty || isJoined {
          line += (line.isEmpty ? "" : " ") + piece
        } else {
          words.append(line)
          line = piece
        }
      }
      words.append(line)
    }
    return words
  }

  /// The words, those of a piece of code together.
  private var codeAndWords: [[String]] {
    var groups: [[String]] = []
    var isInCode = false
    for piece in split(separator: " ").map(String.init) {
      if isInCode { groups[groups.count - 1].append(piece) } else { groups.append([piece]) }
      if !piece.count(where: { $0 == "`" }).isMultiple(of: 2) { isInCode.toggle() }
    }
    return groups
  }
}
