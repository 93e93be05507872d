import SwiftFacts

/// What running the program adds to what its code says by itself.
extension Ownership {
  /// Takes in the cycles that a run of the program has left, and takes out those that it ended each time.
  mutating func take(_ executed: ExecutedProgram, of program: Program) {
    for ring in executed.rings {
      let told = cycles.indices.filter { ring.has(cycles[$0]) }
      if !told.isEmpty {
        for index in told where cycles[index].proof == .guessed { cycles[index].isShownLeft() }
        continue
      }
      if let index = harmless.firstIndex(where: { ring.has($0) && ring.isWhole($0, in: program) }) {
        var cycle = harmless.remove(at: index)
        cycle.isShownLeft()
        cycles.append(cycle)
        continue
      }
      cycles.append(ring.cycle)
    }
    for pile in executed.piles { take(pile, of: program) }
    let ended = cycles.filter { executed.isAll(of: $0.function, in: program) && executed.ends($0) }
    cycles.removeAll { cycle in ended.contains { $0.closing == cycle.closing } }
    for var cycle in ended {
      let isMade = executed.hasMade(cycle)
      if isMade { cycle.ended = .surely } else { cycle.lives = .never }
      cycle.isHarmlessSoFar = !isMade && cycle.lasting == nil && !cycle.isKeptForGood
      harmless.append(cycle)
    }
  }

  /// A closure that something lasting keeps, one more each time, and with it an object.
  private mutating func take(_ pile: ExecutedProgram.Pile, of program: Program) {
    guard let closure = pile.closure else { return }
    if cycles.contains(where: { $0.closing.isOf(closure) }) { return }
    var cycle: Cycle
    if let index = harmless.firstIndex(where: { $0.closing.isOf(closure) && $0.isKeptForGood }) {
      cycle = harmless.remove(at: index)
      cycle.isShownLeft()
    } else {
      cycle = Cycle(
        closing: .closure(closure), function: closure.function,
        links: [
          .init(
            object: closure.closure == nil ? closure.captured.text : "this closure", type: .unknown,
            how: closure.closure == nil ? .methodReference(closure.captured) : .capture(closure.captured),
            proof: .proven, span: closure.span, steps: []),
          keeping(pile, of: program),
        ])
      cycle.isKeptForGood = true
      if let list = pile.list {
        let host = (pile.host ?? program.owner(of: list)).map { "\(program[$0].name)." } ?? ""
        cycle.lasting = Cycle.Lasting(keeper: host + program.declaration(of: list).name.text, isList: true)
      }
      cycle.captured = .nominal(pile.type, arguments: [])
    }
    cycles.append(cycle)
  }
}

extension Ownership {
  /// How what lasts, or the system, keeps the closures of a pile.
  private func keeping(_ pile: ExecutedProgram.Pile, of program: Program) -> Cycle.Link {
    let place = SourceSpan(pile.site, in: program)
    guard let list = pile.list else {
      return .init(
        object: "the system", type: .unknown, how: .store(.element), proof: .proven, span: place, steps: [])
    }
    let host = pile.host ?? program.owner(of: list)
    return .init(
      object: host.map { program[$0].name.text } ?? "the program",
      type: host.map { .nominal($0, arguments: []) } ?? .unknown,
      how: .store(Slot(name: program.declaration(of: list).name, owner: program.owner(of: list))), proof: .proven,
      span: place, steps: [])
  }
}

extension Cycle.Closing {
  fileprivate func isOf(_ closure: RemoteClosure) -> Bool {
    guard case .closure(let own) = self else { return false }
    return own.function == closure.function && own.closure == closure.closure && own.span == closure.span
  }
}

extension SourceSpan {
  init(_ site: Site, in program: Program) {
    let file = program.file(of: site.function)
    self.init(file: file, bytes: program[file].facts.code.span(of: site.expression))
  }
}

extension Cycle {
  /// Its objects were left keeping each other when the program was run.
  fileprivate mutating func isShownLeft() {
    for at in links.indices { links[at].proof = .proven }
    (ended, lives, ends) = (.never, .unknown, [])
  }
}

extension ExecutedProgram.Ring {
  /// Whether a cycle is told of what is among these objects.
  func has(_ cycle: Cycle) -> Bool {
    guard !cycle.isKeptForGood else { return false }
    switch cycle.closing {
    case .property(let property): return properties.contains(property)
    case .closure(let closure):
      guard let id = closure.closure else { return methods.contains(closure.span) }
      return closures.contains(Traces.Place(function: closure.function, closure: id))
    }
  }

  /// Whether all properties by which a cycle runs are among those by which these objects keep each other.
  func isWhole(_ cycle: Cycle, in program: Program) -> Bool {
    let own = Set(properties.map { program.declaration(of: $0).name })
    return cycle.slots(in: program).allSatisfy { own.contains($0.name) }
  }
}

extension ExecutedProgram {
  /// Whether what a function does was seen whenever it does something: it is in a module that is a program, of which
  /// all was followed, and no library offers what its file declares.
  func isAll(of function: FunctionID, in program: Program) -> Bool {
    let file = program.file(of: function)
    return isWhole && !program.modules.isOffered(file)
      && entries.allSatisfy { program.modules.areTogether($0, file) }
  }

  /// Whether none of a cycle was left when the program had run.
  func ends(_ cycle: Cycle) -> Bool {
    if rings.contains(where: { $0.has(cycle) }) { return false }
    switch cycle.closing {
    case .property: return !cycle.isKeptForGood
    case .closure(let closure):
      guard let id = closure.closure else { return false }
      return !growing.contains(Traces.Place(function: closure.function, closure: id))
    }
  }

  /// Whether what closes a cycle was there while the program ran.
  func hasMade(_ cycle: Cycle) -> Bool {
    switch cycle.closing {
    case .property(let property): return made.properties.contains(property)
    case .closure(let closure):
      guard let id = closure.closure else { return false }
      return made.closures.contains(Traces.Place(function: closure.function, closure: id))
    }
  }
}

extension Program {
  /// What running the program shows; worked out once.
  var executed: ExecutedProgram { derived.executed.known { ExecutedProgram(running: unnoted) } }
}
