import ReviewModel
import SwiftSyntax

/// Tells why a neutral hunk is neutral.
struct HunkClasses {
  private let old: NormalFile
  private let new: NormalFile
  private let file: NeutralProof.File
  private let isRenamed: Bool

  init(_ old: NormalFile, _ new: NormalFile, _ file: NeutralProof.File) {
    self.old = old
    self.new = new
    self.file = file
    isRenamed = old.form[old.form.root].strict != new.form[new.form.root].strict
  }

  /// The classes of a hunk that was proven neutral, in their order.
  func classes(of hunk: Hunk) -> [Neutrality] {
    let before = words(old, file.before, hunk.oldStart, hunk.oldLines)
    let after = words(new, file.after, hunk.newStart, hunk.newLines)
    if before == after { return [.formatting] }
    let left = noted(old, file.before, hunk.oldStart, hunk.oldLines)
    let right = noted(new, file.after, hunk.newStart, hunk.newLines)
    let noted = difference(left, right)
    if !noted.isEmpty { return noted }
    if before.isEmpty || after.isEmpty {
      let all = before + after
      return all.allSatisfy({ $0 == "," || $0 == ";" || $0 == "(" || $0 == ")" })
        ? [.redundant] : all.contains("import") ? [.order] : [.moved]
    }
    if bare(before) == bare(after) { return [.redundant] }
    if before.sorted() == after.sorted() { return [.order] }
    if isRenamed { return [.renamed] }
    return left.isEmpty ? [.order] : Neutrality.allCases.filter { left[$0] != nil }
  }

  /// Words without separators and backticks.
  private func bare(_ words: [String]) -> [String] {
    words.filter { $0 != "," && $0 != ";" }.map { $0.filter { $0 != "`" } }
  }

  private func difference(_ a: [Neutrality: Int], _ b: [Neutrality: Int]) -> [Neutrality] {
    Neutrality.allCases.filter { a[$0, default: 0] != b[$0, default: 0] }
  }

  private func noted(_ side: NormalFile, _ source: [UInt8], _ start: Int, _ count: Int) -> [Neutrality: Int] {
    guard count > 0 else { return [:] }
    let range = side.lines.start(of: start, in: source)..<side.lines.start(of: start + count, in: source)
    var counts: [Neutrality: Int] = [:]
    var low = 0
    var high = side.notes.count
    while low < high {
      let middle = (low + high) / 2
      if Int(side.notes[middle].byte) < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < side.notes.count, Int(side.notes[low].byte) < range.upperBound {
      counts[side.notes[low].neutrality, default: 0] += 1
      low += 1
    }
    return counts
  }

  /// The words on some lines, without comments.
  private func words(_ side: NormalFile, _ source: [UInt8], _ start: Int, _ count: Int) -> [String] {
    guard count > 0 else { return [] }
    let range = side.lines.start(of: start, in: source)..<side.lines.start(of: start + count, in: source)
    guard !range.isEmpty, var token = side.tree.token(at: AbsolutePosition(utf8Offset: range.lowerBound)) else {
      return []
    }
    var found: [String] = []
    while true {
      let place = token.position.utf8Offset + token.leadingTriviaLength.utf8Length
      if place >= range.upperBound { break }
      if place >= range.lowerBound, token.totalLength.utf8Length > 0 { found.append(token.text) }
      guard let next = token.nextToken(viewMode: .sourceAccurate) else { break }
      token = next
    }
    return found
  }
}
