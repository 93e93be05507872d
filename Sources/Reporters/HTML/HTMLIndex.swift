import ReviewModel

/// The files of a page, what it shows of each, and where on the page a line is.
struct HTMLIndex {
  struct File {
    /// What stands before `-` in the names of its lines on the page.
    var id: String
    var change: FileChange
    /// Nil where there was no room left on the page.
    var parts: [DiffPart]?
    /// The indices of the findings that are told below a line, by the line after the change.
    var told: [Int: [Int]] = [:]
    /// The indices of those whose line is not on the page.
    var toldAbove: [Int] = []
    /// Whether any finding or reason points into it.
    var isPointedAt: Bool

    /// Where it is now, or was.
    var path: String { change.newPath ?? change.oldPath ?? "" }
  }

  private(set) var files: [File] = []
  /// The rules that were met, the most severe and frequent first; a page knows each by its index.
  let met: [String]
  /// The most severe first; on the page, each has its index and one for a number.
  let findings: [Finding]
  private var lines: [String: Set<Int>] = [:]
  /// The index of a file, by its path after the change.
  private var indices: [String: Int] = [:]

  /// More lines than these make a page that nobody can open.
  static let mostRows = 40_000
  /// Nor lines that open between them.
  static let mostHidden = 20_000

  init(_ review: Review) {
    findings = review.introduced.sorted(by: Finding.gravestFirst)
    met = Self.met(in: findings)
    let pointed = Self.pointedAt(findings)
    var changes = review.files
    let changed = Set(changes.compactMap(\.newPath))
    for path in pointed.keys.sorted() where !changed.contains(path) {
      changes.append(FileChange(kind: .modified(path: path), hunks: []))
    }
    changes.sort { ($0.newPath ?? $0.oldPath ?? "") < ($1.newPath ?? $1.oldPath ?? "") }
    var neutral: [String: [Hunk: [Neutrality]]] = [:]
    for hunk in review.extent?.neutral ?? [] { neutral[hunk.path, default: [:]][hunk.hunk] = hunk.because }

    files = changes.enumerated().map { index, change in
      File(
        id: "f\(index + 1)", change: change,
        isPointedAt: change.newPath.map { pointed[$0] != nil } ?? false)
    }
    // What is pointed at is shown first, should there be too much.
    let order = files.indices.filter { files[$0].isPointedAt } + files.indices.filter { !files[$0].isPointedAt }
    var room = Self.mostRows
    var hiddenRoom = Self.mostHidden
    for index in order where room > 0 {
      let file = files[index]
      let layout = DiffLayout(
        of: file.change, neutral: neutral[file.path] ?? [:],
        shown: file.change.newPath.flatMap { pointed[$0] } ?? [], sources: review.sources,
        hiddenRoom: file.isPointedAt ? hiddenRoom : 0)
      room -= layout.parts.reduce(0) { $0 + $1.rows.count }
      hiddenRoom -= layout.parts.reduce(0) { $0 + $1.hiddenRows.count }
      files[index].parts = layout.parts
    }
    for (index, file) in files.enumerated() {
      guard let path = file.change.newPath else { continue }
      indices[path] = index
      lines[path] = Set((file.parts ?? []).flatMap(\.rows).compactMap(\.new))
    }
    for index in findings.indices { tell(index) }
  }

  /// The link to a line after the change, such as `#f3-12`; nil if the page does not show it.
  func link(to place: Place) -> String? {
    let line = place.span.start.line
    guard lines[place.path]?.contains(line) == true, let index = indices[place.path] else { return nil }
    return "#\(files[index].id)-\(line)"
  }

  private mutating func tell(_ number: Int) {
    let finding = findings[number]
    guard let index = indices[finding.place.path] else { return }
    let span = finding.place.span.lines
    let line = span.count <= 6 ? span.upperBound : span.lowerBound
    if lines[finding.place.path]?.contains(line) == true {
      files[index].told[line, default: []].append(number)
    } else {
      files[index].toldAbove.append(number)
    }
  }

  private static func met(in findings: [Finding]) -> [String] {
    let byRule = Dictionary(grouping: findings, by: \.rule)
    return byRule.keys.sorted { left, right in
      let (a, b) = (byRule[left] ?? [], byRule[right] ?? [])
      let (worst, other) = (a.map(\.level).max() ?? .design, b.map(\.level).max() ?? .design)
      return (other, b.count, left) < (worst, a.count, right)
    }
  }

  /// What a part of the page is called by that is about findings, so that it can be filtered: `item r0 bug`.
  func names(of numbers: some Sequence<Int>) -> String {
    var names: Set<String> = []
    for number in numbers {
      if let rule = met.firstIndex(of: findings[number].rule) { names.insert("r\(rule)") }
      names.insert("l-\(findings[number].level.rawValue)")
    }
    return (["item"] + names.sorted()).joined(separator: " ")
  }

  /// The lines around what findings point at, by path.
  private static func pointedAt(_ findings: [Finding]) -> [String: [ClosedRange<Int>]] {
    var result: [String: [ClosedRange<Int>]] = [:]
    func point(at place: Place, around: Int) {
      let first = place.span.lines.lowerBound
      let last = min(place.span.lines.upperBound, first + 12)
      result[place.path, default: []].append(first - around...max(first, last) + around)
    }
    for finding in findings {
      point(at: finding.place, around: 3)
      for reason in finding.why { if let place = reason.place { point(at: place, around: 2) } }
      if let cause = finding.cause { point(at: cause, around: 2) }
    }
    return result
  }
}
