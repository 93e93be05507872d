import SwiftFacts

/// Switches over an enum in whose place values are asked for their types, of which the compiler knows no end.
extension Matching {
  /// Chains of casts that ask for what the cases of an enum carried, where a `switch` named each case before.
  ///
  /// The `switch` stood in the same function; or anywhere, where the enum itself is gone.
  func openedByCasts() -> [Alteration] {
    var result: [Alteration] = []
    lazy var gone = goneEnums()
    for file in changedFiles.sorted() where !after.isTest(file) {
      for index in after[file].facts.functions.indices {
        let function = after.function(FunctionIndex(index: Int32(index)), in: file)
        let chains = after.typeChains(of: function, least: 1)
        guard chains.count == 1, let chain = chains.first,
          chain.root.map({ after[$0].kind == .protocol }) ?? true
        else { continue }
        let old = functions[function]
        if let old, before.typeChains(of: old, least: 1).contains(where: { names($0, of: chain) }) { continue }
        let former =
          old.flatMap { enums(switchedIn: $0).first { fits(chain, $0) } } ?? gone.first { carries($0, chain) }
        guard let former, let found = opening(chain, of: former) else { continue }
        result.append(found)
      }
    }
    return result
  }

  private func opening(_ chain: TypeChain, of former: NominalID) -> Alteration? {
    let asked = chain.types.map { after.name(of: $0) }
    // What has a branch of its own no longer, though values of it may still come.
    let left = carried(by: former).filter { type in
      guard !asked.contains(before.name(of: type)), let now = successors(of: type).first else { return false }
      return !chain.asks(for: now, in: after) && (chain.root.map { after.lineage(of: now).contains($0) } ?? true)
    }.map { before.name(of: $0) }
    let kind: Alteration.Kind
    switch (chain.ends, left.isEmpty) {
    case (true, _):
      // A chain that ends the program is told of by itself where it is long, or asks for all that there is.
      let isTold = chain.types.count > 2 || chain.isOfAll(in: after) || chain.endsForOneMade(in: after)
      if chain.root != nil ? isTold : chain.types.count > 2 { return nil }
      kind = .openedToEnd
    case (false, false): kind = .openedWithout
    case (false, true):
      guard chain.types.count > 1, chain.root == nil || chain.isOfAll(in: after) else { return nil }
      kind = .openedByCasts
    }
    return Alteration(
      kind: kind, span: chain.span, name: chain.subject, before: before.name(of: former),
      after: chain.root.map { after.name(of: $0) } ?? Words.anything.text,
      affected: kind == .openedWithout ? left : asked)
  }

  private func names(_ one: TypeChain, of other: TypeChain) -> Bool {
    one.types.map(before.name(of:)) == other.types.map(after.name(of:))
  }

  /// Whether a chain is about what an enum was: the protocol has its name, or it asks for what the cases carried.
  private func fits(_ chain: TypeChain, _ former: NominalID) -> Bool {
    chain.root.map { types[$0] == former } ?? false || carries(former, chain)
  }

  private func carries(_ former: NominalID, _ chain: TypeChain) -> Bool {
    let names = Set(carried(by: former).map { before.name(of: $0) })
    return names.count > 1 && chain.types.contains { names.contains(after.name(of: $0)) }
  }

  /// The types of the program that the cases of an enum carry, each alone.
  private func carried(by type: NominalID) -> [NominalID] {
    before[type].declarations.flatMap { place in
      before[place.file].facts[place.type].cases.compactMap { one -> NominalID? in
        guard one.payload.count == 1 else { return nil }
        let found = before.resolve(one.payload[0].type, in: place.file, context: type).nominal
        return found.flatMap { before[$0].kind == .foreign ? nil : $0 }
      }
    }
  }

  /// The enums of which a function named each case, and of which it names none any more.
  private func enums(switchedIn old: FunctionID) -> [NominalID] {
    let inference = Inference(program: before)
    let frame = Frame(old, in: before)
    return plainSelections(of: old, in: before).compactMap { one in
      guard !one.cases.contains(where: { $0.isDefault || $0.isUnknown }),
        let type = inference.type(of: one.subject, in: frame).nominal, before[type].kind == .enum,
        Set(one.cases.flatMap(\.names)) == Set(before.enumCases(of: type).map(\.name))
      else { return nil }
      return type
    }
  }

  /// The enums that are none any more, some `switch` over which named each case.
  private func goneEnums() -> [NominalID] {
    let lost = before.declaredTypes.filter { type in
      before[type].kind == .enum && !before.isTest(type)
        && before[type].declarations.contains { changedFilesBefore.contains($0.file) }
        && !successors(of: type).contains { after[$0].kind == .enum } && carried(by: type).count > 1
    }
    guard !lost.isEmpty else { return [] }
    var switched: Set<NominalID> = []
    for file in changedFilesBefore where !before.isTest(file) {
      for index in before[file].facts.functions.indices {
        switched.formUnion(enums(switchedIn: before.function(FunctionIndex(index: Int32(index)), in: file)))
      }
    }
    return lost.filter(switched.contains)
  }
}
