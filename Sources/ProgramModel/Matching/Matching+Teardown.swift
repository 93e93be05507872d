import SwiftFacts

/// What is started as before and no longer ended.
extension Matching {
  public func lostTeardowns() -> [Alteration] {
    var result: [Alteration] = []
    for (type, old) in types.sorted(by: { $0.key < $1.key }) where !after.isTest(type) {
      let was = before.functions(of: old).flatMap { before.teardownCalls(in: $0) }
      guard !was.isEmpty else { continue }
      // Each is held against whatever starts something.
      if was.count > Limits.teardowns {
        let _: Void? = Limits.hit(.teardowns)
        continue
      }
      let bodies = after.functions(of: type)
      let now = bodies.flatMap { after.teardownCalls(in: $0) }
      let starts = bodies.flatMap { after.startCalls(in: $0) }
      let oldStarts = before.functions(of: old).flatMap { before.startCalls(in: $0) }
      var told: Set<String> = []
      for call in was {
        guard
          let start = starts.first(where: { $0.isKept(asIn: call) }) ?? starts.first(where: { $0.isEnded(by: call) }),
          let oldStart = oldStarts.first(where: { $0.isEnded(by: call) && $0.spelling == start.spelling }),
          !before.setsUp(call, oldStart), !told.contains(start.spelling),
          !before.isOfAnother(call, than: oldStart, in: old), !newlyCalledNames.contains(call.name),
          !(start.kept.map { asksForItself(Symbol($0), of: type) } ?? false),
          // Where the one before was ended for the next, and is asked for now, no other may be made.
          call.function != oldStart.function || !asksFirst(start, in: type)
        else { continue }
        // Another function of the type may end it under another name, or for all of a kind; what does so only to set
        // it up anew leaves the last one.
        let others = now.filter { oldStart.ends.contains($0.name) && !after.isOfAnother($0, than: start, in: type) }
        let isLeft = !others.isEmpty && others.allSatisfy { start.isEnded(by: $0) && after.setsUp($0, start) }
        guard isLeft || others.isEmpty else { continue }
        told.insert(start.spelling)
        // Where it was ended is where the change can be mended; where that has gone as a whole, what starts it is left.
        let ending = isLeft ? nil : functions.first { $0.value == call.function }?.key
        result.append(
          Alteration(
            kind: isLeft ? .leftTeardown : start.isRegistration ? .lostRegistrationEnd : .lostTeardown,
            span: ending.map { place(of: call.call, in: $0, call.function) } ?? start.span, name: start.callee,
            before: call.spelling, after: isLeft ? after.declaration(of: start.function).name.text : "",
            affected: [after.name(of: type)], evidence: ending == nil ? [] : [start.span]))
      }
    }
    // What nothing can end any more is told as that.
    let loose = lostTokens() + lostListTokens() + lostLocalEnds()
    let spans = Set(loose.map(\.span))
    let (owned, overwritten) = (lostOwnedEnds(), overwrittenStarts())
    result = result.filter { one in !spans.contains(one.span) && !owned.contains { $0.before == one.before } } + loose
    result += lostCancellations() + lostFarewells() + owned + repeatedRegistrations() + lostDepartures() + overwritten
    result += lostOldValues() + lostEndsOnOneWay() + lostBagResets()
    result += lostEndsBeforeDrop().filter { end in
      !overwritten.contains { $0.name == end.name && $0.affected == end.affected }
        && !result.contains { $0.before == end.before && $0.span.file == end.span.file }
    }
    // The same call is told once, by what knows most of it.
    func add(_ more: [Alteration]) {
      let told = Set(result.map(\.before))
      result += more.filter { !told.contains($0.before) }
    }
    add(lostEndCalls() + lostEndingFunctions())
    add(skippedEnds() + conditionalEnds() + lostUnwantedEnds())
    add(lostLastCalls().filter { one in !result.contains { $0.affected == one.affected } })
    let spanned = Set(result.map(\.span))
    result += lostBagFills().filter { !spanned.contains($0.span) }
    return result
  }

  /// Whether a function asks what a property holds before it starts another one for it.
  private func asksFirst(_ start: StartCall, in type: NominalID) -> Bool {
    guard let kept = start.kept, let property = after.property(named: Symbol(kept), of: type) else { return false }
    return after.reads(property, before: start.call, in: start.function)
  }

  /// Waits for a continuation that the cancellation of the task ended, and no longer does.
  private func lostCancellations() -> [Alteration] {
    let waiting = after.knowledge[.suspends]
    let handling = after.knowledge[.handlesCancellation]
    return functions.sorted { $0.key < $1.key }.compactMap { function, old -> Alteration? in
      guard !after.isTest(after.file(of: function)), after.declaration(of: function).hasBody,
        before.callNames(in: old).contains(where: handling.contains),
        before.callNames(in: old).contains(where: waiting.contains),
        let handler = before.cancellationHandler(in: old), case let now = after.mentioned(in: function),
        now.isDisjoint(with: after.knowledge[.asksForCancellation].names.union(handling.names))
      else { return nil }
      let code = after[after.file(of: function)].facts.code
      guard
        let wait = after.expressions(of: function).first(where: { index in
          guard case .call(let callee, _) = code.expressions[index], let name = code.calledName(callee) else {
            return false
          }
          return waiting.contains(name)
        })
      else { return nil }
      return Alteration(
        kind: .lostTeardown, span: SourceSpan(file: after.file(of: function), bytes: code.spans[wait]),
        name: after.declaration(of: function).name.text, before: handler, affected: [after.name(of: function)])
    }
  }
}

extension Program {
  /// What a body calls where the task around it is cancelled.
  fileprivate func cancellationHandler(in function: FunctionID) -> String? {
    let code = self[file(of: function)].facts.code
    for index in expressions(of: function) {
      guard case .call(let callee, let list) = code.expressions[index], let name = code.calledName(callee),
        let row = knowledge[.handlesCancellation][name].first,
        let handler = code[list].first(where: { $0.label == row.argument }),
        case .closure(let id) = code[handler.value]
      else { continue }
      // The last call of a closure is the outermost.
      let closure = code[id]
      let last = (closure.firstExpression..<closure.endExpression).last { at in
        if case .call = code[ExpressionID(index: at)] { true } else { false }
      }
      return last.map { code.spelling(of: code.innermostCall(ExpressionID(index: $0))) }
    }
    return nil
  }

  /// All that a body names.
  fileprivate func mentioned(in function: FunctionID) -> Set<Symbol> {
    let code = self[file(of: function)].facts.code
    return Set(
      expressions(of: function).compactMap { index in
        switch code.expressions[index] {
        case .name(let name, _), .member(_, let name): name
        default: nil
        }
      })
  }

  /// Whether a call ends something only to set it up anew: in the same body, before that, or in a helper that is
  /// called from there alone.
  fileprivate func setsUp(_ call: TeardownCall, _ start: StartCall) -> Bool {
    guard start.kept != nil, !self[file(of: call.function)].facts.code.isInsideClosure(call.call) else { return false }
    if call.function == start.function { return call.call < start.call }
    let declaration = declaration(of: call.function)
    guard declaration.kind == .function, !declaration.isPublic, !declaration.isOverride,
      !declaration.attributes.contains(where: knowledge[.seenByObjectiveC].contains),
      let sites = calls(threads: 1).sites[declaration.name], !sites.isEmpty
    else { return false }
    return sites.allSatisfy { $0.function == start.function && $0.call < start.call }
  }
}

extension Program {
  /// Whether a call ends what another stored property of the type holds.
  fileprivate func isOfAnother(_ call: TeardownCall, than start: StartCall, in type: NominalID) -> Bool {
    if let key = start.key, let other = call.key, key != other { return true }
    guard let kept = start.kept else {
      // What a center tells is no part of what a property holds.
      let holder = start.receiver.split(separator: ".").first.map { Symbol(String($0)) }
      return call.receiver != start.receiver && Symbol(call.receiver).isCapitalized
        && (holder.flatMap { property(named: $0, of: type) }.map { declaration(of: $0).isStored } ?? false)
    }
    // What a parameter is given is put wherever its caller says.
    guard !start.isKept(asIn: call), property(named: Symbol(kept), of: type) != nil else { return false }
    return ([call.receiver] + [call.argument].compactMap(\.self)).contains { spelled in
      guard spelled != kept, spelled != start.receiver, let property = property(named: Symbol(spelled), of: type) else {
        return false
      }
      return declaration(of: property).isStored && !declaration(of: property).isStatic
    }
  }
}

extension Code {
  /// What a call has done in a closure that it is given: `stop()` of `main.async { stop() }`.
  fileprivate func innermostCall(_ id: ExpressionID) -> ExpressionID {
    guard case .call(_, let list) = self[id], let last = self[list].last, case .closure(let closure) = self[last.value],
      let inner = (self[closure].firstExpression..<self[closure].endExpression).last(where: { at in
        if case .call = self[ExpressionID(index: at)] { true } else { false }
      })
    else { return id }
    return innermostCall(ExpressionID(index: inner))
  }
}

/// A call that ends something, as knowledge tables say.
struct TeardownCall {
  var function: FunctionID
  var call: ExpressionID
  var name: Symbol
  /// What it is called on, without `self.`.
  var receiver: String
  /// Its first argument.
  var argument: String?
  /// Which part of what it is called on it is about, where it says so.
  var key: String?
  var spelling: String
}

/// A call that starts something which has to be ended.
struct StartCall {
  var function: FunctionID
  var call: ExpressionID
  var name: Symbol
  var receiver: String
  /// What its result is put into.
  var kept: String?
  /// The functions that end it.
  var ends: Set<Symbol>
  /// Whether something that lasts keeps it until then.
  var isRegistration: Bool
  /// Which part of what it is called on it is about, where it says so.
  var key: String?
  /// What is called, without what it is given.
  var callee: String
  var spelling: String
  var span: SourceSpan

  func isEnded(by call: TeardownCall) -> Bool {
    guard ends.contains(call.name) else { return false }
    if let key, let other = call.key, key != other { return false }
    return call.receiver == receiver || isKept(asIn: call)
  }

  /// Whether a call ends what this was put into.
  func isKept(asIn call: TeardownCall) -> Bool {
    ends.contains(call.name) && kept != nil && (call.receiver == kept || call.argument == kept)
  }
}

extension Program {
  func teardownCalls(in id: FunctionID) -> [TeardownCall] {
    let code = self[file(of: id)].facts.code
    return expressions(of: id).compactMap { index in
      guard case .call(let callee, let list) = code.expressions[index] else { return nil }
      guard knowledge.endings.contains(code.calleeName(callee)) else {
        return handedEnd(code[list], in: id, at: ExpressionID(index: Int32(index)), code)
      }
      let receiver = if case .member(let base, _) = code[callee] { code.fullSpelling(of: base) } else { "" }
      return TeardownCall(
        function: id, call: ExpressionID(index: Int32(index)), name: code.calleeName(callee), receiver: receiver,
        argument: code[list].first.map { code.fullSpelling(of: code.uncast($0.value)) },
        key: part(list, of: code.calleeName(callee), code),
        spelling: code.spelling(of: ExpressionID(index: Int32(index))))
    }
  }

  /// `tokens.forEach(center.removeObserver)`
  private func handedEnd(
    _ list: ArraySlice<Argument>, in function: FunctionID, at call: ExpressionID, _ code: Code
  ) -> TeardownCall? {
    for argument in list {
      guard case .member(let base, let name) = code[argument.value], knowledge.endings.contains(name) else { continue }
      return TeardownCall(
        function: function, call: call, name: name, receiver: code.fullSpelling(of: base), argument: nil, key: nil,
        spelling: code.spelling(of: call))
    }
    return nil
  }

  /// The key path that a call says it is about.
  private func part(_ list: ArgumentList, of name: Symbol, _ code: Code) -> String? {
    let labels = knowledge[.namesObserved][name].compactMap(\.argument)
    return code[list].first { $0.label.map(labels.contains) ?? false }.map { code.spelling(of: $0.value) }
  }

  func startCalls(in id: FunctionID) -> [StartCall] {
    let file = file(of: id)
    let code = self[file].facts.code
    var keeping: [Int32: String] = [:]
    for index in expressions(of: id) {
      guard case .assign(let target, let value) = code.expressions[index] else { continue }
      let kept = code.ownProperty(target)?.text ?? code.plainSpelling(of: target)
      keeping[value.index] = kept
      // `let fresh = Timer(…)`, and later `timer = fresh`
      if case .local(let local) = code[value], case .variable = code[local].kind, let made = code[local].initializer {
        keeping[made.index] = kept
      }
    }
    return expressions(of: id).compactMap { index in
      guard case .call(let callee, let list) = code.expressions[index] else { return nil }
      let name = code.calleeName(callee)
      guard let overloads = knowledge.ends[name] else { return nil }
      let labels = code[list].map { $0.isTrailingClosure && $0.label == nil ? nil : $0.label ?? Names.wildcard }
      let base: ExpressionID? = if case .member(let base, _) = code[callee] { base } else { nil }
      guard
        let found = overloads.first(where: { overload in
          overload.matches(labels)
            && (overload.fact.type.map { isCalled(base ?? callee, as: $0, in: id, base: base) } ?? true)
        })
      else { return nil }
      return StartCall(
        function: id, call: ExpressionID(index: Int32(index)), name: name,
        receiver: base.map { code.fullSpelling(of: $0) } ?? "", kept: keeping[Int32(index)], ends: found.fact.endings,
        isRegistration: knowledge[.registers].contains(name) || knowledge[.registers].calledNames.contains(name),
        key: part(list, of: name, code), callee: code.spelling(of: callee),
        spelling: code.spelling(of: ExpressionID(index: Int32(index))),
        span: SourceSpan(file: file, bytes: code.spans[index]))
    }
  }

  /// Whether what a call starts is a thing of a type: by its name, or by what is known of what it is called on.
  private func isCalled(_ callee: ExpressionID, as type: Symbol, in id: FunctionID, base: ExpressionID?) -> Bool {
    if self[file(of: id)].facts.code.isCalled(callee, like: type, knowledge) { return true }
    guard let base else { return false }
    switch Inference(program: self).type(of: base, in: Frame(id, in: self)) {
    case .nominal(let found, _): return self[found].kind == .foreign && inherits(found, from: type)
    case .foreign(let name): return name == type
    default: return false
    }
  }

  func callNames(in id: FunctionID) -> [Symbol] {
    let code = self[file(of: id)].facts.code
    return expressions(of: id).compactMap { index in
      if case .call(let callee, _) = code.expressions[index] { code.calleeName(callee) } else { nil }
    }
  }
}

extension Code {
  /// Without `self.` before it, and with what a local was given in the place of its name: `shared.timers` of
  /// `center.timers` after `let center = shared`.
  func fullSpelling(of id: ExpressionID, depth: Int = Limits.aliases) -> String {
    guard depth > 0 else { return plainSpelling(of: id) }
    switch self[id] {
    case .member(let base, let name):
      if let own = ownProperty(id) { return own.text }
      guard case .local(let local) = self[root(of: base)], !isSelf(local) else { return plainSpelling(of: id) }
      return fullSpelling(of: base, depth: depth - 1) + "." + name.text
    case .local(let local):
      guard case .variable = self[local].kind, !isSelf(local), let value = self[local].initializer else {
        return plainSpelling(of: id)
      }
      switch self[value] {
      case .local, .member, .name: return fullSpelling(of: value, depth: depth - 1)
      // `Center.shared()` is the same one each time, where `Timer()` is not.
      case .call(let callee, let list):
        guard list.count == 0, case .member(let base, _) = self[callee], case .name(let type, _) = self[base],
          type.isCapitalized
        else { return plainSpelling(of: id) }
        return plainSpelling(of: value)
      default: return plainSpelling(of: id)
      }
    default: return plainSpelling(of: id)
    }
  }

  /// Without `self.` before it.
  func plainSpelling(of id: ExpressionID) -> String {
    let spelled = spelling(of: id)
    return spelled.hasPrefix("self.") ? String(spelled.dropFirst(5)) : spelled
  }

  /// Whether an expression is a type of this name, one of its shared objects, or named like one.
  func isCalled(_ id: ExpressionID, like type: Symbol, _ knowledge: Knowledge) -> Bool {
    let name = type.text
    let spelled = plainSpelling(of: id)
    if spelled == name || spelled.hasPrefix(name + ".") || spelled.hasPrefix(name + "(") { return true }
    let last = spelled.split(separator: ".").last.map(String.init) ?? spelled
    let words = name.words
    let hasPrefix = words.first.map { knowledge[.frameworkPrefix].contains($0) } == true
    return last.lowercased().hasSuffix((hasPrefix ? words.dropFirst() : words[...]).joined())
  }
}
