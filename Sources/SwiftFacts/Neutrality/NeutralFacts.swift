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
    isDynamic = Self.has("@dynamicMemberLookup", in: source)
    hasPositions = Self.has("#line", in: source) || Self.has("#column", in: source)
    isScript = tree.statements.contains { if case .decl = $0.item { false } else { true } }
    for name in ["Void", "Optional", "Array", "Dictionary"] {
      let ways = ["struct ", "enum ", "class ", "actor ", "protocol ", "typealias "]
      if ways.contains(where: { Self.has($0 + name, in: source, endsWord: true) }) { declares.insert(name) }
    }
  }

  /// Whether some text stands in a file, be it in a comment.
  private static func has(_ text: String, in source: UnsafeBufferPointer<UInt8>, endsWord: Bool = false) -> Bool {
    let wanted = Array(text.utf8)
    guard source.count >= wanted.count else { return false }
    let last = source.count - wanted.count
    var index = 0
    while index <= last {
      if source[index] == wanted[0], wanted.indices.allSatisfy({ source[index + $0] == wanted[$0] }) {
        let end = index + wanted.count
        if !endsWord || end == source.count || !isWord(source[end]) { return true }
      }
      index += 1
    }
    return false
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte >= 0x80 || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
