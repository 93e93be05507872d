import ReviewModel

/// One line of a file as the page shows it.
struct DiffRow: Equatable {
  enum Kind { case unchanged, added, removed }

  var kind: Kind
  /// Its number before the change; nil if it is new.
  var old: Int?
  /// Its number after the change; nil if it is gone.
  var new: Int?
  var text: String
}

/// A stretch of a file as the page shows it.
enum DiffPart: Equatable {
  case rows([DiffRow])
  /// A hunk that leaves behaviour as it was.
  case neutral([Neutrality], [DiffRow])
  /// Lines that are not shown at first; those that the page has at all, or else none of them.
  case gap(Int, [DiffRow])

  var rows: [DiffRow] {
    switch self {
    case .rows(let rows), .neutral(_, let rows): rows
    case .gap: []
    }
  }

  /// The rows that are not shown at first.
  var hiddenRows: [DiffRow] { if case .gap(_, let rows) = self { rows } else { [] } }
}

/// A file's hunks and the lines around what a review points at.
struct DiffLayout {
  /// More lines of one side of a hunk than these are shown only where they are pointed at.
  static let mostLines = 120
  /// A gap of more lines than these is one that does not open.
  static let mostHidden = 1_000

  private let oldPath: String?
  private let newPath: String?
  private let sources: SourceBook
  /// Lines after the change that are shown though nothing changed there.
  private var kept: Set<Int>
  private(set) var parts: [DiffPart] = []
  /// Rows that are not among the parts yet.
  private var open: [DiffRow] = []
  private var last = 0
  /// How many more lines the page can have that are not shown at first.
  private var hiddenRoom: Int
  /// How much a line's number before the change is more than after it, behind the last hunk.
  private var delta = 0

  /// - Parameters:
  ///   - shown: Stretches of lines after the change that are to be seen.
  ///   - hiddenRoom: How many lines may be there that are not shown at first.
  init(
    of file: FileChange, neutral: [Hunk: [Neutrality]], shown: [ClosedRange<Int>], sources: SourceBook,
    hiddenRoom: Int = 0
  ) {
    self.hiddenRoom = hiddenRoom
    oldPath = file.oldPath
    newPath = file.newPath
    self.sources = sources
    kept = Set(shown.joined())
    lay(file.hunks, neutral: neutral)
  }

  private mutating func lay(_ hunks: [Hunk], neutral: [Hunk: [Neutrality]]) {
    for hunk in hunks {
      kept.formUnion(hunk.firstAfter - 3..<hunk.firstAfter)
      kept.formUnion(hunk.firstAfter + hunk.newLines..<hunk.firstAfter + hunk.newLines + 3)
    }
    let lines = lineCount
    let wanted = kept.filter { $0 >= 1 && $0 <= lines }.sorted()
    var next = 0
    for hunk in hunks {
      while next < wanted.count, wanted[next] < hunk.firstAfter {
        unchanged(wanted[next])
        next += 1
      }
      while next < wanted.count, wanted[next] < hunk.firstAfter + hunk.newLines { next += 1 }
      add(hunk, neutral: neutral[hunk])
      delta = hunk.firstBefore + hunk.oldLines - hunk.firstAfter - hunk.newLines
    }
    for line in wanted[next...] { unchanged(line) }
    gap(before: lines + 1)
    close()
  }

  /// The empty line behind a last line break is none.
  private var lineCount: Int {
    guard let newPath, let count = sources.lineCount(of: newPath, side: .after) else { return 0 }
    return sources.line(count, of: newPath, side: .after) == "" ? count - 1 : count
  }

  private mutating func unchanged(_ line: Int) {
    guard let newPath, let text = sources.line(line, of: newPath, side: .after) else { return }
    gap(before: line)
    let old = oldPath == nil ? nil : line + delta
    open.append(DiffRow(kind: .unchanged, old: old, new: line, text: text))
    last = line
  }

  private mutating func add(_ hunk: Hunk, neutral: [Neutrality]?) {
    gap(before: hunk.firstAfter)
    var stretches: [[DiffRow]] = [[]]
    var hidden: [Int] = []
    func leaveOut() {
      if stretches.last?.isEmpty == true, !hidden.isEmpty {
        hidden[hidden.count - 1] += 1
      } else {
        hidden.append(1)
        stretches.append([])
      }
    }
    for offset in 0..<hunk.oldLines {
      let line = hunk.firstBefore + offset
      guard offset < Self.mostLines else {
        leaveOut()
        continue
      }
      let text = oldPath.flatMap { sources.line(line, of: $0, side: .before) } ?? ""
      stretches[stretches.count - 1].append(DiffRow(kind: .removed, old: line, new: nil, text: text))
    }
    for offset in 0..<hunk.newLines {
      let line = hunk.firstAfter + offset
      guard offset < Self.mostLines || kept.contains(line) else {
        leaveOut()
        continue
      }
      let text = newPath.flatMap { sources.line(line, of: $0, side: .after) } ?? ""
      stretches[stretches.count - 1].append(DiffRow(kind: .added, old: nil, new: line, text: text))
    }
    for (index, rows) in stretches.enumerated() {
      if let neutral {
        close()
        if !rows.isEmpty { parts.append(.neutral(neutral, rows)) }
      } else {
        open += rows
      }
      if index < hidden.count {
        close()
        parts.append(.gap(hidden[index], []))
      }
    }
    last = max(last, hunk.firstAfter + hunk.newLines - 1)
  }

  private mutating func gap(before line: Int) {
    guard line > last + 1 else { return }
    close()
    parts.append(.gap(line - last - 1, hiddenRows(last + 1..<line)))
  }

  private mutating func hiddenRows(_ lines: Range<Int>) -> [DiffRow] {
    guard let newPath, lines.count <= min(Self.mostHidden, hiddenRoom) else { return [] }
    let rows = lines.compactMap { line in
      sources.line(line, of: newPath, side: .after).map {
        DiffRow(kind: .unchanged, old: oldPath == nil ? nil : line + delta, new: line, text: $0)
      }
    }
    hiddenRoom -= rows.count
    return rows
  }

  private mutating func close() {
    if !open.isEmpty { parts.append(.rows(open)) }
    open = []
  }
}

extension Hunk {
  /// The line after the change that it begins with, or that stands behind it where it only takes away.
  var firstAfter: Int { newLines == 0 ? newStart + 1 : newStart }

  /// The same before the change.
  var firstBefore: Int { oldLines == 0 ? oldStart + 1 : oldStart }
}
