import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// A cycle put into words.
struct CycleStory {
  let cycle: Cycle
  let program: Program

  /// Links from the captured object to the closure, then the capture itself.
  private var links: [Cycle.Link] {
    let captures = cycle.links.prefix { link in
      switch link.how {
      case .capture, .methodReference: true
      default: false
      }
    }
    return Array(cycle.links.dropFirst(captures.count)) + captures
  }

  func fill(_ placeholder: Placeholder) -> String {
    switch placeholder {
    case .captured: captured
    case .keeper: keeper
    case .cycle: sentence
    case .fate: fate
    case .slot: slot.map { $0.name.text } ?? "it"
    case .declaration: program.name(of: cycle.function)
    case .property: back.map { program.declaration(of: $0).name.text } ?? ""
    case .owner: back.flatMap { program.owner(of: $0) }.map(program.name(of:)) ?? ""
    case .type: backType
    default: ""
    }
  }

  private var back: PropertyID? {
    if case .property(let property) = cycle.closing { property } else { nil }
  }

  private var backType: String { back.map(program.typeName(of:)) ?? "" }

  /// The captured object, as the source calls it.
  private var captured: String {
    if case .closure(let closure) = cycle.closing, !isMethod { return closure.captured.text }
    // What lasts, or the system, keeps the object of the method, and is the first of the links itself.
    if cycle.isKeptForGood { return program.name(of: cycle.captured) }
    return links.first?.object ?? "self"
  }

  private var isMethod: Bool {
    if case .closure(let closure) = cycle.closing { closure.closure == nil && !isTarget } else { false }
  }

  /// Whether what closes the cycle is a subscription's target: `assign(to: \.x, on: self)`.
  private var isTarget: Bool {
    guard case .closure(let closure) = cycle.closing, closure.closure == nil else { return false }
    return !cycle.links.contains { if case .methodReference = $0.how { true } else { false } }
  }

  /// What holds the closure, or refers back.
  private var keeper: String {
    if back != nil { return links.first.map { program.name(of: $0.type) } ?? captured }
    let holder = links.last { link in
      switch link.how {
      case .capture, .methodReference: false
      default: true
      }
    }
    return holder?.object ?? captured
  }

  private var slot: Slot? {
    for link in links.reversed() {
      if case .store(let slot) = link.how { return slot }
    }
    return nil
  }

  /// The chain, drawn round to where it begins.
  private var sentence: String {
    guard case .closure(let closure) = cycle.closing, cycle.isKeptForGood else {
      return "`\(cycle.drawn(in: program))`"
    }
    let kept =
      isMethod ? "the method `\(closure.captured)` as a closure" : isTarget ? "a closure" : "this closure"
    if let lasting = cycle.lasting {
      let what = lasting.isList ? kept : "the last closure it is given"
      return "`\(lasting.keeper)` keeps \(what) for as long as the program runs, and with it `\(captured)`"
    }
    return "the system keeps \(kept) until it is told otherwise, and with it `\(captured)`"
  }

  // MARK: What becomes of it

  /// "neither is ever freed", or which way out frees them.
  private var fate: String {
    if let end = cycle.ends.first(where: { $0.isReached }), cycle.ended != .never {
      if end.reach.contains(.notAfterEachCall(in: end.function)) {
        return "never freed where `\(program.name(of: end.function))` calls it on a way on which it keeps it"
      }
      if end.reach.allSatisfy({ $0 == .ownClosureOnSomeWays }) {
        return "freed only where this closure, on one of its ways, lets go of `\(program.name(of: end.slot))`"
      }
      let only = end.reach.allSatisfy { $0 == .ownClosure } ? ", which only this closure calls" : ""
      return "freed only where `\(program.name(of: end.function))` has run before\(only)"
    }
    let objects = cycle.objects(in: program)
    switch objects.count {
    case 0: return "it is never freed"
    case 1: return "`\(objects[0])` is never freed"
    case 2:
      // Three names with a value among them, of which two are objects.
      if let two = cycle.objectsAmongValues(in: program), two[0] != two[1] {
        return "neither `\(two[0])` nor `\(two[1])` is ever freed"
      }
      return "neither is ever freed"
    case let count: return "none of the \(Self.spelled(count)) is ever freed"
    }
  }

  private static func spelled(_ count: Int) -> String {
    let words = "three four five six seven eight nine".split(separator: " ").map(String.init)
    return words.indices.contains(count - 3) ? words[count - 3] : "\(count)"
  }

  // MARK: Reasons

  var reasons: [Reason] {
    var result: [Reason] = []
    for link in links { result += reasons(for: link) }
    for end in cycle.ends.prefix(2) {
      let who = end.reach.map { $0.spoken(in: program) }.joined(separator: "; ")
      result.append(
        Reason(
          place: program.place(end.span),
          says: "`\(program.name(of: end.function))` lets go of `\(program.name(of: end.slot))`: \(who)",
          certainty: .proven))
    }
    if case .closure(let closure) = cycle.closing {
      // The capture may stand in another function than the one where the cycle comes together.
      let isTold = links.contains { link in
        switch link.how {
        case .capture, .methodReference: true
        default: false
        }
      }
      if !isTold, closure.closure != nil {
        let says = "the closure captures `\(closure.captured)`\(copy)"
        result.append(Reason(place: program.place(closure.span), says: says, certainty: .proven))
      }
      for other in cycle.others {
        result.append(
          Reason(
            place: program.place(other), says: "this closure of the same subscription keeps it too", certainty: .proven)
        )
      }
    }
    var seen: Set<Reason> = []
    return result.filter { seen.insert($0).inserted }
  }

  private func reasons(for link: Cycle.Link) -> [Reason] {
    let place = link.span.map(program.place)
    switch link.how {
    case .property(let property): return [declared(property, proof: link.proof)]
    case .knownProperty(let name):
      return [Reason(place: place, says: "`\(link.object)` keeps its `\(name)`", certainty: link.proof.certainty)]
    case .element: return []
    case .capture(let name):
      return [Reason(place: place, says: "the closure captures `\(name)`\(copy)", certainty: .proven)]
    case .methodReference(let name):
      return [
        Reason(place: place, says: "`\(name)` used as a closure keeps the object it belongs to", certainty: .proven)
      ]
    case .store(let slot):
      if link.steps.isEmpty { return stored(slot, at: place, link) }
      return link.steps.map { reason(for: $0, link, at: place) }
    }
  }

  /// What a capture comes to where a value is captured, which is copied: the object that the copy keeps is the same.
  private var copy: String {
    guard let first = links.first, program.isReference(first.type) == false,
      let object = cycle.objectsAmongValues(in: program)?.first
    else { return "" }
    return ", a copy of `\(program.name(of: cycle.captured))` that keeps the same `\(object)`"
  }

  private func declared(_ property: PropertyID, proof: Proof) -> Reason {
    let declaration = program.declaration(of: property)
    let name = shortName(of: property)
    let says =
      declaration.strength == .strong
      ? "`\(name)` is a strong `\(declaration.isLet ? "let" : "var")`" : "`\(name)` is an outlet, which its view keeps"
    return Reason(place: program.place(of: property), says: says, certainty: proof.certainty)
  }

  private func shortName(of property: PropertyID) -> String {
    let owner = program.owner(of: property).map { program[$0].name.text + "." } ?? ""
    return owner + program.declaration(of: property).name.text
  }

  private func stored(_ slot: Slot, at place: Place?, _ link: Cycle.Link) -> [Reason] {
    if slot.isPart {
      guard let place else { return [] }
      // A list that is written out has no name.
      let says = link.object == Cycle.Link.unnamed ? "a list" : "`\(link.object)`"
      return [Reason(place: place, says: says + " keeps what is put into it", certainty: link.proof.certainty)]
    }
    guard let owner = slot.owner, let property = program.property(named: slot.name, of: owner) else {
      return [
        Reason(
          place: place, says: "`\(program.name(of: slot))` keeps what it is given", certainty: link.proof.certainty)
      ]
    }
    return [
      declared(property, proof: link.proof),
      Reason(place: place, says: "it is put into `\(shortName(of: property))`", certainty: link.proof.certainty),
    ]
  }

  private func reason(for step: Step, _ link: Cycle.Link, at place: Place?) -> Reason {
    let here = step.span.map(program.place) ?? place
    let says: String
    switch step.saying {
    case .knownProperty(let owner, let name): says = "`\(owner).\(name)` keeps what it is given"
    case .stores(let function, let slot):
      says = slot.name == "[]" ? "`\(function)` keeps it" : "`\(function)` keeps it in `\(program.name(of: slot))`"
    case .knownFunction(let name, let lifetime): says = Self.says(name, lifetime)
    case .knownKeep(let name): says = "`\(name)` keeps what it is given"
    case .unknownProperty(let name): says = "`\(name)` is taken to keep what it is given"
    case .captures(let name): says = "the closure captures `\(name)`"
    case .dataSource(let name): says = "`\(name)` asks its own data source, which owns the list"
    case .enumPayload(let name): says = "a case of `\(name)` carries it"
    case .backReference(let name): says = "what a weak `\(name)` refers to is taken to keep the object that has it"
    }
    return Reason(place: here, says: says, certainty: min(step.proof, link.proof).certainty)
  }

  private static func says(_ name: Symbol, _ lifetime: Knowledge.Lifetime) -> String {
    switch lifetime {
    case .call, .once: "`\(name)` calls the closure"
    case .receiver: "`\(name)` makes the object it is called on keep the closure"
    case .result: "what `\(name)` makes keeps the closure"
    case .token: "the subscription keeps the closure given to `\(name)`"
    case .forever: "`\(name)` keeps the closure until it is told otherwise"
    }
  }

  // MARK: Identity

  /// What stays the same when the code is moved or laid out anew, or a local variable is called something else.
  var essence: String {
    var parts: [String] = [captured == "self" ? captured : program.name(of: cycle.captured)]
    for link in links {
      switch link.how {
      case .store(let slot): parts.append("store " + program.name(of: slot))
      case .property(let property): parts.append("property " + program.name(of: property))
      case .knownProperty(let name): parts.append("known \(name)")
      case .methodReference(let name): parts.append("method \(name)")
      case .capture, .element: break
      }
    }
    return parts.joined(separator: "|")
  }
}

extension Cycle.End {
  /// Whether somebody gets there, on some way.
  fileprivate var isReached: Bool {
    reach.contains { reach in
      switch reach {
      case .reached, .someWays, .ownClosure, .ownClosureOnSomeWays, .everyDrop, .notAfterEachCall, .setAnew: true
      case .membersDeinit, .nobody, .unknown, .filledAgain, .anotherEntry, .oneOfMany: false
      }
    }
  }
}
