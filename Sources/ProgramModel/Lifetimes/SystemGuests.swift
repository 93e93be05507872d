public import ReviewModel
public import SwiftFacts

/// An object that gives itself, or what it has, to something of the system which keeps it until it is told otherwise.
public struct SystemGuest: Hashable, Sendable {
  /// What tells the host to let go.
  public enum End: Hashable, Sendable {
    case nothing
    /// What comes too late, if anything.
    case inDeinit
    /// What sets it up anew, by this method: the last one stays.
    case whereSetUp(Symbol)
  }

  public var function: FunctionID
  /// Where it hands itself over, as a call.
  public var call: ExpressionID
  /// The object's own type.
  public var type: NominalID
  /// Where it hands itself over.
  public var span: SourceSpan
  /// What keeps it: `Timer`, `URLSession`.
  public var host: Symbol
  /// The property in which the object keeps its host, if it does.
  public var property: PropertyID?
  /// The property of the object that holds what is handed over; nil where that is the object itself.
  public var helper: PropertyID?
  public var helperType: NominalID?
  /// Where the object keeps the host that keeps it: nothing else holds either.
  public var ring: RetainCycle?
  /// Whether nothing becomes of the host here, so that no property can hold it.
  public var isDropped = false
  public var end = End.inDeinit
}

extension Program {
  /// Objects that nobody takes back from the system while they live, in the order of files.
  ///
  /// What is taken back only in `deinit` is among them: the system keeps the object, so `deinit` never runs.
  public func systemGuests(threads: Int) -> [SystemGuest] {
    let guests = foundByFunction(.systemGuests, threads: threads, state: { $0 }) { program, own, function in
      program.isTest(program.file(of: function)) ? [] : program.systemGuests(in: function, own)
    }
    guard !guests.isEmpty else { return [] }
    let calls = calls(threads: threads)
    let again = MadeAgain(program: self, calls: calls)
    return guests.compactMap { guest in
      guard !again.isTheOnlyOne(guest.type), let end = end(of: guest, calls) else { return nil }
      var guest = guest
      guest.end = end
      return guest
    }
  }

  func systemGuests(in function: FunctionID, _ inference: Inference) -> [SystemGuest] {
    let declaration = declaration(of: function)
    guard let type = owner(of: function), self[type].kind == .class, let selfLocal = declaration.selfLocal,
      !declaration.isStatic, !livesForever(type)
    else { return [] }
    let code = self[file(of: function)].facts.code
    var frame: Frame?
    var result: [SystemGuest] = []
    for index in declaration.firstExpression..<declaration.endExpression {
      let id = ExpressionID(index: index)
      guard case .call(let callee, let list) = code[id], let name = code.calledName(callee), !runsOnce(code[list], code)
      else { continue }
      let isHost = knowledge[.letsGoOfGuest].types.contains(name)
      guard
        code[list].contains(where: { one in
          code[one.value] == .local(selfLocal) || isHost && code.ownProperty(one.value) != nil
        })
      else { continue }
      // Most calls that are given `self` are of the program; tables are asked about the others alone.
      guard keepingNames.contains(name) || keepingNames.contains(Names.init_) else { continue }
      let here = frame ?? Frame(function, in: self)
      frame = here
      guard case .foreign(let owner, let called, let isInitializer) = inference.target(of: id, in: here).kind else {
        continue
      }
      let call = inference.foreignCall(called, on: owner, isInitializer, callee, code[list], in: here)
      let entries = Knowledge.lookUpObjects(call, in: self)
      let kept = code[list].lazy.compactMap { argument -> (Argument, Knowledge.ObjectEntry)? in
        guard let label = argument.label else { return nil }
        return entries.first { $0.kept == .labelled(label) && $0.isSure }.map { (argument, $0) }
      }.first { code[$0.0.value] == .local(selfLocal) || isHost && code.ownProperty($0.0.value) != nil }
      guard let (argument, entry) = kept, entry.keeper == .forever || entry.keeper == .result else { continue }
      guard let host = call.typeName ?? owner.map({ self[$0].name }), knowledge[.letsGoOfGuest].types.contains(host)
      else { continue }
      let property = slot(of: id, in: here)
      // What is neither kept nor run by the system goes with its result.
      if entry.keeper == .result, property == nil { continue }
      let given = code.ownProperty(argument.value)
      let helper = given.flatMap { self.helper($0, of: type, inference) }
      if given != nil, helper == nil || property == nil { continue }
      result.append(
        SystemGuest(
          function: function, call: id, type: type,
          span: SourceSpan(file: here.file, bytes: code.span(of: argument.value)), host: host, property: property,
          helper: helper, helperType: helper.flatMap { inference.type(of: $0).nominal },
          ring: entry.keeper == .result && helper == nil
            ? property.flatMap { ringWithHost(of: type, by: $0, to: host, label: argument.label) } : nil,
          isDropped: property == nil && ValueUses(of: function, in: self).isDropped(id)))
    }
    return result
  }

  private func ringWithHost(
    of type: NominalID, by property: PropertyID, to host: Symbol, label: Symbol?
  ) -> RetainCycle? {
    guard declaration(of: property).strength == .strong else { return nil }
    return RetainCycle(nodes: [
      RetainCycle.Node(name: name(of: type), isObject: true, slot: declaration(of: property).name.text),
      RetainCycle.Node(name: host.text, isObject: true, slot: label?.text),
    ])
  }

  /// A property with an object of the program that is made for this owner, of which there are many.
  private func helper(_ name: Symbol, of type: NominalID, _ inference: Inference) -> PropertyID? {
    guard let property = property(named: name, of: type) else { return nil }
    let declaration = declaration(of: property)
    guard declaration.isStored, !declaration.isStatic, declaration.strength == .strong,
      let held = inference.type(of: property).nominal, self[held].kind == .class, !livesForever(held)
    else { return nil }
    return self[type].access == .everywhere || LifetimeIndex(self, threads: 1).areMany(type) ? property : nil
  }

  private func runsOnce(_ arguments: ArraySlice<Argument>, _ code: Code) -> Bool {
    arguments.contains { $0.label == Words.repeats && code[$0.value] != .literal(.boolean(true)) }
  }

  /// The property of `self` that an expression's value is put into, if it is put into one directly.
  private func slot(of expression: ExpressionID, in frame: Frame) -> PropertyID? {
    let code = frame.facts.code
    if case .initialValue(let index) = frame.declaration.kind { return property(index, in: frame.file) }
    for index in expression.index + 1..<frame.declaration.endExpression {
      guard case .assign(let target, let value) = code[ExpressionID(index: index)],
        value == expression || isLocal(value, holding: expression, code)
      else { continue }
      switch code[target] {
      case .name(let name, _?): return frame.context.flatMap { property(named: name, of: $0) }
      case .member(let base, let name) where code[base] == frame.declaration.selfLocal.map(Expression.local):
        return frame.context.flatMap { property(named: name, of: $0) }
      default: continue
      }
    }
    return nil
  }

  private func isLocal(_ value: ExpressionID, holding expression: ExpressionID, _ code: Code) -> Bool {
    guard case .local(let local) = code[value] else { return false }
    return code[local].initializer == expression
  }

  /// The methods in which something tells the host of a guest to let go.
  func ends(of guest: SystemGuest, _ calls: CallIndex) -> [FunctionID] {
    takingBack(guest.host).sorted { $0.text < $1.text }.flatMap { name in
      (calls.sites[name] ?? []).filter { tells($0, of: guest) }.map(\.function)
    }
  }

  /// What tells the host to let go; nil if something does in time.
  private func end(of guest: SystemGuest, _ calls: CallIndex) -> SystemGuest.End? {
    var end = guest.helper == nil ? SystemGuest.End.inDeinit : .nothing
    for name in takingBack(guest.host).sorted(by: { $0.text < $1.text }) {
      for site in calls.sites[name] ?? [] where tells(site, of: guest) {
        if guest.helper != nil { return nil }
        if isInDeinitOfOwner(site.function, of: guest) { return nil }
        if calls.comesTooLate(site.function, in: self) { continue }
        guard setsUp(site, guest, calls) else { return nil }
        end = .whereSetUp(declaration(of: guest.function).name)
      }
    }
    return end
  }

  /// Whether a function is the `deinit` of something outside that has the guest: it goes first, and in time.
  private func isInDeinitOfOwner(_ function: FunctionID, of guest: SystemGuest) -> Bool {
    guard declaration(of: function).kind == .deinitializer, let owner = owner(of: function),
      !lineage(of: owner).contains(guest.type), !lineage(of: guest.type).contains(owner)
    else { return false }
    let inference = Inference(program: self)
    func keeps(_ type: NominalID, _ other: NominalID) -> Bool {
      storedProperties(of: type).contains { property in
        declaration(of: property).strength == .strong
          && inference.type(of: property).nominal.map { lineage(of: other).contains($0) } ?? false
      }
    }
    return keeps(owner, guest.type) && !keeps(guest.type, owner)
  }

  /// What tells a host to let go of its guest.
  private func takingBack(_ host: Symbol) -> Set<Symbol> { knowledge[.letsGoOfGuest].names(of: host) }

  private func tells(_ site: CallIndex.Site, of guest: SystemGuest) -> Bool {
    let code = self[file(of: site.function)].facts.code
    guard case .call(let callee, _) = code[site.call], case .member(let base, _) = code[callee] else { return false }
    let isOwn =
      owner(of: site.function).map { lineage(of: $0).contains(guest.type) || lineage(of: guest.type).contains($0) }
      ?? false
    switch code[base] {
    case .name(let slot, _): return isOwn && guest.property.map { declaration(of: $0).name == slot } ?? !guest.isDropped
    case .member(_, let slot):
      return guest.property.map { declaration(of: $0).name == slot } ?? (isOwn && !guest.isDropped)
    // A local may be anything, the timer that the selector is given included.
    default: return isOwn || guest.helper != nil
    }
  }

  /// Whether a call that ends it does so only to set it up anew: on every way from there it is.
  private func setsUp(_ site: CallIndex.Site, _ guest: SystemGuest, _ calls: CallIndex) -> Bool {
    let code = self[file(of: site.function)].facts.code
    guard case .function = declaration(of: guest.function).kind, !code.isInsideClosure(site.call) else { return false }
    if site.function == guest.function { return isFollowed(site.call, by: guest.call, in: guest.function) }
    let declaration = declaration(of: site.function)
    guard declaration.kind == .function, declaration.isPrivate, !declaration.isOverride,
      !declaration.attributes.contains(where: knowledge[.seenByObjectiveC].contains),
      let all = calls.sites[declaration.name],
      all.allSatisfy({ $0.function == guest.function && isFollowed($0.call, by: guest.call, in: guest.function) })
    else { return false }
    // Named without a call, it may be called by anybody.
    return code.expressions.count { $0.isNamed(declaration.name) } == all.count
  }

  private func isFollowed(_ one: ExpressionID, by other: ExpressionID, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    guard one < other, !code.isInsideClosure(one), !code.isInsideClosure(other), let graph = flow(of: function),
      let first = graph.block(evaluating: one), let second = graph.block(evaluating: other)
    else { return false }
    return first == second || Dominators.post(of: graph).dominates(second, first)
  }
}

extension Expression {
  fileprivate func isNamed(_ symbol: Symbol) -> Bool {
    switch self {
    case .name(symbol, _), .member(_, symbol): true
    default: false
    }
  }
}
