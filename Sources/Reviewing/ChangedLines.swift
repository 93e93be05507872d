import ReviewModel

/// The lines that a change touches, in the files after it.
struct ChangedLines {
  private var lines: [String: [ClosedRange<Int>]] = [:]

  init(_ change: Change) {
    for file in change.files {
      guard let path = file.newPath else { continue }
      lines[path] = file.hunks.map(\.touchedLines)
    }
  }

  /// - Parameter lines: Of the files after the change, by path.
  init(_ lines: [String: [ClosedRange<Int>]]) { self.lines = lines }

  func contains(_ place: Place) -> Bool {
    lines[place.path]?.contains { $0.overlaps(place.span.lines) } ?? false
  }
}
