import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// What captures an object holds it weakly.
extension FixGround {
  /// A closure's capture list names an object weakly, and the closure unwraps it first; nil if the list gives the name
  /// to something else, or somebody waits for what the closure calls.
  func weakCapture(of name: Symbol, in closure: Closure) -> [Fix.Edit]? {
    guard let edits = weakItem(of: name, in: closure) else { return nil }
    // What is asked whether it is there already is asked so as well once it is held weakly.
    if code.isChained(name, in: closure) { return edits }
    let answer = answer(of: closure)
    let isUsedAsChain = answer == .nothing && code.onlyUse(of: name, in: closure) != nil
    // Who leaves where the object has gone would leave somebody waiting: what to answer then is not ours to say.
    if !isUsedAsChain {
      guard name == Names.self_ || isAbout(name, closure), !program.answersSomebody(closure, in: span.file) else {
        return nil
      }
    }
    return unwrapping(name, in: closure, answering: answer).map { edits + $0 }
  }

  /// Whether a closure captures an actor as `self`, and so runs as a part of it: with a weak reference it would not,
  /// and each call of the actor would have to be waited for.
  private func isOfActor(_ name: Symbol, _ closure: Closure) -> Bool {
    guard name == Names.self_,
      let function = program.function(at: code.span(of: closure.expression).start, in: span.file),
      let owner = program.owner(of: function)
    else { return false }
    return program[owner].kind == .actor
  }

  /// The other closures that capture an object strongly and are given to the same call as one, or to another call of
  /// the same chain: `.onChanged { … }.onEnded { … }`. O(expressions of the file).
  func closuresBeside(_ closure: Closure, capturing name: Symbol) -> [ClosureID] {
    guard let call = closure.call else { return [] }
    var chain: Set<ExpressionID> = [call]
    var inner = call
    while case .call(let callee, _) = code[inner], case .member(let base, _) = code[callee] {
      chain.insert(base)
      inner = base
    }
    var outer = call
    for index in Int(call.index)..<code.expressions.count {
      let id = ExpressionID(index: Int32(index))
      guard case .call(let callee, _) = code[id], case .member(outer, _) = code[callee] else { continue }
      chain.insert(id)
      outer = id
    }
    return code.closures.indices.map { ClosureID(index: Int32($0)) }.filter { id in
      // A look at the call alone: most closures are given to others.
      guard let own = code.closures[Int(id.index)].call, chain.contains(own) else { return false }
      let other = code[id]
      guard other.expression != closure.expression, !other.isLocalFunction else { return false }
      return CodeReader(program: program).captures(of: id, in: span.file).contains {
        $0.name == name && $0.hold == .strong
      }
    }
  }

  /// Whether each call in a closure has to do with an object: what is done to others, `return` would leave out.
  private func isAbout(_ name: Symbol, _ closure: Closure) -> Bool {
    func mentions(_ id: ExpressionID) -> Bool {
      switch code[id] {
      case .local(let local): code[local].name == name
      case .name(name, _): true
      default: code.children(of: id).contains(where: mentions)
      }
    }
    return (closure.firstExpression..<closure.endExpression).allSatisfy { index in
      let id = ExpressionID(index: index)
      switch code[id] {
      case .call, .assign, .mutate: return mentions(id)
      default: return true
      }
    }
  }

  /// The same of a closure that a timer runs again and again, which ends the timer once the object is gone; nil where
  /// nothing in sight is the timer.
  func weakCaptureEndingTimer(of name: Symbol, in closure: Closure) -> [Fix.Edit]? {
    guard let end = program.knowledge[.endsTimer].only, closure.hasSignature, closure.parameters.count == 1,
      let given = closure.parameters.first, var edits = weakItem(of: name, in: closure)
    else { return nil }
    var timer = code[given].name
    if timer == Names.wildcard {
      timer = "timer"
      let isTaken = (closure.firstExpression..<closure.endExpression).contains { index in
        switch code[ExpressionID(index: index)] {
        case .name(timer, _): true
        case .local(let local): code[local].name == timer
        default: false
        }
      }
      guard !isTaken else { return nil }
      edits.append(replacing(code[given].span, with: timer.text))
    }
    let text = unwrapping(name, in: closure, otherwise: "\(timer).\(end)(); return")
    return edits + [inserting(text, at: closure.statementsStart)]
  }

  /// A capture list with the name in it, weakly.
  private func weakItem(of name: Symbol, in closure: Closure) -> [Fix.Edit]? {
    if isOfActor(name, closure) { return nil }
    if let item = closure.captureList.first(where: { code[$0].name == name }) {
      return isPlain(item) ? [replacing(code[item].span, with: "weak \(name)")] : nil
    }
    if let list = closure.captureListSpan { return [inserting("weak \(name), ", at: list.start + 1)] }
    return [inserting(" [weak \(name)]" + (closure.hasSignature ? "" : " in"), at: closure.bodyStart)]
  }

  /// Whether an item of a capture list captures what it is named after: `unowned self`, not `owner = self.owner`.
  private func isPlain(_ item: LocalID) -> Bool {
    guard case .capture(_, let value) = code[item].kind else { return false }
    switch code[value] {
    case .local(let captured):
      if case .function = code[captured].kind { return false }
      return code[captured].name == code[item].name
    case .name(let captured, let own):
      // A method is no object that could be held weakly.
      if own != nil, let type = program.type(at: span.bytes.start, in: span.file),
        program.isMethod(captured, of: type)
      {
        return false
      }
      return captured == code[item].name
    default: return false
    }
  }

  /// `capture-weakly` where the capture list says `unowned`.
  func weakInPlaceOfUnowned() -> Fix? {
    guard
      let closure = code.closures.first(where: { $0.captureList.contains { code[$0].span == span.bytes } }),
      let item = closure.captureList.first(where: { code[$0].span == span.bytes }),
      let edits = weakCapture(of: code[item].name, in: closure)
    else { return nil }
    return Fix(title: "Capture `\(code[item].name)` weakly", applicability: .review, edits: edits)
  }

  /// `call-weakly`: a closure in place of a target and a selector.
  func weakTimer() -> Fix? {
    for index in code.expressions.indices {
      guard case .call(let callee, let list) = code.expressions[index],
        code[list].contains(where: { code.span(of: $0.value) == span.bytes }),
        let fix = weakTimer(code.spans[index], callee, Array(code[list]))
      else { continue }
      return fix
    }
    return nil
  }

  private func weakTimer(_ call: ByteSpan, _ callee: ExpressionID, _ arguments: [Argument]) -> Fix? {
    let labels = arguments.map { $0.label ?? Names.wildcard }
    let parts = code.spelling(of: callee).split(separator: ".").map { Symbol(String($0)) }
    let name = parts.count == 2 ? parts[1] : Names.init_
    let knowledge = program.knowledge
    guard let type = parts.first, parts.count < 3,
      knowledge[.repeatsWithTarget][name].contains(where: { $0.type == type && $0.labels == labels }),
      let label = knowledge[.repeatsWithBlock][name].first(where: { $0.type == type })?.labels?.first,
      case .literal(.null) = code[arguments[3].value], let tick = selected(arguments[2].value)
    else { return nil }
    let given = tick.parameters.first.map { "\($0.label.map { "\($0): " } ?? "")timer" }
    let interval = code.span(of: arguments[0].value)
    let repeats = code.span(of: arguments[4].value)
    // A timer whose closure does nothing goes on all the same.
    let gone = program.unwrapping(Names.self_)
    let end = knowledge[.endsTimer].only.map { "\(gone) else { timer.\($0)(); return }; " } ?? ""
    let own = end.isEmpty ? "self?" : "self"
    let block = "{ [weak self] timer in \(end)\(own).\(tick.name)(\(given ?? "")) }"
    return Fix(
      title: "Give the timer a closure that captures `self` weakly, and ends it once that is gone",
      applicability: .review,
      edits: [
        replacing(from: code.span(of: callee).end, to: interval.start, with: "(\(label): "),
        replacing(from: interval.end, to: repeats.start, with: ", repeats: "),
        replacing(from: repeats.end, to: call.end, with: ") \(block)"),
      ])
  }

  /// The method of the type around that `#selector(tick)` names.
  private func selected(_ selector: ExpressionID) -> FunctionDeclaration? {
    guard case .compound(let parts) = code[selector], let named = code[parts].first,
      code[parts].count == 1, let type = program.type(at: span.bytes.start, in: span.file)
    else { return nil }
    let name: Symbol
    switch code[named] {
    case .name(let own, _), .member(_, let own): name = own
    case .call(let callee, _):
      guard let own = code.lastName(of: callee) else { return nil }
      name = own
    default: return nil
    }
    let methods = program.functions(of: type).map { program.declaration(of: $0) }.filter {
      $0.kind == .function && $0.name == name
    }
    guard methods.count == 1, let method = methods.first, method.parameters.count < 2, method.result == nil else {
      return nil
    }
    return method
  }

  /// `store-token`: the type's own set of subscriptions keeps the answer.
  func storedToken() -> Fix? {
    guard let callee = expression(at: span.bytes, where: { if case .member = $0 { true } else { false } }),
      let name = code.lastName(of: callee), program.knowledge[.answersWithSubscription].contains(name),
      let type = program.type(at: span.bytes.start, in: span.file),
      let call = code.expressions.indices.first(where: {
        if case .call(callee, _) = code.expressions[$0] { true } else { false }
      }),
      !code.closures.contains(where: { $0.firstExpression <= Int32(call) && Int32(call) < $0.endExpression }),
      // What is given to a local is no longer one when it is stored.
      !code.locals.contains(where: { $0.initializer == ExpressionID(index: Int32(call)) })
    else { return nil }
    let bags = program.storedProperties(of: type).filter { property in
      let declaration = program.declaration(of: property)
      return !declaration.isLet && !declaration.isStatic && holdsSubscriptions(property)
    }
    guard let bag = bags.first.map({ program.declaration(of: $0).name }) else { return nil }
    return Fix(
      title: "Keep the subscription in `\(bag)`", applicability: .review,
      edits: [inserting(".store(in: &\(bag))", at: code.spans[call].end)])
  }
}

extension FixGround {
  /// Whether a property is declared as `Set<AnyCancellable>`, or made as one.
  private func holdsSubscriptions(_ property: PropertyID) -> Bool {
    let bag = "Set<AnyCancellable>"
    if let declared = program.typeSpelling(of: property) { return declared == bag }
    let facts = program[program.file(of: property)].facts
    guard let value = program.declaration(of: property).initialValue, let made = facts.code[facts[value].results].first,
      case .call(let callee, _) = facts.code[made]
    else { return false }
    return facts.code.spelling(of: callee) == bag
  }
}

extension Code {
  func lastName(of id: ExpressionID) -> Symbol? {
    switch self[id] {
    case .name(let name, _), .member(_, let name): name
    default: nil
    }
  }
}
