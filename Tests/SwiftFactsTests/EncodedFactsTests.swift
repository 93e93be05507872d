import Foundation
import SwiftFacts
import Testing

/// What is written of a file's facts and read again is all of them.
struct EncodedFactsTests {
  private func read(_ bytes: [UInt8]) -> FileFacts? {
    bytes.withUnsafeBytes { FactsMaker().facts(decoding: $0) }
  }

  /// All that facts hold, whatever is added to them.
  private func dump(_ facts: FileFacts) -> String {
    var facts: [Any] = Mirror(reflecting: facts).children.map(\.value)
    // A dictionary has no order.
    for index in facts.indices {
      if let code = facts[index] as? Code {
        let rest = Mirror(reflecting: code).children.filter { $0.label != "words" }.map(\.value)
        facts[index] = (rest, code.words.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
      }
    }
    var text = ""
    Swift.dump(facts, to: &text)
    return text
  }

  private func sources() throws -> [URL] {
    let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return ["Demo", "Sources/SwiftFacts", "Sources/Git", "Tests/SwiftFactsTests", "Tests/Fuzz"].flatMap { folder in
      FileManager.default.enumerator(at: top.appending(path: folder), includingPropertiesForKeys: nil)?
        .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    }
  }

  @Test func `Facts are the same after they were written and read`() throws {
    let sources = try sources()
    #expect(sources.count > 50)
    for source in sources {
      let bytes = Array(try Data(contentsOf: source))
      for depth in [FactsMaker.Depth.bodies, .outline] {
        let facts = FactsMaker().facts(of: bytes, depth: depth)
        let record = facts.encoded()
        let again = try #require(read(record), "\(source.path)")
        #expect(again.encoded() == record, "\(source.path)")
        if depth == .bodies, bytes.count < 6_000 { #expect(dump(again) == dump(facts), "\(source.path)") }
      }
    }
  }

  @Test(arguments: [
    "", "let x = 1\n<<<<<<< a\n=======\n>>>>>>> b\nfunc (", "version https://git-lfs.github.com/spec/v1\n", "func f() { ] }",
    "// nitless:allow some-rule - since it is so\nlet `class` = \"`x`\"\n", "enum E { case a(x: Int, _ y: String), b = 3 }",
  ]) func `Odd files, too`(_ source: String) throws {
    let facts = FactsMaker().facts(of: Array(source.utf8))
    let again = try #require(read(facts.encoded()))
    #expect(dump(again) == dump(facts))
  }

  @Test func `Broken bytes are no facts, and harm nobody`() throws {
    let source = "final class A<T: B> { weak var b: B?\n  func f(_ x: Int) throws -> Int { switch x { case 1...2: try g { [weak self] in self?.b }\n default: return x } } }"
    let record = FactsMaker().facts(of: Array(source.utf8)).encoded()
    for length in 0..<record.count { #expect(read(Array(record.prefix(length))) == nil) }
    #expect(read(record + [0]) == nil)
    for place in record.indices {
      for value in [0, 1, 127, 128, 255] as [UInt8] {
        var bytes = record
        bytes[place] = value
        _ = read(bytes)
      }
    }
  }
}
