import SwiftFacts

/// Ends of what was handed to somebody else: to functions out of sight, to what tells of events, to what counts.
extension EndCallReader {
  /// `CFMachPortInvalidate(port)`, `sqlite3_close(db)`: a function out of sight ends what a property holds.
  func released(_ id: ExpressionID, _ callee: ExpressionID, _ list: ArgumentList) -> EndCall? {
    guard let first = code[list].first, let name = outOfSight(callee), knowledge.endsGiven(name),
      let property = own(code.uncast(first.value))
    else { return nil }
    return made(.given(property), name, property.text, id, [name])
  }

  /// The name of a function that no source declares: `close` of `close(file)` and of `Darwin.close(file)`.
  private func outOfSight(_ callee: ExpressionID) -> Symbol? {
    switch code[callee] {
    case .name(let name, _):
      guard program.member(name, of: type) == nil, program.globalFunctions(named: name, from: frame.file).isEmpty else {
        return nil
      }
      return name
    case .member(let base, let name):
      guard case .name(let module, _) = code[base], module.isCapitalized,
        program.types(named: module, from: frame.file).isEmpty
      else { return nil }
      return name
    default: return nil
    }
  }

  /// `store.unsubscribe(self)`, `Bus.unregister(self)`: the object is no longer told.
  func joined(
    _ id: ExpressionID, _ base: ExpressionID, _ method: Symbol, _ list: ArgumentList
  ) -> EndCall? {
    guard knowledge.takesBack(method), let first = code[list].first, code.isSelf(first.value), !code.isSelf(base) else {
      return nil
    }
    return made(
      .joined(code.fullSpelling(of: base)), method, code.spelling(of: base), id, code.names(around: base) + [method])
  }

  /// `.onDisappear(perform: model.stop)`: what is told where nobody wants it any more ends what a property holds.
  func toldToEnd(_ id: ExpressionID, _ base: ExpressionID, _ method: Symbol) -> EndCall? {
    guard knowledge[.endsWork].begins(method), let held = own(base), let taker = taker(of: id),
      knowledge[.toldWhenUnwanted].contains(taker)
    else { return nil }
    return made(.held(held, isOwn: true), method, held.text, id, [method, taker])
  }

  /// The name of the call that an expression is given to. O(expressions).
  private func taker(of id: ExpressionID) -> Symbol? {
    let (first, last) = (frame.declaration.firstExpression, frame.declaration.endExpression)
    return (first..<max(first, last)).lazy.compactMap { at -> Symbol? in
      guard case .call(let callee, let list) = code[ExpressionID(index: at)],
        code[list].contains(where: { $0.value == id })
      else { return nil }
      return code.calledName(callee)
    }.first
  }

  /// `access.signal()`, `lock.unlock()`: what a property is asked for by a call of the tables has to be given back.
  func balanced(
    _ id: ExpressionID, _ callee: ExpressionID, _ base: ExpressionID, _ method: Symbol
  ) -> EndCall? {
    guard knowledge.endings.contains(method), let held = own(base) else { return nil }
    // `link.remove(from: .main, forMode: .common)` ends the link, and `list.remove(at: 0)` nothing.
    let isOut = knowledge[.takesOut].begins(method)
    let isStarted = program.functions(of: type).contains { function in
      program.startCalls(in: function).contains { start in
        start.ends.contains(method) && (start.kept == held.text || !isOut && start.receiver == held.text)
      }
    }
    return isStarted ? made(.held(held, isOwn: true), method, held.text, id, code.names(around: callee)) : nil
  }
}

extension Knowledge {
  /// Whether a function of C ends what it is given, by its name.
  fileprivate func endsGiven(_ name: Symbol) -> Bool {
    self[.frees].fits(name) || self[.endsWork].ends(name) || endings.contains(name)
  }

  /// Whether a method takes out who had joined, by its name.
  func takesBack(_ method: Symbol) -> Bool {
    self[.takesBack].begins(method) || self[.takesOut].begins(method) || self[.endsArgument].contains(method)
      || endings.contains(method)
  }
}

extension Program {
  /// Whether a body hands its object to what is spelled so, as one that is told from then on.
  func joins(_ receiver: String, in function: FunctionID, before end: Symbol) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .call(let callee, let list) = code[ExpressionID(index: Int32(at))],
        case .member(let base, let name) = code[callee], !knowledge.takesBack(name), !knowledge[.endsWork].begins(name),
        code[list].contains(where: { code.isSelf($0.value) }), code.fullSpelling(of: base) == receiver
      else { return false }
      // `unregister` says that something was registered; `remove` may take out anything.
      return knowledge[.takesBack].begins(end) || knowledge[.setsUp].begins(name)
        || knowledge[.keepsArgument].begins(name) || knowledge[.registersHandler].begins(name)
    }
  }

  /// The names that production code calls which a call undoes: `subscribeToCount` of `unsubscribeFromCount`.
  func undone(by words: [String]) -> Set<Symbol> {
    let link = knowledge[.importedLabel]
    let rest = words.dropFirst().filter { !link.contains($0) }
    return Set(
      calls(threads: 1).allSites.keys.filter { name in
        let others = name.words
        guard let first = others.first, first.count > 3, words[0] != first, words[0].hasSuffix(first) else {
          return false
        }
        return others.dropFirst().filter { !link.contains($0) } == rest
      })
  }

  /// Whether a method of the program ends what its object has, by its name and by what it does.
  func endsByMethod(_ name: Symbol) -> Bool {
    guard knowledge[.endsWork].begins(name), calls(threads: 1).sites[name] != nil else { return false }
    return productionFunctions.contains { function in
      guard declaration(of: function).name == name, let type = owner(of: function), self[type].kind == .class,
        !isViewOrScreen(type)
      else { return false }
      return endsSomething(function, of: type)
    }
  }

  /// The names that production code calls which take what is given back later, in some words: `reserveConnection` of
  /// `returnConnection`.
  func taking(_ words: ArraySlice<String>) -> Set<Symbol> {
    Set(calls(threads: 1).allSites.keys.filter { knowledge[.takesIntoUse].begins($0) && $0.words.dropFirst() == words })
  }
}
