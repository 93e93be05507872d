import SwiftFacts

/// What everybody who makes an object gives it afterwards, and somebody who makes one since a change does not.
extension Matching {
  /// What nobody has to give any longer, and what somebody has forgotten to give. Who makes what after the change is
  /// looked up once for both.
  public func ungivenValues() -> [Alteration] {
    lazy var makers = Makers(after)
    return lostRequirements { makers } + forgottenGifts { makers }
  }

  /// Properties that are read as if they were there, or for an object that the work is done by, and that a new maker
  /// leaves as `nil`, where each of those before the change set them.
  ///
  /// A callback or a delegate is left alone: not everybody who makes an object wants to hear of it.
  private func forgottenGifts(_ makers: () -> Makers) -> [Alteration] {
    var result: [Alteration] = []
    lazy var earlier = Makers(before)
    for owner in typesMadeAnew() {
      let former = twin(of: owner)
      for property in after.storedProperties(of: owner) {
        let now = after.declaration(of: property)
        guard !now.isStatic, !now.isLet, now.initialValue == nil, now.attributes.isEmpty, !now.isPublic,
          after.isOptional(property), !after.isTest(after.file(of: property)), !after.isDelegateName(now.name),
          !after.isOptionalClosure(property) || !after.isCallbackOnly(property)
        else { continue }
        let read = after.readAsThere(now.name, of: owner)
        if let read, let place = makingOfWhatNobodyGives(now.name, to: owner, former, makers, { earlier }) {
          result.append(
            Alteration(
              kind: .neverGiven, span: place, name: now.name.text, after: after.name(of: owner),
              affected: [after.declarationName(at: place.bytes.start, in: place.file)], evidence: [read]))
          continue
        }
        guard let former, let old = before.property(named: now.name, of: former), before.isOptional(old),
          before.declaration(of: old).initialValue == nil, read != nil || after.isDependency(property) else { continue }
        // One who sets it says little of those that come later, unless it has to be there.
        guard earlier.isSet(now.name), earlier.makers(of: former).count >= (read == nil ? 2 : 1),
          earlier.withoutValue(now.name, of: former).isEmpty,
          let place = makers().withoutValue(now.name, of: owner).first(where: { changedFiles.contains($0.file) })
        else { continue }
        result.append(
          Alteration(
            kind: read == nil ? .unaskedGift : .forgottenGift, span: place, name: now.name.text,
            after: after.name(of: owner), affected: [after.declarationName(at: place.bytes.start, in: place.file)],
            evidence: [read ?? after.span(of: property)]))
      }
    }
    return result
  }

  /// Where an object is made for the first time, and nobody ever gives any such object what it reads as if it were
  /// there.
  private func makingOfWhatNobodyGives(
    _ property: Symbol, to owner: NominalID, _ former: NominalID?, _ makers: () -> Makers, _ earlier: () -> Makers
  ) -> SourceSpan? {
    guard former.map({ earlier().isMade($0) }) != true, !makers().isSet(property) else { return nil }
    return makers().withoutValue(property, of: owner).first { changedFiles.contains($0.file) }
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
