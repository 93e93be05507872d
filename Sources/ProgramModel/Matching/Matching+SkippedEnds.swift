import SwiftFacts

/// Ends that came whichever way a block was left, and that an error or an early way out skips since the change.
extension Matching {
  func skippedEnds() -> [Alteration] {
    functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard !after.isTest(after.file(of: function)), after.declaration(of: function).hasBody,
        before.declaration(of: old).hasBody, isRewritten(function)
      else { return [] }
      return skippedOnExit(function, old) + skippedOnFailure(function, old)
    }
  }

  /// `defer { x.close() }` has become `x.close()` at the end.
  private func skippedOnExit(_ function: FunctionID, _ old: FunctionID) -> [Alteration] {
    let (was, now) = (Body(old, in: before), Body(function, in: after))
    let deferred = was.ends.filter { was.isDeferred($0) && !was.isInClosure($0) }
    guard !deferred.isEmpty, let graph = after.flow(of: function) else { return [] }
    return deferred.compactMap { end -> Alteration? in
      let spelling = was.code.spelling(of: end)
      let here = now.ends.filter { now.code.spelling(of: $0) == spelling }
      guard !here.isEmpty, !here.contains(where: { now.isInClosure($0) || now.isDeferred($0) }),
        let start = start(of: end, was, now), !endsByItself(here[0], now, in: function),
        graph.leaves(after: start, without: here, isTried: now.isTried(start))
      else { return nil }
      return skipped(spelling, at: now.span(of: here[0]), start: now.span(of: start), function)
    }
  }

  /// `work.always { x.close() }` has become `work.map { x.close() }`.
  private func skippedOnFailure(_ function: FunctionID, _ old: FunctionID) -> [Alteration] {
    let (was, now) = (Body(old, in: before), Body(function, in: after))
    let sure = was.ends.filter { was.runsWhateverComes($0) == true }
    guard !sure.isEmpty else { return [] }
    return sure.compactMap { end -> Alteration? in
      let spelling = was.code.spelling(of: end)
      let here = now.ends.filter { now.code.spelling(of: $0) == spelling }
      guard !here.isEmpty, here.allSatisfy({ now.runsWhateverComes($0) == false && !now.isDeferred($0) }) else {
        return nil
      }
      return skipped(spelling, at: now.span(of: here[0]), start: nil, function)
    }
  }

  private func skipped(
    _ spelling: String, at span: SourceSpan, start: SourceSpan?, _ function: FunctionID
  ) -> Alteration {
    Alteration(
      kind: .lostEndOnExit, span: span, name: after.declaration(of: function).name.text, before: spelling,
      affected: [after.name(of: function)], evidence: start.map { [$0] } ?? [])
  }

  /// What an end is the end of: what made its local, or the last call before it on the same thing.
  private func start(of end: ExpressionID, _ was: Body, _ now: Body) -> ExpressionID? {
    let code = was.code
    guard case .call(let callee, let list) = code[end] else { return nil }
    let base: ExpressionID? = if case .member(let base, _) = code[callee] { base } else { code[list].first?.value }
    guard let base else { return nil }
    if case .local(let local) = code[code.root(of: base)], !code.isSelf(local), let value = code[local].initializer {
      let spelling = code.spelling(of: value)
      return now.expressions.first { now.code.spelling(of: $0) == spelling && !now.isInClosure($0) }
    }
    let receiver = code.fullSpelling(of: base)
    let earlier = was.expressions.filter { id in
      guard id < end, !was.isDeferred(id), case .call(let callee, _) = code[id],
        case .member(let other, _) = code[callee]
      else { return false }
      return code.fullSpelling(of: other) == receiver
    }
    guard let spelling = earlier.last.map({ code.spelling(of: $0) }) else { return nil }
    return now.expressions.first { now.code.spelling(of: $0) == spelling && !now.isInClosure($0) }
  }

  /// Whether what a call ends does so as it goes.
  private func endsByItself(_ end: ExpressionID, _ now: Body, in function: FunctionID) -> Bool {
    guard case .call(let callee, _) = now.code[end], case .member(let base, _) = now.code[callee] else { return false }
    return after.endsByItself(Inference(program: after).type(of: base, in: Frame(function, in: after)))
  }
}

extension Body {
  /// The calls that end something, by their names.
  fileprivate var ends: [ExpressionID] {
    expressions.filter { id in
      // What makes an object ends nothing: `throw Abort(.notFound)`.
      guard case .call(let callee, _) = code[id], let name = code.calledName(callee), !name.isCapitalized else {
        return false
      }
      let knowledge = program.knowledge
      return knowledge.endings.contains(name) && !knowledge[.takesOut].begins(name)
        || knowledge[.endsWork].begins(name) || knowledge[.frees].ends(name)
    }
  }

  /// Whether the closure around a call runs whether what comes before went well or not; nil where no call has it.
  fileprivate func runsWhateverComes(_ id: ExpressionID) -> Bool? {
    guard let closure = code.innermostClosure(around: id), let call = code[closure].call,
      case .call(let callee, _) = code[call], let name = code.calledName(callee)
    else { return nil }
    return program.knowledge[.runsWhateverComes].contains(name)
  }

  /// Whether an error of an expression leaves the body.
  fileprivate func isTried(_ id: ExpressionID) -> Bool {
    statements.contains { at in
      let statement = code.statements[Int(at)]
      guard case .trying = statement.kind else { return false }
      return statement.firstExpression <= id.index && id.index < statement.endExpression
    }
  }
}

extension FlowGraph {
  /// Whether some way leads from behind an expression out of the body that none of some others stands on.
  fileprivate func leaves(after start: ExpressionID, without ends: [ExpressionID], isTried: Bool) -> Bool {
    guard let first = block(evaluating: start) else { return false }
    func holds(_ block: Int, from index: Int32) -> Bool {
      blocks[block].ranges.contains { range in ends.contains { range.contains($0.index) && $0.index > index } }
    }
    if holds(first, from: start.index) { return false }
    let left = Dictionary(grouping: exits, by: \.block)
    var seen: Set<Int> = []
    var due: [Int] = blocks[first].successors.compactMap { number in
      let edge = edges[number]
      // What could not be made needs no end.
      if isTried, case .thrown = edge.kind { return nil }
      return edge.to
    }
    while let block = due.popLast() {
      guard seen.insert(block).inserted, !holds(block, from: -1) else { continue }
      if left[block]?.contains(where: { $0.manner != .end }) ?? false { return true }
      due += successors(of: block)
    }
    return false
  }
}
