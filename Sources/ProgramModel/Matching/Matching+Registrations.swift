import SwiftFacts

/// Observers that are added once more each time, values that are replaced without a word to the old one, and ways on
/// which something is no longer ended.
extension Matching {
  /// Observers that were removed right before they were added, and are added without that since the change: whoever
  /// posts calls each of them.
  func repeatedRegistrations() -> [Alteration] {
    changed { function, old, type in
      guard !after.runsOnce(function, in: type) else { return [] }
      let (was, now) = (before.registrations(in: old), after.registrations(in: function))
      var told: Set<Int> = []
      return now.added.compactMap { one -> Alteration? in
        guard let gone = was.removed.first(where: { $0.isOwn && $0.covers(one) }),
          was.added.contains(where: { $0.key == one.key && gone.at < $0.at }),
          !now.removed.contains(where: { $0.covers(one) && $0.at < one.at }),
          !isRemovedElsewhere(one, of: type, but: function), told.insert(one.at).inserted
        else { return nil }
        return Alteration(
          kind: .repeatedRegistration, span: SourceSpan(file: after.file(of: function), bytes: one.span),
          name: one.key, before: gone.spelling, affected: [after.name(of: function)])
      }
    }
  }

  /// Whether a function of the type removes it since the change that did not.
  private func isRemovedElsewhere(_ one: Registration, of type: NominalID, but function: FunctionID) -> Bool {
    after.functions(of: type).contains { other in
      guard other != function, after.registrations(in: other, depth: 0).removed.contains(where: { $0.covers(one) })
      else { return false }
      guard let old = functions[other] else { return changedFiles.contains(after.file(of: other)) }
      return !before.registrations(in: old).removed.contains { $0.covers(one) }
    }
  }

  /// What a property holds was ended before it is given another, and is not since the change: nothing can end it then.
  func overwrittenStarts() -> [Alteration] {
    changed { function, old, type in
      guard !after.runsOnce(function, in: type) else { return [] }
      let (was, now) = (before.teardownCalls(in: old), after.teardownCalls(in: function))
      let (others, oldOthers) = (Set(after.callNames(in: function)), Set(before.callNames(in: old)))
      guard others.isSubset(of: oldOthers) else { return [] }
      // What is still ended after it, or on another way, is ended too late here.
      let isFewer = was.count > now.count
      let oldStarts = before.startCalls(in: old)
      return after.startCalls(in: function).compactMap { start -> Alteration? in
        guard let kept = start.kept, let property = after.property(named: Symbol(kept), of: type),
          after.declaration(of: property).isStored,
          let oldStart = oldStarts.first(where: { $0.kept == kept }),
          case let gone = was.filter({ oldStart.isEnded(by: $0) && $0.call < oldStart.call }),
          case let end = gone.first(where: { $0.argument == kept || $0.receiver == kept }) ?? gone.first,
          let first = end?.spelling ?? lostQuestion(whether: kept, holdsNothing: oldStart, in: old, start, function),
          !now.contains(where: { start.isEnded(by: $0) && (isFewer || $0.call < start.call) }),
          !(end.map { newlyCalledNames.contains($0.name) } ?? false), !asksForItself(Symbol(kept), of: type),
          // Where there is one already, no other may be made.
          !after.reads(property, before: start.call, in: function)
        else { return nil }
        return Alteration(
          kind: .overwrittenStart, span: start.span, name: kept, before: first,
          affected: [after.name(of: function)])
      }
    }
  }

  /// The question, as it was spelled, by which a body began something only where a property held nothing yet, where
  /// the change has put no other question in its place.
  private func lostQuestion(
    whether kept: String, holdsNothing oldStart: StartCall, in old: FunctionID, _ start: StartCall,
    _ function: FunctionID
  ) -> String? {
    guard let question = before.emptyTest(of: Symbol(kept), before: oldStart.call, in: old),
      after.questions(before: start.call, in: function) < before.questions(before: oldStart.call, in: old),
      !isAskedElsewhere([kept], but: function)
    else { return nil }
    return question
  }

  /// Observers of a property that ended what the old value was registered for, and do not look at it any more.
  func lostOldValues() -> [Alteration] {
    changed { function, old, type in
      guard case .observer = after.declaration(of: function).kind, let call = before.endOfOldValue(in: old),
        !after.mentions(Names.oldValue, in: function)
      else { return [] }
      let (others, oldOthers) = (Set(after.callNames(in: function)), Set(before.callNames(in: old)))
      guard !others.isEmpty, others.isSubset(of: oldOthers), !newlyCalledNames.contains(call.method),
        !others.contains(call.method)
      else { return [] }
      return [
        Alteration(
          kind: .lostOldValue, span: after.span(of: function), name: after.declaration(of: function).name.text,
          before: call.spelling, affected: [after.name(of: type)])
      ]
    }
  }

  /// Functions that ended what the object holds, and do not since the change, while others still do and nothing comes
  /// in their stead.
  func lostEndsOnOneWay() -> [Alteration] {
    changed { function, old, type in
      guard after.declaration(of: function).kind == .function else { return [] }
      let (was, now) = (before.ownEnds(in: old, of: types[type] ?? type), after.ownEnds(in: function, of: type))
      let lost = was.filter { end in end.isOwn && !now.contains { $0.property == end.property } }
      guard !lost.isEmpty else { return [] }
      let (others, oldOthers) = (Set(after.callNames(in: function)), Set(before.callNames(in: old)))
      // Where more has gone than the end, the function may have come to be for something else.
      guard !others.isEmpty, others.isSubset(of: oldOthers), oldOthers.subtracting(others).count <= lost.count else {
        return []
      }
      return lost.compactMap { end -> Alteration? in
        guard !after.assigns(end.property, in: function),
          let property = after.property(named: end.property, of: type), after.owner(of: property) == type,
          after.declaration(of: property).isStored, isStillEnded(end, of: type, but: function)
        else { return nil }
        return Alteration(
          kind: .lostEndOnOneWay, span: place(of: end.id, in: function, old), name: end.property.text,
          before: end.spelling,
          after: after.declaration(of: function).name.text, affected: [after.name(of: type)])
      }
    }
  }

  /// Whether other functions end it as they did before the change: none does so only since.
  private func isStillEnded(_ end: OwnEnd, of type: NominalID, but function: FunctionID) -> Bool {
    var isEnded = false
    for other in after.functions(of: type) where other != function {
      let count = after.ownEnds(in: other, of: type).count { $0.property == end.property }
      guard count > 0 else { continue }
      if changedFiles.contains(after.file(of: other)) {
        guard let old = functions[other],
          before.ownEnds(in: old, of: types[type] ?? type).count(where: { $0.property == end.property }) >= count
        else { return false }
      }
      if after.declaration(of: other).kind == .function { isEnded = true }
    }
    return isEnded
  }

  /// Observers that a type removed in a function which it does not have any more, and still adds each time another
  /// runs.
  func lostDepartures() -> [Alteration] {
    types.sorted { $0.key < $1.key }.flatMap { type, old -> [Alteration] in
      guard after[type].kind == .class, !after.isTest(type) else { return [] }
      let gone = lostFunctions.filter { before.owner(of: $0) == old && before.declaration(of: $0).isOverride }
      let removed = gone.flatMap { function in
        before.registrations(in: function).removed.filter(\.isOwn).map { (function: function, end: $0) }
      }
      guard !removed.isEmpty else { return [] }
      let still = after.lineage(of: type).filter { after[$0].kind == .class }.flatMap { after.functions(of: $0) }
        .filter { !after.isUncalledHelper($0) }.flatMap { after.registrations(in: $0).removed }
      var told: Set<Int> = []
      return after.functions(of: type).flatMap { function -> [Alteration] in
        guard let was = functions[function], !after.runsOnce(function, in: type) else { return [] }
        let earlier = before.registrations(in: was).added
        return after.registrations(in: function).added.compactMap { one -> Alteration? in
          guard earlier.contains(where: { $0.key == one.key }),
            let lost = removed.first(where: { $0.end.covers(one) }), !still.contains(where: { $0.covers(one) }),
            told.insert(one.at).inserted
          else { return nil }
          return Alteration(
            kind: .repeatedRegistration, span: SourceSpan(file: after.file(of: function), bytes: one.span),
            name: one.key, before: lost.end.spelling, affected: [after.name(of: function)])
        }
      }
    }
  }

  /// What is found in the bodies of members that the change has altered.
  func changedMembers(
    _ find: (_ now: FunctionID, _ was: FunctionID, _ type: NominalID, _ oldType: NominalID) -> [Alteration]
  ) -> [Alteration] {
    changed { function, old, type in
      types[type].map { find(function, old, type, $0) } ?? []
    }
  }

  private func changed(
    _ find: (FunctionID, FunctionID, NominalID) -> [Alteration]
  ) -> [Alteration] {
    functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard !after.isTest(after.file(of: function)), after.declaration(of: function).hasBody,
        before.declaration(of: old).hasBody, let type = after.owner(of: function), isRewritten(function)
      else { return [] }
      return find(function, old, type)
    }
  }
}

/// An observer that is added or removed.
private struct Registration {
  /// What it is called for, as it is spelled; empty for all.
  var key: String
  /// Where in the body that happens.
  var at: Int
  /// Whether it is surely `self` that is.
  var isOwn: Bool
  var span: ByteSpan
  var spelling: String

  func covers(_ other: Self) -> Bool { key.isEmpty || key == other.key }
}

private struct Registrations {
  var added: [Registration] = []
  var removed: [Registration] = []
}

/// A call that ends what a property of the object holds.
private struct OwnEnd {
  var property: Symbol
  /// Whether it is surely a property of `self`.
  var isOwn: Bool
  var spelling: String
  var id: ExpressionID
}

extension Program {
  /// The observers that a body adds and removes for its object, itself or by methods that it calls.
  fileprivate func registrations(in function: FunctionID, depth: Int = 1) -> Registrations {
    let code = self[file(of: function)].facts.code
    var result = Registrations()
    guard let own = declaration(of: function).selfLocal else { return result }
    for at in expressions(of: function) {
      let id = ExpressionID(index: Int32(at))
      guard case .call(let callee, let list) = code[id], let name = code.calledName(callee) else { continue }
      let isAdding = knowledge[.addsObserver].contains(name)
      if isAdding || knowledge[.removesObserver].contains(name) {
        guard let first = code[list].first else { continue }
        let isOwn = code[first.value] == .local(own)
        // What is added for another object is none of this one's; what is removed may be, under another name.
        if isAdding, !isOwn { continue }
        let labels = knowledge[.namesObserved][name].compactMap(\.argument)
        let key = code[list].first { $0.label.map(labels.contains) ?? false }?.value
        if isAdding, key.map({ isOfTheCall($0, code) }) ?? true { continue }
        let one = Registration(
          key: key.map { code.spelling(of: $0) } ?? "", at: at, isOwn: isOwn, span: code.span(of: id),
          spelling: code.spelling(of: id))
        if isAdding { result.added.append(one) } else { result.removed.append(one) }
      } else if depth > 0, code.selfMember(callee) != nil, let type = owner(of: function),
        case .functions(let found)? = member(name, of: type),
        // A requirement that a protocol meets by itself has two.
        case let next = found.filter({ declaration(of: $0).hasBody }), next.count == 1, next[0] != function
      {
        let inner = registrations(in: next[0], depth: depth - 1)
        func here(_ one: Registration) -> Registration {
          Registration(
            key: one.key, at: at, isOwn: one.isOwn, span: code.span(of: id), spelling: code.spelling(of: id))
        }
        result.added += inner.added.map(here)
        result.removed += inner.removed.map(here)
      }
    }
    return result
  }

  /// Whether nothing in sight calls a function, and nothing out of sight may.
  fileprivate func isUncalledHelper(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    return declaration.kind == .function && !declaration.isOverride && !declaration.isPublic
      && declaration.attributes.isEmpty && (calls(threads: 1).callers[declaration.name] ?? []).isEmpty
  }

  /// Whether a name is one that a caller has handed over.
  private func isOfTheCall(_ id: ExpressionID, _ code: Code) -> Bool {
    if case .local = code[code.root(of: id)] { !code.isSelf(code.root(of: id)) } else { false }
  }

  /// Whether a function runs once for each object: the system calls it once, or what calls it alone runs once.
  func runsOnce(_ function: FunctionID, in type: NominalID, depth: Int = 2) -> Bool {
    let declaration = declaration(of: function)
    switch declaration.kind {
    case .initializer, .deinitializer: return true
    case .function: break
    default: return false
    }
    if knowledge[.comesOnce].contains(declaration.name) { return true }
    guard depth > 0 else { return false }
    let methods = functions(of: type)
    // Each of them would be asked about all others.
    guard methods.count <= Limits.methods else { return Limits.hit(.methods) ?? true }
    let callers = methods.filter { other in
      other != function && callNames(in: other).contains(declaration.name)
    }
    return !callers.isEmpty && callers.allSatisfy { runsOnce($0, in: type, depth: depth - 1) }
  }

  /// The call by which an observer of a property ends what the old value was registered for.
  fileprivate func endOfOldValue(in function: FunctionID) -> (method: Symbol, spelling: String)? {
    let code = self[file(of: function)].facts.code
    for at in expressions(of: function) {
      guard case .call(let callee, let list) = code.expressions[at], let name = code.calledName(callee) else {
        continue
      }
      if case .member(let base, _) = code[callee], isOldValue(base, code),
        knowledge.endings.contains(name) || knowledge[.endsReceiver].contains(name)
      {
        return (name, code.spelling(of: ExpressionID(index: Int32(at))))
      }
      guard knowledge[.endsWork].begins(name) || knowledge.endings.contains(name),
        code[list].contains(where: { isOldValue($0.value, code) })
      else { continue }
      return (name, code.spelling(of: ExpressionID(index: Int32(at))))
    }
    return nil
  }

  /// Whether an expression is a part of the old value, under its own name or another.
  private func isOldValue(_ id: ExpressionID, _ code: Code) -> Bool {
    let root = code.root(of: id)
    if case .local(let local) = code[root], let value = code[local].initializer, value != root {
      return code.calledName(code.root(of: value)) == Names.oldValue || code[local].name == Names.oldValue
    }
    return code.calledName(root) == Names.oldValue
  }

  /// Whether a body asks what a property of its object holds before it comes to a call.
  func reads(_ property: PropertyID, before call: ExpressionID, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    let targets = Set(
      expressions(of: function).compactMap { at -> ExpressionID? in
        if case .assign(let target, _) = code.expressions[at] { target } else { nil }
      })
    return expressions(of: function).contains { at in
      let id = ExpressionID(index: Int32(at))
      return id < call && !targets.contains(id) && code.ownProperty(id) == declaration(of: property).name
    }
  }

  /// The question, as it is spelled, by which a body asks before it comes to a call whether a property of its object
  /// holds nothing.
  fileprivate func emptyTest(of property: Symbol, before call: ExpressionID, in function: FunctionID) -> String? {
    let body = Body(function, in: self)
    let code = body.code
    return body.statements.lazy.compactMap { index -> String? in
      guard case .condition(_, let value?) = code.statement(index).kind, value < call,
        case .operation(_, let parts) = code[value], code[parts].contains(where: { code[$0] == .literal(.null) }),
        code[parts].contains(where: { code.ownProperty($0) == property })
      else { return nil }
      return code.spelling(of: value)
    }.first
  }

  /// How many conditions a body asks before it comes to a call.
  fileprivate func questions(before call: ExpressionID, in function: FunctionID) -> Int {
    let body = Body(function, in: self)
    return body.statements.count { index in
      guard case .condition(_, let value?) = body.code.statement(index).kind else { return false }
      return value < call
    }
  }

  fileprivate func mentions(_ name: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { code.calledName(ExpressionID(index: Int32($0))) == name }
  }

  fileprivate func assigns(_ property: Symbol, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { at in
      guard case .assign(let target, _) = code.expressions[at] else { return false }
      return (code.selfMember(target) ?? code.lastMember(target)) == property
    }
  }

  /// The calls in a body that end what a stored property of its object holds, and those of methods of the object that
  /// do nothing else.
  fileprivate func ownEnds(in function: FunctionID, of type: NominalID, depth: Int = 1) -> [OwnEnd] {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).flatMap { at -> [OwnEnd] in
      guard case .call(let callee, let list) = code.expressions[at], let name = code.calledName(callee) else {
        return []
      }
      let spelling = code.spelling(of: ExpressionID(index: Int32(at)))
      if case .member(let base, _) = code[callee],
        knowledge[.endsTimer].contains(name) || knowledge[.cancelsTask].contains(name),
        let property = code.selfMember(base) ?? code.lastMember(base),
        let declared = self.property(named: property, of: type), declaration(of: declared).isStored
      {
        return [
          OwnEnd(
            property: property, isOwn: code.selfMember(base) != nil, spelling: spelling,
            id: ExpressionID(index: Int32(at)))
        ]
      }
      guard depth > 0, list.count == 0, code.selfMember(callee) != nil,
        case .functions(let next)? = member(name, of: type), next.count == 1, next[0] != function,
        owner(of: next[0]) == type,
        case let ends = ownEnds(in: next[0], of: type, depth: depth - 1), ends.count == callNames(in: next[0]).count
      else { return [] }
      return ends.filter(\.isOwn).map {
        OwnEnd(property: $0.property, isOwn: true, spelling: spelling, id: ExpressionID(index: Int32(at)))
      }
    }
  }
}

extension Code {
  /// The name of the member that an expression ends with, whatever it is a member of.
  fileprivate func lastMember(_ id: ExpressionID) -> Symbol? {
    if case .member(_, let name) = self[id] { name } else { nil }
  }
}
