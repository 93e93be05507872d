import SwiftFacts

/// Answers that nobody misses: what all callers hand to a function does nothing but write to the log on one of its
/// ways, so that it is the same to them whether they are told of a failure or of nothing.
///
/// Not safe for use from several threads: each worker has its own.
final class UnnoticedAnswers {
  private let program: Program
  private let callers: Callers

  init(_ callers: Callers, in program: Program) {
    self.program = program
    self.callers = callers
  }

  /// Whether nobody notices that a function does not call one of its closures; false where a caller is out of sight,
  /// or none is in it.
  func areUnnoticed(_ locals: [LocalID], of function: FunctionID) -> Bool {
    let declaration = program.declaration(of: function)
    guard let sites = callers.sitesInSight(of: function), !program.mayBeCalledBySystem(function) else { return false }
    return !sites.isEmpty
      && sites.allSatisfy { site in
        let file = program.file(of: site.function)
        if program.isTest(file) { return true }
        let code = program[file].facts.code
        guard case .call(_, let list) = code[site.call], let match = declaration.match(code[list]) else { return false }
        let given = zip(match, code[list]).filter { position, _ in
          locals.contains(declaration.parameters[position].local)
        }
        return !given.isEmpty
          && given.allSatisfy { _, argument in
            if case .closure(let closure) = code[argument.value] { hasQuietWay(closure, in: file) } else { false }
          }
      }
  }

  /// Whether some way through a closure does nothing that anybody could notice; that its object has gone is no such
  /// way.
  private func hasQuietWay(_ closure: ClosureID, in file: FileID, depth: Int = 0) -> Bool {
    let code = program[file].facts.code
    guard depth < 4, let graph = program.flow(of: code[closure].statement, in: file) else { return false }
    let used = code.usedValues(in: code[closure])
    func isQuiet(_ block: Int) -> Bool {
      graph.blocks[block].ranges.joined().allSatisfy { index in
        let id = ExpressionID(index: index)
        switch code[id] {
        case .assign, .mutate: return false
        case .call(let callee, let list):
          if used.contains(index) || isLogging(callee, code) { return true }
          let closures = code[list].compactMap { argument -> ClosureID? in
            if case .closure(let inner) = code[argument.value] { inner } else { nil }
          }
          guard let name = code.calledName(callee), program.knowledge[.queuesBlock].contains(name) else { return false }
          return !closures.isEmpty && closures.allSatisfy { hasQuietWay($0, in: file, depth: depth + 1) }
        default: return true
        }
      }
    }
    var seen: Set<Int> = [FlowGraph.entry]
    var due = isQuiet(FlowGraph.entry) ? [FlowGraph.entry] : []
    while let block = due.popLast() {
      if graph.exits.contains(where: { $0.block == block && $0.manner == .return }) { return true }
      for edge in graph.blocks[block].successors.map({ graph.edges[$0] }) where !isOfGoneObject(edge.kind, code) {
        if seen.insert(edge.to).inserted, isQuiet(edge.to) { due.append(edge.to) }
      }
    }
    return false
  }

  /// Whether a way is taken where what the closure holds weakly has gone.
  private func isOfGoneObject(_ edge: FlowGraph.Edge.Kind, _ code: Code) -> Bool {
    let asked: ExpressionID? =
      switch edge {
      case .test(let statement, holds: false):
        if case .condition(_, let value) = code.statement(statement).kind { value } else { nil }
      case .skippable(let statement, runs: false):
        if case .skippable(.chain, let value) = code.statement(statement).kind { value } else { nil }
      default: nil
      }
    guard let asked, case .local(let local) = code[asked] else { return false }
    return code[local].isWeak
  }

  private func isLogging(_ callee: ExpressionID, _ code: Code) -> Bool {
    let name = code.calledName(callee)
    return name.map { program.knowledge.logs($0) || program.knowledge[.makesText].contains($0) } ?? false
      || program.knowledge[.logs].fits(code.spelling(of: callee))
  }
}

extension Code {
  /// The expressions of a closure's body whose values something is made of, or decided by.
  fileprivate func usedValues(in closure: Closure) -> Set<Int32> {
    var result: Set<Int32> = []
    for index in closure.firstExpression..<closure.endExpression {
      for child in children(of: ExpressionID(index: index)) { result.insert(child.index) }
    }
    for local in closure.firstLocal..<closure.endLocal {
      if let value = self[LocalID(index: local)].initializer { result.insert(value.index) }
    }
    for statement in closure.statement..<self.statement(closure.statement).end {
      switch self.statement(statement).kind {
      case .condition(_, let value?): result.insert(value.index)
      case .selection(let subject): result.insert(subject.index)
      case .matching(_, let value?, _): result.insert(value.index)
      default: continue
      }
    }
    return result
  }
}
