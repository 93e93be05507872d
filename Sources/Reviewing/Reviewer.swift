public import Git
import Platform
public import ProgramModel
public import ReviewModel
public import RuleEngine
import SwiftFacts

/// Reviews changes and audits programs of one repository.
public struct Reviewer: Sendable {
  let repository: Repository
  let inspector: Inspector
  private let tables: Lazy<Knowledge>
  let threads: Int
  let isExcluded: @Sendable (String) -> Bool
  let isVendored: @Sendable (String) -> Bool
  let judged: @Sendable (Finding) -> Finding?
  let generatedMarkers: [String]
  let baseline: Baseline
  /// All there are, switched on or not.
  let ruleNames: [String]
  let isConfiguration: @Sendable (String) -> Bool
  let rulesURL: String?
  /// Names all that is asked, and all that tables say; nil where what is found is not kept.
  let rulesName: (@Sendable () -> String)?
  let store: FactsStore?
  /// Whether the process ends with the review.
  let isLast: Bool
  let progress: @Sendable (String) -> Void
  let note: @Sendable (String) -> Void

  /// - Parameters:
  ///   - knowledge: What the tables say; asked for when it is needed.
  ///   - judged: A finding as the configuration has it; nil where its rule is off.
  ///   - generatedMarkers: What a comment at the top of a file says that a program has written.
  ///   - baseline: What counts as standing.
  ///   - ruleNames: All the rules there are, switched on or not: a comment that names another is told of.
  ///   - isConfiguration: Whether what is at a path has a say in what is reported.
  ///   - rulesURL: Where the book of rules is on the web; nil where nobody has said.
  ///   - rulesName: Names all that is asked, and all that tables say; nil where what is found is not to be kept.
  ///   - store: Where facts are kept for the next review; nil for a reviewer that reviews once.
  ///   - isLast: Whether the process ends with the review, so that nothing of it need be taken apart.
  ///   - isExcluded: Whether nothing is to be said about the file at a path.
  ///   - isVendored: Whether that is so because a folder has the name of one for others' code.
  ///   - progress: Told in a few words what is being done, whenever that changes.
  ///   - note: Told how much of what was needed was at hand.
  public init(
    repository: Repository, inspector: Inspector, knowledge: @autoclosure @escaping @Sendable () -> Knowledge,
    threads: Int,
    isExcluded: @escaping @Sendable (String) -> Bool = { _ in false },
    isVendored: @escaping @Sendable (String) -> Bool = { _ in false },
    judged: @escaping @Sendable (Finding) -> Finding? = { $0 }, generatedMarkers: [String] = [],
    baseline: Baseline = Baseline(), ruleNames: [String] = [],
    isConfiguration: @escaping @Sendable (String) -> Bool = { _ in false }, rulesURL: String? = nil,
    rulesName: (@Sendable () -> String)? = nil,
    store: FactsStore? = nil, isLast: Bool = false, progress: @escaping @Sendable (String) -> Void = { _ in },
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.repository = repository
    self.inspector = inspector
    tables = Lazy { rulesName.flatMap { store?.shared(knowledge(), under: $0) } ?? knowledge() }
    self.threads = threads
    self.isExcluded = isExcluded
    self.isVendored = isVendored
    self.judged = judged
    self.generatedMarkers = generatedMarkers
    self.baseline = baseline
    self.ruleNames = ruleNames
    self.isConfiguration = isConfiguration
    self.rulesURL = rulesURL
    self.rulesName = rulesName
    self.store = store
    self.isLast = isLast
    self.progress = progress
    self.note = note
  }

  var knowledge: Knowledge { tables.value }

  /// Reviews a change: what it introduces, what it fixes, and how much stands as it was.
  ///
  /// - Parameters:
  ///   - defaultBranch: What the work tree is compared with; nil for the branch that looks like it.
  ///   - isMeasured: Whether the review has an extent: where nobody reads it, no hunk need be proven neutral.
  public func review(_ request: ChangeRequest, defaultBranch: String? = nil, isMeasured: Bool = true) throws -> Review {
    if request == .staged { return try review(repository.plannedCommit()) }
    return try compare(request, defaultBranch: defaultBranch, isMeasured: isMeasured)
  }

  func compare(_ request: ChangeRequest, defaultBranch: String? = nil, isMeasured: Bool = true) throws -> Review {
    progress("reading the change")
    let change = try repository.change(request, defaultBranch: defaultBranch)
    let unmerged = change.unmerged.filter { !isExcluded($0) }.map {
      Review.Skip(path: $0, because: "it is not merged in the index, which has one side of it; resolve it, then add it")
    }
    guard !change.files.isEmpty else {
      var notices = configurationNotices(change)
      if change.before.manifests != change.after.manifests {
        let sides = [change.before, change.after]
        let modules = try SnapshotModules(
          of: sides, in: repository, knowledge: knowledge, threads: threads, store: store)
        notices += exemptionNotices(change, newTests: Self.newTests(change, modules))
      }
      var review = Review(
        introduced: [], extent: .init(files: 0, hunks: 0), skipped: unmerged, rules: ruleSummaries,
        comparison: change.comparison, notices: notices)
      review.account.programPaths = change.after.files.map(\.path)
      return review
    }
    let lines = ChangedLines(change)
    let (compared, files) = try compared(change, lines, isMeasured: isMeasured)
    let found = compared.found
    note("\(found.evaluations.done) functions worked out, \(found.evaluations.takenOver) taken over")
    let judgement = try judgement(of: found.introduced, at: change.after)
    let introduced = judgement.findings
    let surfaced = try self.judgement(of: found.surfaced, at: change.after).findings
    let touched = Set(change.files.compactMap(\.newPath))
    let oldPaths = Self.oldPaths(change)
    let skipped = (compared.skipped.map {
      Review.Skip(path: $0.path, because: $0.because, isTouched: touched.contains($0.path))
    }.filter { !isExcluded($0.path) } + unmerged).sorted()
    let suppressed = suppressions(found.setAside + judgement.standing, found.allowed) { touched.contains($0) }
    // Of a file that cannot be read it is not known what has gone from it.
    let unread = Set(skipped.flatMap { [$0.path, oldPaths[$0.path] ?? $0.path] })
    var review = Review(
      introduced: introduced,
      fixed: found.fixed.filter { !isExcluded($0.place.path) && !unread.contains($0.place.path) }.compactMap(judged),
      standing: found.standing + judgement.standing.count,
      extent: compared.extent,
      skipped: skipped, sources: try sources(of: introduced + suppressed.map(\.finding), in: change),
      rules: ruleSummaries,
      comparison: change.comparison,
      notices: try allowanceNotices(in: files, used: found.used, isNew: lines.contains) { touched.contains($0) }
        + standingAllowances(of: found.newlyAllowed, in: files, isNew: lines.contains)
        + exemptionNotices(change, newTests: compared.newTests) + generatedNotices(judgement.generated, in: change)
        + configurationNotices(change) + surfacedNotices(surfaced.count) + unfollowedNotices(found.unfollowed),
      files: change.files, account: Account(setAside: found.setAside.count + judgement.standing.count))
    review.suppressed = suppressed
    review.surfaced = surfaced
    review.account.muted = judgement.muted
    review.account.excluded = touched.count(where: isExcluded)
    review.account.paths = change.files.flatMap { [$0.newPath, $0.oldPath].compactMap(\.self) }
    review.account.programPaths = change.after.files.map(\.path)
    return review
  }

  /// Everything the rules find in a whole program.
  ///
  /// - Parameters:
  ///   - revision: The commit or tree; nil for the work tree.
  ///   - paths: Folders and files to speak about; all if empty. The whole program is understood either way.
  ///   - shard: Which share of the parts that cannot reach each other to speak about; nil for all of them.
  ///   - scope: How much to tell of what does no harm so far.
  /// - Throws: `NothingToAudit` if there is no Swift file at one of the paths.
  public func audit(
    _ revision: String?, paths: [String] = [], shard: Shard? = nil, scope: AuditScope = .harm
  ) throws -> Review {
    progress("reading the program")
    let snapshot = try revision.map { try repository.snapshot(of: $0) } ?? repository.workTreeSnapshot()
    if snapshot.files.isEmpty { throw NothingToAudit(path: nil) }
    for path in paths where !snapshot.files.contains(where: { isWithin($0.path, path) }) {
      throw NothingToAudit(path: path)
    }
    let modules = try SnapshotModules(
      of: [snapshot], in: repository, knowledge: knowledge, threads: threads, store: store)
    let isOutlineEnough = outlines(modules)
    let asksOfTests = inspector.asksOfTests
    let library = try Library(
      of: [snapshot], in: repository, threads: threads, store: store,
      isOutlineEnough: { !asksOfTests && isOutlineEnough($0) }, progress: progress)
    tell(library)
    progress("linking")
    let files = library.files(of: snapshot)
    let parts = ProgramParts([(files, modules[0])], knowledge: knowledge)
    progress("looking for defects")
    var found: [Finding] = []
    var setAside: [Finding] = []
    var allowed: [Suppression] = []
    var used: Set<Examination.Use> = []
    var unfollowed: [Place] = []
    let share = shard?.pieces(parts.weights) ?? Array(0..<parts.count)
    var kept = keptExaminations(of: [snapshot], library)
    var uncalled: [Finding] = []
    for part in share {
      let linked = Lazy {
        let program = parts.programs(part)[0]
        if isLast, share.count == 1 { Unfreed.keep(program) }
        return program
      }
      let examine = { inspector.examination(of: linked.value, threads: threads, withHarmless: scope == .all) }
      let examined = (scope == .all ? nil : kept?.examination(of: parts.files(part)[0], 0, examine)) ?? examine()
      // Before they are told together: one that is set aside stays so, whichever else has come to its cause.
      let standing = examined.findings.filter { !$0.isOfChange }
      var open = standing.filter { !baseline.contains($0.finding) }
      if scope == .harm, !open.isEmpty {
        let called = NamedCode(program: linked.value)
        let parted = Dictionary(grouping: open) { called.mayRun($0.finding.place) }
        open = parted[true] ?? []
        uncalled += (parted[false] ?? []).map(\.finding)
      }
      setAside += standing.map(\.finding).filter(baseline.contains)
      allowed += examined.allowed
      found += Sighting.grouped(open).map(\.finding)
      used.formUnion(examined.used)
      unfollowed += examined.unfollowed
    }
    kept?.keep()
    if isLast { Unfreed.keep((parts, store)) }
    if share.count > 1 { found.sort(by: Finding.reportingOrder) }
    let findings = found.filter { finding in
      paths.isEmpty || paths.contains { isWithin(finding.place.path, $0) }
    }
    let judgement = try judgement(of: findings, at: snapshot)
    let shared = shard.map { _ in Set(share.flatMap(parts.paths)) }
    let isAsked = { (path: String) in
      (paths.isEmpty || paths.contains { isWithin(path, $0) }) && shared?.contains(path) != false
    }
    let skipped = library.skipped(in: snapshot).filter { !isExcluded($0.path) && shared?.contains($0.path) != false }
    let suppressed = suppressions(setAside + judgement.standing, allowed, isAsked: isAsked)
    let setAsideCount = setAside.count { isAsked($0.place.path) } + judgement.standing.count
    var review = Review(
      introduced: judgement.findings, standing: setAsideCount, skipped: skipped,
      sources: try sources(of: judgement.findings + suppressed.map(\.finding), at: snapshot), rules: ruleSummaries,
      notices: allowanceNotices(in: files, used: used, isNew: { _ in false }, isAsked: isAsked)
        + unfollowedNotices(unfollowed.filter { isAsked($0.path) }),
      account: Account(
        files: snapshot.files.count { isAsked($0.path) }, setAside: setAsideCount,
        allowed: used.count { isAsked($0.path) }))
    review.suppressed = suppressed
    review.account.muted = judgement.muted
    let unheard = uncalled.filter { isAsked($0.place.path) }
    review.account.uncalled = try self.judgement(of: unheard, at: snapshot).findings.count
    // What names a file names one of the program, whoever's share it is in.
    review.account.paths = snapshot.files.map(\.path).filter { shard != nil || isAsked($0) }
    review.account.programPaths = snapshot.files.map(\.path)
    review.account.shard = shard?.text
    review.account.excluded = snapshot.files.count { isAsked($0.path) && isExcluded($0.path) }
    return review
  }

  func keptExaminations(of snapshots: [Snapshot], _ library: Library) -> KeptExaminations? {
    store.flatMap { store in
      rulesName.map { KeptExaminations(store, rules: $0(), of: snapshots, isOutline: library.isOutline) }
    }
  }

  func tell(_ library: Library) {
    note("\(library.counts.read) files read, \(library.counts.kept) taken from what is kept")
  }

  /// Of which files no rule looks inside the functions. Who keeps whom is not asked of tests, and what is not asked
  /// need not be read.
  func outlines(_ modules: SnapshotModules) -> (String) -> Bool {
    let looksInside = inspector.looksInsideTests
    return { path in !looksInside && modules.isTest(path) }
  }

  static func oldPaths(_ change: Change) -> [String: String] {
    var result: [String: String] = [:]
    for file in change.files {
      if case .renamed(let old, let new) = file.kind { result[new] = old }
    }
    return result
  }

  private func isWithin(_ path: String, _ folder: String) -> Bool {
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    return folder.isEmpty || folder == "." || path == folder || path.hasPrefix(folder + "/")
  }
}

/// A line that a file does not have.
public struct NoSuchLine: Error {
  /// Relative to the repository's root.
  public var path: String
  public var line: Int
  /// How many it has.
  public var lines: Int
}

/// A file of which nothing can be said, for it is no Swift or cannot be read.
public struct NotUnderstood: Error {
  /// Relative to the repository's root.
  public var path: String
  /// As a review says it of a file that it skips.
  public var because: String
}

/// There is no Swift file where an audit was asked to look.
public struct NothingToAudit: Error {
  /// Relative to the repository's root; nil for all of the repository.
  public var path: String?
}
