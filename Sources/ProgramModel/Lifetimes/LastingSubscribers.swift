import SwiftFacts

/// An object that puts itself into a list which lasts, and that nothing takes out again while it lives.
public struct LastingSubscriber: Hashable, Sendable {
  public var function: FunctionID
  /// The call by which it goes into the list.
  public var span: SourceSpan
  /// Where else objects of the type go into it.
  public var others: [SourceSpan]
  public var type: NominalID
  public var kind = Kind.itself
  /// The type that has the list, and the list.
  public var host: NominalID
  public var list: PropertyID
  /// The function that takes out of the list; nil if there is none.
  public var leaving: FunctionID?
  /// What of the object would get there if somebody called it, or called it otherwise.
  public var idle: Idle?

  /// A function that takes it out again further down, and a way on which the code does not come to that.
  public var skips: FunctionID?

  /// Whether running the program leaves one more there each time.
  public var isShown = false

  /// Whether the `deinit` of what it keeps would take it out.
  public var isLeftAtDeinit = false

  public enum Kind: CaseIterable, Sendable {
    /// It puts itself there.
    case itself
    /// It is made to be put there.
    case made
    /// Somebody hands it to what has the list.
    case handed
  }

  public struct Idle: Hashable, Sendable {
    public var function: FunctionID
    public var isCalled: Bool
  }
}

extension Program {
  /// Objects that stay in lists of what lives as long as the process, in the order of files: one for each type and
  /// list.
  public func lastingSubscribers(threads: Int) -> [LastingSubscriber] {
    let index = LifetimeIndex(self, threads: threads)
    let heap = heap(threads: threads)
    let inference = Inference(program: self)
    let calling = Calling(self, index)
    var result: [LastingSubscriber] = []
    // Where objects put themselves into the list is told before where they are made for it, or handed over.
    let places = heap.outcomes.keys.sorted()
    for (at, kind) in LastingSubscriber.Kind.allCases.flatMap({ kind in places.map { ($0, kind) } }) {
      let function = FunctionID(index: Int32(at))
      guard let joins = heap.outcomes[at]?.joins, !joins.isEmpty, let comes = comes(function, index) else { continue }
      for join in joins where join.kind == kind && !isMadeByOwnMethod(join, in: function, heap) {
        if comes == .lasting, join.made == nil || !isCalledAgain(function, index, calling) { continue }
        guard let type = join.made ?? owner(of: function), let host = self.owner(of: join.list), !livesForever(type)
        else { continue }
        if let known = result.firstIndex(where: { $0.type == type && $0.list == join.list }) {
          result[known].others.append(join.site)
          continue
        }
        let ways = exits(of: join.list, in: host, joinedIn: function, inference)
        let idle = ways.map { idleSetters(of: $0, type, calling) }
        let exits = zip(ways, idle).filter { $0.1 == nil }.map(\.0)
        var subscriber = LastingSubscriber(
          function: function, span: join.site, others: [], type: type, kind: kind, host: host, list: join.list,
          leaving: exits.first?.function)
        if kind == .handed {
          guard exits.isEmpty, declaration(of: join.list).isPrivate, !isLookedUp(join.list, inference) else { continue }
          result.append(subscriber)
          continue
        }
        let all =
          exits.flatMap { leavers(by: $0.function, type, index) + calling.others(who: $0.function, type) }
          .filter { !comesTooLate($0, for: type) }
        guard !exits.contains(where: \.empties) else { continue }
        let isLeft =
          all.isEmpty || calling.isInSight(function) && all.allSatisfy {
            calling.neverLeaves($0, by: exits.map(\.function))
          }
        if !isLeft {
          // Who joins and leaves in one go may be left in between.
          guard kind == .itself,
            let way = skippedWay(from: join.site, in: function, by: all, exits.map(\.function), calling)
          else { continue }
          subscriber.skips = way
        } else if kind == .made {
          // Of what is put away to be looked up again, there may be few.
          let mayGo =
            exits.isEmpty
            ? ways.isEmpty && isLookedUp(join.list, inference)
            : exits.contains { mayBeRun($0.function, intoTimeFor: type) }
          if mayGo { continue }
        }
        let last = all.first ?? idle.lazy.compactMap(\.self).joined().first
        subscriber.isLeftAtDeinit = exits.contains { isNamedByDeinit($0.function) }
        subscriber.idle = last.map { .init(function: $0, isCalled: !calling.isUncalled($0)) }
        result.append(subscriber)
      }
    }
    return shown(result).sorted { ($0.span.file, $0.span.bytes.start) < ($1.span.file, $1.span.bytes.start) }
  }

  /// Whether the call that puts the object into the list is one of a method of the same type, which is told by itself.
  private func isMadeByOwnMethod(
    _ join: SummaryFixpoint.Join, in function: FunctionID, _ heap: SummaryFixpoint
  ) -> Bool {
    guard let type = owner(of: function) else { return false }
    let code = self[file(of: function)].facts.code
    let name = expressions(of: function).lazy.compactMap { at -> Symbol? in
      guard case .call(let callee, _) = code.expressions[at], code.spans[at] == join.site.bytes else { return nil }
      return code.ownProperty(callee)
    }.first
    guard let name else { return false }
    return lineage(of: type).contains { ancestor in
      (self[ancestor].functions[name] ?? []).contains { method in
        method != function && heap.outcomes[Int(method.index)]?.joins.contains { $0.list == join.list } == true
      }
    }
  }

  /// A function that takes out of a list; `empties` if it takes out all that is in it, whoever asks for it.
  struct Exit {
    var function: FunctionID
    var empties: Bool
    /// What is asked of an element before it is taken out, where that is all: `list.removeAll { $0.isDone }`.
    var flags: Set<Symbol> = []
  }

  /// - Parameter joining: What puts something into it; where that takes out as well, it is done before it returns.
  private func exits(
    of list: PropertyID, in host: NominalID, joinedIn joining: FunctionID, _ inference: Inference
  ) -> [Exit] {
    let name = declaration(of: list).name
    return functions(mentioning: [name]).compactMap { function -> Exit? in
      let kind = declaration(of: function).kind
      guard kind != .initializer || function == joining else { return nil }
      let code = self[file(of: function)].facts.code
      var frame: Frame?
      func isList(_ id: ExpressionID) -> Bool {
        switch code[id] {
        case .name(name, _): break
        case .member(_, name): break
        // One of several lists: `lists[key]`.
        case .subscripted(let base, _): return isList(base)
        default: return false
        }
        let here = frame ?? Frame(function, in: self)
        frame = here
        return leads(id, to: list, in: here, inference)
      }
      func mentions(_ id: ExpressionID) -> Bool { isList(id) || code.children(of: id).contains(where: mentions) }
      var takes = false
      var (putsBack, takesFromCopy) = (false, false)
      var flags: Set<Symbol>? = []
      for at in expressions(of: function) {
        switch code.expressions[at] {
        case .call(let callee, let arguments):
          guard case .member(let base, let called) = code[callee], knowledge[.takesOut].begins(called) else { continue }
          guard isList(base) else {
            if case .local = code[base] { takesFromCopy = true }
            continue
          }
          takes = true
          if let flag = code.flag(asked: arguments) { flags?.insert(flag) } else { flags = nil }
          if kind != .deinitializer, clearsAll(called, code[arguments], code) {
            return Exit(function: function, empties: true)
          }
        case .assign(let target, let value):
          // `list[key] = nil`
          if case .subscripted(let base, _) = code[target], isList(base) {
            flags = nil
            if code[value] == .literal(.null) { takes = true } else { putsBack = true }
            continue
          }
          guard isList(target) else { continue }
          (takes, flags) = (true, nil)
          if kind != .deinitializer, !mentions(value) { return Exit(function: function, empties: true) }
        default: continue
        }
      }
      if takes, function == joining { return Exit(function: function, empties: true) }
      return (takes || putsBack && takesFromCopy) && kind == .function
        ? Exit(function: function, empties: false, flags: flags ?? []) : nil
    }
  }

  /// Whether a protocol of the system that a type conforms to may ask for a function.
  func isAskedBySystem(_ function: FunctionID) -> Bool {
    guard let owner = owner(of: function), !declaration(of: function).isPrivate,
      declaration(of: function).parameters.contains(where: { $0.label != nil })
    else { return false }
    return lineage(of: owner).contains { ancestor in
      (self[ancestor].foreignSupertypes + (self[ancestor].kind == .foreign ? [self[ancestor].name] : [])).contains {
        knowledge.types[$0]?.kind == .protocol && !knowledge[.asksForNothing].contains($0)
      }
    }
  }

  /// Whether the program does anything with a list but put things into it and count them.
  private func isLookedUp(_ list: PropertyID, _ inference: Inference) -> Bool {
    let name = declaration(of: list).name
    return functions(mentioning: [name]).contains { function in
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      let uses = ValueUses(of: function, in: self)
      return expressions(of: function).map({ ExpressionID(index: Int32($0)) }).contains { id in
        guard leads(id, to: list, in: frame, inference), let parent = uses.parent(of: id) else { return false }
        switch code[parent] {
        case .subscripted(id, _):
          guard let assignment = uses.parent(of: parent), case .assign(parent, _) = code[assignment] else {
            return true
          }
          return false
        case .member(id, let member):
          return !knowledge[.counts].contains(member) && !knowledge[.addsElement].contains(member)
            && !knowledge[.tellsEmptiness].contains(member)
        default: return true
        }
      }
    }
  }

  /// Whether an expression names a property, of an object or of its type.
  func leads(_ id: ExpressionID, to property: PropertyID, in frame: Frame, _ inference: Inference) -> Bool {
    func isMember(_ name: Symbol, of type: NominalID) -> Bool {
      if case .property(property)? = valueMember(name, of: type) { true } else { false }
    }
    switch frame.facts.code[id] {
    case .name(let name, _): return scopes(from: frame.context).contains { isMember(name, of: $0) }
    case .member(let base, let name):
      switch inference.type(of: base, in: frame) {
      case .nominal(let type, _), .metatype(.nominal(let type, _)): return isMember(name, of: type)
      default: return false
      }
    default: return false
    }
  }

  /// Whether a call takes out everything: it is told of no element, and of no condition.
  private func clearsAll(_ name: Symbol, _ arguments: ArraySlice<Argument>, _ code: Code) -> Bool {
    knowledge.clears.contains { $0.name == name }
      && arguments.allSatisfy { if case .literal = code[$0.value] { true } else { false } }
  }

  /// What an object gets to that takes it out, before its end.
  private func leavers(by function: FunctionID, _ type: NominalID, _ index: LifetimeIndex) -> [FunctionID] {
    if let owner = owner(of: function), lineage(of: type).contains(owner) {
      return index.calls.comesTooLate(function, in: self) && !isCalledInTime(function, for: type, index)
        ? [] : [function]
    }
    return index.timelyCallers(of: declaration(of: function).name, around: type)
  }

  /// Who calls what may take an object out.
  struct Calling {
    let program: Program
    private let runs: RunsOnce
    let callers: Callers

    init(_ program: Program, _ index: LifetimeIndex) {
      self.program = program
      runs = RunsOnce(program: program, calls: index.calls)
      callers = Callers(program: program, calls: index.calls)
    }

    /// Who else gets to a function that takes out: whoever has the object may have it taken out, or what goes by the
    /// same key. Not who takes out itself alone.
    func others(who exit: FunctionID, _ type: NominalID) -> [FunctionID] {
      if let owner = program.owner(of: exit), program.lineage(of: type).contains(owner) { return [] }
      let names = [exit] + callers.requirements(of: exit)
      if names.contains(where: { callers.isReferred(to: $0) }) { return [exit] }
      return names.flatMap(callers.sites).filter { site in
        let code = program[program.file(of: site.function)].facts.code
        guard case .call(_, let list) = code[site.call] else { return true }
        return !code[list].contains { code.isSelf($0.value) }
      }.map(\.function)
    }

    /// Whether somebody in sight puts the object into the list: who does so out of sight may take it out there as well.
    func isInSight(_ joining: FunctionID) -> Bool {
      guard program.declaration(of: joining).kind == .initializer, let type = program.owner(of: joining) else {
        return !isUncalled(joining)
      }
      return callers.areInSight(of: type)
    }

    /// Whether nobody calls a function, or each call gives constants with which it does not come to what takes out:
    /// `close(silently: true)`.
    func neverLeaves(_ function: FunctionID, by exits: [FunctionID]) -> Bool {
      isUncalled(function) || isShutOut(function, exits)
    }

    func isUncalled(_ function: FunctionID) -> Bool { runs.neverRuns(function) }

    private func isShutOut(_ function: FunctionID, _ exits: [FunctionID]) -> Bool {
      let declaration = program.declaration(of: function)
      guard declaration.kind == .function, !declaration.parameters.isEmpty, declaration.attributes.isEmpty,
        !declaration.isOverride, !program.isSeenOutside(function), !program.mayBeCalledBySystem(function),
        callers.requirements(of: function).isEmpty, !callers.isReferred(to: function)
      else { return false }
      let names = Set(exits.map { program.declaration(of: $0).name })
      let code = program[program.file(of: function)].facts.code
      let places = program.expressions(of: function).map { ExpressionID(index: Int32($0)) }.filter { place in
        guard case .call(let callee, _) = code[place] else { return false }
        return code.calledName(callee).map(names.contains) ?? false
      }
      let sites = callers.sites(of: function)
      return !sites.isEmpty && sites.allSatisfy { program.isShutOut(ofAll: places, in: function, by: $0) }
    }
  }
}
