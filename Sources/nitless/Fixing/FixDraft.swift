import Reporters
import ReviewModel

/// A fix as a text for an editor: all the lines that it writes, each block of them below a line that says what it takes
/// the place of.
struct FixDraft {
  /// Why there is nothing to apply of what came back.
  struct Refusal: Error {
    var says: String
  }

  private let finding: Finding
  private let blocks: [FixPreview.Block]
  private let sources: SourceBook

  /// Nil where the fix cannot be shown as lines, and so not be edited.
  init?(_ finding: Finding, sources: SourceBook) {
    guard let fix = finding.fix else { return nil }
    (self.finding, self.sources) = (finding, sources)
    blocks = FixPreview(fix, sources: sources).blocks
    if blocks.isEmpty { return nil }
  }

  /// What the editor is given.
  var text: String {
    let places = blocks.count == 1 ? "one place" : "\(blocks.count) places"
    let notes = [
      "\(Self.note)All of the fix, in \(places). The lines below a heading take the place of those that it names.",
      "\(Self.note)Keep the headings; lines left as they are, are written so. An empty file leaves the finding.",
    ]
    return (notes + blocks.flatMap { [heading(of: $0)] + $0.after }).map { $0 + "\n" }.joined()
  }

  /// The finding with what a person made of the text; nil if they left nothing.
  ///
  /// A block that comes back as it was keeps the edits that it had.
  func finding(editedAs text: String) throws(Refusal) -> Finding? {
    var lines = text.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    if lines.last == "" { lines.removeLast() }
    lines.removeAll { $0.hasPrefix(Self.note) }
    if lines.allSatisfy(\.isEmpty) { return nil }
    let places = lines.indices.filter { lines[$0].hasPrefix(Self.mark) }
    guard places.map({ lines[$0] }) == blocks.map(heading), places.first == lines.startIndex else {
      throw Refusal(says: "the headings `\(Self.mark)…` are not as they were, so it is not known which lines go where")
    }
    let parts = zip(places, places.dropFirst() + [lines.endIndex]).map { Array(lines[($0 + 1)..<$1]) }
    if zip(parts, blocks).allSatisfy({ $0 == $1.after }) { return finding }
    if parts.allSatisfy(\.isEmpty) { return nil }
    var result = finding
    result.fix?.title += ", as you edited it"
    result.fix?.edits = zip(parts, blocks).flatMap { part, block in
      part == block.after ? block.edits : [edit(block, to: part)]
    }
    return result
  }

  // MARK: Parts

  private static let note = "// nitless: "
  private static let mark = "//////// "

  private func heading(of block: FixPreview.Block) -> String {
    let last = block.line + block.before.count - 1
    let place =
      block.before.isEmpty
      ? "before line \(block.line)" : block.before.count == 1 ? "line \(last)" : "lines \(block.line) to \(last)"
    return "\(Self.mark)\(place) of \(block.path)"
  }

  /// Other lines in the place of a block's.
  private func edit(_ block: FixPreview.Block, to lines: [String]) -> Fix.Edit {
    let count = sources.lineCount(of: block.path, side: .after) ?? .max
    let behind = block.line + block.before.count
    var text = lines.map { $0 + "\n" }.joined()
    var start = Position(line: block.line, column: 1)
    var end = Position(line: behind, column: 1)
    if behind > count {
      // Nothing breaks the last line of this file.
      text = lines.joined(separator: "\n")
      end = self.end(ofLine: count, in: block.path)
      if block.line > count { (start, text) = (end, "\n" + text) }
    }
    return Fix.Edit(place: Place(path: block.path, span: Span(start: start, end: end)), text: text)
  }

  private func end(ofLine line: Int, in path: String) -> Position {
    Position(line: line, column: (sources.line(line, of: path, side: .after)?.utf8.count ?? 0) + 1)
  }
}
