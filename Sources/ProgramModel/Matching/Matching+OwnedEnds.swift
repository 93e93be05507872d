import SwiftFacts

/// Ends that `deinit` brought about by calling what its object owns, or a method of its own.
extension Matching {
  /// Calls of `deinit` that have gone: nothing has come in their stead, and what they ended is made as before.
  func lostOwnedEnds() -> [Alteration] {
    types.sorted { $0.key < $1.key }.flatMap { type, old -> [Alteration] in
      guard after[type].kind == .class, before[old].kind == .class, !after.isTest(type),
        let was = before.deinitializer(of: old)
      else { return [] }
      let now = after.deinitializer(of: type)
      if let now {
        // A helper that `deinit` has come to call may do it.
        let (names, oldNames) = (Set(after.callNames(in: now)), Set(before.callNames(in: was)))
        guard names.isSubset(of: oldNames) else { return [] }
      }
      var told: Set<Symbol> = []
      return before.ownedEnds(in: was, of: old).compactMap { end -> Alteration? in
        guard told.insert(end.property ?? end.method).inserted, !gainedCallNames.contains(end.method) else {
          return nil
        }
        if let now, after.ownedEnds(in: now, of: type).contains(where: { $0.isLike(end) }) { return nil }
        let place: SourceSpan
        if let name = end.property {
          guard let property = after.property(named: name, of: type),
            let oldProperty = before.property(named: name, of: old), after.owner(of: property) == type,
            isMadeAsBefore(property, oldProperty, of: type, old),
            end.isOfPart ? !before.endsByItself(end, in: was) : after.goesOn(property, without: end.method),
            !after.endsInTime(end, of: type), !asksForItself(name, of: type), !isEndedByOthers(end, of: type)
          else { return nil }
          place = now.map { after.span(of: $0) } ?? after.gift(to: property, of: type) ?? after.span(of: property)
        } else {
          guard let method = successor(of: end.called) ?? after.onlyMethod(named: end.method, of: type),
            after.isMissed(method, of: type)
          else { return nil }
          place = now.map { after.span(of: $0) } ?? after.span(of: method)
        }
        return Alteration(
          kind: end.property == nil ? .lostOwnEnd : .lostOwnedEnd, span: place,
          name: (end.property ?? end.method).text, before: end.spelling, affected: [after.name(of: type)])
      }
    }
  }

  /// What a method of before the change has become.
  private func successor(of method: FunctionID?) -> FunctionID? {
    method.flatMap { old in functions.first { $0.value == old }?.key }
  }

  /// Whether a method that ends it as well has come to be called.
  private func isEndedByOthers(_ end: OwnedEnd, of type: NominalID) -> Bool {
    after.functions(of: type).contains { function in
      gainedCallNames.contains(after.declaration(of: function).name)
        && after.ownedEnds(in: function, of: type).contains { $0.isLike(end) }
    }
  }

  /// Whether a property is given what it was given.
  private func isMadeAsBefore(
    _ property: PropertyID, _ oldProperty: PropertyID, of type: NominalID, _ old: NominalID
  ) -> Bool {
    let (now, was) = (after.declaration(of: property), before.declaration(of: oldProperty))
    guard now.isStored, was.isStored, !now.isStatic, now.strength == .strong, was.strength == .strong else {
      return false
    }
    let (gifts, oldGifts) = (after.gifts(to: property, of: type), before.gifts(to: oldProperty, of: old))
    // What is made is looked at, and not what of.
    func made(_ gifts: Set<String>) -> Set<String> { Set(gifts.map { String($0.prefix { $0 != "(" }) }) }
    return made(gifts) == made(oldGifts)
  }
}

/// A call that ends what the object owns, or all that it does.
private struct OwnedEnd {
  /// The property that holds what is ended; nil where a method of the object ends it all.
  var property: Symbol?
  var method: Symbol
  var spelling: String
  /// What it is called on.
  var base: ExpressionID
  /// Whether that is a part of what the property holds.
  var isOfPart = false
  /// The method of the object that is called, where its name and what it is given tell which.
  var called: FunctionID?

  func isLike(_ other: Self) -> Bool {
    property == other.property && method == other.method && (!isOfPart || other.isOfPart)
  }
}

extension Program {
  fileprivate func deinitializer(of type: NominalID) -> FunctionID? {
    functions(of: type).first { declaration(of: $0).kind == .deinitializer && declaration(of: $0).hasBody }
  }

  fileprivate func onlyMethod(named name: Symbol, of type: NominalID) -> FunctionID? {
    guard case .functions(let all)? = member(name, of: type) else { return nil }
    // A requirement is a function as well.
    let found = all.filter { declaration(of: $0).hasBody }
    return found.count == 1 ? found[0] : nil
  }

  /// The one method of a type by a name that can be given such arguments.
  private func method(_ name: Symbol, given list: ArraySlice<Argument>, of type: NominalID) -> FunctionID? {
    guard case .functions(let all)? = member(name, of: type) else { return nil }
    let found = all.filter { declaration(of: $0).hasBody && declaration(of: $0).match(list) != nil }
    return found.count == 1 ? found[0] : nil
  }

  /// The calls in a body that end something, as the tables say or by their names.
  fileprivate func ownedEnds(in function: FunctionID, of type: NominalID) -> [OwnedEnd] {
    let code = self[file(of: function)].facts.code
    guard let own = declaration(of: function).selfLocal else { return [] }
    return expressions(of: function).compactMap { at -> OwnedEnd? in
      guard case .call(let callee, let list) = code.expressions[at], let method = code.calledName(callee),
        knowledge[.endsWork].begins(method) || knowledge[.takesOut].begins(method)
      else { return nil }
      let spelling = code.spelling(of: ExpressionID(index: Int32(at)))
      // `center.removeObserver(token)`
      if knowledge.endings.contains(method), let given = code[list].first.map({ code.uncast($0.value) }),
        let (name, isOfPart) = code.ownPropertyBound(to: given, knowledge), !isOfPart,
        let property = property(named: name, of: type), declaration(of: property).isStored
      {
        return OwnedEnd(property: name, method: method, spelling: spelling, base: given)
      }
      if code.superMember(callee) == nil, code.ownCall(callee, own) != nil {
        return OwnedEnd(
          property: nil, method: method, spelling: spelling, base: callee,
          called: self.method(method, given: code[list], of: type))
      }
      guard knowledge[.endsWork].begins(method), case .member(let base, _) = code[callee],
        let (name, isOfPart) = code.ownPropertyBound(to: base, knowledge),
        let property = property(named: name, of: type), declaration(of: property).isStored
      else { return nil }
      return OwnedEnd(property: name, method: method, spelling: spelling, base: base, isOfPart: isOfPart)
    }
  }

  /// What a property is given where it is declared, in initialisers and elsewhere, as it is spelled.
  func gifts(to property: PropertyID, of type: NominalID) -> Set<String> {
    let named = declaration(of: property).name
    var result: Set<String> = []
    if let first = declaration(of: property).initialValue.map({ function($0, in: file(of: property)) }) {
      let code = self[file(of: first)].facts.code
      result.formUnion(code[declaration(of: first).results].map { code.spelling(of: $0) })
    }
    for function in functions(of: type) {
      let code = self[file(of: function)].facts.code
      for at in expressions(of: function) {
        guard case .assign(let target, let value) = code.expressions[at], code.ownProperty(target) == named,
          code[value] != .literal(.null)
        else { continue }
        result.insert(code.spelling(of: value))
      }
    }
    return result
  }

  /// Where a function of the type first gives a property something.
  func gift(to property: PropertyID, of type: NominalID) -> SourceSpan? {
    let named = declaration(of: property).name
    for function in functions(of: type).sorted() {
      let code = self[file(of: function)].facts.code
      for at in expressions(of: function) {
        guard case .assign(let target, let value) = code.expressions[at], code.ownProperty(target) == named,
          code[value] != .literal(.null)
        else { continue }
        return SourceSpan(file: file(of: function), bytes: code.spans[at])
      }
    }
    return addition(to: named, of: type)
  }

  /// Where a function of the type first adds something to what a property holds.
  private func addition(to named: Symbol, of type: NominalID) -> SourceSpan? {
    for function in functions(of: type).sorted() {
      let code = self[file(of: function)].facts.code
      for at in expressions(of: function) {
        guard case .call(let callee, _) = code.expressions[at], case .member(let base, let name) = code[callee],
          code.ownProperty(base) == named, knowledge[.keepsArgument].begins(name)
        else { continue }
        return SourceSpan(file: file(of: function), bytes: code.spans[at])
      }
    }
    return nil
  }

  /// Whether something else than the beginning of the next calls a method that ends it all: another type, or a function
  /// that the system calls or that ends something by its name.
  fileprivate func isCalledToEnd(_ method: FunctionID, of type: NominalID) -> Bool {
    let own = Set(functions(of: type))
    let ending = declaration(of: method)
    return (calls(threads: 1).sites[ending.name] ?? []).contains { site in
      let caller = site.function
      guard !isTest(file(of: caller)) else { return false }
      // A call of another method by this name ends only what that one does.
      let code = self[file(of: caller)].facts.code
      if case .call(_, let list) = code[site.call], ending.match(code[list]) == nil { return false }
      let declaration = declaration(of: caller)
      return !own.contains(caller) || declaration.isOverride || declaration.kind != .function
        || knowledge[.endsWork].begins(declaration.name)
    }
  }

  /// Whether what a property holds may go on after its owner: it is of a type out of sight that does not end by itself,
  /// or some class of the program that it may be has a method to end it, and no `deinit` that does the same.
  func goesOn(_ property: PropertyID, without method: Symbol) -> Bool {
    let type = Inference(program: self).type(of: property).ofEach
    guard let held = type.nominal, self[held].kind != .foreign else {
      switch type {
      case .nominal(let id, _): return goesOnOutOfSight(self[id].name, of: property)
      case .foreign(let name): return goesOnOutOfSight(name, of: property)
      default: return false
      }
    }
    guard isReference(held) != false else { return false }
    let classes = ([held] + (descendants[held] ?? [])).filter { self[$0].kind == .class && !isTest($0) }
    return classes.contains { one in
      let lineage = lineage(of: one)
      // A view and a screen go with what shows them.
      guard !isViewOrScreen(one), case .functions(let ends)? = member(method, of: one),
        case let done = Set(ends.filter { declaration(of: $0).hasBody }.flatMap(callNames)), !done.isEmpty
      else { return false }
      return !lineage.compactMap { deinitializer(of: $0) }.contains { leaving in
        let names = callNames(in: leaving)
        return names.contains(method) || !done.isDisjoint(with: names)
      }
    }
  }

  /// Whether what a call ends does so as it goes, or is a part of the screen. Of what nothing is known, its end is as
  /// likely to be one that subscriptions have, which end by themselves.
  fileprivate func endsByItself(_ end: OwnedEnd, in function: FunctionID) -> Bool {
    let type: Symbol
    switch Inference(program: self).type(of: end.base, in: Frame(function, in: self)) {
    case .nominal(let id, _):
      if isViewOrScreen(id) { return true }
      type = self[id].name
    case .foreign(let name):
      if names.foreign[name].map(isViewOrScreen) ?? false { return true }
      type = name
    default: return knowledge[.endsReceiver].contains(end.method)
    }
    return knowledge[.endsWhenDropped].contains(type)
  }

  /// Whether what is of a type of others is more than a part of the screen, and does not end with whoever has it.
  private func goesOnOutOfSight(_ type: Symbol, of property: PropertyID) -> Bool {
    !knowledge[.endsWhenDropped].contains(type)
      && !declaration(of: property).attributes.contains(where: knowledge[.outlet].contains)
      && !(names.foreign[type].map(isViewOrScreen) ?? false)
  }

  /// Whether what a method ends goes on after its object that no more calls it as it goes.
  fileprivate func isMissed(_ method: FunctionID, of type: NominalID) -> Bool {
    let all = [(method: method, type: type)] + overrides(of: method, in: type)
    if all.contains(where: { endsSomething($0.method, of: $0.type, leaving: true) }) {
      return !isCalledToEnd(method, of: type) || !isCalledAsOthersGo(declaration(of: method).name, than: type)
    }
    // What it ends in ways out of sight is missed where nobody else calls it.
    return !all.contains { endsSomething($0.method, of: $0.type) } && !isCalledToEnd(method, of: type)
  }

  /// What runs in the stead of a method where the object is of a type that inherits it.
  private func overrides(of method: FunctionID, in type: NominalID) -> [(method: FunctionID, type: NominalID)] {
    (descendants[type] ?? []).flatMap { heir in
      overrides(of: method, declaredIn: heir).filter { declaration(of: $0).hasBody }.map { ($0, heir) }
    }
  }

  /// Whether the `deinit` of another type, or what the system calls there, calls a method of this name on what may be
  /// an object of a type.
  fileprivate func isCalledAsOthersGo(_ method: Symbol, than type: NominalID) -> Bool {
    (calls(threads: 1).sites[method] ?? []).contains { site in
      guard owner(of: site.function) != type, !isTest(file(of: site.function)) else { return false }
      let declaration = declaration(of: site.function)
      // What overrides it is the same end.
      let isOther = declaration.isOverride && declaration.name != method
      return (isOther || declaration.kind == .deinitializer) && mayBeOn(type, site)
    }
  }

  /// Whether what a call is made on may be an object of a type.
  func mayBeOn(_ type: NominalID, _ site: CallIndex.Site) -> Bool {
    let frame = Frame(site.function, in: self)
    guard case .call(let callee, _) = frame.facts.code[site.call] else { return true }
    guard case .member(let base, _) = frame.facts.code[callee] else {
      return frame.context.map { canBeOne($0, type) } ?? false
    }
    switch Inference(program: self).type(of: base, in: frame) {
    case .nominal(let id, _):
      return self[id].kind == .foreign ? inherits(type, from: self[id].name) : canBeOne(id, type)
    case .foreign(let name): return inherits(type, from: name)
    default: return true
    }
  }

  /// Whether a function ends it as well that comes before the object is dropped: the system calls it, or others do as
  /// they go.
  fileprivate func endsInTime(_ end: OwnedEnd, of type: NominalID) -> Bool {
    functions(of: type).contains { function in
      let declaration = declaration(of: function)
      guard declaration.kind == .function,
        declaration.isOverride || (knowledge[.endsWork].begins(declaration.name)
          && isCalledAsOthersGo(declaration.name, than: type))
      else { return false }
      return ownedEnds(in: function, of: type).contains { $0.isLike(end) }
    }
  }
}

extension Type {
  /// What each element is of, where it is a list.
  fileprivate var ofEach: Type {
    switch self {
    case .array(let element): element.ofEach
    case .dictionary(_, let value): value.ofEach
    default: self
    }
  }
}

extension Code {
  /// The property of the object that an expression is, or that a local is bound to; and whether it is a part of that
  /// alone: `link.session` of `link`.
  fileprivate func ownPropertyBound(
    to id: ExpressionID, _ knowledge: Knowledge, depth: Int = 0
  ) -> (name: Symbol, isOfPart: Bool)? {
    if let name = ownProperty(id) { return (name, false) }
    guard depth < Limits.aliases else { return nil }
    func next(_ id: ExpressionID) -> (name: Symbol, isOfPart: Bool)? {
      ownPropertyBound(to: id, knowledge, depth: depth + 1)
    }
    switch self[id] {
    case .local(let local):
      if case .capture(_, let value) = self[local].kind { return next(value) }
      // `tokens.forEach { $0.invalidate() }`
      if let list = goneThrough(by: local, knowledge) { return next(list) }
      return self[local].initializer.flatMap(next)
    case .member(let base, let name):
      return next(base).map { ($0.name, $0.isOfPart || !knowledge[.allValues].contains(name)) }
    default: return nil
    }
  }
}
