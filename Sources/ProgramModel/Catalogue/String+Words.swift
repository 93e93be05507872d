extension String {
  /// The words of a name in camel case, in small letters: `onLoadURLString` is `on`, `load`, `url`, `string`.
  ///
  /// What is neither letter nor digit parts words too, so that `self.log.error` has three. O(length).
  var words: [String] {
    var result: [String] = []
    var current = ""
    var capitals = 0
    func isPart(_ character: Character) -> Bool { character.isLetter || character.isNumber }
    for character in self {
      guard isPart(character) else {
        if !current.isEmpty { result.append(current) }
        (current, capitals) = ("", 0)
        continue
      }
      if character.isUppercase {
        if capitals == 0, !current.isEmpty {
          result.append(current)
          current = ""
        }
        capitals += 1
      } else {
        // The last of several capitals begins a word, but for the `s` of `URLs`.
        if capitals > 1, character.isLetter, character != "s", let last = current.popLast() {
          result.append(current)
          current = String(last)
        }
        capitals = 0
      }
      current.append(contentsOf: character.lowercased())
    }
    return current.isEmpty ? result : result + [current]
  }
}
