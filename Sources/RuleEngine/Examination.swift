import ProgramModel
public import ReviewModel
import RulePages
public import SwiftFacts

/// What the rules say of one program.
public struct Examination: Sendable {
  /// In reporting order; without what comments allow.
  public var findings: [Sighting]
  /// The comments that allow something, with the rule of what they allow.
  public var used: Set<Use>
  /// What they allow, each with the reason.
  public var allowed: [Suppression] = []
  /// The bodies with more in them than is followed.
  public var unfollowed: [Place] = []

  public init(findings: [Sighting], used: Set<Use>, allowed: [Suppression]) {
    self.findings = findings
    self.used = used
    self.allowed = allowed
  }

  /// One rule of one comment that allows a finding.
  public struct Use: Hashable, Sendable {
    public var path: String
    public var allowance: Allowance
    public var rule: Symbol

    public init(path: String, allowance: Allowance, rule: Symbol) {
      self.path = path
      self.allowance = allowance
      self.rule = rule
    }
  }
}

extension Inspector {
  /// Whether `// nitless:allow rule - reason` stands on the line of a finding, or above it.
  func isAllowed(_ sighting: Sighting, in program: Program) -> Bool { use(for: sighting, in: program) != nil }

  func use(for sighting: Sighting, in program: Program) -> Examination.Use? {
    let path = sighting.finding.place.path
    guard let file = program.file(at: path) else { return nil }
    let line = sighting.finding.place.span.start.line
    let names = names(of: sighting)
    for allowance in program[file].facts.allowances
    where allowance.reason != nil && allowance.covers(line) {
      if let rule = allowance.rules.first(where: { names.contains($0.text) }) {
        return Examination.Use(path: path, allowance: allowance, rule: rule)
      }
    }
    return nil
  }

  /// The rules by which a finding may be told: a cycle goes by another name in the change that brings it.
  private func names(of sighting: Sighting) -> Set<String> {
    var names: Set<String> = [sighting.finding.rule]
    guard sighting.cycle != nil else { return names }
    for rule in rules where rule.origins.contains(.analysis(.keptReferences)) { names.insert(rule.id) }
    return names
  }
}
