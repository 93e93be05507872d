import ProgramModel
import SwiftFacts

extension Code {
  /// Where the `?` has to stand if a closure's one statement begins with the name and nothing else uses it.
  func onlyUse(of name: Symbol, in closure: Closure) -> UInt32? {
    guard closure.statementCount == 1 else { return nil }
    var uses: [ExpressionID] = []
    for index in closure.firstExpression..<closure.endExpression {
      let id = ExpressionID(index: index)
      switch self[id] {
      case .local(let local) where self[local].name == name: uses.append(id)
      // An implicit `self` would have to be spelled out.
      case .name(let member, let local?) where self[local].name == name:
        if member.text.unicodeScalars.first?.properties.isUppercase != true { return nil }
      default: continue
      }
    }
    guard uses.count == 1, span(of: uses[0]).start == closure.statementsStart else { return nil }
    return span(of: uses[0]).end
  }

  /// Whether a closure uses something as what may be missing: `view?.reload()`; a closure inside of it that captures
  /// that for itself says nothing of it.
  func isChained(_ name: Symbol, in closure: Closure) -> Bool {
    (closure.firstExpression..<closure.endExpression).contains { index in
      let id = ExpressionID(index: index)
      let isUse =
        switch self[id] {
        case .local(let local): self[local].name == name
        case .name(name, nil): true
        default: false
        }
      return isUse && marks(of: id).contains(.chained)
        && !closures(around: id).prefix { self[$0].expression != closure.expression }
          .contains { self[$0].captureList.contains { self[$0].name == name } }
    }
  }

  /// Whether a closure is of a kind that answers with nothing, as far as its use tells by itself.
  fileprivate func answersNothing(_ closure: Closure, _ knowledge: Knowledge) -> Bool {
    // What a lone expression comes to is its answer, if the closure has one; what is returned in words is one.
    let isReturned = self[closure.results].contains { span(of: $0).start != closure.statementsStart }
    if closure.statementCount > 1 || isReturned { return self[closure.results].isEmpty }
    guard let call = closure.call, case .call(let callee, _) = self[call], case .member(_, let name) = self[callee]
    else {
      return true
    }
    return !knowledge[.takesAnswer].contains(name)
  }
}

extension FixGround {
  /// Whether a closure is of a kind that answers with nothing, by what it is given to, or else by what stands in it.
  func answersNothing(_ closure: Closure) -> Bool {
    if let isAsked = program.isAskedForAnswer(closure, in: span.file) { return !isAsked }
    return code.answersNothing(closure, program.knowledge) && !answersByMethod(closure)
  }

  /// Whether all that a closure does is to call a method of its own object that answers with something: that may be the
  /// answer of the closure as well.
  private func answersByMethod(_ closure: Closure) -> Bool {
    guard closure.statementCount == 1, let only = code[closure.results].first, case .call(let callee, _) = code[only],
      let type = program.type(at: span.bytes.start, in: span.file)
    else { return false }
    let name: Symbol
    switch code[callee] {
    case .name(let own, .some): name = own
    case .member(let base, let own):
      guard case .local(let local) = code[base], code[local].name == Names.self_ else { return false }
      name = own
    default: return false
    }
    let methods = program.lineage(of: type).flatMap { program.functions(of: $0) }.map { program.declaration(of: $0) }
      .filter { $0.kind == .function && $0.name == name }
    return !methods.isEmpty && methods.allSatisfy { $0.result != nil }
  }
}

extension Program {
  /// `guard let self`, as far as its compiler goes.
  func unwrapping(_ name: Symbol) -> String {
    unwrapsByNameAlone ? "guard let \(name)" : "guard let \(name) = \(name)"
  }
}

extension FixGround {
  /// `guard let self else { return }`, laid out like the statement it goes before.
  func unwrapping(_ name: Symbol, in closure: Closure, otherwise: String = "return") -> String {
    let first = facts.position(of: closure.statementsStart)
    let text = "\(program.unwrapping(name)) else { \(otherwise) }"
    if first.line == facts.position(of: closure.bodyStart).line { return text + "; " }
    return text + "\n" + indentation(at: closure.statementsStart)
  }
}
