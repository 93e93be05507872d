import SwiftParser
import SwiftSyntax

/// The one way to the parser: what it cannot read in reasonable time and memory never reaches it.
enum SourceReader {
  /// In bytes: a tree takes some three hundred times as much. What people write stays below a tenth of it.
  static let largest = 3_000_000

  /// - Throws: `.tooLarge`, `.notUTF8` or `.nestedTooDeeply`.
  static func tree(of bytes: UnsafeBufferPointer<UInt8>) throws(FileFacts.Obstacle) -> SourceFileSyntax {
    if let obstacle = obstacle(of: bytes) { throw obstacle }
    return parsed(bytes)
  }

  /// What was let through before, as Swift 6 reads it; as Swift 5 does where only that can: `@objc (tapped)`.
  static func parsed(_ bytes: UnsafeBufferPointer<UInt8>) -> SourceFileSyntax {
    let tree = Parser.parse(source: bytes)
    guard tree.hasError else { return tree }
    let earlier = Parser.parse(source: bytes, swiftVersion: .v5)
    return earlier.hasError ? tree : earlier
  }

  static func tree(of bytes: [UInt8]) throws(FileFacts.Obstacle) -> SourceFileSyntax {
    let result = bytes.withUnsafeBufferPointer { bytes in
      Result { () throws(FileFacts.Obstacle) in try tree(of: bytes) }
    }
    return try result.get()
  }

  /// The byte, from 0, of the first thing in a tree that is missing or left over; nil where there is none.
  static func firstFlaw(in tree: SourceFileSyntax) -> Int? {
    guard tree.hasError else { return nil }
    var node = Syntax(tree)
    while !node.is(UnexpectedNodesSyntax.self), let flawed = node.children(viewMode: .all).first(where: \.hasError) {
      node = flawed
    }
    return node.positionAfterSkippingLeadingTrivia.utf8Offset
  }

  /// What keeps a source from the parser; nil where nothing does.
  static func obstacle(of bytes: UnsafeBufferPointer<UInt8>) -> FileFacts.Obstacle? {
    if bytes.count > largest { return .tooLarge }
    if bytes.count < 1_024, bytes.starts(with: pointer) { return .storedElsewhere }
    if !isUTF8(bytes) { return .notUTF8 }
    return NestingScan(bytes).isTooDeep ? .nestedTooDeeply : nil
  }

  static func obstacle(of bytes: [UInt8]) -> FileFacts.Obstacle? {
    bytes.withUnsafeBufferPointer { obstacle(of: $0) }
  }

  /// How every pointer file begins: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md
  private static let pointer = "version https://git-lfs.github.com/spec/".utf8

  private static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.reduce(0, |) < 0x80 || String(validating: bytes, as: UTF8.self) != nil
  }
}
