import LanguageServer
import Testing

/// Cutting what arrives into messages, above all what no client sends.
struct MessageReaderTests {
  private func read(_ texts: String...) -> [MessageReader.Piece] {
    var reader = MessageReader()
    var pieces: [MessageReader.Piece] = []
    for text in texts {
      reader.append(text.utf8)
      while let piece = reader.read() { pieces.append(piece) }
    }
    return pieces
  }

  private func content(_ text: String) -> MessageReader.Piece { .content(Array(text.utf8)) }

  private func message(_ text: String) -> String { "Content-Length: \(text.utf8.count)\r\n\r\n\(text)" }

  private func isBroken(_ piece: MessageReader.Piece?) -> Bool {
    if case .broken = piece { true } else { false }
  }

  @Test func `Messages follow each other`() {
    #expect(read(message("{}") + message("[1]") + message("")) == [content("{}"), content("[1]"), content("")])
  }

  @Test func `A message may arrive in any parts`() {
    let text = message(#"{"a":"ä😀"}"#) + message("{}")
    for cut in 0...text.utf8.count {
      var reader = MessageReader()
      var pieces: [MessageReader.Piece] = []
      for part in [text.utf8.prefix(cut), text.utf8.dropFirst(cut)] {
        reader.append(part)
        while let piece = reader.read() { pieces.append(piece) }
      }
      #expect(pieces == [content(#"{"a":"ä😀"}"#), content("{}")], "cut at \(cut)")
    }
  }

  @Test(arguments: [
    "content-length: 2\r\n\r\n{}", "Content-Length:2\n\n{}", "Content-Length: 2\r\nX-Other: 1\r\n\r\n{}",
    "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nContent-Length: 2\r\n\r\n{}",
    "Content-Length: 2\r\nContent-Type: a/b; charset=\"utf8\"; c=d\r\n\r\n{}", "\r\n\r\nContent-Length: 2\r\n\r\n{}",
  ])
  func `Headers may be written in several ways`(_ text: String) {
    #expect(read(text) == [content("{}")])
  }

  @Test(arguments: [
    "Content-Length: -1", "Content-Length: 99999999999999999999999", "Content-Length: 4294967296", "Content-Length:",
    "Content-Length: two", "Content-Length: 2.0", "Content-Length: ２", "X: 1", "GET / HTTP/1.1", ": 3", "{\"a\":1}",
  ])
  func `Headers that are none are told of once, and the next message is read`(_ headers: String) {
    let pieces = read("\(headers)\r\n\r\n{\"jsonrpc\":\"2.0\"}" + message("[]") + message("{}"))
    #expect(pieces.count == 3 && isBroken(pieces.first), "\(pieces)")
    #expect(pieces.dropFirst() == [content("[]"), content("{}")])
  }

  @Test func `Another charset is refused, and its content passed over`() {
    let pieces = read("Content-Length: 4\r\nContent-Type: a/b; charset=utf-16\r\n\r\n{\0}\0" + message("{}"))
    #expect(pieces.count == 2 && isBroken(pieces.first) && pieces.last == content("{}"), "\(pieces)")
  }

  @Test func `A line without an end is let go of`() {
    let garbage = String(repeating: "x", count: 10_000)
    let pieces = read(garbage, garbage, garbage + "Content-", "Length: 2\r\n\r\n{}" + message("[]"))
    #expect(pieces.count == 3 && isBroken(pieces.first), "\(pieces)")
    #expect(pieces.dropFirst() == [content("{}"), content("[]")])
  }

  @Test func `What is cut off is waited for`() {
    #expect(read("Content-Length: 10\r\n\r\n{}") == [])
    #expect(read("Content-Len") == [])
    #expect(read("") == [])
  }

  @Test func `No bytes are too odd`() {
    var numbers = SystemRandomNumberGenerator()
    let parts: [[UInt8]] = [
      Array("Content-Length: ".utf8), Array("\r\n".utf8), Array("\r\n\r\n".utf8), Array("7".utf8), Array("{}".utf8),
      [0xff], [0], [0xc3], Array("Content-Type: x; charset=".utf8), Array(":".utf8), Array("-".utf8), [0x0d], [0x0a],
    ]
    for _ in 0..<3_000 {
      var reader = MessageReader()
      for _ in 0..<Int.random(in: 1...40, using: &numbers) {
        reader.append(parts.randomElement(using: &numbers) ?? [])
        var count = 0
        while reader.read() != nil { count += 1 }
        #expect(count < 50)
      }
    }
  }
}
