import SwiftFacts

/// What everybody who makes an object gives it afterwards, and somebody who makes one since a change does not.
extension Matching {
  /// Properties that are read as if they were there, or for an object that the work is done by, and that a new maker
  /// leaves as `nil`, where each of those before the change set them.
  ///
  /// A callback or a delegate is left alone: not everybody who makes an object wants to hear of it.
  public func forgottenGifts() -> [Alteration] {
    var result: [Alteration] = []
    var makers: (before: Makers, after: Makers)?
    for owner in typesMadeAnew() {
      guard let former = twin(of: owner) else { continue }
      for property in after.storedProperties(of: owner) {
        let now = after.declaration(of: property)
        guard !now.isStatic, !now.isLet, now.initialValue == nil, now.attributes.isEmpty, !now.isPublic,
          after.isOptional(property), !after.isTest(after.file(of: property)), !after.isDelegateName(now.name),
          !after.isOptionalClosure(property) || !after.isCallbackOnly(property),
          let old = before.property(named: now.name, of: former), before.isOptional(old),
          before.declaration(of: old).initialValue == nil
        else { continue }
        let read = after.readAsThere(now.name, of: owner)
        guard read != nil || after.isDependency(property) else { continue }
        let known = makers ?? (Makers(before), Makers(after))
        makers = known
        let others = known.before.makers(of: former)
        // One who sets it says little of those that come later, unless it has to be there.
        guard others.count >= (read == nil ? 2 : 1), known.before.withoutValue(now.name, of: former).isEmpty else {
          continue
        }
        let places = known.after.withoutValue(now.name, of: owner).filter { changedFiles.contains($0.file) }
        guard let place = places.first else { continue }
        result.append(
          Alteration(
            kind: read == nil ? .unaskedGift : .forgottenGift, span: place, name: now.name.text,
            after: after.name(of: owner), affected: [after.declarationName(at: place.bytes.start, in: place.file)],
            evidence: [read ?? after.span(of: property)]))
      }
    }
    return result
  }

  /// The classes whose objects are made, by name, in functions that make something else than before, or give it
  /// something else.
  private func typesMadeAnew() -> [NominalID] {
    var result: Set<NominalID> = []
    for function in after.productionFunctions where changedFiles.contains(after.file(of: function)) {
      guard isRewritten(function) else { continue }
      let (made, given) = after.makingsAndGifts(of: function)
      if made.isEmpty || functions[function].map({ before.makingsAndGifts(of: $0) == (made, given) }) == true {
        continue
      }
      for name in made {
        result.formUnion((after.names.types[name] ?? []).filter { after[$0].kind == .class })
      }
    }
    return result.sorted()
  }
}

extension Program {
  /// The types that a function calls by name, and what it assigns to, in the order of the text.
  fileprivate func makingsAndGifts(of function: FunctionID) -> (made: [Symbol], given: [Symbol]) {
    let code = self[file(of: function)].facts.code
    var made: [Symbol] = []
    var given: [Symbol] = []
    for index in expressions(of: function) {
      switch code.expressions[index] {
      case .call(let callee, _):
        if let name = code.writtenName(callee), names.types[name] != nil { made.append(name) }
      case .assign(let target, _):
        if let name = code.writtenName(target) { given.append(name) }
      default: continue
      }
    }
    return (made, given)
  }
}
