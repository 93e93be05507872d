import SwiftFacts

/// Methods that ended what their object began, and that nobody calls since the change.
extension Matching {
  /// What still begins as before and had one method to end it, of which the last call has gone.
  func lostLastCalls() -> [Alteration] {
    var told: Set<PropertyID> = []
    return lostCallNames.sorted { $0.text < $1.text }.flatMap { name -> [Alteration] in
      before.endingMethods(named: name).flatMap { method, old -> [Alteration] in
        guard case let successors = successors(of: old), successors.count == 1, let type = successors.first,
          !after.isTest(type), before.isCalled(method, of: old),
          !isReplaced(name, but: method),
          case let now = after.functions(of: type).filter({ after.declaration(of: $0).name == name }),
          !now.contains(where: { after.isCalled($0, of: type) || after.isSeenFromOutside($0) })
        else { return [] }
        return before.ownedBy(method, of: old).compactMap { end, held -> Alteration? in
          guard !gainedCallNames.contains(end.method),
            let property = after.property(named: held, of: type), after.owner(of: property) == type,
            after.declaration(of: property).isStored, !after.endsWhenLetGo(property),
            after.goesOn(property, without: end.method), !isEndedElsewhere(held, of: type, but: now),
            let place = after.gift(to: property, of: type) ?? now.first.map(after.span), told.insert(property).inserted
          else { return nil }
          return Alteration(
            kind: .lostTeardown, span: place, name: held.text, before: name.text + "()",
            affected: [after.name(of: type)])
        }
      }
    }
  }

  /// Whether a function that called it calls something else now, which may have come in its place.
  private func isReplaced(_ name: Symbol, but method: FunctionID) -> Bool {
    (before.calls(threads: 1).callers[name] ?? []).contains { caller in
      guard caller != method, let now = functions.first(where: { $0.value == caller })?.key else { return false }
      return !callsNothingNew(now, since: caller)
    }
  }

  /// What functions of the changed files call less often than before. O(changed files).
  private var lostCallNames: Set<Symbol> {
    var counts: [Symbol: Int] = [:]
    func count(_ program: Program, _ files: Set<FileID>, _ step: Int) {
      for file in files where !program.isTest(file) {
        for index in program[file].facts.functions.indices {
          for name in program.callNames(in: program.function(FunctionIndex(index: Int32(index)), in: file)) {
            counts[name, default: 0] += step
          }
        }
      }
    }
    count(before, changedFilesBefore, 1)
    count(after, changedFiles, -1)
    return Set(counts.filter { $0.value > 0 }.keys)
  }

  /// Whether another function that is run, or may be, ends it as well.
  private func isEndedElsewhere(_ held: Symbol, of type: NominalID, but methods: [FunctionID]) -> Bool {
    after.lineage(of: type).flatMap { after.functions(of: $0) }.contains { one in
      guard !methods.contains(one), after.declaration(of: one).hasBody,
        after.endCalls(in: one, of: type).contains(where: { end in
          switch end.ended {
          case .held(held, _), .given(held), .letGo(held): true
          default: false
          }
        })
      else { return false }
      return after.isSeenFromOutside(one) || after.isCalled(one, of: type)
    }
  }
}

extension Program {
  /// The methods of a name by which objects of a class end something, and which are there to be called.
  fileprivate func endingMethods(named name: Symbol) -> [(method: FunctionID, type: NominalID)] {
    guard let functions = byName(name) else { return [] }
    return functions.compactMap { function in
      guard let type = owner(of: function), !isTest(type), [.class, .actor].contains(self[type].kind),
        !isSeenFromOutside(function), endsSomething(function, of: type)
      else { return nil }
      return (function, type)
    }
  }

  private func byName(_ name: Symbol) -> [FunctionID]? {
    // Most names that a change calls less often are none of a method of its own.
    guard calls(threads: 1).sites[name] != nil else { return nil }
    return (functionsByName[name] ?? []).filter { function in
      let declaration = declaration(of: function)
      return declaration.hasBody && declaration.firstExpression < declaration.endExpression
        && !isTest(file(of: function))
    }
  }

  /// Whether others than those in sight may run it: the system, a library's user, or whatever makes the object.
  fileprivate func isSeenFromOutside(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    return declaration.kind != .function || declaration.isOverride || declaration.isPublic
      || !declaration.attributes.isEmpty || knowledge[.comesWhenDropped].contains(declaration.name)
  }

  /// Whether some call in sight may be of a method on an object of a type.
  fileprivate func isCalled(_ method: FunctionID, of type: NominalID) -> Bool {
    let declaration = declaration(of: method)
    let code = { (site: CallIndex.Site) in self[self.file(of: site.function)].facts.code }
    let isGiven = functions(mentioning: [declaration.name]).contains { names(declaration.name, in: $0) }
    return isGiven
      || (calls(threads: 1).sites[declaration.name] ?? []).contains { site in
        guard site.function != method, case .call(_, let list) = code(site)[site.call],
          declaration.match(code(site)[list]) != nil
        else { return false }
        return mayBeOn(type, site)
      }
  }

  /// Whether a body refers to a method without calling it: `perform(stop)`, `#selector(stop)`.
  private func names(_ name: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    var called: Set<ExpressionID> = []
    var named: Set<ExpressionID> = []
    for at in expressions(of: function) {
      let id = ExpressionID(index: Int32(at))
      if case .call(let callee, _) = code[id] { called.insert(callee) }
      if code.calledName(id) == name { named.insert(id) }
    }
    return !named.subtracting(called).isEmpty
  }

  /// What of the object's own a method ends, itself or by another of its methods.
  fileprivate func ownedBy(
    _ method: FunctionID, of type: NominalID, depth: Int = 1
  ) -> [(end: EndCall, held: Symbol)] {
    endCalls(in: method, of: type).flatMap { end -> [(end: EndCall, held: Symbol)] in
      switch end.ended {
      case .held(let held, isOwn: true), .given(let held): [(end, held)]
      case .all(let next): depth > 0 && next != method ? ownedBy(next, of: type, depth: depth - 1) : []
      default: []
      }
    }
  }
}
