import ReviewModel
import RuleEngine

/// The lines that a change touches, in the files after it.
struct ChangedLines {
  private var lines: [String: [ClosedRange<Int>]] = [:]
  /// The files that it touches, by their paths before and after it.
  private(set) var paths: Set<String> = []

  init(_ change: Change) {
    for file in change.files {
      paths.formUnion([file.oldPath, file.newPath].compactMap(\.self))
      guard let path = file.newPath else { continue }
      lines[path] = file.hunks.map(\.touchedLines)
    }
  }

  /// - Parameter lines: Of the files after the change, by path.
  init(_ lines: [String: [ClosedRange<Int>]]) {
    self.lines = lines
    paths = Set(lines.lazy.filter { !$0.value.isEmpty }.map(\.key))
  }

  func contains(_ place: Place) -> Bool {
    lines[place.path]?.contains { $0.overlaps(place.span.lines) } ?? false
  }

  /// What findings are held to.
  var touched: Touched { Touched(paths: paths) { contains($0) } }
}
