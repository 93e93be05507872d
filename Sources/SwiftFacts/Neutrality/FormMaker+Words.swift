import SwiftSyntax

/// What tokens and other nodes are spelled as: from the bytes of the file where that is all there is to it, for a
/// token's own text is put together anew each time it is asked for.
extension FormMaker {
  /// A token's text without the backticks that say nothing.
  static func plain(_ token: TokenSyntax) -> String {
    let text = token.text
    guard text.first == "`", text.count > 2, text.last == "`" else { return spelled(text) }
    let inner = String(text.dropFirst().dropLast())
    return spelled(
      meaningfulWords.contains(inner) || !inner.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) ? text : inner)
  }

  /// A text that `String` compares equal to another only where their scalars are the same, as the compiler does.
  private static func spelled(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
    return text.unicodeScalars.map { $0.isASCII ? String($0) : "\u{1}" + String($0.value, radix: 16) }.joined()
  }

  /// Words that mean something else without backticks.
  private static let meaningfulWords: Set<String> = [
    "init", "self", "Self", "Type", "Protocol", "Any", "super", "deinit", "subscript", "_",
  ]

  /// As `plain`, from the bytes of the file where these say so.
  func word(_ token: TokenSyntax) -> String {
    let range = bytes(of: token)
    return isBare(range) ? String(decoding: text(range), as: UTF8.self) : Self.plain(token)
  }

  /// Whether a token's text stands for itself: without backticks, and of ASCII.
  func isBare(_ bytes: Range<UInt32>) -> Bool {
    guard !bytes.isEmpty, source[Int(bytes.lowerBound)] != UInt8(ascii: "`") else { return false }
    return text(bytes).allSatisfy { $0 < 0x80 }
  }

  /// A node as the file spells it, from its first token to its last.
  func spelling(_ node: some SyntaxProtocol) -> String { String(decoding: text(bytes(of: node)), as: UTF8.self) }

  /// The byte that a token is spelled with; nil where it is more than one.
  func onlyByte(of token: TokenSyntax) -> UInt8? {
    let range = bytes(of: token)
    return range.count == 1 ? source[Int(range.lowerBound)] : nil
  }

  func bytes(of token: TokenSyntax) -> Range<UInt32> {
    let start = token.position.utf8Offset + token.leadingTriviaLength.utf8Length
    return UInt32(
      clamping: start)..<UInt32(clamping: token.endPosition.utf8Offset - token.trailingTriviaLength.utf8Length)
  }

  func bytes(of node: some SyntaxProtocol) -> Range<UInt32> {
    let start = UInt32(clamping: node.positionAfterSkippingLeadingTrivia.utf8Offset)
    return start..<max(start, UInt32(clamping: node.endPositionBeforeTrailingTrivia.utf8Offset))
  }

  /// What stands at some bytes, as they are.
  func text(_ bytes: Range<UInt32>) -> UnsafeBufferPointer<UInt8>.SubSequence {
    source[Int(bytes.lowerBound)..<Int(bytes.upperBound)]
  }
}
