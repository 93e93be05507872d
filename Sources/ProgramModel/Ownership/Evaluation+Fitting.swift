import SwiftFacts
import Synchronization

/// What can be where: a slot is in objects of its type alone, and only what is of the slot's own type gets into it.
extension Evaluation {
  /// Whether an object can be of a type, by what it is declared as.
  func canBe(_ id: ObjectID, _ type: NominalID) -> Bool {
    self[id].declared.nominal.map { program.canBeOne($0, type) } ?? true
  }

  /// Whether an object can have a slot.
  func canHave(_ holder: ObjectID, _ slot: Slot) -> Bool {
    guard let owner = slot.owner, property(of: slot) != nil else { return true }
    return canBe(holder, owner)
  }

  /// Whether a value can be in a slot, by what the slot is declared as; of a type that is not spelled out, or that
  /// takes others in, nothing is known.
  func fits(_ value: ObjectID, _ slot: Slot, of holder: ObjectID) -> Bool {
    if case .method = self[value].kind { return takesFunctions(slot) }
    guard case .nominal = self[value].declared else { return true }
    var place = slot
    if slot == .element {
      guard case .field(_, let list) = self[holder].kind else { return true }
      place = list
    }
    guard let property = property(of: place), program.declaration(of: property).type != nil else { return true }
    switch (inference.type(of: property), slot == .element) {
    case (.nominal(let wanted, _), false), (.array(.nominal(let wanted, _)), true),
      (.dictionary(_, .nominal(let wanted, _)), true):
      return canBe(value, wanted)
    default: return true
    }
  }

  /// Whether a function can be in a slot: where something else is asked for, the name of a method stands for a property
  /// of that name, which a class may have from one that is not at hand.
  private func takesFunctions(_ slot: Slot) -> Bool {
    guard slot != .element, let property = property(of: slot) else { return true }
    return switch inference.type(of: property) {
    case .nominal, .array, .dictionary: false
    default: true
    }
  }

  /// What an object that has a name outside has to be, as far as its name says: a parameter is what is declared.
  func only(_ path: Summary.Path, _ known: NominalID?) -> NominalID? {
    guard path.fields.isEmpty else { return known }
    let declared: NominalID? =
      switch path.root {
      case .parameter(let index):
        frame.declaration.parameters.indices.contains(index)
          ? inference.type(of: frame.declaration.parameters[index].local, in: frame).nominal : nil
      case .receiver: frame.context
      case .result, .system, .process: nil
      }
    guard let declared, program[declared].isConcrete else { return known }
    guard let known, program.lineage(of: known).contains(declared) else { return declared }
    return known
  }

  /// What is kept for whom, whatever the slot is called.
  struct Keeping: Hashable {
    var holder: Summary.Path.Root
    var value: Summary.Path

    init(_ effect: Summary.Effect) {
      holder = effect.holder.root
      value = effect.value
    }
  }

  /// Whether an object is one of those in a collection.
  func isElement(_ id: ObjectID) -> Bool { if case .element = self[id].kind { true } else { false } }

  /// What each of some functions keeps.
  func commonKeeps(of functions: [FunctionID]) -> Set<Keeping> {
    functions.dropFirst().reduce(keepings(of: functions[0])) { $0.intersection(keepings(of: $1)) }
  }

  private func keepings(of function: FunctionID) -> Set<Keeping> {
    Set((summary(of: function)?.effects ?? []).map(Keeping.init))
  }

  /// What a call may run: the function itself, or for a requirement what conforming types have for it.
  ///
  /// Not what a class of another program has, nor what objects of the receivers' types are not, nor what stands in for
  /// others in tests.
  func implementations(of function: FunctionID, _ declaration: FunctionDeclaration, on receivers: [ObjectID] = [])
    -> [FunctionID]
  {
    guard !declaration.hasBody, let owner = program.owner(of: function), program[owner].kind == .protocol else {
      return [function]
    }
    let labels = declaration.parameters.map(\.label)
    var found: [(function: FunctionID, isDouble: Bool)] = []
    for conformer in program.descendants[owner] ?? [] where program[conformer].kind != .protocol {
      guard let place = program[conformer].declarations.first, program.canMeet(frame.file, place.file),
        !program.needsTesting(conformer) || program.needsTesting(frame.file),
        receivers.isEmpty || receivers.contains(where: { canBe($0, conformer) })
      else { continue }
      let isDouble = program.isTestDouble(conformer)
      for candidate in program[conformer].functions[declaration.name] ?? [] {
        let other = program.declaration(of: candidate)
        guard other.hasBody, other.parameters.map(\.label) == labels else { continue }
        if !found.contains(where: { $0.function == candidate }) { found.append((candidate, isDouble)) }
      }
    }
    if found.contains(where: { !$0.isDouble }) { found.removeAll(where: \.isDouble) }
    if found.count > HeapLimits.implementations { limitsHit += 1 }
    return found.count > HeapLimits.implementations ? [] : found.map(\.function)
  }
}

extension Program {
  /// Whether one object can be of both types: of two that are no protocols, one has to inherit from the other.
  func canBeOne(_ one: NominalID, _ other: NominalID) -> Bool {
    guard one != other, self[one].isConcrete, self[other].isConcrete else { return true }
    return lineage(of: one).contains(other) || lineage(of: other).contains(one)
  }

  /// Whether a type is called what stands in for others in tests.
  func isTestDouble(_ type: NominalID) -> Bool {
    derived.doubles.known { typeNames(where: isNameOfDouble) }.contains(self[type].name)
  }

  private func isNameOfDouble(_ name: Symbol) -> Bool {
    knowledge[.isDouble].begins(name) || knowledge[.isDouble].ends(name) || knowledge.isTestName(name.words)
  }

  /// Whether a type is called what stands in a preview.
  func isNamedAsPreview(_ type: NominalID) -> Bool {
    derived.previews.known { typeNames(where: isNameOfPreview) }.contains(self[type].name)
  }

  private func isNameOfPreview(_ name: Symbol) -> Bool { knowledge[.isPreview].fits(name) }

  /// The names of types that something is told by.
  private func typeNames(where tells: (Symbol) -> Bool) -> SymbolSet {
    SymbolSet(Set(linked.nominals.map(\.name)).filter(tells))
  }

  /// Takes over what names tell of types that an earlier program has as well: between two programs few names are new.
  func takeOverNames(from earlier: Program) {
    guard earlier.knowledge.knownTypes === knowledge.knownTypes else { return }
    let known = SymbolSet(earlier.linked.nominals.lazy.map(\.name))
    let new = Set(linked.nominals.lazy.map(\.name).filter { !known.contains($0) })
    if let doubles = earlier.derived.doubles.withLock({ $0 }) {
      derived.doubles.withLock { $0 = doubles.with(new.filter(isNameOfDouble)) }
    }
    if let previews = earlier.derived.previews.withLock({ $0 }) {
      derived.previews.withLock { $0 = previews.with(new.filter(isNameOfPreview)) }
    }
  }

  /// Whether some program may have both files. O(modules of the files).
  func canMeet(_ one: FileID, _ other: FileID) -> Bool { modules.canMeet(one, other) }

  /// Whether some program may have all that a cycle goes through.
  func canMeet(_ cycle: Cycle) -> Bool {
    var files = [file(of: cycle.function)]
    for slot in cycle.slots(in: self) {
      if let place = slot.owner.flatMap({ self[$0].declarations.first }) { files.append(place.file) }
    }
    if case .closure(let closure) = cycle.closing { files.append(file(of: closure.function)) }
    return files.indices.allSatisfy { at in files[..<at].allSatisfy { canMeet($0, files[at]) } }
  }
}

extension Nominal {
  /// Whether it is declared in the program, and no protocol.
  var isConcrete: Bool { kind != .foreign && kind != .protocol }
}
