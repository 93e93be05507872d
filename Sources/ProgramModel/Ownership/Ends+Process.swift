import SwiftFacts

/// Objects that live as long as the process.
extension Ends {
  /// The collection of an object that lives as long as the process, where that is what keeps the closure of a cycle.
  func lastingList(in cycle: Cycle) -> Cycle.Lasting? {
    guard case .closure = cycle.closing, let last = cycle.links.last, case .store(.element) = last.how,
      let holder = cycle.links.dropLast().last, let owner = holder.type.nominal, lifetimes.lasts(owner),
      case .property(let list) = holder.how
    else { return nil }
    return Cycle.Lasting(keeper: "\(program[owner].name).\(program.declaration(of: list).name)", isList: true)
  }

  /// Whether what holds the closure of a cycle is emptied as seen along another way to the same closure: a view that is
  /// a part of the screen's view is in a property of the screen as well, and is told to forget the closure by that.
  func isEmptied(_ cycle: Cycle, along others: [Cycle]) -> Bool {
    guard case .closure = cycle.closing, let slot = cycle.lastSlot else { return false }
    return others.contains { other in
      guard other != cycle, other.lastSlot == slot else { return false }
      let (ended, ends) = judge(other)
      return ended >= .onRequest && ends.last?.slot == slot
    }
  }

  /// Whether one of the objects lives as long as the process, so that nothing new ever leaks.
  ///
  /// What an example makes once says nothing of a library: whoever else has it makes as many as they need.
  /// What is only guessed is not told of windows either, of which most people open one.
  func livesWithTheProcess(_ cycle: Cycle) -> Bool {
    let isGuessed = cycle.proof == .guessed
    let isInLibrary = !program.isExample(file(closing: cycle))
    return ([cycle.captured] + cycle.links.map(\.type)).contains { type in
      guard let id = type.nominal, isGuessed ? lifetimes.lastsWithScene(id) : lifetimes.lasts(id) else { return false }
      return !isInLibrary || !program[id].declarations.contains { program.isExample($0.file) }
    }
  }

  /// Whether an example makes what a library has a cycle of: whoever else has the library makes it more often.
  func isShownAlone(_ cycle: Cycle) -> Bool {
    program.isExample(program.file(of: cycle.function)) && !program.isExample(file(closing: cycle))
  }

  /// Whether nothing but previews makes one of the objects.
  func isMadeForPreviews(_ cycle: Cycle) -> Bool {
    ([cycle.captured] + cycle.links.map(\.type)).contains { $0.nominal.map(lifetimes.areMadeForPreviews) ?? false }
  }

  /// Whether nothing in sight makes one of the objects: what does may well make one alone.
  func isMadeOutOfSight(_ cycle: Cycle) -> Bool {
    ([cycle.captured] + cycle.links.map(\.type)).contains { $0.nominal.map(lifetimes.areMadeOutOfSight) ?? false }
  }

  /// The file in which a cycle closes.
  private func file(closing cycle: Cycle) -> FileID {
    switch cycle.closing {
    case .closure(let closure): program.file(of: closure.function)
    case .property(let property): program.file(of: property)
    }
  }
}

extension Program {
  /// Whether one of the objects of a cycle is the only one of its kind because the program says so: it is the
  /// application itself, or a static or a global has it.
  public func isOneByDeclaration(_ cycle: Cycle) -> Bool {
    // Of what others have declared, as a bag is, there are as many as anybody wants.
    let types = Set(
      ([cycle.captured] + cycle.links.map(\.type)).compactMap(\.nominal).filter { self[$0].kind != .foreign })
    if types.contains(where: isApplicationItself) { return true }
    return !types.isDisjoint(with: asking("types that statics and globals have") { $0.sharedTypes() })
  }

  private func sharedTypes() -> Set<NominalID> {
    let inference = Inference(program: self)
    return Set(
      allProperties.compactMap { property in
        let declared = declaration(of: property)
        guard declared.isStored, declared.isStatic || declared.parent == nil else { return nil }
        return inference.type(of: property).nominal
      })
  }

  private func isApplicationItself(_ type: NominalID) -> Bool {
    inherits(type, fromAny: .lastsWithTheProcess) || inherits(type, fromAny: .lastsWithTheScene)
      || self[type].declarations.contains { self[$0.file].facts[$0.type].attributes.contains(Words.main) }
  }
}

extension Cycle {
  /// The slot that the code puts the closure into.
  fileprivate var lastSlot: Slot? {
    links.lazy.reversed().compactMap { link in if case .store(let slot) = link.how { slot } else { nil } }.first
  }
}
