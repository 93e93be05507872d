import SwiftFacts

/// What breaks cycles: slots that are emptied while the objects live, and objects that live as long as the process.
struct Cuts {
  enum Fate { case lasting, brokenAtTimes, broken }

  private let program: Program
  private let endings: Endings
  private let calls: CallIndex
  private var cleared: [Slot: [Place]] = [:]
  /// The types of screens that are the first of a navigation controller, which never takes those away.
  private var roots: Set<NominalID> = []

  private struct Place {
    var function: FunctionID
    var clear: Clear
  }

  /// Slots that the program empties while the objects live.
  var emptied: Set<Slot> { Set(cleared.filter { $0.value.contains { $0.clear.reach == .slot } }.keys) }

  init(program: Program, outcomes: [Int: Ownership.Outcome], calls: CallIndex) {
    self.program = program
    self.calls = calls
    endings = Endings(program: program, calls: calls)
    for outcome in outcomes.values where !outcome.roots.isEmpty { roots.formUnion(outcome.roots) }
    for (index, outcome) in outcomes where !outcome.clears.isEmpty {
      let function = FunctionID(index: Int32(index))
      guard !calls.comesTooLate(function, in: program) else { continue }
      for clear in outcome.clears { cleared[clear.slot, default: []].append(Place(function: function, clear: clear)) }
    }
  }

  func fate(of cycle: Cycle) -> Fate {
    if cycle.tokenSlots.contains(where: { cleared[$0] != nil }) { return .broken }
    if let type = cycle.captured.nominal, program.livesForever(type) { return .broken }
    var fate = Fate.lasting
    for (index, link) in cycle.links.enumerated() {
      if let type = link.type.nominal, program.livesForever(type) { return .broken }
      if case .knownProperty("viewControllers") = link.how, !isRoot(after: index, in: cycle) { return .broken }
      guard let slot = slot(of: link), slot != .element, let places = cleared[slot] else { continue }
      let next = index + 1 < cycle.links.count ? cycle.links[index + 1] : nil
      let all = places.filter { counts($0, against: cycle, next: next) }
      if all.isEmpty { continue }
      guard isOnShow(link, value: next), !all.contains(where: comesWithTheEnd) else { return .broken }
      fate = .brokenAtTimes
    }
    return fate
  }

  private func slot(of link: Cycle.Link) -> Slot? {
    switch link.how {
    case .store(let stored): stored
    case .property(let property): Slot(name: program.declaration(of: property).name, owner: program.owner(of: property))
    default: nil
    }
  }

  private func counts(_ place: Place, against cycle: Cycle, next: Cycle.Link?) -> Bool {
    // Emptying a slot just before filling it again breaks nothing.
    if place.function == cycle.function, !place.clear.isDeferred { return false }
    if place.clear.reach == .contents, !isOfContents(next) { return false }
    return !endings.isNeverCalled(place.function)
  }

  /// Whether a link is one to something put into an object, rather than to one of its own parts.
  private func isOfContents(_ link: Cycle.Link?) -> Bool {
    switch link?.how {
    case .element, .knownProperty: true
    case .store(let slot): slot == .element || slot.owner.map { program[$0].kind == .foreign } ?? true
    case .property, .capture, .methodReference, nil: false
    }
  }

  /// Whether a screen among the `viewControllers` of a link stays there until they all go.
  private func isRoot(after index: Int, in cycle: Cycle) -> Bool {
    guard index + 1 < cycle.links.count, let type = cycle.links[index + 1].type.nominal else { return false }
    return roots.contains(type)
  }

  // MARK: Views

  /// Whether the link is from a screen or a view to one that is shown inside it. Such a one is taken away when
  /// there is nothing more to show, and goes on being there if the screen is left before.
  private func isOnShow(_ link: Cycle.Link, value: Cycle.Link?) -> Bool {
    guard let holder = link.type.nominal, let shown = value?.type.nominal, isView(holder) || isController(holder) else {
      return false
    }
    return isView(shown) || isController(shown) && embeds(holder)
  }

  private func isView(_ type: NominalID) -> Bool { program.inherits(type, from: "UIView") || program.inherits(type, from: "NSView") }

  private func isController(_ type: NominalID) -> Bool {
    program.inherits(type, from: "UIViewController") || program.inherits(type, from: "NSViewController")
  }

  private func embeds(_ type: NominalID) -> Bool {
    (calls.callers["addChild"] ?? []).contains { program.owner(of: $0) == type }
  }

  private func comesWithTheEnd(_ place: Place) -> Bool {
    place.clear.isDeferred || endings.mayEnd(place.function)
  }

  // MARK: Objects that live as long as the process

  func isAlongsideTheProcess(_ cycle: Cycle) -> Bool {
    ([cycle.captured] + cycle.links.map(\.type)).contains { $0.nominal.map { lasts($0) } ?? false }
  }

  /// Whether objects of a type live as long as the process: it is said of the type, or they are only ever made
  /// along with something that does.
  private func lasts(_ type: NominalID, depth: Int = 0) -> Bool {
    if program.livesForever(type) { return true }
    guard depth < 4, program[type].kind == .class, let makers = calls.callers[program[type].name], !makers.isEmpty else {
      return false
    }
    return makers.allSatisfy { maker in
      let declaration = program.declaration(of: maker)
      guard case .initialValue(let property) = declaration.kind else { return false }
      if program[program.file(of: maker)].facts[property].isStatic { return true }
      guard let owner = program.owner(of: maker), owner != type else { return false }
      return lasts(owner, depth: depth + 1)
    }
  }
}
