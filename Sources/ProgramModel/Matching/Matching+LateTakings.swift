import SwiftFacts

/// Lists of who waits, and when they are emptied.
extension Matching {
  /// Lists that a function emptied before it called what they held, and empties only behind that since the change:
  /// whoever is added meanwhile goes with the others.
  public func lateTakings() -> [Alteration] {
    changedMembers { function, old, type, _ in
      let was = before.toldLists(in: old)
      guard was.contains(where: { $0.isEmptiedFirst }), callsNothingNew(function, since: old) else { return [] }
      return after.toldLists(in: function).compactMap { list -> Alteration? in
        guard list.isEmptiedBehind, was.contains(where: { $0.name == list.name && $0.isEmptiedFirst }),
          after.isFilled(list.name, by: type, but: function)
        else { return nil }
        return Alteration(
          kind: .lateTaking, span: list.span, name: list.name.text, before: list.spelling,
          affected: [after.name(of: type)])
      }
    }
  }
}

/// A list of the object's own, in a function that calls what it holds.
private struct ToldList {
  var name: Symbol
  /// Where it is called first.
  var span: SourceSpan
  var spelling: String
  /// Whether the list is emptied before that, and on no way behind it.
  var isEmptiedFirst: Bool
  /// Whether it is emptied on the way out alone.
  var isEmptiedBehind: Bool
}

extension Program {
  /// The lists of which a function calls what they hold before it returns, in the order of the source.
  fileprivate func toldLists(in function: FunctionID) -> [ToldList] {
    guard declaration(of: function).selfLocal != nil, let type = owner(of: function) else { return [] }
    let body = Body(function, in: self)
    let code = body.code
    let frame = Frame(function, in: self)
    let inference = Inference(program: self)
    var first: [(name: Symbol, call: ExpressionID)] = []
    for id in body.expressions {
      guard case .call(let callee, _) = code[id], let name = list(behind: callee, code),
        !first.contains(where: { $0.name == name }), isClosure(callee, of: id, in: frame, inference),
        property(named: name, of: type).map({ declaration(of: $0).isStored }) ?? false, isInPlace(id, body)
      else { continue }
      first.append((name, id))
    }
    return first.compactMap { name, call -> ToldList? in
      let takings = body.expressions.filter { isTaking($0, from: name, code) }
      if takings.isEmpty { return nil }
      let behind = takings.filter { $0 > call || body.isDeferred($0) }
      return ToldList(
        name: name, span: body.span(of: call), spelling: code.spelling(of: call), isEmptiedFirst: behind.isEmpty,
        isEmptiedBehind: behind.count == takings.count)
    }
  }

  /// Whether a call is one of a closure: a value, or a part of a tuple, which has no methods.
  private func isClosure(
    _ callee: ExpressionID, of call: ExpressionID, in frame: Frame, _ inference: Inference
  ) -> Bool {
    if case .value = inference.target(of: call, in: frame).kind { return true }
    guard case .member(let base, _) = frame.facts.code[callee] else { return false }
    if case .tuple = inference.type(of: base, in: frame) { return true }
    return false
  }

  /// The list of the object whose entry, or a part of one, is called.
  private func list(behind callee: ExpressionID, _ code: Code) -> Symbol? {
    switch code[callee] {
    case .local: code.ownList(of: callee)
    // `entry.callback(response)`
    case .member(let base, _):
      if case .local(let local) = code[base], !code.isSelf(local) { code.ownList(of: base) } else { nil }
    default: nil
    }
  }

  /// Whether a call is made before the function goes on: in no closure, or in one that goes through elements.
  private func isInPlace(_ id: ExpressionID, _ body: Body) -> Bool {
    body.code.closures(around: id, within: Int32(body.range.lowerBound)..<Int32(body.range.upperBound)).allSatisfy {
      body.code[$0].call.flatMap { body.code.callee(of: $0) }.map(knowledge[.goesThroughElements].contains) ?? false
    }
  }

  /// Whether an expression takes entries out of a list: `list[key] = nil`, `list = []`, `list.removeAll()`.
  private func isTaking(_ id: ExpressionID, from list: Symbol, _ code: Code) -> Bool {
    switch code[id] {
    case .assign(let target, let value):
      if case .subscripted(let base, _) = code[target] {
        return code.ownProperty(base) == list && code[value] == .literal(.null)
      }
      guard code.ownProperty(target) == list else { return false }
      switch code[value] {
      case .literal(.null): return true
      case .array(let parts), .dictionary(let parts): return parts.count == 0
      default: return false
      }
    case .call(let callee, _):
      guard case .member(let base, let name) = code[callee], code.ownProperty(base) == list else { return false }
      return knowledge[.takesAll].contains(name) || knowledge[.takesOut].begins(name)
    default: return false
    }
  }
}
