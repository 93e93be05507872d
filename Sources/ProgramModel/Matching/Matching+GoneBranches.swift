import SwiftFacts

/// Answers that went with the branch, or the link of a chain of calls, that they stood in.
extension Matching {
  /// Blocks in which an `else` that answered is gone with all that was in it, or a call whose closure did, where the
  /// rest is as it was and nothing answers instead.
  func goneAnswers(
    _ awaited: Awaited, _ first: CallSites, _ second: CallSites, in function: FunctionID
  ) -> [Alteration] {
    let lost = first.total - second.total
    guard lost > 0, second.total > 0 || !awaited.isGiven else { return [] }
    let known = Set(second.names.blocks.map(\.name))
    // What has come is another way to do it.
    guard known.isSubset(of: first.names.blocks.map(\.name)) else { return [] }
    if case .slot(let name) = awaited.now, !newCallers(of: name, around: function).isEmpty { return [] }
    func alteration(in statement: Int32, _ call: String) -> Alteration {
      Alteration(
        kind: .lostCompletionCall,
        span: SourceSpan(file: after.file(of: function), bytes: second.code.end(of: statement)),
        name: awaited.name.text, before: call)
    }
    for gone in first.names.blocks where !known.contains(gone.name) {
      guard let around = first.names.block(around: gone.statement),
        let block = second.names.blocks.first(where: { $0.name == around.name }), first.calls(inside: gone) == lost,
        let call = first.firstCall(inside: gone),
        second.others(in: block.statement).isSubset(of: first.others(in: around.statement))
      else { continue }
      if let twin = first.names.other(than: gone, in: first.code) {
        guard let now = second.names.blocks.first(where: { $0.name == twin.name }),
          second.others(in: now.statement) == first.others(in: twin.statement),
          second.calls(inside: now) == first.calls(inside: twin),
          !first.leaves(gone.statement) || second.leaves(now.statement),
          !second.isUsedBehind(now.statement), !second.isCalled(onEachWayThrough: block.statement),
          !second.isAnswered(inOrBehind: block.statement)
        else { continue }
        return [alteration(in: block.statement, call)]
      }
      if let link = first.link(of: gone), second.isChain(link, in: block.statement) {
        return [alteration(in: block.statement, call)]
      }
    }
    return []
  }
}

extension CallSites {
  /// How often a block calls or hands on the callable, with all that stands in it.
  fileprivate func calls(inside block: BlockNames.Block) -> Int {
    let statement = code.statement(block.statement)
    return uses.count { statement.firstExpression <= $0 && $0 < statement.endExpression }
  }

  fileprivate func firstCall(inside block: BlockNames.Block) -> String? {
    let statement = code.statement(block.statement)
    return uses.filter { statement.firstExpression <= $0 && $0 < statement.endExpression }.min()
      .map { code.spelling(of: ExpressionID(index: $0)) }
  }

  /// A call on what another call answers with: `.onError { … }` of `load().onSuccess { … }.onError { … }`.
  fileprivate struct Link {
    /// What it was called on the answer of.
    var before: Symbol
    var name: Symbol
  }

  /// The link of a chain whose closure a block is.
  fileprivate func link(of block: BlockNames.Block) -> Link? {
    guard case .closure(let id) = code.statement(block.statement).kind, let call = code[id].call,
      case .call(let callee, let list) = code[call], list.count == 1, case .member(let base, let name) = code[callee],
      case .call(let earlier, _) = code[base], let before = code.calledName(earlier)
    else { return nil }
    return Link(before: before, name: name)
  }

  /// Whether a block still has the call before a link, and nothing of the link's name; what its closures call is a
  /// chain of their own.
  fileprivate func isChain(_ link: Link, in block: Int32) -> Bool {
    let called = Set(
      code.expressions(in: block).compactMap { index -> Symbol? in
        guard case .call(let callee, _) = code[ExpressionID(index: index)],
          names.block(holding: index)?.statement == block
        else { return nil }
        return code.calledName(callee)
      })
    return called.contains(link.before) && !called.contains(link.name)
  }
}

extension CallSites {
  /// Whether a closure that another version does not have comes to a call, given to the same chain of calls as one that
  /// a block is in: behind it, or whether all went well or not.
  func isCalled(inNewLinkBehind block: Int32, unlike other: CallSites, _ knowledge: Knowledge) -> Bool {
    guard let own = chain(around: block) else { return false }
    let known = Set(other.names.blocks.map(\.name))
    return answers.contains { place in
      guard let home = names.block(holding: place), !known.contains(home.name), let link = chain(around: home.statement)
      else { return false }
      return link.start == own.start
        && (own.call < link.call || code.callee(of: link.call).map(knowledge[.comesAnyway].fits) == true)
    }
  }

  /// The call that the closure around a block is given to, and what the chain that it is a link of begins with.
  private func chain(around block: Int32) -> (start: ExpressionID, call: ExpressionID)? {
    guard let closure = names.closure(around: block), let call = closure.call else { return nil }
    var start = call
    while case .call(let callee, _) = code[start], case .member(let base, _) = code[callee] { start = base }
    return start == call ? nil : (start, call)
  }
}
