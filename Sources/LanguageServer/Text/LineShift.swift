import ReviewModel

/// Where the lines of a file are in a version of it that has been edited since.
///
/// The lines at the top that are the same and those at the end that are the same are known; what lies
/// between them has been edited.
struct LineShift {
  private let sameAtTop: Int
  private let firstSameAtEnd: Int
  private let offset: Int

  init(from old: DocumentText, to new: DocumentText) {
    let shorter = min(old.lineCount, new.lineCount)
    let top = (1...shorter).prefix { old.line($0) == new.line($0) }.count
    let end = (0..<(shorter - top)).prefix { old.line(old.lineCount - $0) == new.line(new.lineCount - $0) }.count
    sameAtTop = top
    firstSameAtEnd = old.lineCount - end + 1
    offset = new.lineCount - old.lineCount
  }

  /// Where a stretch is now; nil if any of its lines was edited.
  func moved(_ span: Span) -> Span? {
    let lines = span.lines
    if lines.upperBound <= sameAtTop { return span }
    guard lines.lowerBound >= firstSameAtEnd else { return nil }
    func moved(_ position: Position) -> Position { Position(line: position.line + offset, column: position.column) }
    return Span(start: moved(span.start), end: moved(span.end))
  }
}
