import ReviewModel

/// What one file's change says by itself; the files of a change are settled together with `NeutralProof.settle`.
public struct FileProof: Sendable {
  /// One for each hunk of the file.
  var verdicts: [NeutralProof.Verdict]
  /// Declarations that are at the file's top on one side only.
  var loose: [LooseDeclaration] = []
  /// By hunk, what in it differs for other reasons than a loose declaration.
  var isBoundElsewhere: [Bool] = []

  /// Proves what can be proven from the file alone.
  public init(_ file: NeutralProof.File) {
    verdicts = []
    guard !file.hunks.isEmpty else { return }
    guard file.before.count < Int(Int32.max), file.after.count < Int(Int32.max),
      Self.isText(file.before), Self.isText(file.after)
    else {
      verdicts = file.hunks.map { _ in .unproven("the file is no Swift source that can be read") }
      return
    }
    read(file)
  }

  private mutating func read(_ file: NeutralProof.File) {
    let hunks = file.hunks
    let old = NormalFile(file.before, touched: hunks.map { Self.around($0.oldStart, $0.oldLines) })
    let new = NormalFile(file.after, touched: hunks.map { Self.around($0.newStart, $0.newLines) })
    var candidates = Set(hunks.indices)
    var reasons = [String](repeating: "the program differs", count: hunks.count)
    isBoundElsewhere = hunks.map { _ in false }
    if old.isStrange || new.isStrange || old.facts.isDynamic != new.facts.isDynamic || old.facts.declares != new.facts.declares
      || old.facts.isScript != new.facts.isScript
    {
      candidates = []
      isBoundElsewhere = hunks.map { _ in true }
    } else if !old.isEqual(to: new) {
      let difference = FormDifference(old, new, hunks: hunks)
      for region in difference.regions {
        let place = region.new.map { "line \($0.lowerBound)" } ?? region.old.map { "what was line \($0.lowerBound)" }
        for hunk in region.hunks {
          candidates.remove(hunk)
          if let place { reasons[hunk] = "\(place) says something else" }
          if region.gone == nil, region.come == nil { isBoundElsewhere[hunk] = true }
        }
      }
      loose = LooseDeclaration.all(in: difference, old, new, file)
      candidates = HunkSelection(file, old, candidates).proven
    }
    let classes = HunkClasses(old, new, file)
    verdicts = hunks.indices.map { index in
      candidates.contains(index) ? .neutral(classes.classes(of: hunks[index])) : .unproven(reasons[index])
    }
  }

  /// The lines of a hunk with those beside it, so that both sides have something to touch.
  static func around(_ start: Int, _ count: Int) -> ClosedRange<Int> {
    count == 0 ? start...start + 1 : max(0, start - 1)...start + count
  }

  private static func isText(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }
}
