import ReviewModel

/// Says where the places of a review are in what the client shows now.
struct Placing {
  /// The text of a file as it was reviewed, and as the client has it; nil where that is not known.
  var reviewed: (String) -> DocumentText?
  var open: (String) -> DocumentText?
  var encoding: PositionEncoding

  /// Where a stretch is now, all of it; nil if it has been edited since.
  func range(of place: Place) -> TextRange? {
    guard let old = reviewed(place.path) else { return TextRange.line(place.span.start.line) }
    guard let now = open(place.path), !now.saysTheSame(as: old) else { return old.range(of: place.span, in: encoding) }
    return LineShift(from: old, to: now).moved(place.span).map { now.range(of: $0, in: encoding) }
  }

  /// The part of a place that is marked: no more than its first line, or all of a long closure would be underlined.
  func mark(of place: Place) -> TextRange? {
    guard place.span.end.line > place.span.start.line else { return range(of: place) }
    var first = place
    first.span.end = Position(line: place.span.start.line, column: Int(Int32.max))
    return range(of: first)
  }
}

extension TextRange {
  /// The beginning of a line, counted from 1.
  static func line(_ number: Int) -> TextRange {
    let start = TextPosition(line: max(0, number - 1), character: 0)
    return TextRange(start: start, end: start)
  }
}
