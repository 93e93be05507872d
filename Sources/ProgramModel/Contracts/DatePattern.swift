/// A date format as Unicode writes it: runs of a letter stand for a part of a date, the rest is written as it is.
public struct DatePattern: Sendable {
  private enum Part: Character {
    case year = "y"
    case yearOfWeek = "Y"
    case month = "M"
    case week = "w"
    case hour = "H"
    case hourOfHalf = "h"
  }

  /// How long the longest run of each letter is.
  private var lengths: [Character: Int] = [:]
  /// What stands between quotes or is no letter.
  private var text: Set<Character> = []

  /// O(characters).
  public init(_ format: String) {
    var run: (letter: Character, length: Int)?
    var isQuoted = false
    for character in format {
      if character == "'" { isQuoted.toggle() }
      guard !isQuoted, character.isASCII, character.isLetter else {
        text.insert(character)
        run = nil
        continue
      }
      let length = run?.letter == character ? (run?.length ?? 0) + 1 : 1
      run = (character, length)
      lengths[character] = max(lengths[character] ?? 0, length)
    }
  }

  /// Whether the year is the one that most of the week is in, and no week stands beside it.
  public var hasYearOfNoWeek: Bool { length(.yearOfWeek) > 3 && length(.week) == 0 }

  /// Whether machines write it: digits in an order that no reader chose.
  var isFixed: Bool {
    length(.year) > 1 && length(.month) < 3
      && (length(.hour) > 1 || length(.hourOfHalf) > 1 || text.contains("-") || hasTimeMark)
  }

  /// The `T` between a day and its time, in quotes or not.
  private var hasTimeMark: Bool { text.contains("T") || lengths["T"] != nil }

  private func length(_ part: Part) -> Int { lengths[part.rawValue] ?? 0 }
}
