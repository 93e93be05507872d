import SwiftFacts

extension Program {
  /// Closures by which work of the system says that it is over, given to it when it has been started already: what is
  /// short is over by then.
  func closuresForStartedWork() -> [Hazard] {
    let slots = knowledge[.toldWhenDone]
    let inference = Inference(program: self)
    var result: [Hazard] = []
    for function in functions(mentioning: slots.names) {
      let body = Body(function, in: self)
      let code = body.code
      var frame: Frame?
      for id in body.expressions {
        guard case .assign(let target, let value) = code[id], code[value] != .literal(.null),
          case .member(let base, let slot) = code[target], case .local(let work) = code[base], slots.contains(slot),
          case .variable = code[work].kind, let start = start(of: work, before: id, in: body),
          !isGiven(slot, to: work, before: start, in: body)
        else { continue }
        let here = frame ?? Frame(function, in: self)
        frame = here
        guard let type = inference.type(of: base, in: here).nominal,
          slots[slot].contains(where: { row in row.type.map { inherits(type, from: $0) } ?? false })
        else { continue }
        let callee = code.callee(of: start)?.text ?? ""
        result.append(
          Hazard(
            kind: .lateCallback, span: body.span(of: id), name: code.plainSpelling(of: target), other: callee,
            owner: name(of: type), evidence: [body.span(of: start), body.span(of: start)],
            essence: "\(slot)|\(callee)"))
      }
    }
    return result
  }

  /// The call before a place, on every way there, by which the work of a local is started, or handed to what starts it.
  private func start(of work: LocalID, before place: ExpressionID, in body: Body) -> ExpressionID? {
    let code = body.code
    return body.expressions.first { id in
      guard id < place, case .call(let callee, let list) = code[id], let name = code.calledName(callee) else {
        return false
      }
      let isStart: Bool
      if case .member(let base, _) = code[callee], code[base] == .local(work) {
        isStart = knowledge[.startsReceiver].contains(name)
      } else {
        isStart = knowledge[.startsArgument].contains(name) && code[list].contains { code[$0.value] == .local(work) }
      }
      return isStart && body.isInBlock(of: id, place)
    }
  }

  private func isGiven(_ slot: Symbol, to work: LocalID, before place: ExpressionID, in body: Body) -> Bool {
    body.expressions.contains { id in
      guard id < place, case .assign(let target, _) = body.code[id],
        case .member(let base, slot) = body.code[target]
      else { return false }
      return body.code[base] == .local(work)
    }
  }
}

extension Body {
  /// Whether a place stands in the innermost block that another does, or in one inside of it.
  func isInBlock(of one: ExpressionID, _ place: ExpressionID) -> Bool {
    var block: Range<Int32>?
    for index in statements {
      guard case .block = code.statement(index).kind, case let range = code.expressions(in: index),
        range.contains(one.index), block.map({ range.count <= $0.count }) ?? true
      else { continue }
      block = range
    }
    return (block.map { $0.contains(place.index) } ?? true)
      && code.closures(around: one, within: bounds) == code.closures(around: place, within: bounds)
  }

  private var bounds: Range<Int32> { Int32(range.lowerBound)..<Int32(range.upperBound) }
}
