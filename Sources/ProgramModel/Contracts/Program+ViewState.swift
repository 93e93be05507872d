import SwiftFacts

extension Program {
  /// Properties that observe an object which is made anew with each value of their type: `@ObservedObject var x = X()`.
  public func objectsMadeInline() -> [Breach] {
    guard
      files.contains(where: {
        $0.facts.properties.contains {
          $0.attributes.contains(where: knowledge[.observesOnly].contains) && $0.initialValue != nil
        }
      })
    else {
      return []
    }
    let sites = embeddings()
    var result: [Breach] = []
    for (index, file) in files.enumerated() {
      let id = FileID(index: Int32(index))
      guard !isTest(id) else { continue }
      for (at, property) in file.facts.properties.enumerated()
      where property.attributes.contains(where: knowledge[.observesOnly].contains) {
        guard let parent = property.parent, let value = property.initialValue,
          let made = file.facts.code[file.facts[value].results].first, case .call(let callee, _) = file.facts.code[made]
        else { continue }
        let type = nominal(of: parent, in: id)
        guard self[type].kind == .struct || self[type].kind == .foreign, !knowledge[.isPreview].fits(self[type].name),
          isDrawn(type)
        else { continue }
        let name: Symbol
        switch file.facts.code[callee] {
        case .name(let own, _), .member(_, let own): name = own
        default: continue
        }
        // A function may hand out one object again and again.
        guard name.isCapitalized || name == Names.init_ else { continue }
        guard isUsed(property.name, of: type), mayHoldState(name, from: id) else { continue }
        guard
          let embedding = (sites[self[type].name] ?? []).first(where: {
            !$0.given.contains(property.name) && makes(type, at: $0.span) && mayBeDrawnAgain($0.maker)
          })
        else { continue }
        result.append(
          Breach(
            span: span(of: self.property(PropertyIndex(index: Int32(at)), in: id)), name: property.name.text,
            other: file.facts.code.spelling(of: made), owner: self.name(of: type), evidence: [embedding.span]))
      }
    }
    return result
  }

  /// Whether the code of a type takes anything from what is in a property, or hands it on: one that only tells it what
  /// to do, and listens while it does, loses nothing with it.
  private func isUsed(_ property: Symbol, of type: NominalID) -> Bool {
    let projected = Symbol("$\(property)")
    return functions(mentioning: [property, projected]).contains { function in
      guard owner(of: function) == type else { return false }
      let body = Body(function, in: self)
      return body.expressions.contains { id in
        body.code.memberName(id) == projected.text
          || body.code.ownProperty(id) == property && !isOnlyTold(id, named: property, in: body)
      }
    }
  }

  /// Whether something is called on an object that nobody takes an answer of, or is asked for in what is called back by
  /// such a call.
  private func isOnlyTold(_ object: ExpressionID, named name: Symbol, in body: Body) -> Bool {
    let code = body.code
    guard let member = body.parent(of: object), case .member(object, _) = code[member] else { return false }
    if let call = body.parent(of: member), case .call(member, _) = code[call], body.parent(of: call) == nil {
      return true
    }
    return code.closures(around: object).contains { closure in
      guard let call = code[closure].call, case .call(let callee, _) = code[call],
        case .member(let told, _) = code[callee]
      else { return false }
      return code.ownProperty(told) == name
    }
  }

  /// Whether objects of a class have anything to lose that comes after they are made: a publisher that never changes
  /// itself holds nothing.
  private func mayHoldState(_ name: Symbol, from file: FileID) -> Bool {
    guard let type = nominal(named: name, from: file), self[type].kind == .class, !self[type].declarations.isEmpty,
      lineage(of: type).allSatisfy({ self[$0].foreignSupertypes.allSatisfy(isProtocol) })
    else { return true }
    return lineage(of: type).flatMap { storedProperties(of: $0) }.contains {
      !declaration(of: $0).isLet && comesToHold($0)
    }
  }

  private func isProtocol(_ name: Symbol) -> Bool {
    switch knowledge.types[name]?.kind {
    case .protocol?, .classBoundProtocol?: true
    default: false
    }
  }

  /// Whether values of a type are made whenever what they stand in is drawn: no type of another kind in sight says that
  /// it is something else.
  private func isDrawn(_ type: NominalID) -> Bool {
    inherits(type, fromAny: .drawnProtocol) || self[type].kind == .foreign
  }

  /// Whether a call of a type's name makes one of this type, and not of another one that has the name: one that is
  /// nearer to the file, or one that the file alone can see.
  private func makes(_ type: NominalID, at site: SourceSpan) -> Bool {
    let named = names.types[self[type].name] ?? []
    guard named.count > 1 else { return true }
    let outer = named.filter { self[$0].parent == nil && !self[$0].declarations.isEmpty }
    return modules.visible(outer, from: site.file) {
      ProgramModules.Place(file: self[$0].declarations[0].file, access: self[$0].access)
    }.contains(type)
  }

  /// Where a view makes another.
  private struct Embedding {
    var span: SourceSpan
    var maker: NominalID
    /// What it hands in, by name.
    var given: Set<Symbol>
  }

  /// Where views make views. One that is only the root of a controller is made once.
  private func embeddings() -> [Symbol: [Embedding]] {
    var result: [Symbol: [Embedding]] = [:]
    for (index, file) in files.enumerated() where !isTestFile[index] {
      let id = FileID(index: Int32(index))
      for (at, function) in file.facts.functions.enumerated() {
        guard let owner = owner(of: self.function(FunctionIndex(index: Int32(at)), in: id)),
          inherits(owner, fromAny: .viewProtocol),
          !knowledge[.isPreview].fits(self[owner].name)
        else { continue }
        for expression in function.firstExpression..<max(function.firstExpression, function.endExpression) {
          guard case .call(let callee, let list) = file.facts.code.expressions[Int(expression)],
            case .name(let name, _) = file.facts.code[callee], name.isCapitalized
          else { continue }
          let span = SourceSpan(file: id, bytes: file.facts.code.spans[Int(expression)])
          let given = Set(file.facts.code[list].compactMap(\.label))
          result[name, default: []].append(Embedding(span: span, maker: owner, given: given))
        }
      }
    }
    return result
  }
}
