import ReviewModel

/// The bytes of a file, by line and column.
struct SourceText {
  let bytes: [UInt8]
  /// Where each line starts.
  private let starts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
    self.starts = starts
  }

  /// How many lines there are; a line break at the end begins none.
  var lineCount: Int { bytes.isEmpty || bytes.last == UInt8(ascii: "\n") ? starts.count - 1 : starts.count }

  /// The line break that the file uses.
  var lineBreak: String {
    guard let first = bytes.firstIndex(of: UInt8(ascii: "\n")), first > 0, bytes[first - 1] == UInt8(ascii: "\r") else {
      return "\n"
    }
    return "\r\n"
  }

  /// The bytes of a line, without its line break; nil if there is no such line.
  func line(_ number: Int) -> ArraySlice<UInt8>? {
    guard starts.indices.contains(number - 1) else { return nil }
    let start = starts[number - 1]
    var end = number < starts.count ? starts[number] - 1 : bytes.count
    if end > start, number < starts.count, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return bytes[start..<end]
  }

  /// The bytes of a region; nil if the file has no such lines or columns.
  func range(of region: WrittenPlace.Region) -> Range<Int>? {
    guard
      let start = offset(line: region.startLine, column: region.startColumn ?? 1, unit: region.unit),
      let end = region.endColumn.map({ offset(line: region.endLine, column: $0, unit: region.unit) })
        ?? line(region.endLine).map({ $0.endIndex }),
      start <= end
    else { return nil }
    return start..<end
  }

  /// Where a region is, for a reader; nil if the file has no such line.
  ///
  /// A tool that says where something begins and not where it ends is taken to mean the word there.
  func span(of region: WrittenPlace.Region?) -> Span? {
    guard let region else { return Span(start: .init(line: 1, column: 1), end: .init(line: 1, column: 1)) }
    guard let text = line(region.startLine) else { return nil }
    if region.startColumn == nil, region.endLine == region.startLine, region.endColumn == nil {
      let indentation = text.prefix { $0 == 0x20 || $0 == 0x09 }.count
      return Span(
        start: .init(line: region.startLine, column: min(indentation, text.count) + 1),
        end: .init(line: region.startLine, column: text.count + 1))
    }
    let start = min(max(region.startLine, 1), starts.count)
    let first = offset(line: start, column: region.startColumn ?? 1, unit: region.unit) ?? text.endIndex
    var last =
      region.endColumn.flatMap { offset(line: region.endLine, column: $0, unit: region.unit) }
      ?? line(region.endLine)?.endIndex ?? text.endIndex
    if last <= first { last = endOfWord(at: first) }
    return Span(start: position(first), end: position(last))
  }

  /// The very stretch of a region; nil if the file has no such lines or columns.
  func exactSpan(of region: WrittenPlace.Region) -> Span? {
    range(of: region).map { Span(start: position($0.lowerBound), end: position($0.upperBound)) }
  }

  private func endOfWord(at start: Int) -> Int {
    let rest = bytes[min(start, bytes.count)...]
    let word = rest.prefix {
      $0 >= 0x80 || $0 == 0x5F || (0x30...0x39).contains($0) || (0x41...0x5A).contains($0 & 0xDF)
    }
    if !word.isEmpty { return word.endIndex }
    return rest.first.map { $0 == 0x0A || $0 == 0x0D } ?? true ? start : start + 1
  }

  private func position(_ offset: Int) -> Position {
    var (low, high) = (0, starts.count - 1)
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= offset { low = middle } else { high = middle - 1 }
    }
    return Position(line: low + 1, column: offset - starts[low] + 1)
  }

  /// Nil for a column beyond the one behind the line's last.
  private func offset(line number: Int, column: Int, unit: WrittenPlace.ColumnUnit) -> Int? {
    guard column > 0, let line = line(number) else {
      // The line behind the last one begins where the file ends.
      return number == lineCount + 1 && column == 1 ? bytes.count : nil
    }
    if unit == .utf8 { return column - 1 <= line.count ? line.startIndex + column - 1 : nil }
    var units = 1
    var at = line.startIndex
    for scalar in String(decoding: line, as: UTF8.self).unicodeScalars {
      if units >= column { break }
      units += unit == .utf16 ? UTF16.width(scalar) : 1
      at += UTF8.width(scalar)
    }
    return units >= column ? at : nil
  }
}
