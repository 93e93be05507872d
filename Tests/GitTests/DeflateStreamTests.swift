import Foundation
import TestRepository
import Testing

@testable import Git

/// The end of a stream is found as zlib finds it.
@Suite struct DeflateStreamTests {
  /// Stored, with fixed and with own codes; empty, short, long and repeated.
  private static let contents: [[UInt8]] = [
    [], [65], Array("let a = 1\n".utf8), Array(repeating: 7, count: 100_000),
    (0..<70_000).map { UInt8(truncatingIfNeeded: $0 &* $0 &* 31 &+ $0 >> 3) },
    Array((0..<4_000).map { "let value\($0) = compute(\($0 * 7), with: \"\($0 % 13)\")\n" }.joined().utf8),
  ]

  @Test(arguments: [0, 1, 6, 9])
  func `A whole object has its end, and no part of it has`(_ level: Int) throws {
    let repository = try TestRepository()
    try repository.git("config", "core.looseCompression", "\(level)")
    for content in Self.contents {
      try TestRepository.writeBytes(content, to: repository.path + "/content")
      let name = try repository.git("hash-object", "-w", "content")
      let file = repository.path + "/.git/objects/\(name.prefix(2))/\(name.dropFirst(2))"
      let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
      #expect(bytes.withUnsafeBytes(DeflateStream.isWhole), "\(content.count) bytes at level \(level)")
      let lengths = Set([0, 1, 2, 3, bytes.count / 2, bytes.count - 5, bytes.count - 4, bytes.count - 1])
      for length in lengths.sorted() where length >= 0 {
        let isWhole = bytes[..<length].withUnsafeBytes(DeflateStream.isWhole)
        #expect(!isWhole, "\(length) of \(bytes.count) bytes, \(content.count) at level \(level)")
      }
    }
  }

  @Test func `What no stream begins like is not judged`() {
    #expect([UInt8](arrayLiteral: 0x95, 0x0D, 0x78).withUnsafeBytes(DeflateStream.isWhole))
  }
}
