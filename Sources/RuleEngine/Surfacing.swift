public import ProgramModel
public import ReviewModel
import SwiftFacts

/// What a change touches of the program after it.
public struct Touched {
  /// The paths of the files that it touches, before and after it.
  public var paths: Set<String>
  /// Whether it touches a line.
  public var contains: (Place) -> Bool

  public init(paths: Set<String>, contains: @escaping (Place) -> Bool) {
    self.paths = paths
    self.contains = contains
  }
}

/// Findings that are new though nothing that they say has changed.
extension Inspector {
  /// Parts what a change has brought from what was as wrong before it and only came into use by it: far from the
  /// change, the same cycle was there, and the change is only on the way to where its objects are made.
  ///
  /// Asked of the program before the change only where a finding is new in lines that are not.
  public func parted(
    _ new: [Sighting], before: Program, after: Program, threads: Int, touched: Touched
  ) -> (brought: [Sighting], surfaced: [Sighting]) {
    let isNear = { (sighting: Sighting) in
      let finding = sighting.finding
      return ([finding.place, finding.cause].compactMap(\.self) + finding.why.compactMap(\.place))
        .contains(where: touched.contains)
    }
    guard !new.allSatisfy(isNear) else { return (new, []) }
    let reach = ChangeReach(before: before, after: after, touched: touched, threads: threads)
    var parted: (brought: [Sighting], surfaced: [Sighting]) = ([], [])
    for var sighting in new {
      if !isNear(sighting) {
        switch reach.tie(to: sighting) {
        case .surroundings: break
        case .maker(let place): sighting.finding.cause = place
        case nil:
          parted.surfaced.append(sighting)
          continue
        }
      }
      parted.brought.append(sighting)
    }
    return parted
  }
}

/// What a change has to do with findings in lines that it does not touch.
private final class ChangeReach {
  enum Tie {
    /// It ends no more what it ended, or touches the types around.
    case surroundings
    /// It makes one of the objects here, or calls what the finding stands in.
    case maker(Place)
  }

  private let before: Program
  private let after: Program
  private let touched: Touched
  private let threads: Int
  /// Whether cycles that were not told before the change were ended there, by what makes them what they are.
  private lazy var wereEnded: [String: Bool] = Ownership(of: before, threads: threads).harmless.reduce(into: [:]) {
    let essence = CycleStory(cycle: $1, program: before).essence
    $0[essence] = $0[essence] ?? false || $1.ended >= .onRequest
  }
  /// Where the lines that the change touches name something, once for each file.
  private lazy var named: [Symbol: [Place]] = mentions()

  init(before: Program, after: Program, touched: Touched, threads: Int) {
    self.before = before
    self.after = after
    self.touched = touched
    self.threads = threads
  }

  func tie(to sighting: Sighting) -> Tie? {
    guard let cycle = sighting.cycle else {
      let file = after.file(at: sighting.finding.place.path)
      if let user = sighting.standsIn.lazy.compactMap({ self.user(of: $0, in: file) }).first { return .maker(user) }
      return touchesSurroundings(of: sighting) ? .surroundings : nil
    }
    let known = wereEnded[CycleStory(cycle: cycle, program: after).essence]
    if known == true { return .surroundings }
    let types = (cycle.links.map(\.type) + [cycle.captured]).compactMap(\.nominal)
    let maker = types.lazy.compactMap { [self] type in
      user(of: after[type].name, in: after[type].declarations.first?.file)
    }.first
    if let maker { return .maker(maker) }
    return known == nil && touchesSurroundings(of: sighting) ? .surroundings : nil
  }

  /// Whether the change touches a file of the finding, or one that has a part of a type of its file or of what that
  /// inherits from.
  private func touchesSurroundings(of sighting: Sighting) -> Bool {
    let finding = sighting.finding
    let own = [finding.place.path] + finding.why.compactMap { $0.place?.path }
    if own.contains(where: touched.paths.contains) { return true }
    guard !sighting.isOfChange, let file = after.file(at: finding.place.path) else { return false }
    let facts = after[file].facts
    return facts.types.indices.contains { index in
      let type = after.nominal(of: TypeIndex(index: Int32(index)), in: file)
      return after.lineage(of: type).filter { after[$0].kind != .protocol }.contains { ancestor in
        after[ancestor].declarations.contains { touched.paths.contains(after[$0.file].path) }
      }
    }
  }

  /// The first place in the lines that the change touches at which something of a file is named, as far as that file
  /// can be seen from there.
  private func user(of name: Symbol, in file: FileID?) -> Place? {
    named[name]?.first { place in
      guard let file, let user = after.file(at: place.path) else { return true }
      return after.mayUse(file, from: user)
    }
  }

  private func mentions() -> [Symbol: [Place]] {
    var result: [Symbol: [Place]] = [:]
    for path in touched.paths.sorted() {
      guard let file = after.file(at: path) else { continue }
      let code = after[file].facts.code
      for index in code.expressions.indices {
        let name: Symbol
        switch code.expressions[index] {
        case .name(let own, _): name = own
        case .member(_, let own): name = own
        default: continue
        }
        if result[name]?.last?.path == path { continue }
        let span = code.span(of: ExpressionID(index: Int32(index)))
        let place = after.place(SourceSpan(file: file, bytes: span))
        if touched.contains(place) { result[name, default: []].append(place) }
      }
    }
    return result
  }
}
