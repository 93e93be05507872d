/// What one pass over the bytes of a file tells without understanding them.
struct SourceScan {
  var lineStarts: [UInt32] = [0]
  /// The line of the first of three conflict markers in their order, counted from 1.
  var conflictLine: Int?
  /// An upper bound of how deep brackets nest.
  var deepestNesting = 0
  var allowances: [Allowance] = []
  /// What the first line begins with that is indented: a tab or a space; nil where none is.
  private var indent: UInt8?
  var isTabbed: Bool { indent == UInt8(ascii: "\t") }

  private static let telling = ByteSet("\n([{)]}/")
  private static let marker = Array("nitless:".utf8)
  private static let allow = Array("allow".utf8)

  /// What an earlier pass told.
  init(lineStarts: [UInt32], isTabbed: Bool, allowances: [Allowance]) {
    self.lineStarts = lineStarts
    indent = isTabbed ? UInt8(ascii: "\t") : nil
    self.allowances = allowances
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    lineStarts.reserveCapacity(bytes.count / 32)
    var nesting = 0
    var markers = 0
    var firstMarker = 0
    var index = 0
    if bytes.count >= 7, (0..<7).allSatisfy({ bytes[$0] == UInt8(ascii: "<") }) {
      markers = 1
      firstMarker = 1
    }
    func startsLine(_ marker: UInt8, at index: Int) -> Bool {
      index + 7 <= bytes.count && (index..<index + 7).allSatisfy { bytes[$0] == marker }
    }
    let telling = Self.telling
    while index < bytes.count {
      if !telling.contains(bytes[index]) {
        index += 1
        continue
      }
      switch bytes[index] {
      case UInt8(ascii: "\n"):
        let next = index + 1
        lineStarts.append(UInt32(next))
        if next < bytes.count {
          let first = bytes[next]
          if indent == nil, first == UInt8(ascii: "\t") || first == UInt8(ascii: " ") { indent = first }
          let expected: UInt8 = markers == 0 ? UInt8(ascii: "<") : markers == 1 ? UInt8(ascii: "=") : UInt8(ascii: ">")
          if bytes[next] == expected, markers < 3, startsLine(expected, at: next) {
            if markers == 0 { firstMarker = lineStarts.count }
            markers += 1
          }
        }
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"):
        nesting += 1
        if nesting > deepestNesting { deepestNesting = nesting }
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        nesting -= 1
      case UInt8(ascii: "/"):
        if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "/") { noteAllowance(bytes, after: index + 2) }
      default:
        break
      }
      index += 1
    }
    if markers == 3 { conflictLine = firstMarker }
  }

  private mutating func noteAllowance(_ bytes: UnsafeBufferPointer<UInt8>, after start: Int) {
    var index = start
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "/") { index += 1 }
    func stands(_ word: [UInt8]) -> Bool {
      index + word.count <= bytes.count && word.indices.allSatisfy { bytes[index + $0] == word[$0] }
    }
    guard stands(Self.marker) else { return }
    let marker = index
    index += Self.marker.count
    while index < bytes.count, bytes[index] == UInt8(ascii: " ") { index += 1 }
    guard stands(Self.allow) else { return }
    index += Self.allow.count
    var end = index
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n"), bytes[end] != UInt8(ascii: "\r") { end += 1 }
    // `nitless:allowance` is a word of its own.
    guard index == end || bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t") else { return }
    allowances.append(
      Allowance(
        String(decoding: bytes[index..<end], as: UTF8.self), line: lineStarts.count,
        bytes: ByteSpan(start: UInt32(marker), end: UInt32(end))))
  }
}
