import ReviewModel

/// A stretch of a file as other tools count: lines from 1, columns from 1 in UTF-16 code units.
struct Region: Equatable {
  var startLine: Int
  /// Nil, as `endColumn`, where the line is not at hand to count in.
  var startColumn: Int?
  var endLine: Int
  /// Exclusive.
  var endColumn: Int?

  /// A place that does not fit its file is brought to the nearest that could.
  init(_ place: Place, in sources: SourceBook, side: SourceBook.Side = .after) {
    let span = place.span
    startLine = max(1, span.start.line)
    endLine = max(startLine, span.end.line)
    func column(_ position: Position, line: Int) -> Int? {
      sources.line(line, of: place.path, side: side).map { $0.utf16Column(ofByteColumn: position.column) }
    }
    startColumn = column(span.start, line: startLine)
    endColumn = column(span.end, line: endLine)
    if startColumn == nil || endColumn == nil { (startColumn, endColumn) = (nil, nil) }
    if startLine == endLine, let start = startColumn, let end = endColumn, end < start { endColumn = start }
  }

  /// The part of it on its first line; a place that spans lines is shown in a pull request only if the
  /// change touches every one of them.
  func firstLine(of place: Place, in sources: SourceBook, side: SourceBook.Side = .after) -> Region {
    guard endLine > startLine else { return self }
    var region = self
    region.endLine = startLine
    if let line = sources.line(startLine, of: place.path, side: side) {
      region.endColumn = max((startColumn ?? 1), line.utf16.count + 1)
    }
    return region
  }
}

extension String {
  /// The column in UTF-16 code units, from 1, of a column in UTF-8 bytes, from 1.
  ///
  /// A column inside a character is that of the character, one beyond the end that of the end.
  func utf16Column(ofByteColumn column: Int) -> Int {
    var bytes = column - 1
    var units = 0
    for scalar in unicodeScalars {
      let width = UTF8.width(scalar)
      guard bytes >= width else { break }
      bytes -= width
      units += UTF16.width(scalar)
    }
    return units + 1
  }
}
