import SwiftFacts

/// Conversions whose failure was told before the change, and goes on as something else since.
extension Matching {
  /// Conversions after whose failure a function threw, answered with `nil`, did something about it or went no further,
  /// and that it makes still without doing so.
  public func lostFailureChecks() -> [Alteration] {
    var result = unreadErrors() + closedTypes() + lenientDecoders()
    for (function, old) in functions.sorted(by: { $0.key < $1.key })
    where changedFiles.contains(after.file(of: function)) && !after.isTest(after.file(of: function)) {
      result += leftOut(function, old) + lostElses(function, old)
      let was = before.conversions(in: old)
      guard was.contains(where: { $0.failure != nil }) else { continue }
      let now = after.conversions(in: function)
      var seen: Set<String> = []
      for one in now where seen.insert(one.key).inserted {
        let (twins, all) = (was.filter { $0.key == one.key }, now.filter { $0.key == one.key })
        // Each of them was told, and none is.
        guard twins.count == all.count, let told = twins.first?.failure, let outcome = one.failure,
          twins.allSatisfy({ twin in all.allSatisfy { twin.failure?.isLost(in: $0.failure) == true } })
            || told == .trapped && all.allSatisfy({ $0.failure == .skipped }) && isReusedView(one, in: function),
          !isStoodInForBefore(one, in: function, old)
        else { continue }
        let span = SourceSpan(
          file: after.file(of: function),
          bytes: after[after.file(of: function)].facts.code.span(of: one.place))
        result.append(
          Alteration(
            kind: outcome == .trapped ? .endingFailure : .untoldFailure, span: span, name: one.key,
            before: told.says, after: outcome.goesOn))
      }
    }
    // What a place makes of its value is told in one way.
    var told: Set<SourceSpan> = []
    return result.filter { told.insert($0.span).inserted }
  }
}

extension Matching {
  /// Whether the same value stood in for the same where nothing was there, besides what was told.
  private func isStoodInForBefore(_ conversion: Conversion, in function: FunctionID, _ old: FunctionID) -> Bool {
    guard case .replaced = conversion.failure else { return false }
    let (now, was) = (Body(function, in: after), Body(old, in: before))
    var whole = conversion.place
    while let outer = now.parent(of: whole) {
      whole = outer
      if case .choice = now.code[outer] { break }
    }
    let spelled = now.code.plainSpelling(of: whole)
    return was.expressions.contains { id in
      if case .choice = was.code[id] { was.code.plainSpelling(of: id) == spelled } else { false }
    }
  }

  /// Whether a conversion is a cast to a view that is used again: what it showed before stays where nothing is done.
  private func isReusedView(_ conversion: Conversion, in function: FunctionID) -> Bool {
    let frame = Frame(function, in: after)
    let code = frame.facts.code
    guard case .cast(var value, let type) = code[conversion.place] else { return false }
    if case .local(let local) = code[value], let first = code[local].initializer { value = first }
    if code.callee(of: value).map(after.knowledge[.handsOutReused].contains) == true { return true }
    return frame.resolve(type).nominal.map { after.inherits($0, fromAny: .reusedView) } ?? false
  }

  /// Lists that were taken whole, and of which only that is taken now which an enum of the program has a case for.
  private func leftOut(_ function: FunctionID, _ old: FunctionID) -> [Alteration] {
    let body = Body(function, in: after)
    let code = body.code
    let (twin, frame) = (Body(old, in: before), Frame(function, in: after))
    lazy var was = before.conversions(in: old)
    return body.expressions.compactMap { id in
      guard case .call(let callee, let list) = code[id], case .member(let base, let name) = code[callee],
        after.knowledge[.leavesOutMissing].contains(name), list.count == 1, let argument = code[list].first?.value,
        let type = code.caseMaker(argument),
        case .metatype(.nominal(let made, _)) = Inference(program: after).type(of: type, in: frame),
        after[made].kind == .enum
      else { return nil }
      let (spelled, key) = (code.plainSpelling(of: base), code.plainSpelling(of: type))
      // What was told of each that is none.
      let told = was.filter { $0.key == "\(key)(rawValue:)" }
      if let failure = told.first?.failure, told.allSatisfy({ $0.failure?.isLost(in: .skipped) == true }) {
        return Alteration(
          kind: .untoldFailure, span: body.span(of: id), name: "\(key)(rawValue:)", before: failure.says,
          after: "it is left out without a word")
      }
      let wasWhole = twin.expressions.contains { other in
        guard twin.code.plainSpelling(of: other) == spelled else { return false }
        guard let member = twin.parent(of: other), case .member(other, let asked) = twin.code[member] else {
          return true
        }
        return !after.knowledge[.leavesOutMissing].contains(asked)
      }
      guard wasWhole, !twin.expressions.contains(where: { twin.code.plainSpelling(of: $0) == key }) else { return nil }
      return Alteration(
        kind: .untoldFailure, span: body.span(of: id), name: "\(key)(rawValue:)",
        before: "what came was taken as it was", after: "it is left out without a word")
    }
  }
}

extension Code {
  /// The type whose cases an argument makes of raw values: `Kind.init(rawValue:)`, `{ Kind(rawValue: $0) }`.
  func caseMaker(_ argument: ExpressionID) -> ExpressionID? {
    switch self[argument] {
    case .member(let type, Names.init_): return type
    case .closure(let closure):
      let results = self[self[closure].results]
      guard results.count == 1, let result = results.first, case .call(let callee, let list) = self[result],
        list.count == 1, self[list].first?.label == Words.rawValue
      else { return nil }
      if case .member(let type, Names.init_) = self[callee] { return type }
      return callee
    default: return nil
    }
  }
}

/// Something that may come to nothing, and what a function does then.
struct Conversion {
  enum Failure: Hashable {
    /// It gets out of the function.
    case thrown, null, ended
    /// Something is done about it, and the function goes no further; `text` is what is done.
    case answered(text: String)
    /// The function goes no further, or leaves out what it had in mind.
    case left, skipped
    /// The function goes no further, and developers hear of it: by a log, or by a build of theirs that stops.
    case noted, stopped
    /// `nil` is handed on.
    case passed
    case replaced(String)
    /// The conversion itself ends the program.
    case trapped

    /// As it was before a change.
    var says: String {
      switch self {
      case .thrown: "an error was thrown"
      case .null: "the answer was `nil`"
      case .ended, .trapped: "the program ended"
      case .answered: "something was done about it, and the rest was left out"
      case .left, .skipped, .noted: "the rest was left out"
      case .stopped: "the rest was left out, and a debug build stopped"
      case .passed: "`nil` was handed on"
      case .replaced(let text): "`\(text)` stood in"
      }
    }

    /// As it is after a change.
    var goesOn: String {
      switch self {
      case .thrown, .ended, .trapped: "the program ends"
      case .null, .passed: "`nil` goes on as if it were an answer"
      case .answered, .left, .skipped, .noted, .stopped: "the rest is left out without a word"
      case .replaced(let text): "`\(text)` goes on as if it were the answer"
      }
    }

    /// Whether nobody is told of it.
    var isSilent: Bool {
      switch self {
      case .left, .skipped, .passed: true
      case .replaced, .thrown, .null, .ended, .stopped, .noted, .answered, .trapped: false
      }
    }

    /// Whether who was told of a failure is told no more, where it is met as `now`.
    func isLost(in now: Failure?) -> Bool {
      guard let now else { return false }
      switch (self, now) {
      case (.thrown, .trapped), (.null, .trapped): return true
      case (.thrown, .left), (.thrown, .skipped), (.thrown, .passed), (.thrown, .replaced): return true
      // `nil` says little more than nothing does; a value that is made up says that all is well.
      case (.null, .replaced): return true
      case (.ended, .left), (.ended, .skipped), (.ended, .passed), (.ended, .replaced): return true
      case (.answered, .left), (.answered, .skipped), (.answered, .trapped): return true
      // What stands in now may have been set there.
      case (.answered(let text), .replaced(let other)): return !text.contains(other)
      case (.left, .trapped), (.skipped, .trapped), (.passed, .trapped), (.noted, .trapped): return true
      case (.stopped, .trapped), (.stopped, .left), (.stopped, .skipped), (.stopped, .passed), (.stopped, .replaced):
        return true
      // A value that is written out looks like any other that may come.
      case (.left, .replaced(let text)), (.skipped, .replaced(let text)), (.noted, .replaced(let text)):
        return text.first.map { $0.isNumber || $0 == "-" } == true
      default: return false
      }
    }
  }

  var place: ExpressionID
  /// What is converted to what, whatever it is called.
  var key: String
  var failure: Failure?
}

extension Program {
  func conversions(in function: FunctionID) -> [Conversion] {
    let declaration = declaration(of: function)
    guard declaration.hasBody else { return [] }
    let body = Body(function, in: self)
    let code = body.code
    return slotReads(in: body, declaration) + triedCalls(in: body, declaration)
      + body.expressions.compactMap { id in
        if let key = key(of: id, code) {
          return Conversion(place: id, key: key, failure: leftOut(id, in: body, outcome(of: id, in: body, declaration)))
        }
        return mapped(id, in: body, declaration) ?? weaklyHeld(id, in: body, declaration)
      }
  }

  /// An object that a closure holds weakly and asks for, where its absence is thrown, or leaves the rest out: what else
  /// is done then is told where it comes about.
  private func weaklyHeld(_ id: ExpressionID, in body: Body, _ declaration: FunctionDeclaration) -> Conversion? {
    guard case .local(let local) = body.code[id], body.code[local].isWeak, let around = binding(of: id, in: body),
      body.code.statement(around).kind == .guarding,
      let failure = outcome(of: id, in: body, declaration), failure == .thrown || failure.isSilent
    else { return nil }
    return Conversion(place: id, key: body.code[local].name.text, failure: failure)
  }

  /// What a function does where an expression of its body comes to nothing.
  func outcome(of id: ExpressionID, in body: Body, _ declaration: FunctionDeclaration) -> Conversion.Failure? {
    let code = body.code
    if code.marks(of: id).contains(.unwrapped) || code.marks(of: id).contains(.forced) { return .trapped }
    if let fallback = fallback(for: id, in: body) { return .replaced(code.spelling(of: fallback)) }
    if let around = binding(of: id, in: body) {
      let blocks = code.blocks(of: around)
      if code.statement(around).kind == .guarding { return blocks.last.flatMap { failure($0, code) } }
      // What stands after `else` may do as well.
      if blocks.count > 1 { return blocks.last.flatMap { told($0, code) } }
      return blocks.first.map { leaves($0, code) } == false ? .skipped : nil
    }
    if isHandedOn(id, in: body) { return .passed }
    if isOnlyChained(id, in: body) { return .skipped }
    return code[declaration.results].contains(id) ? .null : nil
  }

  /// A conversion that is handed on by its name: `text.flatMap(Double.init)`, `names.compactMap(Kind.init(rawValue:))`.
  private func mapped(_ id: ExpressionID, in body: Body, _ declaration: FunctionDeclaration) -> Conversion? {
    let code = body.code
    guard case .call(let callee, let list) = code[id], case .member(_, let name) = code[callee],
      knowledge[.mapsElements].contains(name), list.count == 1, let argument = code[list].first?.value,
      case .member(let type, Names.init_) = code[argument], let maker = code.calledName(type)
    else { return nil }
    let isKnown = knowledge[.mayAnswerNothing].rows(calling: maker).contains { $0.labels == [Names.wildcard] }
    let isCase = nominal(named: maker, from: body.file).map { self[$0].kind == .enum } ?? false
    guard isKnown || isCase else { return nil }
    return Conversion(
      place: id, key: "\(maker)(\(isCase ? Words.rawValue : Names.wildcard):)",
      failure: knowledge[.leavesOutMissing].contains(name) ? .skipped : outcome(of: id, in: body, declaration))
  }

  /// What becomes of a failure in a closure whose `nil` leaves an element out: it is left out, and nothing is answered.
  private func leftOut(_ id: ExpressionID, in body: Body, _ failure: Conversion.Failure?) -> Conversion.Failure? {
    let code = body.code
    guard body.isInClosure(id), let closure = code.innermostClosure(around: id), let call = code[closure].call,
      code.callee(of: call).map(knowledge[.leavesOutMissing].contains) == true
    else { return failure }
    if failure == .null || failure == nil && code[code[closure].results].contains(id) { return .skipped }
    return failure
  }

  /// What names a conversion: a cast to a type, or an initialiser that may answer with `nil`.
  private func key(of id: ExpressionID, _ code: Code) -> String? {
    switch code[id] {
    case .cast(_, let type):
      return code.marks(of: id).isDisjoint(with: [.conditional, .forced]) ? nil : "as \(code.spelling(of: type))"
    case .call(let callee, let list):
      guard let name = code.callee(of: id) else { return nil }
      let labels = code[list].map { $0.label ?? Names.wildcard }
      let rows = knowledge[.mayAnswerNothing].rows(calling: name)
      // `formatter.number(from: text)`
      if !name.isCapitalized {
        guard labels == [Words.from], rows.contains(where: { $0.labels == labels }) else { return nil }
        return "\(name)(\(Words.from):)"
      }
      if case .member(_, let last) = code[callee], last != name { return nil }
      let isKnown = rows.contains { $0.labels == nil || $0.labels == labels }
      guard isKnown || labels == [Words.rawValue] else { return nil }
      return "\(name)(\(labels.map { "\($0):" }.joined()))"
    default: return nil
    }
  }

  /// What `??` puts in the place of a conversion, or of what is made of it.
  private func fallback(for id: ExpressionID, in body: Body) -> ExpressionID? {
    let code = body.code
    var inner = id
    var steps = 0
    while steps < 6 {
      steps += 1
      if let outer = body.parent(of: inner) {
        if case .choice(let list) = code[outer] {
          let parts = Array(code[list])
          guard parts.count > 1, parts[0] == inner, let last = parts.last else { return nil }
          return last
        }
        switch code[outer] {
        case .member: break
        // What is there is made into something else: `Int(text).map { $0 * 2 } ?? 0`.
        case .call(inner, _) where code.calledName(inner).map(knowledge[.mapsElements].contains) == true: break
        default: return nil
        }
        inner = outer
      } else if let closure = code.closures.first(where: { code[$0.results].contains(inner) && $0.call != nil }),
        let call = closure.call, body.range.contains(Int(call.index)),
        code.callee(of: call).map(knowledge[.mapsElements].contains) == true
      {
        inner = call
      } else {
        return nil
      }
    }
    return nil
  }

  /// Whether `nil` is handed on as an argument or kept.
  private func isHandedOn(_ id: ExpressionID, in body: Body) -> Bool {
    guard let parent = body.parent(of: id) else { return false }
    return switch body.code[parent] {
    case .call(let callee, _): callee != id
    case .assign(_, let value): value == id
    default: false
    }
  }

  /// Whether a local is given it and all that is done with the local is left out where it is `nil`.
  private func isOnlyChained(_ id: ExpressionID, in body: Body) -> Bool {
    let code = body.code
    guard let local = code.locals.indices.lazy.map({ LocalID(index: Int32($0)) }).first(where: {
      code[$0].initializer == id
    }), case .variable = code[local].kind
    else { return false }
    let uses = body.expressions.filter { code[$0] == .local(local) }
    return !uses.isEmpty && uses.allSatisfy { code.marks(of: $0).contains(.chained) }
  }

  /// The `if` or `guard` that binds what a conversion comes to.
  func binding(of id: ExpressionID, in body: Body) -> Int32? {
    let code = body.code
    guard
      let condition = body.statements.first(where: { statement in
        if case .condition(.binding, let value?) = code.statement(statement).kind { value == id } else { false }
      })
    else { return nil }
    return body.statements.last { outer in
      outer < condition && condition < code.statement(outer).end
        && (code.statement(outer).kind == .guarding || code.statement(outer).kind == .branch)
    }
  }

  /// How a failure gets out of a function by a block that runs then.
  func told(_ block: Int32, _ code: Code) -> Conversion.Failure? {
    if let last = code.lastStatement(of: block), case .leave(let exit, _) = code.statement(last).kind {
      switch exit {
      case .throw: return .thrown
      case .return:
        let range = code.expressions(in: last)
        guard let value = range.last.map({ ExpressionID(index: $0) }) else { return nil }
        if code[value] == .literal(.null) { return .null }
        if case .literal(.number) = code[value] { return .replaced(code.spelling(of: value)) }
        return code.callee(of: value).map(knowledge[.neverReturns].contains) == true ? .stopped : nil
      default: return nil
      }
    }
    return code.expressions(in: block).contains { index in
      code.callee(of: ExpressionID(index: index)).map(knowledge[.neverReturns].contains) == true
    } ? .ended : nil
  }

  /// What the block of a `guard` makes of a failure.
  func failure(_ block: Int32, _ code: Code) -> Conversion.Failure? {
    if let told = told(block, code) { return told }
    guard let last = code.lastStatement(of: block) ?? code.inner(of: block).last,
      case .leave(let exit, _) = code.statement(last).kind, exit != .throw, code.expressions(in: last).isEmpty
    else { return nil }
    let done = deeds(in: block, code)
    if done.isEmpty { return code.expressions(in: block).isEmpty ? .left : .noted }
    return .answered(text: done.map { code.plainSpelling(of: $0) }.joined(separator: " "))
  }

  /// Whether what stands after a block does not run after it.
  private func leaves(_ block: Int32, _ code: Code) -> Bool {
    guard let last = code.lastStatement(of: block) ?? code.inner(of: block).last else { return false }
    if case .leave = code.statement(last).kind { return true }
    return false
  }
}
