import ReviewModel
import ProgramModel
import SwiftFacts

extension Sighting {
  /// What several closures have in common that close the same cycle: who keeps them, and whom they capture.
  private var group: String? {
    guard let cycle, case .closure(let closure) = cycle.closing else { return nil }
    let keepers = cycle.links.filter { link in
      switch link.how {
      case .capture, .methodReference: false
      default: true
      }
    }.map(\.object)
    let captured = closure.closure == nil ? "self" : closure.captured.text
    return ([finding.rule, finding.place.path, finding.declaration, captured] + keepers).joined(separator: "\u{0}")
  }

  /// One finding for the closures of one declaration that close the same cycle: the first tells it, the
  /// others are links of its chain, and its fix mends them all.
  public static func grouped(_ sightings: [Sighting]) -> [Sighting] {
    var result: [Sighting] = []
    var places: [String: Int] = [:]
    for sighting in sightings {
      guard let group = sighting.group else {
        result.append(sighting)
        continue
      }
      guard let at = places[group] else {
        places[group] = result.count
        result.append(sighting)
        continue
      }
      result[at].finding.why.append(
        Reason(place: sighting.finding.place, says: "this closure closes the same cycle", certainty: .proven))
      result[at].finding.others.append(sighting.finding.fingerprint)
      result[at].finding.fix = joined(result[at].finding.fix, sighting.finding.fix)
    }
    return result
  }

  private static func joined(_ one: Fix?, _ other: Fix?) -> Fix? {
    guard var fix = one, let other, !fix.edits.isEmpty, !other.edits.isEmpty else { return one }
    fix.edits += other.edits.filter { !fix.edits.contains($0) }
    return fix
  }
}
