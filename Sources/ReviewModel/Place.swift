/// A point in a file: line and column count from 1, columns in UTF-8 bytes.
public struct Position: Hashable, Comparable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  public static func < (left: Position, right: Position) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A stretch of a file, from `start` up to but not including `end`.
public struct Span: Hashable, Comparable, Sendable {
  public var start: Position
  public var end: Position

  public init(start: Position, end: Position) {
    self.start = start
    self.end = end
  }

  /// The lines the span touches, counted from 1.
  public var lines: ClosedRange<Int> {
    start.line...max(start.line, end.column > 1 ? end.line : end.line - 1)
  }

  public static func < (left: Span, right: Span) -> Bool {
    (left.start, left.end) < (right.start, right.end)
  }
}

/// A span in a named file of one snapshot.
public struct Place: Hashable, Comparable, Sendable {
  /// Relative to the repository's root, with `/`.
  public var path: String
  public var span: Span

  public init(path: String, span: Span) {
    self.path = path
    self.span = span
  }

  public static func < (left: Place, right: Place) -> Bool {
    (left.path, left.span) < (right.path, right.span)
  }
}
