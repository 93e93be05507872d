import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Candidates that close a cycle.
extension Finder {
  func closureCycles() -> [Candidate] {
    (ownership?.cycles ?? []).compactMap { cycle -> Candidate? in
      guard case .closure(let closure) = cycle.closing else { return nil }
      let keeper: Facts.Content =
        cycle.isKeptForGood ? .of(.lives, .lives(.program)) : .of(.is, .is(.capturedObject))
      var facts: Facts = [.captured: .of(.held, .held(.strongly)), .keptBy: keeper]
      if !cycle.isKeptForGood { facts = facts.adding(.cycle, .entity(cycle.facts)) }
      var candidate = candidate(.closure, cycle, facts, at: closure.span, [.captured, .keeper, .cycle, .fate, .slot])
      candidate.declaration = program.declarationName(at: closure.span.bytes.start, in: closure.span.file)
      let program = program
      candidate.makeFix = { word in
        guard word == .captureWeakly else { return nil }
        return program.weakCapture(
          of: closure, ofType: cycle.captured, keeping: program.objectKept(byValueOf: cycle),
          isRegistered: cycle.isKeptForGood && cycle.lasting == nil && cycle.tokenSlots.isEmpty,
          keptBy: cycle.links.dropFirst().map(\.type))
      }
      return candidate
    }
  }

  func propertyCycles() -> [Candidate] {
    let cycles = ownership?.cycles ?? []
    return cycles.compactMap { cycle -> Candidate? in
      guard case .property(let property) = cycle.closing, !cycle.isKeptForGood else { return nil }
      let facts: Facts = [.held: hold(of: property), .cycle: .entity(cycle.facts)]
      var candidate = candidate(
        .property, cycle, facts, at: program.span(of: property), [.property, .type, .owner, .keeper, .cycle, .fate])
      candidate.declaration = program.name(of: property)
      candidate.essence = "property"
      // Who made the objects knows best which of them is handed out, and which only serves it.
      let back = program.assembledBack(in: cycle)
      let others = cycles.compactMap { $0.besides(back ?? property, of: cycle, in: program) }
      if let back {
        candidate.makeFix = declaresWeak(back, and: others, isKept: true)
        return candidate
      }
      candidate.makeFix = declaresWeak(
        program.pointingBack(in: cycle) ?? property, and: others, besides: keepers(of: cycle, among: cycles))
      return candidate
    }
  }

  private func candidate(
    _ kind: Kind, _ cycle: Cycle, _ facts: Facts, at span: SourceSpan, _ placeholders: [Placeholder]
  ) -> Candidate {
    let story = CycleStory(cycle: cycle, program: program)
    // A message calls the declaration as the story does, where all links come together.
    let words = Dictionary(uniqueKeysWithValues: (placeholders + [.declaration]).map { ($0, story.fill($0)) })
    return Candidate(
      kind: kind, span: span, facts: facts, essence: story.essence, reasons: story.reasons + soFar(cycle),
      proof: cycle.proof,
      words: words, cycle: cycle)
  }

  /// Why a cycle does no harm so far; nothing of one that does.
  private func soFar(_ cycle: Cycle) -> [Reason] {
    switch cycle.lives {
    case .unknown: []
    case .process:
      [
        Reason(
          place: nil,
          says: "there is one of these for as long as the program runs: until more are made, nothing is lost",
          certainty: .known)
      ]
    case .never: [Reason(place: nil, says: "no run of the program makes these so far", certainty: .known)]
    }
  }

  /// Delegates that may well own what they are delegates of.
  func owningDelegates() -> [Candidate] {
    program.owningDelegates(threads: threads).compactMap { property, owner in
      if ownership?.isEmptied(property, in: program) ?? false { return nil }
      let link =
        owner.map {
          Reason(
            place: program.place(of: $0),
            says: "`\(program.name(of: $0))` owns such an object, and its class can be this delegate",
            certainty: .guessed)
        } ?? Reason(place: nil, says: "a delegate usually owns the object it is a delegate of", certainty: .guessed)
      let reasons = [
        Reason(
          place: program.place(of: property), says: "`\(program.name(of: property))` keeps its object",
          certainty: .proven),
        link,
      ]
      let keeper = owner.flatMap { program.owner(of: $0) }.map(program.name(of:)) ?? "a delegate outside this program"
      return candidate(property, [.role: .role(.delegate)], reasons, .guessed, [.keeper: keeper])
    }
  }

  /// Screens that a shared object is handed and keeps, and objects that put themselves into what lasts.
  func lentScreens() -> [Candidate] {
    let screens = ownership.map(program.lentScreens) ?? []
    let handedIn = Set(screens.map(\.property))
    let joined = (ownership?.cycles ?? []).compactMap { cycle -> Candidate? in
      guard case .property(let property) = cycle.closing, let lasting = cycle.lasting, !handedIn.contains(property)
      else { return nil }
      return candidate(
        property, [.is: .is(.itself), .inside: .of(.lives, .lives(.program)), .ended: .ended(.never)],
        CycleStory(cycle: cycle, program: program).reasons, cycle.proof,
        [.type: program.name(of: cycle.captured), .keeper: lasting.keeper], fixes: false)
    }
    return joined + screens.map { lent in
      let reasons = [
        Reason(
          place: program.place(of: lent.property),
          says:
            "`\(program.name(of: lent.property))` keeps its object, and its owner is the one shared object of its "
              + "class",
          certainty: .proven),
        Reason(
          place: program.place(lent.site), says: "what is handed in is put into it, and nothing takes it out again",
          certainty: .proven),
      ]
      return candidate(
        lent.property,
        [.role: .role(.screen), .inside: .of(.lives, .lives(.program)), .ended: .ended(.never)], reasons, .known)
    }
  }

  private func candidate(
    _ property: PropertyID, _ facts: Facts, _ reasons: [Reason], _ proof: Proof, _ words: [Placeholder: String] = [:],
    fixes: Bool = true
  ) -> Candidate {
    Candidate(
      kind: .property, span: program.span(of: property), facts: facts.adding(.held, hold(of: property)),
      declaration: program.name(of: property), essence: "property", reasons: reasons, proof: proof,
      words: words.merging([
        .property: program.declaration(of: property).name.text, .type: program.typeName(of: property),
        .owner: program.owner(of: property).map(program.name(of:)) ?? "",
      ]) { own, _ in own },
      makeFix: fixes ? declaresWeak(property) : { _ in nil })
  }

  /// The properties of other owners that close cycles with the object that one refers back to: they keep it as well.
  private func keepers(of cycle: Cycle, among cycles: [Cycle]) -> [PropertyID] {
    guard case .property(let closing) = cycle.closing, cycle.captured.nominal != nil else { return [] }
    let owner = program.owner(of: closing)
    let found = cycles.compactMap { other -> PropertyID? in
      guard case .property(let property) = other.closing, !other.isKeptForGood, other.captured == cycle.captured,
        program.owner(of: property) != owner
      else { return nil }
      return property
    }
    return Set(found).sorted()
  }

  /// - Parameters:
  ///   - others: What keeps the same object for the same owner.
  ///   - keepers: What keeps it for others.
  ///   - isKept: Whether its object is known to be kept by others.
  private func declaresWeak(
    _ property: PropertyID, and others: [PropertyID] = [], besides keepers: [PropertyID] = [], isKept: Bool = false
  ) -> @Sendable (FixWord) -> Fix? {
    let program = program
    let keepers = keepers.filter { $0 != property }
    return { word in
      guard word == .declareWeak,
        var fix = program.weakDeclaration(of: property, isKept: isKept, isKeptBeside: !keepers.isEmpty)
      else { return nil }
      if let first = keepers.first {
        let more = keepers.count > 1 ? " and \(keepers.count - 1) more keep" : " keeps"
        fix.title += "; `\(program.name(of: first))`\(more) the same object"
      }
      let names = others.filter { $0 != property }.map { "`\(program.declaration(of: $0).name)`" }
      guard !names.isEmpty else { return fix }
      fix.title += "; let \(names.joined(separator: " and ")) be weak as well, which keeps the same object"
      (fix.applicability, fix.edits) = (.template, [])
      return fix
    }
  }

  private func hold(of property: PropertyID) -> Facts.Content {
    switch program.declaration(of: property).strength {
    case .strong: .held(.strongly)
    case .weak: .held(.weakly)
    case .unowned: .held(.unowned)
    }
  }
}

extension Cycle {
  /// What is known of it.
  var facts: Facts {
    let edges: Value.Sureness = proof == .guessed ? .guessed : .must
    let facts: Facts = [
      .edges: .one(edges), .joins: .one(Value.Joint.this), .ended: .ended(ended == .never ? .never : .notWithOwner),
    ]
    switch lives {
    case .process: return facts.adding(.lives, .lives(.program))
    case .never: return facts.adding(.lives, .lives(.inNoRun))
    case .unknown: return facts
    }
  }
}
