import ReviewModel
import SwiftSyntax

/// One version of a file with its normal form.
struct NormalFile {
  var tree: SourceFileSyntax
  var form: Form
  var notes: [FormNote]
  /// The declarations that hold no others, as far as hunks touch them, and their lines.
  var units: [(lines: ClosedRange<Int>, unit: FormUnit)]
  /// By the text of a declaration that no hunk touches: its surroundings, added up where there is more than one.
  private var untouched: [Int: Int]
  var lines: LineTable
  var facts: NeutralFacts
  /// Whether there is source in it that the parser does not know, or that nests too deeply.
  var isStrange: Bool

  /// - Parameter touched: The lines that hunks touch, those beside them included, in order.
  /// - Parameter built: Names whose closures or bodies a result builder may read.
  /// - Parameter isForced: Whether what no hunk touches is looked at all the same.
  /// - Parameter known: What declarations were made into in versions of the file with the same facts.
  init(
    _ source: [UInt8], touched: [ClosedRange<Int>], built: Set<String>, isForced: Bool = false,
    known: [FormUnit.Key: [FormUnit.Part]] = [:]
  ) {
    let lines = LineTable(source)
    self.lines = lines
    let (tree, maker) = source.withUnsafeBufferPointer { bytes in
      let tree = SourceReader.parsed(bytes)
      let maker = FormMaker(
        source: bytes, facts: NeutralFacts(bytes, tree, built: built), isForced: isForced, known: known
      ) { range in
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
    units = maker.units.compactMap { unit in lines.lines(of: unit.bytes).map { ($0, unit) } }
    untouched = maker.untouched
    facts = maker.facts
    isStrange = maker.isTooDeep
  }

  /// Whether two versions have the same normal form.
  func isEqual(to other: NormalFile) -> Bool {
    !isStrange && !other.isStrange && facts == other.facts && form[form.root].full == other.form[other.form.root].full
  }

  /// Whether something that no hunk touches stands in other surroundings in another version: in an extension with
  /// another access, say. Then what it says has to be looked at.
  func hasOtherSurroundings(than other: NormalFile) -> Bool {
    untouched.contains { text, surroundings in other.untouched[text].map { $0 != surroundings } ?? false }
  }

  /// What the declarations were made into that hunks touch.
  func known(in source: [UInt8]) -> [FormUnit.Key: [FormUnit.Part]] {
    source.withUnsafeBufferPointer { bytes in
      units.reduce(into: [:]) { known, entry in
        guard !entry.unit.readsTypes else { return }
        let text = UnsafeBufferPointer(
          rebasing: bytes[Int(entry.unit.bytes.lowerBound)..<Int(entry.unit.bytes.upperBound)])
        known[FormUnit.Key(text: FormMaker.hash(text), surroundings: entry.unit.surroundings)] = entry.unit.parts.map {
          FormUnit.Part(strict: form[$0].strict, full: form[$0].full, identity: form[$0].identity)
        }
      }
    }
  }
}
