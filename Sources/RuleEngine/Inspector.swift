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

  /// What the rules find in a program by itself, and which comments allow some of it.
  public func examination(of program: Program, threads: Int) -> Examination {
    let ownership = wantsOwnership ? Ownership(of: program, threads: threads) : nil
    var sightings: [Sighting] = []
    var missed: [Condition.Awaited: [MissedCall]] = [:]
    for rule in rules {
      switch rule.search {
      case .find(.closure):
        sightings += closures(rule, program, ownership)
        sightings += lifetimes(for: rule, program, threads: threads).compactMap { sighting(of: $0, rule, program) }
        sightings += self.sightings(of: hazardClues(rule, program), rule, program)
      case .find(.call), .find(.object):
        sightings += lifetimes(for: rule, program, threads: threads).compactMap { sighting(of: $0, rule, program) }
        sightings += self.sightings(of: hazardClues(rule, program), rule, program)
      case .find(.index), .find(.division), .find(.assignment): sightings += self.sightings(of: hazardClues(rule, program), rule, program)
      case .find(.property) where asks(rule) { if case .observes = $0 { true } else { false } }:
        sightings += self.sightings(of: inlineObjects(program), rule, program)
      case .find(.method), .find(.text), .find(.dateFormat):
        sightings += self.sightings(of: contractClues(rule, program), rule, program)
      case .find(.path): sightings += self.sightings(of: pathClues(rule, program, threads: threads, &missed), rule, program)
      case .find(.property): sightings += properties(rule, program, ownership, threads: threads)
      case .find(.assertion), .find(.branch), .find(.setter):
        sightings += constants(for: rule, program, threads: threads).compactMap { sighting(of: $0, rule, program) }
      case .find(.conformance): sightings += conformances(rule, program)
      case .find(.parameter), .find(.enumCase), .find(.type), .find(.typeChain), .find(.sharedCall):
        sightings += observations(for: rule.search, program, threads: threads)
          .compactMap { sighting(of: $0, rule, program) }
      case .pattern(let patterns): sightings += matches(of: patterns, rule, program)
      case .compare: break
      }
    }
    var used: Set<Examination.Use> = []
    sightings = sightings.filter { sighting in
      guard let use = use(for: sighting, in: program) else { return true }
      used.insert(use)
      return false
    }
    sightings.sort { Finding.reportingOrder($0.finding, $1.finding) }
    Sighting.number(&sightings)
    return Examination(findings: sightings, used: used)
  }

  /// Whether a rule asks what is inside the functions of test targets.
  public var looksInsideTests: Bool {
    rules.contains { if case .pattern = $0.search { true } else { false } }
  }

  /// Whether a rule asks what tests assert, which a test says by itself: only those in question need be read.
  public var asksOfTests: Bool { rules.contains { $0.search == .find(.assertion) } }

  private var wantsOwnership: Bool {
    rules.contains { rule in
      switch rule.search {
      case .find(.closure), .compare(.weakReferenceDropped): true
      case .find(.property): !asks(rule) { if case .observes = $0 { true } else { false } }
      case .find, .pattern, .compare: false
      }
    }
  }
}

/// A finding with what is needed to recognise it in another program.
public struct Sighting: Sendable {
  public var finding: Finding
  /// What makes it this finding wherever it stands: no lines, wording, or layout.
  public var essence: String
  /// The same without the names of types, so that it survives the renaming of one.
  public var looseEssence: String { essence.split(separator: "|").map { $0.split(separator: ".").last ?? "" }.joined(separator: "|") }
  /// The cycle that it is about, if it is about one.
  var cycle: Cycle?

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
