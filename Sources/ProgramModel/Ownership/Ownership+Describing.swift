public import ReviewModel
import SwiftFacts

extension Ownership {
  /// The cycles that close at a place with what ends them, as text: for people, and the same on every run.
  ///
  /// - Parameter line: Counted from 1; all of the file without it.
  public func describeEnds(in file: FileID, line: Int? = nil, of program: Program) -> String {
    let found = (cycles + harmless).filter { cycle in
      let span = cycle.closingSpan(in: program)
      return span.file == file && (line == nil || program.line(of: span) == line)
    }
    let again = MadeAgain(program: program, calls: program.calls(threads: 1))
    let told = found.map { cycle in
      let title = "\(program.shortPlace(cycle.closingSpan(in: program))) \(cycle.drawn(in: program))"
      var lines = ["  \(cycle.lives.spoken ?? cycle.ended.spoken)"]
      for end in cycle.ends {
        let who = Self.spoken(end.reach, in: program)
        lines.append(
          "  \(program.name(of: end.slot)) is let go of in \(program.name(of: end.function)) "
            + "(\(program.shortPlace(end.span))): \(who)"
        )
      }
      if cycle.lives == .process {
        lines += again.onlyOnes(cycle).map { type in
          let who = program.livesForever(type) ? "the process has" : "nothing makes another"
          return "  one alone: \(who) `\(program[type].name.text)`"
        }
        if again.runsOnce(cycle.function) { lines.append("  \(program.name(of: cycle.function)) runs once") }
      }
      if cycle.lives == .unknown {
        lines += again.reasons(cycle).map { "  one after another: \(program.spoken($0.why))" }
      }
      let places = cycle.links.compactMap(\.span).map(program.shortPlace).joined(separator: ", ")
      return (title: title, places: "  by way of \(places)", ends: lines.joined(separator: "\n"))
    }
    // Of two that look the same and do not end the same, the places tell which is which.
    let ends = Dictionary(told.map { ($0.title, Set([$0.ends])) }) { $0.union($1) }
    let texts = told.map { one in
      let isPlain = ends[one.title]?.count == 1
      return (isPlain ? [one.title, one.ends] : [one.title, one.places, one.ends]).joined(separator: "\n")
    }
    return Set(texts).sorted().map { $0 + "\n" }.joined()
  }
}

extension Ownership {
  /// Who gets to an end, in words: of many callers the first three, and how many more there are.
  private static func spoken(_ reach: [EndReach], in program: Program) -> String {
    let callers = reach.filter { if case .reached = $0 { true } else { false } }
    let others = reach.filter { if case .reached = $0 { false } else { true } }
    let more = callers.count > 3 ? ["reached from \(callers.count - 3) more"] : []
    let named = callers.prefix(3).map { $0.spoken(in: program) }
    return (named + more + others.map { $0.spoken(in: program) }).joined(separator: "; ")
  }
}

extension Program {
  fileprivate func line(of span: SourceSpan) -> Int { self[span.file].facts.position(of: span.bytes.start).line }
  func shortPlace(_ span: SourceSpan) -> String { "\(self[span.file].path):\(line(of: span))" }
}

extension Cycle.Lives {
  fileprivate var spoken: String? {
    switch self {
    case .process: "lives as long as the process"
    case .never: "never made: nothing in the program calls the code that makes it"
    case .unknown: nil
    }
  }
}

extension Cycle.Ended {
  fileprivate var spoken: String {
    switch self {
    case .never: "never ended"
    case .atTimes: "ended on some ways"
    case .onRequest, .surely: "ended"
    }
  }
}

extension EndReach {
  /// Who gets there, in words.
  public func spoken(in program: Program) -> String {
    switch self {
    case .reached(let function): "reached from \(program.name(of: function))"
    case .everyDrop(let function): "\(program.name(of: function)) comes whenever the object is dropped"
    case .someWays(let function): "on some ways through \(program.name(of: function))"
    case .notAfterEachCall(let function): "\(program.name(of: function)) calls it on another way as well, and keeps it"
    case .ownClosure: "only if the closure is called"
    case .ownClosureOnSomeWays: "only on some ways through the closure"
    case .anotherEntry(let function): "\(program.name(of: function)) lets go of another"
    case .oneOfMany(let function): "\(program.name(of: function)) does so for one of them alone"
    case .membersDeinit: "in a deinit that never runs in a cycle"
    case .nobody: "nobody calls it in time"
    case .unknown: "its callers are out of sight"
    case .setAnew(let function): "\(program.name(of: function)) puts in what its caller wants instead"
    case .filledAgain(let function): "\(program.name(of: function)) fills it again each time"
    }
  }
}

extension Cycle {
  /// The closure, or the property that refers back.
  public func closingSpan(in program: Program) -> SourceSpan {
    switch closing {
    case .closure(let closure): closure.span
    case .property(let property): program.span(of: property)
    }
  }

  /// The chain from one object round to itself: `Screen ─loader→ Loader ─onDone→ closure ─self→ Screen`.
  public func drawn(in program: Program) -> String { chain(in: program).drawn }

  /// The chain from one object round to itself, as values.
  public func chain(in program: Program) -> RetainCycle {
    RetainCycle(nodes: nodes(in: program).map { RetainCycle.Node(name: $0.name, isObject: $0.isObject, slot: $0.edge) })
  }

  /// The objects it is made of, by their types; closures and values are none.
  public func objects(in program: Program) -> [String] { nodes(in: program).filter(\.isObject).map(\.name) }

  /// Its objects by their types, where some of what it is made of are values, which are copied and free themselves; nil
  /// where none is, or one may be either.
  public func objectsAmongValues(in program: Program) -> [String]? {
    let nodes = nodes(in: program)
    guard nodes.contains(where: { $0.kind == .value }), !nodes.contains(where: { $0.kind == .unknown }) else {
      return nil
    }
    return nodes.filter(\.isObject).map(\.name)
  }

  private struct Node {
    enum Kind { case closure, subscription, object, value, unknown }
    var name: String
    var kind: Kind
    /// What the next one is kept in; nil where that has no name.
    var edge: String?

    var isClosure: Bool { kind == .closure }
    /// Whether it is one, or may be.
    var isObject: Bool { kind == .object || kind == .unknown }
  }

  /// Its objects in order, from the one that is captured or referred back to; collections on the way left out.
  private func nodes(in program: Program) -> [Node] {
    var result: [Node] = []
    for link in ordered {
      let edge: String? =
        switch link.how {
        case .property(let property): program.declaration(of: property).name.text
        case .knownProperty(let name), .capture(let name): name.text
        case .element: nil
        case .store(let slot): slot == .element || slot.isPayload ? nil : slot.name.text
        case .methodReference: Names.self_.text
        }
      // What a collection or a tuple keeps is kept by whoever has it.
      let isNamed = link.type.nominal != nil || link.isFunction || link.object == Link.subscription
      if !isNamed, !result.isEmpty, edge == nil || link.isContainer { continue }
      let type = holder(of: link, in: program).map { .nominal($0, arguments: []) } ?? link.type
      let kind: Node.Kind =
        if link.isFunction { .closure } else if link.object == Link.subscription { .subscription } else {
          program.isReference(type).map { $0 ? .object : .value } ?? .unknown
        }
      result.append(Node(name: name(of: link, in: program), kind: kind, edge: edge))
    }
    guard case .closure(let closure) = closing, closure.closure != nil, !result.contains(where: \.isClosure) else {
      return result
    }
    // The closure stands in a function that is called on the way.
    return result + [Node(name: "closure", kind: .closure, edge: closure.captured.text)]
  }

  private func name(of link: Link, in program: Program) -> String {
    switch link.how {
    case .capture: return "closure"
    case .methodReference(let name): return name.text
    default: break
    }
    if link.object == Link.subscription { return "subscription" }
    if case .closure = closing, link.object == "this closure" { return "closure" }
    return holder(of: link, in: program).map { program[$0].name.text } ?? link.object
  }

  /// The type of a link's object; where that is not known, the one that has the slot.
  private func holder(of link: Link, in program: Program) -> NominalID? {
    if let type = link.type.nominal { return type }
    switch link.how {
    case .store(let slot): return slot.isPayload ? nil : slot.owner
    case .property(let property): return program.owner(of: property)
    default: return nil
    }
  }

  /// The links from the captured object to the closure, then the captures.
  private var ordered: [Link] {
    let captures = links.prefix { $0.isFunction }
    return Array(links.dropFirst(captures.count)) + captures
  }
}

extension Cycle.Link {
  fileprivate var isContainer: Bool {
    switch type {
    case .array, .dictionary, .tuple: true
    default: false
    }
  }

  /// Whether it is a closure, or a method used as one, that keeps the next.
  fileprivate var isFunction: Bool {
    switch how {
    case .capture, .methodReference: true
    default: false
    }
  }
}
