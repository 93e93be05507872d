import Foundation
import LanguageServer
import ReviewModel
import Testing

/// What a conversation comes to: messages in, messages out. Where an editor is needed to say whether an
/// answer is right, `CommandTests/EditorTests.swift` has one.
struct SessionTests {
  @Test func `Before it begins there is only the beginning`() throws {
    var talk = Talk()
    #expect(try talk.code(of: #"{"id":1,"method":"textDocument/hover","params":{}}"#) == -32002)
    #expect(try talk.say(#"{"method":"textDocument/didOpen","params":{}}"#) == [])
    #expect(try talk.code(of: #"{"id":2,"method":"initialize"}"#) == -32602)
    try talk.begin()
    #expect(try talk.code(of: #"{"id":3,"method":"initialize","params":{"capabilities":{}}}"#) == -32600)
    #expect(try talk.code(of: #"{"id":4,"method":"$/other"}"#) == -32601)
  }

  @Test(arguments: [
    ("{", -32700), ("", -32700), ("\u{feff}{}", -32600), ("[]", -32600), ("[{\"id\":1}]", -32600), ("null", -32600),
    ("3", -32600), ("{}", -32600), (#"{"id":1}"#, -32600), (#"{"id":1.5,"method":"x"}"#, -32600),
    (#"{"id":[1],"method":"x"}"#, -32600), (#"{"method":5}"#, -32600), (#"{"id":true,"method":"shutdown"}"#, -32600),
    (String(repeating: "[", count: 100_000), -32700), (#"{"id":1,"method":"\ud800"}"#, -32700),
  ])
  func `What is no message is refused under no id`(_ text: String, _ code: Int) throws {
    var talk = Talk()
    try talk.begin()
    let answer = try #require(try talk.say(text).first)
    #expect(answer["id"] as? NSNull != nil, "\(answer)")
    #expect((answer["error"] as? [String: Any])?["code"] as? Int == code, "\(answer)")
  }

  @Test func `Bytes that are no text are refused`() throws {
    var talk = Talk()
    try talk.begin()
    let wide: [UInt8] = [0xff, 0xfe, 0x7b, 0, 0x7d, 0]
    for bytes: [UInt8] in [[0xff, 0xfe], wide, [0x7b, 0, 0x7d, 0], [0x22, 0xc3, 0x22]] {
      #expect(try talk.hear([.content(bytes)]).count == 1)
    }
    #expect(try talk.hear([.broken("x")]).count == 1)
  }

  @Test func `A request that is cancelled while it waits is not answered`() throws {
    var talk = Talk()
    try talk.begin()
    let texts = [#"{"id":"a","method":"textDocument/hover","params":{}}"#, #"{"method":"$/cancelRequest","params":{"id":"a"}}"#]
    let answers = try talk.hear(texts.map { .content(Array($0.utf8)) })
    #expect(answers.count == 1)
    #expect((answers.first?["error"] as? [String: Any])?["code"] as? Int == -32800)
    #expect(try talk.say(#"{"method":"$/cancelRequest","params":{"id":"b"}}"#) == [])
  }

  @Test func `Answers to what was never asked mean nothing`() throws {
    var talk = Talk()
    try talk.begin()
    #expect(try talk.say(#"{"id":"nitless-99","result":null}"#) == [])
    #expect(try talk.say(#"{"id":1,"error":{"code":1,"message":""}}"#) == [])
  }

  /// Whether the session knows the text is seen by its fixes, which are only for the text that was reviewed.
  @Test(arguments: ["utf-8", "utf-16", "utf-32"])
  func `What is typed is followed`(_ encoding: String) throws {
    var talk = Talk()
    try talk.begin(encoding: encoding)
    var numbers = SystemRandomNumberGenerator()
    let pieces = ["a", "ä", "😀", "\n", "\r\n", "\r", "e\u{301}", "中", " "]
    for _ in 0..<150 {
      var text = (0..<Int.random(in: 0...12, using: &numbers)).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
      try talk.open(Talk.top + text)
      for version in 2..<8 {
        let scalars = Array(text.unicodeScalars)
        let start = Int.random(in: 0...scalars.count, using: &numbers)
        let end = Int.random(in: start...scalars.count, using: &numbers)
        // Between `\r` and `\n` there is no position.
        guard !scalars.splits(at: start), !scalars.splits(at: end) else { continue }
        let new = (0..<Int.random(in: 0...3, using: &numbers)).map { _ in pieces.randomElement(using: &numbers) ?? "" }.joined()
        try talk.type(scalars.range(start, end, encoding), new, version: version)
        text = String(String.UnicodeScalarView(scalars[..<start] + Array(new.unicodeScalars) + scalars[end...]))
      }
      #expect(try talk.fix(of: Talk.top + text)["edit"] != nil, "\(text.debugDescription)")
      #expect(try talk.fix(of: Talk.top + text + "x")["disabled"] != nil, "\(text.debugDescription)")
      try talk.close()
    }
  }

  @Test func `Messages that are garbled harm nothing`() throws {
    var numbers = SystemRandomNumberGenerator()
    let range = #"{"start":{"line":0,"character":0},"end":{"line":1,"character":2}}"#
    let messages = [
      #"{"id":1,"method":"textDocument/hover","params":{"textDocument":{"uri":"file:///app/A.swift"},"position":{"line":0,"character":0}}}"#,
      #"{"id":2,"method":"textDocument/codeAction","params":{"textDocument":{"uri":"file:///app/A.swift"},"range":\#(range),"context":{"diagnostics":[],"only":["quickfix"]}}}"#,
      #"{"method":"textDocument/didChange","params":{"textDocument":{"uri":"file:///app/A.swift","version":2},"contentChanges":[{"range":\#(range),"text":"ä"},{"text":"x"}]}}"#,
      #"{"method":"textDocument/didSave","params":{"textDocument":{"uri":"file:///app/A.swift"},"text":"a\nb"}}"#,
      #"{"method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"file:///app/%41.swift","type":2}]}}"#,
      #"{"method":"workspace/didChangeWorkspaceFolders","params":{"event":{"added":[{"uri":"file:///app","name":""}],"removed":[]}}}"#,
      #"{"method":"textDocument/didClose","params":{"textDocument":{"uri":"file:///app/A.swift"}}}"#,
      #"{"id":"nitless-1","result":null}"#,
    ]
    let bits: [[UInt8]] = [[0], [0xff], Array("null".utf8), Array("-1".utf8), Array("99999999999999999999".utf8), Array("\"".utf8), Array("{".utf8), Array("%".utf8), []]
    for _ in 0..<300 {
      var talk = Talk()
      try talk.begin()
      try talk.open("let a = 1\n")
      _ = try talk.fix(of: "let a = 1\n")
      for _ in 0..<20 {
        var bytes = Array((messages.randomElement(using: &numbers) ?? "").utf8)
        for _ in 0..<Int.random(in: 0...2, using: &numbers) {
          let start = Int.random(in: 0...bytes.count, using: &numbers)
          let end = min(bytes.count, start + Int.random(in: 0...6, using: &numbers))
          bytes.replaceSubrange(start..<end, with: bits.randomElement(using: &numbers) ?? [])
        }
        #expect(try talk.hear([.content(bytes)]).filter { $0["id"] != nil && $0["method"] == nil }.count <= 1)
      }
    }
  }

  @Test func `A path longer than any that there is names no file`() throws {
    var talk = Talk()
    try talk.begin()
    let uri = "file:///app/" + String(repeating: "a/", count: 100_000) + "A.swift"
    let document = #"{"uri":"\#(uri)","languageId":"swift","version":1,"text":""}"#
    #expect(try talk.say(#"{"method":"textDocument/didOpen","params":{"textDocument":\#(document)}}"#).isEmpty)
  }

  @Test func `A range that lies nowhere harms nothing`() throws {
    var talk = Talk()
    try talk.begin()
    try talk.open("let a = 1\n")
    for (line, character) in [(99, 0), (0, 99), (-1, -5), (Int.max, Int.max), (0, Int.min)] {
      let position = ["line": line, "character": character]
      try talk.type(["start": position, "end": ["line": 0, "character": 0]], "", version: 2)
      try talk.type(["start": position, "end": position], "", version: 3)
    }
    #expect(try talk.fix(of: "let a = 1\n")["edit"] != nil)
  }
}

/// A session with one document, of a repository that there is only in words.
private struct Talk {
  private var session = Session(
    surroundings: Surroundings(
      whereabouts: { path in
        #expect(path.utf8.count <= 4_096)
        return .inRepository(root: "/app", path: String(path.dropFirst("/app/".count)))
      }, canonical: { $0 }, text: { _ in nil }),
    version: "1")
  private let uri = "file:///app/A.swift"
  /// The first line of a document, which stays: a fix whose line has been edited is not offered at all.
  static let top = "first\n"

  /// The messages that come back.
  mutating func hear(_ pieces: [MessageReader.Piece]) throws -> [[String: Any]] {
    try session.receive(pieces).compactMap(message)
  }

  mutating func say(_ text: String) throws -> [NSDictionary] {
    try hear([.content(Array(text.utf8))]).map { $0 as NSDictionary }
  }

  mutating func code(of text: String) throws -> Int? {
    (try say(text).first?["error"] as? [String: Any])?["code"] as? Int
  }

  mutating func begin(encoding: String? = nil) throws {
    var capabilities: [String: Any] = [
      "textDocument": ["codeAction": ["codeActionLiteralSupport": [:] as [String: Any], "disabledSupport": true]]
    ]
    if let encoding { capabilities["general"] = ["positionEncodings": [encoding]] }
    let answer = try send("initialize", ["capabilities": capabilities], id: 0)
    #expect(answer.first?["result"] != nil, "\(answer)")
  }

  mutating func open(_ text: String) throws {
    try send("textDocument/didOpen", ["textDocument": ["uri": uri, "languageId": "swift", "version": 1, "text": text]])
  }

  mutating func type(_ range: [String: Any], _ text: String, version: Int) throws {
    try send(
      "textDocument/didChange",
      ["textDocument": ["uri": uri, "version": version], "contentChanges": [["range": range, "text": text]]])
  }

  mutating func close() throws { try send("textDocument/didClose", ["textDocument": ["uri": uri]]) }

  /// The one code action, if a text was reviewed.
  mutating func fix(of text: String) throws -> [String: Any] {
    var sources = SourceBook()
    sources.add(text, path: "A.swift", side: .after)
    let start = Position(line: 1, column: 1)
    let place = Place(path: "A.swift", span: Span(start: start, end: start))
    let finding = Finding(
      rule: "some-rule", level: .bug, trait: .memory, place: place, declaration: "", message: "Something.",
      fix: Fix(title: "Mend it", applicability: .safe, edits: [.init(place: place, text: "x")]),
      fingerprint: Fingerprint(text: "0123456789abcdef"))
    _ = try session.receive(.ended(root: "/app", .reviewed(Review(introduced: [finding], sources: sources), pages: [:], remark: "")))
    let point = ["line": 0, "character": 0]
    let answer = try send(
      "textDocument/codeAction",
      ["textDocument": ["uri": uri], "range": ["start": point, "end": point], "context": ["diagnostics": [] as [Any]]], id: 1)
    return try #require(((answer.first?["result"] as? [[String: Any]])?.first), "\(answer)")
  }

  @discardableResult
  private mutating func send(_ method: String, _ params: [String: Any], id: Int? = nil) throws -> [[String: Any]] {
    var message: [String: Any] = ["jsonrpc": "2.0", "method": method, "params": params]
    if let id { message["id"] = id }
    return try hear([.content(Array(try JSONSerialization.data(withJSONObject: message)))])
  }

  private func message(_ effect: Session.Effect) throws -> [String: Any]? {
    guard case .send(let text) = effect else { return nil }
    let parts = text.split(separator: "\r\n\r\n", maxSplits: 1)
    #expect(parts.first == "Content-Length: \(parts.last?.utf8.count ?? 0)")
    return try JSONSerialization.jsonObject(with: Data((parts.last ?? "").utf8)) as? [String: Any]
  }
}

extension [Unicode.Scalar] {
  fileprivate func splits(at index: Int) -> Bool { index > 0 && index < count && self[index - 1] == "\r" && self[index] == "\n" }

  /// The range as an editor counts, below the first line.
  fileprivate func range(_ start: Int, _ end: Int, _ encoding: String) -> [String: Any] {
    ["start": position(start, encoding), "end": position(end, encoding)]
  }

  private func position(_ index: Int, _ encoding: String) -> [String: Int] {
    var (line, character) = (1, 0)
    for (place, scalar) in self[..<index].enumerated() {
      if scalar == "\n" || scalar == "\r" && !(place + 1 < count && self[place + 1] == "\n") {
        (line, character) = (line + 1, 0)
      } else {
        character += encoding == "utf-8" ? UTF8.width(scalar) : encoding == "utf-16" ? UTF16.width(scalar) : 1
      }
    }
    return ["line": line, "character": character]
  }
}
