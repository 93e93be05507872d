public import ReviewModel

/// One fence of a page: a change, and what the rule must say of it.
public struct Example: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case flagged, notFlagged }

  public var kind: Kind
  /// The page's line on which the fence opens.
  public var line: Int
  /// The paragraph before the fence, on one line; empty if there is none.
  public var note: String
  /// In the order of the fence.
  public var files: [ExampleFile]
  /// In the order of the fence; none in an example that must not be flagged.
  public var expectations: [Expectation]

  /// The page's line that holds a line of an example file, so that a failing test can point at it.
  ///
  /// - Parameter line: Counts from 1, as in a finding's place.
  public func pageLine(of line: Int, in path: String, side: SourceBook.Side) -> Int? {
    guard let file = files.first(where: { $0.path == path }) else { return nil }
    let lines = side == .before ? file.beforeLines : file.afterLines
    return lines.indices.contains(line - 1) ? lines[line - 1] : nil
  }
}

/// A file of an example, on both sides of its change.
public struct ExampleFile: Hashable, Sendable {
  /// As the line `--- path` says; `Example.swift` where there is none.
  public var path: String
  /// Nil if the change adds the file.
  public var before: String?
  /// Nil if the change deletes the file.
  public var after: String?
  /// The page's line of each line of `before`.
  public var beforeLines: [Int]
  /// The page's line of each line of `after`.
  public var afterLines: [Int]
}

/// A finding that an example must have, in the coordinates of the file after the change.
public struct Expectation: Hashable, Sendable {
  public var path: String
  public var line: Int
  /// In UTF-8 bytes, as in a finding's place.
  public var column: Int
  /// On the same line, exclusive; nil if the finding may extend to anywhere.
  public var endColumn: Int?
  /// Nil if any message will do.
  public var message: String?
  /// The page's line that says so.
  public var pageLine: Int

  /// Whether a finding at a place of the file after the change is the expected one, whatever it says.
  public func isMet(at place: Place) -> Bool {
    place.path == path && place.span.start == Position(line: line, column: column)
      && (endColumn == nil || place.span.end == Position(line: line, column: endColumn ?? column))
  }
}
