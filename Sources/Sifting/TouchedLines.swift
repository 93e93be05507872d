import ReviewModel

/// The lines of the files after a change that belong to it.
struct TouchedLines {
  private var lines: [String: [ClosedRange<Int>]] = [:]

  init(_ change: Change) {
    for file in change.files {
      guard let path = file.newPath else { continue }
      lines[path] = file.hunks.map(\.touchedLines)
    }
  }

  /// - Parameter region: Nil for the whole file, which belongs to a change that touches it anywhere.
  func contains(_ region: WrittenPlace.Region?, of path: String) -> Bool {
    guard let touched = lines[path] else { return false }
    guard let region else { return true }
    let last = region.endColumn == 1 && region.endLine > region.startLine ? region.endLine - 1 : region.endLine
    return touched.contains { $0.overlaps(region.startLine...max(region.startLine, last)) }
  }
}
