import ReviewModel
import ProgramModel
import SwiftFacts

extension Sighting.Bond {
  /// What several closures have in common that close the same cycle: who keeps them, and whom they capture; or the root
  /// that findings of one rule share.
  init?(of candidate: Candidate, _ finding: Finding) {
    if let root = candidate.root {
      self.init([finding.place.path, root], isCycle: candidate.cycle != nil)
      return
    }
    guard let cycle = candidate.cycle, case .closure(let closure) = cycle.closing else { return nil }
    let keepers = cycle.links.filter { link in
      switch link.how {
      case .capture, .methodReference: false
      default: true
      }
    }.map(\.object)
    let captured = closure.closure == nil ? "self" : closure.captured.text
    // One bag of an object is one matter, whichever of its methods fills it.
    let declaration = captured == "self" ? "" : finding.declaration
    // Two locals of one name are told apart by their types.
    let type = cycle.captured.nominal.map { "\($0.index)" } ?? ""
    self.init([finding.place.path, declaration, captured, type] + keepers, isCycle: true)
  }

  /// What is captured, whoever keeps the closure; nil where the bond is no captured object's.
  fileprivate var captive: String? {
    let parts = text.split(separator: "\u{0}", omittingEmptySubsequences: false)
    return isCycle && parts.count > 4 ? parts.prefix(4).joined(separator: "\u{0}") : nil
  }

  private init(_ parts: [String], isCycle: Bool) { self.init(text: parts.joined(separator: "\u{0}"), isCycle: isCycle) }
}

extension Sighting {
  /// One finding for the closures of one declaration that close the same cycle, for those of one object that the same
  /// part of it keeps, and for all that one root brings about: the first tells it, the others are reasons of it, and
  /// its fix mends them all.
  public static func grouped(_ sightings: [Sighting]) -> [Sighting] {
    var result: [Sighting] = []
    var places: [String: Int] = [:]
    for sighting in sightings {
      guard let bond = sighting.bond else {
        result.append(sighting)
        continue
      }
      let group = sighting.finding.rule + "\u{0}" + bond.text
      guard let at = places[group] else {
        places[group] = result.count
        result.append(sighting)
        continue
      }
      let fact = sighting.finding.fact
      let same = fact == result[at].finding.fact ? "the same is done here" : fact
      result[at].finding.why.append(
        Reason(
          place: sighting.finding.place, says: bond.isCycle ? "this closure closes the same cycle" : same,
          certainty: .proven))
      result[at].finding.others.append(sighting.finding.fingerprint)
      result[at].finding.fix = joined(result[at].finding.fix, sighting.finding.fix)
    }
    return namingOtherClosures(result)
  }

  /// The fixes of findings that speak of one captured object, where other closures of the same declaration keep it by
  /// other ways: each alone leaves the object to the others, and so none is offered without those.
  private static func namingOtherClosures(_ sightings: [Sighting]) -> [Sighting] {
    var result = sightings
    var alike: [String: [Int]] = [:]
    for (at, sighting) in sightings.enumerated() {
      guard let captive = sighting.bond?.captive else { continue }
      alike[sighting.finding.rule + "\u{0}" + captive, default: []].append(at)
    }
    for group in alike.values where group.count > 1 {
      for at in group {
        let lines = group.filter { $0 != at }.map { sightings[$0].finding.place.span.start.line }.sorted()
        let others =
          lines.count == 1 ? "the closure on line \(lines[0]) keeps" : "\(lines.count) other closures here keep"
        result[at].finding.fix?.title += "; \(others) it too"
      }
      let fixes = group.map { sightings[$0].finding.fix }
      let isWhole = fixes.allSatisfy { !($0?.edits.isEmpty ?? true) }
      for at in group where !(result[at].finding.fix?.edits.isEmpty ?? true) {
        guard isWhole else {
          result[at].finding.fix?.applicability = .template
          result[at].finding.fix?.edits = []
          continue
        }
        for edit in fixes.flatMap({ $0?.edits ?? [] }) where !(result[at].finding.fix?.edits.contains(edit) ?? true) {
          result[at].finding.fix?.edits.append(edit)
        }
      }
    }
    return result
  }

  private static func joined(_ one: Fix?, _ other: Fix?) -> Fix? {
    guard var fix = one, let other else { return one }
    if fix.edits.isEmpty { return fix }
    // Half of it would leave the rest as it is.
    if other.edits.isEmpty { return Fix(title: other.title, applicability: .template, edits: []) }
    fix.edits += other.edits.filter { !fix.edits.contains($0) }
    return fix
  }
}

extension Finding {
  /// What its message says before the consequence.
  fileprivate var fact: String {
    let colon = zip(message.indices, message.indices.dropFirst()).first { message[$0] == ":" && message[$1] == " " }
    return String(message[..<(colon?.0 ?? message.endIndex)])
  }
}
