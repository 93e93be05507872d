import SwiftFacts

/// What has changed since an earlier program, for those who take over what they read of it.
struct ChangesSince: Sendable {
  let program: Program
  let delta: ProgramDelta
  let lasting: (old: ProcessLifetime, new: ProcessLifetime)

  /// Nil where nothing can be compared.
  init?(_ earlier: Program, to program: Program, _ lasting: ProcessLifetime) {
    guard let old = earlier.knownLifetimes, let delta = ProgramDelta(from: earlier, to: program) else { return nil }
    self.program = earlier
    self.delta = delta
    self.lasting = (old, lasting)
  }

  /// What has been compared already. Each thread has its own, for one analysis.
  final class Known {
    fileprivate var names: [Symbol: ProgramDelta.Sameness] = [:]
    fileprivate var heirs: [NominalID: ProgramDelta.Sameness] = [:]
    fileprivate var properties: [PropertyID: ProgramDelta.Sameness] = [:]
  }

  /// - Parameter ofProperties: What the types of properties were read from.
  func sameness(
    of reads: [Reads.Key], _ ofProperties: [PropertyID: [Reads.Key]], _ known: Known
  ) -> ProgramDelta.Sameness {
    var result = ProgramDelta.Sameness.exact
    for key in reads {
      result = min(result, sameness(of: key, ofProperties, known))
      if result == .different { break }
    }
    return result
  }

  private func sameness(
    of key: Reads.Key, _ ofProperties: [PropertyID: [Reads.Key]], _ known: Known
  ) -> ProgramDelta.Sameness {
    switch key {
    case .property(let property):
      if let answer = known.properties[property] { return answer }
      // One that depends on itself is the same if all else is.
      known.properties[property] = .exact
      let answer = ofProperties[property].map { sameness(of: $0, ofProperties, known) } ?? .different
      known.properties[property] = answer
      return answer
    case .name(let name):
      if let answer = known.names[name] { return answer }
      let answer = delta.sameness(of: key, lasting: lasting)
      known.names[name] = answer
      return answer
    case .descendants(let type):
      if let answer = known.heirs[type] { return answer }
      let answer = delta.sameness(of: key, lasting: lasting)
      known.heirs[type] = answer
      return answer
    default: return delta.sameness(of: key, lasting: lasting)
    }
  }

  /// Those of which all that they were read from is the same.
  func exact(_ ofProperties: [PropertyID: [Reads.Key]]) -> [PropertyID: [Reads.Key]] {
    let known = Known()
    return ofProperties.filter { property, _ in
      sameness(of: .property(property), ofProperties, known) == .exact
    }
  }
}
