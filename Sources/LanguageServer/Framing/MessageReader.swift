/// Cuts the bytes that a client sends into messages.
///
/// Each message is a block of headers, an empty line, and as many bytes as `Content-Length` says:
///
///     Content-Length: 54\r\n
///     \r\n
///     {"jsonrpc":"2.0","id":1,"method":"shutdown","params":null}
///
/// Headers that cannot be read are told of once; from there the reader looks for the next `Content-Length`,
/// so that one bad message does not end the conversation.
public struct MessageReader: Sendable {
  /// What was read.
  public enum Piece: Equatable, Sendable {
    /// The content of one message; nothing is said yet of what is in it.
    case content([UInt8])
    /// Headers that make no message, and why.
    case broken(String)
  }

  /// The largest content that is taken, in bytes: far more than any source file, far less than would fill a memory.
  public static let largestContent = 256 << 20
  /// The longest line of headers, in bytes.
  private static let longestLine = 4_096
  private static let mark = Array("content-length:".utf8)

  private var buffer: [UInt8] = []
  /// Where in the buffer the unread bytes begin.
  private var next = 0
  private var headers = Headers()
  /// What is to be read once all headers are.
  private var body: Headers?
  /// Whether lines are skipped until one has a length.
  private var isLost = false

  private struct Headers {
    var length: Int?
    /// Why the content, though its length is known, is not to be read.
    var refusal: String?
    var isEmpty = true
  }

  /// A reader of a conversation that has yet to begin.
  public init() {}

  /// Takes what has arrived.
  public mutating func append(_ bytes: some Sequence<UInt8>) {
    if next > 0 {
      buffer.removeFirst(next)
      next = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next piece; nil until more bytes arrive.
  public mutating func read() -> Piece? {
    while true {
      if let current = body {
        let length = current.length ?? 0
        guard buffer.count - next >= length else { return nil }
        let content = Array(buffer[next..<next + length])
        next += length
        body = nil
        return current.refusal.map { .broken($0) } ?? .content(content)
      }
      guard let line = line() else { return overlong() }
      if let problem = take(line) { return .broken(problem) }
    }
  }

  /// The bytes of the next line of headers; lines end in `\r\n`, or in `\n` for clients that do not care.
  private mutating func line() -> ArraySlice<UInt8>? {
    guard let end = buffer[next...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let line = buffer[next..<end]
    next = end + 1
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// Lets go of a line that has no end.
  private mutating func overlong() -> Piece? {
    guard buffer.count - next > Self.longestLine else { return nil }
    // The end may be the first half of a header.
    next = buffer.count - 64
    defer { isLost = true }
    return isLost ? nil : .broken("a line of headers is longer than \(Self.longestLine) bytes")
  }

  /// Reads one line; answers with what is wrong with it.
  private mutating func take(_ line: ArraySlice<UInt8>) -> String? {
    var line = line
    if isLost {
      // The content of the lost message has no line break of its own at its end.
      guard let start = Self.lastMark(in: line) else { return nil }
      isLost = false
      line = line[start...]
    }
    if line.isEmpty { return endHeaders() }
    headers.isEmpty = false
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), line[..<colon].allSatisfy(Self.isNameByte),
      colon > line.startIndex
    else { return lose("a line before a message is no header", at: line) }
    let name = String(decoding: line[..<colon], as: UTF8.self).lowercased()
    let value = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmed
    switch name {
    case "content-length":
      guard !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(value),
        length <= Self.largestContent
      else { return lose("`Content-Length: \(value.prefix(40))` is no length from 0 to \(Self.largestContent)") }
      headers.length = length
    case "content-type":
      if let charset = value.lowercased().split(separator: "charset=").dropFirst().first,
        !["utf-8", "utf8"].contains(charset.prefix { $0 != ";" }.filter { $0 != "\"" && $0 != " " })
      {
        headers.refusal = "`Content-Type: \(value.prefix(80))` names another charset than utf-8"
      }
    default: break
    }
    return nil
  }

  private mutating func endHeaders() -> String? {
    defer { headers = Headers() }
    // An empty line that follows no header means nothing.
    guard !headers.isEmpty else { return nil }
    guard headers.length != nil else { return lose("a message has no `Content-Length`") }
    body = headers
    return nil
  }

  private mutating func lose(_ problem: String, at line: ArraySlice<UInt8>? = nil) -> String {
    headers = Headers()
    isLost = true
    // What follows the garbage on its line may be the next message already.
    if let start = line.flatMap(Self.lastMark) { next = start }
    return problem
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte) || byte == UInt8(ascii: "-")
  }

  /// Where the last `Content-Length:` of a line begins.
  private static func lastMark(in line: ArraySlice<UInt8>) -> Int? {
    guard line.count >= mark.count else { return nil }
    return (line.startIndex...(line.endIndex - mark.count)).last { start in
      zip(line[start...], mark).allSatisfy { byte, wanted in
        (0x41...0x5a).contains(byte) ? byte + 32 == wanted : byte == wanted
      }
    }
  }
}

extension String {
  fileprivate var trimmed: String {
    let spaces: Set<Character> = [" ", "\t"]
    var text = self[...]
    while let first = text.first, spaces.contains(first) { text.removeFirst() }
    while let last = text.last, spaces.contains(last) { text.removeLast() }
    return String(text)
  }
}
