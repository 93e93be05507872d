public import ProgramModel
public import ReviewModel
public import RulePages
import SwiftFacts

/// Rules put to programs.
public struct Inspector: Sendable {
  public let rules: [RulePage]

  /// - Parameter rules: Those that are switched on.
  public init(rules: [RulePage]) { self.rules = rules.sorted { $0.id < $1.id } }

  /// What the rules find in a program by itself and no comment allows, in reporting order.
  public func findings(in program: Program, threads: Int) -> [Sighting] {
    examination(of: program, threads: threads).findings
  }

  /// Works out what is asked of programs whichever rule looks at them, side by side: there is little of it that several
  /// threads could share.
  public func prepare(_ programs: [Program], threads: Int) {
    guard wantsOwnership else { return }
    _ = Workers.map(over: programs, threads: threads, fewest: 2, state: { () }) { _, program in
      program.prepareOwnership(threads: threads)
    }
  }

  /// What the rules find in a program by itself, and which comments allow some of it.
  ///
  /// - Parameter withHarmless: Whether to tell what does no harm so far: a cycle of what there is one of for as long as
  ///   the program runs, code that no run comes to.
  public func examination(of program: Program, threads: Int, withHarmless: Bool = false) -> Examination {
    let (finder, found) = Finder.candidates(
      of: analyses, in: program, threads: threads, wantsOwnership: wantsOwnership, withHarmless: withHarmless)
    let asked = rules.filter { !$0.search.isComparison }
    let told = Workers.map(
      over: asked, threads: threads, state: { Judge(program: program, tellsIdle: withHarmless) }
    ) { judge, rule in
      if case .pattern(let patterns) = rule.search { return matches(of: patterns, rule, judge) }
      return self.sightings(by: rule, found, finder, judge)
    }
    var sightings: [Sighting] = told.flatMap(\.self)
    var used: Set<Examination.Use> = []
    var allowed: [Sighting] = []
    var reasons: [Place: String] = [:]
    sightings = sightings.filter { sighting in
      guard let use = use(for: sighting, in: program) else { return true }
      used.insert(use)
      allowed.append(sighting)
      reasons[sighting.finding.place] = use.allowance.reason
      return false
    }
    // By themselves: what is told keeps its fingerprint, whatever is allowed beside it.
    allowed.sort { Finding.reportingOrder($0.finding, $1.finding) }
    Sighting.number(&allowed)
    sightings.sort { Finding.reportingOrder($0.finding, $1.finding) }
    Sighting.number(&sightings)
    var examination = Examination(
      findings: sightings, used: used,
      allowed: allowed.map { Suppression($0.finding, .comment(reason: reasons[$0.finding.place] ?? "")) })
    if wantsOwnership { examination.unfollowed = program.unfollowedBodies(threads: threads).map(program.place) }
    return examination
  }

  /// The analyses of one program whose answers the rules want.
  var analyses: [Source] {
    let origins = rules.filter { !$0.search.isComparison }.reduce(into: Set<Origin>()) { $0.formUnion($1.origins) }
    return Source.allCases.filter { origins.contains(.analysis($0)) }
  }

  /// - Parameter found: What the analyses have found.
  private func sightings(
    by rule: RulePage, _ found: [Source: [Candidate]], _ finder: Finder, _ judge: Judge
  ) -> [Sighting] {
    var sightings: [Sighting] = []
    let origins = rule.origins
    for source in Source.allCases where origins.contains(.analysis(source)) {
      sightings += (found[source] ?? []).compactMap { sighting(of: $0, rule, judge) }
    }
    for kind in Kind.findable where origins.contains(.reading(kind)) {
      let isAsked = { (file: FileID) in rule.cases.contains { judge.looksInto(file, $0.predicate) } }
      sightings += finder.things(of: kind, in: isAsked).compactMap { sighting(of: $0, rule, judge) }
    }
    let isOfCycles = origins.contains(.analysis(.closureCycles)) || origins.contains(.analysis(.propertyCycles))
    return isOfCycles ? onePerPlace(sightings) : sightings
  }

  /// What several cycles run through is one finding: of closures, the surest, then the shortest tells it; of
  /// properties, the first.
  func onePerPlace(_ sightings: [Sighting]) -> [Sighting] {
    var best: [Place: Sighting] = [:]
    for sighting in sightings {
      guard let other = best[sighting.finding.place] else {
        best[sighting.finding.place] = sighting
        continue
      }
      guard case .closure? = sighting.cycle?.closing else { continue }
      let new = (sighting.finding.level, -sighting.finding.why.count)
      let old = (other.finding.level, -other.finding.why.count)
      if new > old { best[sighting.finding.place] = sighting }
    }
    return best.values.sorted { $0.finding.place < $1.finding.place }
  }

  /// Whether a rule asks what is inside the functions of test targets, other than what they assert.
  public var looksInsideTests: Bool {
    rules.contains { rule in
      rule.cases.contains { one in
        one.predicate.looksIntoTests && one.origins.contains { if case .reading = $0 { true } else { false } }
      }
    }
  }

  /// Whether a rule asks what tests assert, which a test says by itself: only those in question need be read.
  public var asksOfTests: Bool {
    rules.contains { !$0.search.isComparison && $0.search.kinds.contains(.assertion) }
  }

  private var wantsOwnership: Bool {
    rules.contains { rule in
      !rule.origins.isDisjoint(with: [
        .analysis(.closureCycles), .analysis(.propertyCycles), .analysis(.owningDelegates), .analysis(.lentScreens),
        .analysis(.keptReferences),
      ])
    }
  }
}

extension Judge {
  /// Whether a case of a rule can hold of something in a file, by the words that are about the file.
  func looksInto(_ file: FileID, _ predicate: Predicate) -> Bool {
    switch predicate {
    case .all(let parts): parts.allSatisfy { looksInto(file, $0) }
    case .test(.in, _), .test(.path, _), .not(.test(.in, _)), .not(.test(.path, _)):
      answer(predicate, Thing(kind: .call, span: SourceSpan(file: file, bytes: ByteSpan(start: 0, end: 0)))) != .no
    default: true
    }
  }
}

extension Predicate {
  /// Whether it can hold of something in a test target.
  fileprivate var looksIntoTests: Bool {
    switch self {
    case .all(let parts): parts.allSatisfy(\.looksIntoTests)
    case .test(.in, .words(let words)): words != [Value.Files.production.rawValue]
    default: true
    }
  }
}

/// A finding with what is needed to recognise it in another program.
public struct Sighting: Sendable {
  public var finding: Finding
  /// What makes it this finding wherever it stands: no lines, wording, or layout.
  public var essence: String
  /// The same without the names of types, so that it survives the renaming of one.
  public var looseEssence: String {
    essence.split(separator: "|").map { $0.split(separator: ".").last ?? "" }.joined(separator: "|")
  }
  /// Whether it is told only where a change brings it in.
  public var isOfChange: Bool
  /// The cycle that it is about, if it is about one.
  var cycle: Cycle?
  /// The names of the function that it stands in and of that one's type.
  var standsIn: [Symbol] = []
  /// What it has in common with those that are told along with it; nil where it stands alone.
  public var bond: Bond?

  /// What several findings of one rule have in common that are told as one.
  public struct Bond: Equatable, Sendable {
    public var text: String
    /// Whether it is one cycle that they close.
    public var isCycle: Bool

    public init(text: String, isCycle: Bool) {
      self.text = text
      self.isCycle = isCycle
    }
  }

  /// One of a program that was looked at earlier: what its cycle runs through is not known any more.
  public init(_ finding: Finding, essence: String, bond: Bond?, isOfChange: Bool = false) {
    self.finding = finding
    self.isOfChange = isOfChange
    self.essence = essence
    self.bond = bond
  }

  /// Gives each its fingerprint; equal ones in one declaration are told apart by their order.
  static func number(_ sightings: inout [Sighting]) {
    var counts: [String: Int] = [:]
    for index in sightings.indices {
      let finding = sightings[index].finding
      let key = "\(finding.rule)\u{0}\(finding.declaration)\u{0}\(sightings[index].essence)"
      let ordinal = counts[key, default: 0]
      counts[key] = ordinal + 1
      sightings[index].finding.fingerprint = Fingerprint(hashing: "\(key)\u{0}\(ordinal)")
    }
  }
}
