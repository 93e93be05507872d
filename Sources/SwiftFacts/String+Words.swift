/// The words of a name, as they are asked for again and again.
public final class NameWords: Sendable {
  public let all: [String]
  /// The first two in one; nil of a name of one word.
  public let firstTwo: String?
  public let lastTwo: String?
  /// All in one.
  public let whole: String

  init(_ name: String) {
    all = name.words
    firstTwo = all.count > 1 ? all[0] + all[1] : nil
    lastTwo = all.count > 2 ? all[all.count - 2] + all[all.count - 1] : firstTwo
    whole = all.count > 2 ? all.joined() : firstTwo ?? all.first ?? ""
  }
}

extension Symbol {
  /// The words of a name, as `String.words` tells them; taken apart once for all who ask. Takes no lock.
  public var words: [String] { wordsAndPairs.all }

  /// The same, with those beside each other put together.
  public var wordsAndPairs: NameWords { Interner.shared.words(of: self) }
}

extension String {
  /// The words of a name in camel case, in small letters: `onLoadURLString` is `on`, `load`, `url`, `string`.
  ///
  /// What is neither letter nor digit parts words too, so that `self.log.error` has three. O(length).
  public var words: [String] { utf8.allSatisfy { $0 < 0x80 } ? wordsOfASCII : wordsOfCharacters }

  /// The same by bytes, as nearly all names can be read: what a character is takes a look into Unicode's tables.
  private var wordsOfASCII: [String] {
    var result: [String] = []
    var current: [UInt8] = []
    var capitals = 0
    func close() {
      if !current.isEmpty { result.append(String(decoding: current, as: UTF8.self)) }
      current.removeAll(keepingCapacity: true)
    }
    for byte in utf8 {
      switch byte {
      case Self.capitals:
        if capitals == 0 { close() }
        capitals += 1
        current.append(byte | 0x20)
      case Self.smallLetters:
        // The last of several capitals begins a word, but for the `s` of `URLs`.
        if capitals > 1, byte != Self.plural, let last = current.popLast() {
          close()
          current.append(last)
        }
        capitals = 0
        current.append(byte)
      case Self.digits:
        capitals = 0
        current.append(byte)
      default:
        close()
        capitals = 0
      }
    }
    close()
    return result
  }

  private static let capitals: ClosedRange<UInt8> = 0x41...0x5A
  private static let smallLetters: ClosedRange<UInt8> = 0x61...0x7A
  private static let digits: ClosedRange<UInt8> = 0x30...0x39
  private static let plural: UInt8 = 0x73

  private var wordsOfCharacters: [String] {
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
