/// A date format as Unicode writes it: runs of a letter stand for a part of a date, the rest is written as it is.
public struct DatePattern: Sendable {
  private enum Part: Character {
    case year = "y"
    case yearOfWeek = "Y"
    case month = "M"
    case day = "d"
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

  /// Whether the hours of a date count to twelve, and nothing tells the morning from the afternoon. A time alone may be
  /// that on the face of a clock.
  public var hasHourOfNoHalf: Bool {
    length(.hourOfHalf) > 0 && length(.hour) == 0 && length(.year) + length(.month) + length(.day) > 0
      && !Self.partsOfDay.contains { lengths[$0] != nil }
  }

  /// Whether it has nothing but the half of the day.
  public var isHalfAlone: Bool { !lengths.isEmpty && lengths.keys.allSatisfy { Self.partsOfDay.contains($0) } }

  /// The half of the day, and what else says in words when it is.
  private static let partsOfDay = "abB"

  /// The format as it was meant, where its year or its hour is not, with the letters that it has in place of those.
  public func corrected(_ format: String) -> (format: String, letters: String)? {
    func put(_ right: Part, inPlaceOf wrong: Part, _ count: Int) -> (String, String) {
      var isQuoted = false
      let corrected = format.map { character -> Character in
        if character == "'" { isQuoted.toggle() }
        return !isQuoted && character == wrong.rawValue ? right.rawValue : character
      }
      return (String(corrected), String(repeating: right.rawValue, count: count))
    }
    return hasYearOfNoWeek
      ? put(.year, inPlaceOf: .yearOfWeek, 4) : hasHourOfNoHalf ? put(.hour, inPlaceOf: .hourOfHalf, 2) : nil
  }

  /// The `T` between a day and its time, in quotes or not.
  private var hasTimeMark: Bool { text.contains("T") || lengths["T"] != nil }

  private func length(_ part: Part) -> Int { lengths[part.rawValue] ?? 0 }
}
