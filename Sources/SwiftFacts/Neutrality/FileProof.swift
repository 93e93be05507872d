public import ReviewModel

/// What one file's change says by itself; the files of a change are settled together with `NeutralProof.settle`.
public struct FileProof: Sendable {
  /// One for each hunk of the file.
  var verdicts: [NeutralProof.Verdict]
  /// Declarations that are at the file's top on one side only.
  var loose: [LooseDeclaration] = []
  /// By hunk, what in it differs for other reasons than a loose declaration.
  var isBoundElsewhere: [Bool] = []
  /// By hunk, the declarations that hold its lines.
  private var holders: [[HeldLines]] = []
  /// What is left to be looked at of a file that is all new, or gone, should another have a declaration of its.
  private var half: HalfFile?

  /// Proves what can be proven from the file alone, and from what is told of the program around it.
  ///
  /// - Parameter built: Names whose closures or bodies a result builder may read, as `Details.built` has them.
  public init(_ file: NeutralProof.File, built: Set<String> = []) {
    verdicts = []
    guard !file.hunks.isEmpty else { return }
    guard SourceReader.obstacle(of: file.before) == nil, SourceReader.obstacle(of: file.after) == nil
    else {
      verdicts = file.hunks.map { _ in .unproven("the file is no Swift source that can be read") }
      return
    }
    if let half = HalfFile(file, built: built) {
      verdicts = [.unproven("the file is on one side of the change only")]
      isBoundElsewhere = [false]
      holders = [half.held]
      self.half = half
    } else {
      read(file, built)
    }
  }

  /// Looks at what was left, if declarations of these names left other files, or came to others.
  mutating func complete(departures: Set<String>, arrivals: Set<String>) {
    guard let half, !(half.isNew ? departures : arrivals).isDisjoint(with: half.names) else { return }
    self.half = nil
    read(half.file, half.built)
  }

  /// The names of declarations that are at the file's top on one side only.
  func looseNames(_ side: LooseDeclaration.Side) -> Set<String> {
    if let half { return half.isNew == (side == .after) ? half.names : [] }
    return Set(loose.filter { $0.side == side }.map(\.name))
  }

  private mutating func read(_ file: NeutralProof.File, _ built: Set<String>) {
    let hunks = file.hunks
    let touched = (
      hunks.map { Self.around($0.oldStart, $0.oldLines) }, hunks.map { Self.around($0.newStart, $0.newLines) }
    )
    var old = NormalFile(file.before, touched: touched.0, built: built)
    var new = NormalFile(file.after, touched: touched.1, built: built)
    let isForced = old.hasOtherSurroundings(than: new)
    if isForced {
      old = NormalFile(file.before, touched: touched.0, built: built, isForced: true)
      new = NormalFile(file.after, touched: touched.1, built: built, isForced: true)
    }
    var candidates = Set(hunks.indices)
    var reasons = [String](repeating: "the program differs", count: hunks.count)
    isBoundElsewhere = hunks.map { _ in false }
    if old.isStrange || new.isStrange || old.facts.isDynamic != new.facts.isDynamic
      || old.facts.declares != new.facts.declares
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
      candidates = HunkSelection(file, old, new, difference, candidates, isForced: isForced).proven
    }
    for (index, hunk) in hunks.enumerated()
    where candidates.contains(index) && Self.changesAllowance(hunk, old, new, file) {
      candidates.remove(index)
      isBoundElsewhere[index] = true
      reasons[index] = "a comment in it says what may be found"
    }
    holders = Self.holders(of: file, besides: candidates, old, new)
    let classes = HunkClasses(old, new, file)
    verdicts = hunks.indices.map { index in
      candidates.contains(index) ? .neutral(classes.classes(of: hunks[index])) : .unproven(reasons[index])
    }
  }

  /// By hunk, the declarations that hold its lines; none for those that are neutral.
  private static func holders(
    of file: NeutralProof.File, besides neutral: Set<Int>, _ old: NormalFile, _ new: NormalFile
  ) -> [[HeldLines]] {
    let others = file.hunks.indices.filter { !neutral.contains($0) }.map { file.hunks[$0] }
    let come = others.filter { $0.newLines > 0 }.map { $0.newStart...$0.newStart + $0.newLines - 1 }
    let gone = others.filter { $0.newLines == 0 && $0.oldLines > 0 }.map { $0.oldStart...$0.oldStart + $0.oldLines - 1 }
    let after = DeclarationLines(new.tree, new.lines, file.after, wanted: come)
    let before = DeclarationLines(old.tree, old.lines, file.before, wanted: gone)
    return file.hunks.enumerated().map { index, hunk in
      if neutral.contains(index) { return [] }
      if hunk.newLines > 0 { return after.holding(hunk.newStart...hunk.newStart + hunk.newLines - 1) }
      return hunk.oldLines > 0 ? before.holding(hunk.oldStart...hunk.oldStart + hunk.oldLines - 1) : []
    }
  }

  /// The lines of a hunk with those beside it, so that both sides have something to touch.
  static func around(_ start: Int, _ count: Int) -> ClosedRange<Int> {
    count == 0 ? start...start + 1 : max(0, start - 1)...start + count
  }

  /// Whether other findings are allowed by the comments in a hunk after the change than before it.
  private static func changesAllowance(_ hunk: Hunk, _ old: NormalFile, _ new: NormalFile, _ file: NeutralProof.File)
    -> Bool
  {
    allowances(old.lines.bytes(of: hunk.oldStart, hunk.oldLines, in: file.before))
      != allowances(new.lines.bytes(of: hunk.newStart, hunk.newLines, in: file.after))
  }

  /// What stands from each `nitless:allow` to the end of its line.
  private static func allowances(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var found: [ArraySlice<UInt8>] = []
    var index = bytes.startIndex
    while index < bytes.endIndex {
      guard bytes[index] == allow[0], bytes[index...].starts(with: allow) else {
        index += 1
        continue
      }
      let end = bytes[index...].firstIndex { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") } ?? bytes.endIndex
      found.append(bytes[index..<end])
      index = end
    }
    return found
  }

  private static let allow = Array("nitless:allow".utf8)

  /// The declarations that the hunks touch which are not neutral.
  public func touched(by verdicts: [NeutralProof.Verdict], path: String, isTest: Bool) -> [TouchedDeclaration] {
    var found: [TouchedDeclaration] = []
    var places: [String: Int] = [:]
    for (index, verdict) in verdicts.enumerated() where verdict.classes == nil && index < holders.count {
      for held in holders[index] {
        if let place = places[held.name] {
          found[place].lines += held.count
          found[place].part = min(found[place].part, held.part)
          continue
        }
        places[held.name] = found.count
        found.append(
          .init(name: held.name, path: path, line: held.line, part: held.part, lines: held.count, isTest: isTest))
      }
    }
    return found
  }
}
