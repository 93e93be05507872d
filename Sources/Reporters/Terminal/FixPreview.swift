package import ReviewModel

/// The lines that a fix changes, before and after it.
package struct FixPreview {
  /// Neighbouring lines that change together.
  package struct Block {
    package var path: String
    /// The number of the first line of both sides.
    package var line: Int
    package var before: [String]
    package var after: [String]
    /// What makes the one of the other.
    package var edits: [Fix.Edit]
  }

  /// In the order of the source; empty if the source is not at hand or the edits overlap.
  package let blocks: [Block]

  package init(_ fix: Fix, sources: SourceBook) {
    var clusters: [[Fix.Edit]] = []
    for edit in fix.edits.sorted(by: { $0.place < $1.place }) {
      if let last = clusters.last?.last, last.place.path == edit.place.path,
        edit.place.span.start.line <= last.place.span.end.line + 1
      {
        clusters[clusters.count - 1].append(edit)
      } else {
        clusters.append([edit])
      }
    }
    let blocks = clusters.map { FixPreview.block(of: $0, sources: sources) }
    self.blocks = blocks.contains { $0 == nil } ? [] : blocks.compactMap { $0 }
  }

  private static func block(of edits: [Fix.Edit], sources: SourceBook) -> Block? {
    guard let first = edits.first?.place, let last = edits.last?.place,
      last.span.end.line >= first.span.start.line
    else { return nil }

    var before: [String] = []
    var offsets: [Int] = []
    var length = 0
    for number in first.span.start.line...last.span.end.line {
      guard let line = sources.line(number, of: first.path, side: .after) else { return nil }
      before.append(line)
      offsets.append(length)
      length += line.utf8.count + 1
    }

    let text = Array(before.joined(separator: "\n").utf8)
    func offset(of position: Position) -> Int? {
      let index = position.line - first.span.start.line
      guard before.indices.contains(index), position.column >= 1,
        position.column - 1 <= before[index].utf8.count
      else { return nil }
      return offsets[index] + position.column - 1
    }

    var edited: [UInt8] = []
    var copied = 0
    for edit in edits {
      guard let start = offset(of: edit.place.span.start),
        let end = offset(of: edit.place.span.end),
        copied <= start, start <= end
      else { return nil }
      edited += text[copied..<start]
      edited += Array(edit.text.utf8)
      copied = end
    }
    edited += text[copied...]
    let after = edited.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0, as: UTF8.self) }
    return Block(path: first.path, line: first.span.start.line, before: before, after: after, edits: edits)
      .trimmed
  }
}

extension FixPreview.Block {
  /// The block without the lines that both sides begin or end with.
  fileprivate var trimmed: Self {
    var block = self
    while let old = block.before.first, old == block.after.first {
      block.before.removeFirst()
      block.after.removeFirst()
      block.line += 1
    }
    while let old = block.before.last, old == block.after.last {
      block.before.removeLast()
      block.after.removeLast()
    }
    return block
  }
}
