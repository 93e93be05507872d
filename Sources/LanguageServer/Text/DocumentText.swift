import ReviewModel

/// The text of a file, in which its lines are found as git counts them and as editors do.
///
/// Git ends a line at `\n`; the protocol at `\r\n`, `\n` and `\r`. A byte order mark is no part of what an
/// editor shows.
struct DocumentText {
  /// Without a byte order mark.
  private(set) var bytes: [UInt8]
  /// How many bytes that mark had.
  private let markLength: Int
  /// Where git's lines begin, and the editor's.
  private var lineStarts: [Int] = []
  private var editorLineStarts: [Int] = []

  init(_ text: String) {
    let all = Array(text.utf8)
    markLength = all.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
    bytes = Array(all[markLength...])
    findLines()
  }

  private mutating func findLines() {
    lineStarts = [0]
    editorLineStarts = [0]
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "\n") {
        lineStarts.append(index + 1)
        editorLineStarts.append(index + 1)
      } else if byte == UInt8(ascii: "\r"), index + 1 == bytes.count || bytes[index + 1] != UInt8(ascii: "\n") {
        editorLineStarts.append(index + 1)
      }
    }
  }

  var lineCount: Int { lineStarts.count }

  /// The bytes of a line, counted from 1, without its end.
  func line(_ number: Int) -> ArraySlice<UInt8> {
    guard lineStarts.indices.contains(number - 1) else { return [] }
    let start = lineStarts[number - 1]
    var end = number == lineStarts.count ? bytes.count : lineStarts[number] - 1
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return bytes[start..<end]
  }

  /// The spaces and tabs that a line begins with, counted from 0 as editors count.
  func indentation(ofEditorLine number: Int) -> String {
    guard editorLineStarts.indices.contains(number) else { return "" }
    let blanks = bytes[editorLineStarts[number]...].prefix { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
    return String(decoding: blanks, as: UTF8.self)
  }

  /// Whether they differ at most in how lines end, which git and editors change on the way.
  func saysTheSame(as other: DocumentText) -> Bool {
    lineCount == other.lineCount && (1...lineCount).allSatisfy { line($0) == other.line($0) }
  }
}

extension DocumentText {
  /// Where an editor has a position; one that lies outside of its line is brought to the line's end.
  func position(of position: Position, in encoding: PositionEncoding) -> TextPosition {
    let number = min(max(1, position.line), lineCount)
    let line = line(number)
    // The mark is counted where it stands, in the first line.
    let column = max(0, position.column - 1 - (number == 1 ? markLength : 0))
    let isBeyond = position.line > lineCount
    return editorPosition(ofByte: isBeyond ? line.endIndex : min(line.startIndex + column, line.endIndex), in: encoding)
  }

  /// Where an editor has a stretch.
  func range(of span: Span, in encoding: PositionEncoding) -> TextRange {
    let start = position(of: span.start, in: encoding)
    return TextRange(start: start, end: max(start, position(of: span.end, in: encoding)))
  }

  private func editorPosition(ofByte index: Int, in encoding: PositionEncoding) -> TextPosition {
    let line = editorLineStarts.partitioningIndex { $0 > index } - 1
    let before = bytes[editorLineStarts[line]..<index]
    return TextPosition(line: line, character: before.reduce(0) { $0 + encoding.width(ofByte: $1) })
  }

  /// The byte at which an editor's position lies; one outside of its line or of the text is brought to their end.
  private func byte(at position: TextPosition, in encoding: PositionEncoding) -> Int {
    guard position.line >= 0 else { return 0 }
    guard position.line < editorLineStarts.count else { return bytes.count }
    var index = editorLineStarts[position.line]
    var rest = position.character
    while rest > 0, index < bytes.count, bytes[index] != UInt8(ascii: "\n"), bytes[index] != UInt8(ascii: "\r") {
      rest -= encoding.width(ofByte: bytes[index])
      if rest < 0 { break }
      index += 1
      // The rest of a character goes with its first byte.
      while index < bytes.count, bytes[index] & 0xc0 == 0x80, encoding != .utf8 { index += 1 }
    }
    return index
  }

  /// Makes the change that an editor tells of.
  mutating func replace(_ range: TextRange?, with text: String, in encoding: PositionEncoding) {
    guard let range else {
      self = DocumentText(text)
      return
    }
    let start = byte(at: range.start, in: encoding)
    let end = max(start, byte(at: range.end, in: encoding))
    bytes.replaceSubrange(start..<end, with: text.utf8)
    findLines()
  }
}

extension PositionEncoding {
  /// How many units a byte of UTF-8 adds to a column: those of a character are counted at its first byte.
  fileprivate func width(ofByte byte: UInt8) -> Int {
    let isContinuation = byte & 0xc0 == 0x80
    return switch self {
    case .utf8: 1
    case .utf16: isContinuation ? 0 : byte >= 0xf0 ? 2 : 1
    case .utf32: isContinuation ? 0 : 1
    }
  }
}

extension [Int] {
  /// The first index whose element is in the second half, or the count.
  fileprivate func partitioningIndex(where isInSecondHalf: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isInSecondHalf(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
