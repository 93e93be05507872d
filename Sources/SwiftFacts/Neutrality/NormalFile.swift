import ReviewModel
import SwiftParser
import SwiftSyntax

/// One version of a file with its normal form.
struct NormalFile {
  var tree: SourceFileSyntax
  var form: Form
  var notes: [FormNote]
  /// The declarations that hold no others, as far as hunks touch them: their lines, and what they say.
  var units: [(lines: ClosedRange<Int>, says: Int)]
  var lines: LineTable
  var facts: NeutralFacts
  /// Whether there is source in it that the parser does not know, or that nests too deeply.
  var isStrange: Bool

  /// - Parameter touched: The lines that hunks touch, those beside them included, in order.
  /// - Parameter built: Names whose closures or bodies a result builder may read.
  init(_ source: [UInt8], touched: [ClosedRange<Int>], built: Set<String> = []) {
    let lines = LineTable(source)
    self.lines = lines
    let (tree, maker) = source.withUnsafeBufferPointer { bytes in
      let tree = Parser.parse(source: bytes)
      let maker = FormMaker(source: bytes, facts: NeutralFacts(bytes, tree, built: built)) { range in
        lines.lines(of: range).map { LineTable.overlaps($0, touched) } ?? false
      }
      if FormMaker.isUnknown(tree) {
        maker.form.root = maker.unknown(tree)
      } else {
        maker.form.root = maker.made(.file, maker.file(tree.statements))
      }
      return (tree, maker)
    }
    self.tree = tree
    form = maker.form
    notes = maker.notes.sorted { $0.byte < $1.byte }
    units = maker.units.compactMap { unit in lines.lines(of: unit.bytes).map { ($0, unit.says) } }
    facts = maker.facts
    isStrange = maker.isTooDeep
  }

  /// Whether two versions have the same normal form.
  func isEqual(to other: NormalFile) -> Bool {
    !isStrange && !other.isStrange && facts == other.facts && form[form.root].full == other.form[other.form.root].full
  }
}
