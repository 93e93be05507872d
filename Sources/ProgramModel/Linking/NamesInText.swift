import SwiftFacts

extension Symbol {
  /// The names in the text of a key path or of what is not understood, in their order.
  var namesInText: [Symbol] {
    let text = text
    // What is a letter of another language takes a look into Unicode's tables.
    guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
      return text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { Symbol(String($0)) }
    }
    return text.utf8.split { !Self.isPart($0) }.map { Symbol(String(decoding: $0, as: UTF8.self)) }
  }

  /// Whether a byte is one of a name's in ASCII: a letter, a digit, `_`.
  private static func isPart(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x41...0x5A, 0x61...0x7A, 0x30...0x39, 0x5F: true
    default: false
    }
  }
}
