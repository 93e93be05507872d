import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// `find: closure`.
extension Inspector {
  func closures(_ rule: RulePage, _ program: Program, _ ownership: Ownership?) -> [Sighting] {
    var result: [Sighting] = []
    for cycle in ownership?.cycles ?? [] {
      guard case .closure(let closure) = cycle.closing else { continue }
      let site = Site(program: program, span: closure.span)
      let found = rule.cases.first { candidate in
        Condition.allHold(candidate.conditions, at: site) { condition in
          switch condition {
          case .captures(let capture): capture == .strongly
          case .keptBy(.capturedObject): !cycle.isKeptForGood
          case .keptBy(.program): cycle.isKeptForGood
          case .keptBy(.survivor): false
          default: false
          }
        }
      }
      guard let found else { continue }
      let story = CycleStory(cycle: cycle, program: program)
      let message = found.message.filled { story.fill($0) }
      let finding = Finding(
        rule: rule.id, level: found.level.limited(by: cycle.proof), trait: rule.trait, place: program.place(closure.span),
        declaration: program.declarationName(at: closure.span.bytes.start, in: closure.span.file), message: message,
        why: story.reasons,
        fix: (rule.fix == .captureWeakly ? weakCapture(of: closure, ofType: cycle.captured, in: program) : nil)
          ?? remedy(found, story.fill),
        fingerprint: Fingerprint(text: ""))
      result.append(Sighting(finding: finding, essence: story.essence, cycle: cycle))
    }
    return onePerClosure(result)
  }

  /// A closure that several cycles run through is one finding: the surest, then the shortest tells it.
  private func onePerClosure(_ sightings: [Sighting]) -> [Sighting] {
    var best: [Place: Sighting] = [:]
    for sighting in sightings {
      guard let other = best[sighting.finding.place] else {
        best[sighting.finding.place] = sighting
        continue
      }
      let new = (sighting.finding.level, -sighting.finding.why.count)
      let old = (other.finding.level, -other.finding.why.count)
      if new > old { best[sighting.finding.place] = sighting }
    }
    return best.values.sorted { $0.finding.place < $1.finding.place }
  }
}
