import SwiftSyntax

/// What holds for a whole file, found before its parts are looked at.
struct NeutralFacts: Equatable {
  /// Names of the standard library's types that the file gives to types of its own.
  var declares: Set<String> = []
  /// Whether members may be found that nobody declared, which only `self.` finds.
  var isDynamic = false
  /// Whether something in the file says where it stands, so that every line above it matters.
  var hasPositions = false
  /// Whether the file does something by itself when the program starts.
  var isScript = false

  /// Names whose closures or bodies a result builder may read, wherever the program declares them.
  var built: Set<String>

  init(_ source: UnsafeBufferPointer<UInt8>, _ tree: SourceFileSyntax, built: Set<String>) {
    self.built = built
    isScript = tree.statements.contains { if case .decl = $0.item { false } else { true } }
    for index in source.indices {
      // What is looked for begins with one of these, or stands behind a space.
      switch source[index] {
      case UInt8(ascii: "@"):
        if !isDynamic { isDynamic = Self.stands("@dynamicMemberLookup", at: index, in: source) }
      case UInt8(ascii: "#"):
        if !hasPositions {
          hasPositions = Self.stands("#line", at: index, in: source) || Self.stands("#column", at: index, in: source)
        }
      case UInt8(ascii: " "):
        if let name = Self.declared(at: index, in: source) { declares.insert(name) }
      default: break
      }
    }
  }

  /// The type of the standard library's whose name is declared behind a space, be it in a comment.
  private static func declared(at space: Int, in source: UnsafeBufferPointer<UInt8>) -> String? {
    guard space + 1 < source.count, space > 0 else { return nil }
    let names: [StaticString]
    switch source[space + 1] {
    case UInt8(ascii: "V"): names = ["Void"]
    case UInt8(ascii: "O"): names = ["Optional"]
    case UInt8(ascii: "A"): names = ["Array"]
    case UInt8(ascii: "D"): names = ["Dictionary"]
    case UInt8(ascii: "S"): names = ["Set", "String"]
    case UInt8(ascii: "B"): names = ["Bool"]
    case UInt8(ascii: "I"): names = ["Int"]
    default: return nil
    }
    let name = names.first { name in
      let end = space + 1 + name.utf8CodeUnitCount
      return stands(name, at: space + 1, in: source) && (end == source.count || !isWord(source[end]))
    }
    guard let name, declarers.contains(where: { stands($0, at: space - $0.utf8CodeUnitCount, in: source) }) else {
      return nil
    }
    return name.description
  }

  private static let declarers: [StaticString] = ["struct", "enum", "class", "actor", "protocol", "typealias"]

  /// Whether some text stands at a byte of a file.
  private static func stands(_ text: StaticString, at index: Int, in source: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index >= 0, index + text.utf8CodeUnitCount <= source.count else { return false }
    return text.withUTF8Buffer { wanted in wanted.indices.allSatisfy { source[index + $0] == wanted[$0] } }
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80
      || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
