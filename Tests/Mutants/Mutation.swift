import SwiftSyntax

/// One edit that makes a program behave otherwise.
struct Mutation {
  var name: String
  var start: Int
  var end: Int
  var text: String
  /// Whether its old text and its new one stand on different lines, so that which hunk holds it is a matter of the diff.
  var spansLines = false

  init(_ name: String, _ node: some SyntaxProtocol, _ text: String) {
    self.name = name
    start = node.positionAfterSkippingLeadingTrivia.utf8Offset
    end = node.endPositionBeforeTrailingTrivia.utf8Offset
    self.text = text
    spansLines = node.trimmedDescription.contains("\n") || text.contains("\n")
  }

  func old(in source: [UInt8]) -> String { String(decoding: source[start..<end].prefix(80), as: UTF8.self) }

  /// Nil where the edit changes nothing.
  func applied(to source: [UInt8]) -> [UInt8]? {
    guard !source[start..<end].elementsEqual(Array(text.utf8)) else { return nil }
    return Array(source[..<start]) + Array(text.utf8) + source[end...]
  }
}
