import ProgramModel
import ReviewModel
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
    let isGoneInto = (closure.firstExpression..<closure.endExpression).contains { index in
      switch self[ExpressionID(index: index)] {
      case .member(uses[0], _), .subscripted(uses[0], _): true
      default: false
      }
    }
    return isGoneInto ? span(of: uses[0]).end : nil
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

  /// Whether an expression is what is done to a use, and no more: `self.list.first(3)`, and not `self.count ?? 0`.
  fileprivate func isChain(_ id: ExpressionID, on use: UInt32) -> Bool {
    switch self[id] {
    case .call(let base, _), .member(let base, _), .subscripted(let base, _):
      // What is unwrapped by force would be so where there is nothing.
      marks(of: id).isDisjoint(with: [.unwrapped, .forced]) && marks(of: base).isDisjoint(with: [.unwrapped, .forced])
        && (span(of: base).end == use || isChain(base, on: use))
    default: false
    }
  }

  /// Whether a chain has a link that may be missing: `self.list?.first`.
  fileprivate func mayBeMissing(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .call(let base, _), .member(let base, _), .subscripted(let base, _):
      marks(of: base).contains(.chained) || mayBeMissing(base)
    default: false
    }
  }

  /// Whether a closure changes a variable that it captures.
  fileprivate func changes(_ name: Symbol, in closure: Closure) -> Bool {
    (closure.firstExpression..<closure.endExpression).contains { index in
      let target: ExpressionID
      switch self[ExpressionID(index: index)] {
      case .assign(let changed, _), .mutate(let changed, _): target = changed
      default: return false
      }
      guard case .local(let local) = self[target] else { return false }
      return self[local].name == name && local.index < closure.firstLocal
    }
  }
}

/// What a closure answers with, as far as that says how it can be left before its end.
enum ClosureAnswer {
  /// Nothing is asked of it.
  case nothing
  /// It comes to nothing by itself; whether something is asked of it, its own lines say.
  case nothingInItself
  case value
  /// A value, or `nil`.
  case optional
  /// It is one expression, and whether anybody asks what that comes to is not known.
  case unknown
}

extension FixGround {
  /// What a closure answers with: by its own signature, by what it is given to, or else by what stands in it.
  func answer(of closure: Closure) -> ClosureAnswer {
    if let type = closure.resultType {
      switch code[type] {
      case .optional: return .optional
      case .tuple(let parts) where code[parts].isEmpty: return .nothing
      case .named("Void", _): return .nothing
      default: return .value
      }
    }
    let results = code[closure.results]
    let asked = program.answer(askedOf: closure, in: span.file)
    if asked == .nothing { return .nothing }
    // What is returned in words is an answer; `nil` among them says that it may be missing.
    let returned = results.filter { code.span(of: $0).start != closure.statementsStart || closure.statementCount > 1 }
    if asked == .optional || returned.contains(where: { code[$0] == .literal(.null) }) { return .optional }
    if asked == .value || !returned.isEmpty { return .value }
    guard closure.statementCount == 1, let only = results.first else { return .nothingInItself }
    return program.comesToNothing(only, in: span.file) ? .nothingInItself : .unknown
  }
}

extension Program {
  /// `guard let self`, as far as its compiler goes.
  func unwrapping(_ name: Symbol) -> String {
    unwrapsByNameAlone ? "guard let \(name)" : "guard let \(name) = \(name)"
  }
}

extension FixGround {
  /// The edits by which a closure unwraps first what it holds weakly, or uses it only as far as it is there; nil where
  /// what it would answer then is not ours to say.
  func unwrapping(_ name: Symbol, in closure: Closure, answering answer: ClosureAnswer) -> [Fix.Edit]? {
    guard !code.changes(name, in: closure) else { return nil }
    let use = code.onlyUse(of: name, in: closure)
    switch answer {
    case .nothing:
      if let use { return [inserting("?", at: use)] }
      return [inserting(unwrapping(name, in: closure), at: closure.statementsStart)]
    case .nothingInItself:
      return [inserting(unwrapping(name, in: closure), at: closure.statementsStart)]
    case .optional:
      let unwraps = unwrapping(name, in: closure, otherwise: "return nil")
      guard closure.statementCount == 1 else { return [inserting(unwraps, at: closure.statementsStart)] }
      guard let only = code[closure.results].first else { return nil }
      if let use, code.isChain(only, on: use) { return [inserting("?", at: use)] }
      // What follows another line is no answer by itself any more; an old compiler would not tell its type either.
      guard code.span(of: only).start == closure.statementsStart, program.unwrapsByNameAlone else { return nil }
      return [inserting(unwraps + "return ", at: closure.statementsStart)]
    case .value, .unknown:
      // What may be missing already is of the same type where one more thing may be.
      guard let use, let only = code[closure.results].first, code.isChain(only, on: use), code.mayBeMissing(only) else {
        return nil
      }
      return [inserting("?", at: use)]
    }
  }

  /// `guard let self else { return }`, laid out like the statement it goes before.
  func unwrapping(_ name: Symbol, in closure: Closure, otherwise: String = "return") -> String {
    let first = facts.position(of: closure.statementsStart)
    let text = "\(program.unwrapping(name)) else { \(otherwise) }"
    if first.line == facts.position(of: closure.bodyStart).line { return text + "; " }
    return text + "\n" + indentation(at: closure.statementsStart)
  }
}
