import ProgramModel
import ReviewModel
import RuleEngine

/// What the rules say of a change, given the programs before and after it.
struct ComparedFindings {
  /// In reporting order, as all lists of findings.
  var introduced: [Finding]
  var fixed: [Finding]
  var standing: Int
  /// Those of the standing ones that stand because the baseline sets them aside.
  var setAside: [Finding]
  /// What comments of the program after the change allow.
  var allowed: [Suppression]
  /// Those of them that were neither allowed nor found before the change.
  var newlyAllowed: [Finding]
  /// The comments of the program after the change that allow something.
  var used: Set<Examination.Use>
  /// What it cost to find out.
  var evaluations = EvaluationCounts()
  /// Those of the standing ones that are in code which only came into use by the change.
  var surfaced: [Finding] = []
  /// The bodies that the change touches with more in them than is followed.
  var unfollowed: [Place] = []

  /// What was found before.
  init(
    introduced: [Finding], fixed: [Finding], standing: Int, setAside: [Finding], allowed: [Suppression],
    newlyAllowed: [Finding], used: Set<Examination.Use>, surfaced: [Finding]
  ) {
    self.introduced = introduced
    self.fixed = fixed
    self.standing = standing
    self.setAside = setAside
    self.allowed = allowed
    self.newlyAllowed = newlyAllowed
    self.used = used
    self.surfaced = surfaced
  }

  /// What is found in each part, together.
  ///
  /// - Parameters:
  ///   - parts: Of two snapshots.
  ///   - oldPaths: Where renamed files were before, by where they are now.
  ///   - kept: What was found earlier; what is found now is noted there.
  ///   - touched: What the change touches of the program after it.
  init(
    _ parts: ProgramParts, inspector: Inspector, threads: Int, oldPaths: [String: String] = [:],
    kept: inout KeptExaminations?, isSetAside: (Finding) -> Bool = { _ in false }, touched: Touched
  ) {
    (introduced, fixed, standing, setAside, allowed, newlyAllowed, used) = ([], [], 0, [], [], [], [])
    for part in 0..<parts.count {
      let programs = kept?.programs(of: part, in: parts) ?? parts.programs(part)
      let found = ComparedFindings(
        before: programs[0], after: programs[1], inspector: inspector, threads: threads, oldPaths: oldPaths,
        kept: &kept,
        isSetAside: isSetAside, touched: touched)
      introduced += found.introduced
      surfaced += found.surfaced
      fixed += found.fixed
      standing += found.standing
      setAside += found.setAside
      allowed += found.allowed
      newlyAllowed += found.newlyAllowed
      used.formUnion(found.used)
      unfollowed += found.unfollowed
      evaluations += found.evaluations
    }
    guard parts.count > 1 else { return }
    introduced.sort(by: Finding.reportingOrder)
    fixed.sort(by: Finding.reportingOrder)
  }

  private init(
    before: Program, after: Program, inspector: Inspector, threads: Int, oldPaths: [String: String],
    kept: inout KeptExaminations?, isSetAside: (Finding) -> Bool, touched: Touched
  ) {
    let isChanged = touched.contains
    let known = kept?.examination(of: before, 0)
    // In a session, the next review takes over from what is worked out now.
    let isOfSession = kept?.isOfSession == true
    let knownAfter = isOfSession ? nil : kept?.examination(of: after, 1)
    let isLookedAt = knownAfter.map { !$0.hasNothingNew(since: known, oldPaths, isSetAside, isChanged) } ?? true
    if isLookedAt {
      after.takeOver(
        from: kept?.earlier(than: after), isKept: known == nil || isOfSession, isOfSession: isOfSession)
    }
    inspector.prepare((isLookedAt ? [after] : []) + (known == nil ? [before] : []), threads: threads)
    let examined = (isLookedAt ? nil : knownAfter) ?? inspector.examination(of: after, threads: threads)
    used = examined.used
    allowed = examined.allowed
    unfollowed = examined.unfollowed.filter(touched.contains)
    if known == nil { before.takeOver(from: after, isKept: false, isOfSession: isOfSession) }
    let examinedBefore = known ?? inspector.examination(of: before, threads: threads)
    let allowedNow = Comparison.newlyAllowed(before: examinedBefore, after: examined)
    newlyAllowed = allowedNow
    let standingBefore = examinedBefore.findings
    for program in [before, after] { program.letGoOfEarlier() }
    if isLookedAt { evaluations += after.evaluationCounts }
    if known == nil { evaluations += before.evaluationCounts }
    kept?.note(examinedBefore, of: before, 0)
    kept?.note(examined, of: after, 1)
    let comparison = Comparison(before: examinedBefore, after: examined, oldPaths: oldPaths)
    let ofChange = inspector.changes(
      Matching(before: before, after: after, oldPaths: oldPaths), threads: threads)
    // Before they are told together: one that is set aside stays so, whichever else has come to its cause.
    let worse = Comparison.worsened(from: standingBefore, to: examined.findings, isChanged: isChanged)
    let worsened = worse.filter { !isSetAside($0.finding) }
    let weakened = inspector.weakened(before: before, after: after, threads: threads)
      .filter { one in
        !isSetAside(one.finding)
          && !(examined.findings.map(\.finding) + allowedNow).contains { $0.tellsMore(than: one.finding) }
      }
    let new = comparison.introduced.filter { !isSetAside($0.finding) }
    let placed = Comparison.placed(new, among: examined.findings, isChanged: isChanged)
    let parted = inspector.parted(placed, before: before, after: after, threads: threads, touched: touched)
    let brought = parted.brought + worsened
    surfaced = Sighting.grouped(parted.surfaced.filter { !$0.isOfChange }).map(\.finding)
    setAside = comparison.introduced.map(\.finding).filter(isSetAside)
    let retold = inspector.retold(brought, before: before, after: after, isChanged: isChanged) + weakened
    let mended = inspector.weakened(before: after, after: before, threads: threads)
      .filter { one in !standingBefore.contains { $0.finding.tellsMore(than: one.finding) } }
    // What says less of a change than a finding that is set aside or allowed goes with it: it is one defect.
    let told = (retold + worse.filter { isSetAside($0.finding) }).map(\.finding) + setAside + allowedNow
    introduced = Sighting.grouped(
      retold + ofChange.filter { change in !told.contains { $0.tellsMore(than: change.finding) } }
    ).map(\.finding).sorted(by: Finding.reportingOrder)
    fixed = Sighting.grouped(comparison.fixed + mended).map(\.finding).sorted(by: Finding.reportingOrder)
    standing = comparison.standing - worsened.count + setAside.count + surfaced.count
  }
}

extension Examination {
  /// Whether nothing of it is news after an earlier one: what is told of a cycle is more than is kept of it.
  fileprivate func hasNothingNew(
    since before: Examination?, _ oldPaths: [String: String], _ isSetAside: (Finding) -> Bool,
    _ isChanged: (Place) -> Bool
  ) -> Bool {
    guard let before else { return false }
    let comparison = Comparison(before: before, after: self, oldPaths: oldPaths)
    let worsened = Comparison.worsened(from: before.findings, to: findings, isChanged: isChanged)
    return (comparison.introduced + worsened).allSatisfy { isSetAside($0.finding) }
  }
}

/// The findings of two programs, told apart by fingerprint.
struct Comparison {
  var introduced: [Sighting]
  var fixed: [Sighting]
  var standing: Int

  /// What a comment has come to allow is there as before, and not fixed.
  init(before: Examination, after: Examination, oldPaths: [String: String]) {
    let allowed = Set(after.allowed.map(\.finding.fingerprint))
    self.init(
      before: before.findings.filter { !allowed.contains($0.finding.fingerprint) }, after: after.findings,
      oldPaths: oldPaths)
  }

  init(before: [Sighting], after: [Sighting], oldPaths: [String: String] = [:]) {
    let old = Set(before.map(\.finding.fingerprint))
    let new = Set(after.map(\.finding.fingerprint))
    introduced = after.filter { !old.contains($0.finding.fingerprint) }
    fixed = before.filter { !new.contains($0.finding.fingerprint) }
    standing = after.count { !$0.isOfChange && old.contains($0.finding.fingerprint) }
    // The same in all that makes it what it is, under another declaration: renamed or moved along with its code.
    pairUp { sighting, _ in "\(sighting.finding.rule)\u{0}\(sighting.essence)" }
    // The same in the same file but for the names of types: a type was renamed.
    pairUp { sighting, isOld in
      let path = sighting.finding.place.path
      return "\(sighting.finding.rule)\u{0}\(isOld ? path : oldPaths[path] ?? path)\u{0}\(sighting.looseEssence)"
    }
    // The same said of the same declaration, but for the names: a slot was renamed, or more is asked of a protocol.
    pairUp { sighting, isOld in
      let finding = sighting.finding
      let path = finding.place.path
      return [finding.rule, isOld ? path : oldPaths[path] ?? path, finding.declaration, finding.messageWithoutNames]
        .joined(separator: "\u{0}")
    }
    // What is left of something worse that was wrong there before: nothing removes the observer, as before, but what
    // stays behind keeps no object any more.
    introduced = introduced.filter { sighting in
      let isLeft = !sighting.isOfChange && fixed.contains { sighting.finding.isLess(than: $0.finding, oldPaths) }
      if isLeft { standing += 1 }
      return !isLeft
    }
  }

  /// What comments allow after a change and was not there before it, by what is said of it, wherever it stands.
  static func newlyAllowed(before: Examination, after: Examination) -> [Finding] {
    guard !after.allowed.isEmpty else { return [] }
    let known = before.allowed.map(\.finding) + before.findings.map(\.finding)
    let names = Set(known.map(\.fingerprint))
    let key = { (finding: Finding) in "\(finding.rule)\u{0}\(finding.message)" }
    var counts = Dictionary(
      known.map { (key($0), 1) }, uniquingKeysWith: +)
    return after.allowed.map(\.finding).filter { finding in
      let count = counts[key(finding)] ?? 0
      counts[key(finding)] = max(0, count - 1)
      return count == 0 && !names.contains(finding.fingerprint)
    }
  }

  /// What might have been wrong before, and is surely wrong now by what the change wrote: `child.delegate = self`,
  /// where a strong delegate stood that nothing was known to be put into. Or by what it took away: all that is said of
  /// it was said before, and more that left it open.
  static func worsened(from before: [Sighting], to after: [Sighting], isChanged: (Place) -> Bool) -> [Sighting] {
    let earlier = Dictionary(
      before.map { ($0.finding.fingerprint, $0.finding) }, uniquingKeysWith: { first, _ in first })
    return after.filter { sighting in
      guard sighting.finding.level == .bug, let was = earlier[sighting.finding.fingerprint], was.level != .bug else {
        return false
      }
      let (reasons, doubts) = (Set(sighting.finding.why.map(\.says)), Set(was.why.map(\.says)))
      if reasons.isStrictSubset(of: doubts) { return true }
      return ([sighting.finding.place] + sighting.finding.why.compactMap(\.place)).contains(where: isChanged)
    }
  }

  /// New findings where the change wrote them: of several alike in one declaration, what they say does not tell which
  /// one is new, but the lines do.
  static func placed(_ new: [Sighting], among all: [Sighting], isChanged: (Place) -> Bool) -> [Sighting] {
    var taken = Set(new.map(\.finding.fingerprint))
    return new.map { sighting in
      guard !isChanged(sighting.finding.place),
        var twin = all.first(where: { other in
          other.essence == sighting.essence && other.finding.rule == sighting.finding.rule
            && other.finding.place.path == sighting.finding.place.path
            && other.finding.declaration == sighting.finding.declaration && isChanged(other.finding.place)
            && !taken.contains(other.finding.fingerprint)
        })
      else { return sighting }
      taken.insert(twin.finding.fingerprint)
      twin.finding.fingerprint = sighting.finding.fingerprint
      return twin
    }
  }

  /// What went from one place and came to another under the same key stands.
  private mutating func pairUp(by key: (Sighting, _ isOld: Bool) -> String) {
    var gone: [String: [Int]] = [:]
    for (index, sighting) in fixed.enumerated() { gone[key(sighting, true), default: []].append(index) }
    var paired: Set<Int> = []
    introduced = introduced.filter { sighting in
      guard let index = gone[key(sighting, false)]?.popLast() else { return true }
      paired.insert(index)
      if !sighting.isOfChange { standing += 1 }
      return false
    }
    fixed = fixed.enumerated().filter { !paired.contains($0.offset) }.map(\.element)
  }
}

extension Finding {
  /// What it says, without what it names.
  fileprivate var messageWithoutNames: String {
    message.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter { $0.offset.isMultiple(of: 2) }
      .map(\.element).joined(separator: "`")
  }

  /// Whether it says something lighter of the same declaration, by the same trait.
  fileprivate func isLess(than other: Finding, _ oldPaths: [String: String]) -> Bool {
    level != .bug && other.level == .bug && trait == other.trait && declaration == other.declaration
      && oldPaths[place.path] ?? place.path == other.place.path
  }

  /// Whether it says of the program what another says of the change alone: the same trait, by the same line.
  fileprivate func tellsMore(than other: Finding) -> Bool {
    trait == other.trait
      && [place, cause].contains { place in
        place.map { $0.path == other.place.path && $0.span.lines.overlaps(other.place.span.lines) } ?? false
      }
  }
}
