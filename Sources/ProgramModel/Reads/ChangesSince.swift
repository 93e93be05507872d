import SwiftFacts
import Synchronization

/// What has changed since an earlier program, for those who take over what they read of it.
final class ChangesSince: Sendable {
  let program: Program
  let delta: ProgramDelta
  /// Nil before it is known: what that is worked out from does not ask.
  let lasting: (old: ProcessLifetime, new: ProcessLifetime)?
  /// What threads have compared that are at work no more.
  private let common = Mutex<[Known.Common]>([])
  /// The same of properties, by whose analysis they were read for; nil for the evaluation of functions.
  private let ofProperties = Mutex<[LocalAnalysis?: [Known.Properties]]>([:])

  /// Nil where nothing can be compared.
  init?(_ earlier: Program, to program: Program) {
    guard let delta = ProgramDelta(from: earlier, to: program) else { return nil }
    self.program = earlier
    self.delta = delta
    lasting = nil
  }

  /// The same, once it is known which types last; nil where it is not known of the earlier program.
  init?(_ changes: ChangesSince, _ new: ProcessLifetime) {
    guard let old = changes.program.knownLifetimes else { return nil }
    program = changes.program
    delta = changes.delta
    lasting = (old, new)
  }

  /// What has been compared already. Each thread has its own, and leaves it to the next when it goes.
  final class Known {
    /// By number.
    struct Common: Sendable {
      /// By kind of what was asked for.
      fileprivate var answers: [[ProgramDelta.Sameness?]] = Array(repeating: [], count: Kind.allCases.count)
      fileprivate var asked: [WholeAnswer: ProgramDelta.Sameness] = [:]
    }

    fileprivate enum Kind: Int, CaseIterable { case names, heirs, uses }

    /// Of properties, by number.
    struct Properties: Sendable {
      fileprivate var answers: [ProgramDelta.Sameness?] = []
    }

    private let changes: ChangesSince?
    /// By file, whether all that was read for it is the same.
    private var files: [Bool?] = []
    /// Whose table of what properties were read from is asked; nil for the evaluation of functions.
    private let analysis: LocalAnalysis?
    /// What the analysis looks up in, of the later program.
    fileprivate let tables: Reads.AnyTables?
    fileprivate var common: Common
    fileprivate var properties: Properties
    /// How deep inside of each other the properties are that are being compared.
    fileprivate var open: [PropertyID: Int] = [:]
    /// Those whose answer takes for granted that one around them is the same, with the outermost of these, by depth.
    fileprivate var presumed: [(property: PropertyID, depth: Int)] = []
    /// The outermost open property that was taken to be the same.
    fileprivate var outermost = Int.max

    init(_ changes: ChangesSince?, for analysis: LocalAnalysis?, tables: (any Sendable)? = nil) {
      self.changes = changes
      self.analysis = analysis
      self.tables = tables.map(Reads.tables)
      common = changes?.common.withLock { $0.popLast() } ?? Common()
      properties = changes?.ofProperties.withLock { $0[analysis]?.popLast() } ?? Properties()
    }

    /// Whether all that was read for a file of the earlier program is the same. Compared once.
    func isExact(_ file: Int, _ compare: () -> Bool) -> Bool {
      if file < files.count, let known = files[file] { return known }
      let answer = compare()
      if file >= files.count { files += repeatElement(nil, count: file + 1 - files.count) }
      files[file] = answer
      return answer
    }

    deinit {
      guard let changes else { return }
      changes.common.withLock { $0.append(common) }
      changes.ofProperties.withLock { $0[analysis, default: []].append(properties) }
    }
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

  /// The same of a key that is compared once for all units.
  private func sameness(
    of key: Reads.Key, numbered number: Int, in kind: Known.Kind, _ known: Known
  ) -> ProgramDelta.Sameness {
    if let answer = known.common.answers[kind.rawValue].answer(number) { return answer }
    let answer = delta.sameness(of: key, lasting: lasting)
    known.common.answers[kind.rawValue].keep(answer, number)
    return answer
  }

  private func sameness(
    of key: Reads.Key, _ ofProperties: [PropertyID: [Reads.Key]], _ known: Known
  ) -> ProgramDelta.Sameness {
    switch key {
    case .file(let file): return delta.sameness(of: file)
    case .nominal(let type): return delta.sameness(of: type)
    case .property(let property): return sameness(of: property, ofProperties, known)
    case .name(let name): return sameness(of: key, numbered: Int(name.id >> 2), in: .names, known)
    case .descendants(let type): return sameness(of: key, numbered: Int(type.index), in: .heirs, known)
    case .uses(let name): return sameness(of: key, numbered: Int(name.id >> 2), in: .uses, known)
    case .lookup(let lookup): return known.tables.map(lookup.holds) == true ? .exact : .different
    case .asked(let answer):
      if let known = known.common.asked[answer] { return known }
      let sameness = delta.sameness(of: key, lasting: lasting)
      known.common.asked[answer] = sameness
      return sameness
    case .lasting, .everything: return delta.sameness(of: key, lasting: lasting)
    }
  }

  /// One that depends on itself is the same if all else is.
  private func sameness(
    of property: PropertyID, _ ofProperties: [PropertyID: [Reads.Key]], _ known: Known
  ) -> ProgramDelta.Sameness {
    let number = Int(property.index)
    if let answer = known.properties.answers.answer(number) {
      if !known.open.isEmpty {
        if let depth = known.open[property] { known.outermost = min(known.outermost, depth) }
        if let other = known.presumed.last(where: { $0.property == property }) {
          known.outermost = min(known.outermost, other.depth)
        }
      }
      return answer
    }
    let depth = known.open.count
    let around = known.outermost
    let first = known.presumed.count
    known.open[property] = depth
    known.outermost = .max
    known.properties.answers.keep(.exact, number)
    let answer = ofProperties[property].map { sameness(of: $0, ofProperties, known) } ?? .different
    known.open[property] = nil
    known.properties.answers.keep(answer, number)
    if answer != .exact {
      // What took it to be the same is to be looked at again.
      for other in known.presumed[first...] { known.properties.answers.forget(Int(other.property.index)) }
      known.presumed.removeSubrange(first...)
    }
    if known.outermost >= depth {
      known.presumed.removeSubrange(first...)
      known.outermost = around
    } else {
      if answer != .different { known.presumed.append((property, known.outermost)) }
      known.outermost = min(around, known.outermost)
    }
    return answer
  }

  /// Those of which all that they were read from is the same.
  func exact(_ ofProperties: [PropertyID: [Reads.Key]], for analysis: LocalAnalysis?) -> [PropertyID: [Reads.Key]] {
    let known = Known(self, for: analysis)
    var exact = ofProperties
    // Mostly few are not.
    for property in ofProperties.keys where sameness(of: .property(property), ofProperties, known) != .exact {
      exact[property] = nil
    }
    return exact
  }
}

extension [ProgramDelta.Sameness?] {
  fileprivate func answer(_ number: Int) -> ProgramDelta.Sameness? { number < count ? self[number] : nil }

  fileprivate mutating func keep(_ answer: ProgramDelta.Sameness, _ number: Int) {
    if number >= count { self += repeatElement(nil, count: Swift.max(number + 1, 2 * count) - count) }
    self[number] = answer
  }

  fileprivate mutating func forget(_ number: Int) { self[number] = nil }
}
