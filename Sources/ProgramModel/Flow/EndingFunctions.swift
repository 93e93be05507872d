import SwiftFacts

/// Functions that do not return: those that say so, those that a table knows, and those of the program that come to one
/// of these whatever happens.
struct EndingFunctions: Equatable, Sendable {
  /// By name, of whatever type.
  private(set) var functions: Set<Symbol>
  /// Static functions by name, with the names of the types that they are called on.
  private(set) var members: [Symbol: Set<Symbol>] = [:]

  /// O(expressions).
  init(_ files: [SourceFile], _ knowledge: Knowledge) {
    functions = knowledge[.neverReturns].names
    for file in files {
      for function in file.facts.functions {
        guard let type = function.result, case .named("Never", _) = file.facts.code[type] else { continue }
        functions.insert(function.name)
      }
    }
    // What a release goes on after is no end.
    let ends = functions.subtracting(knowledge[.stopsTrials].names)
    var others: Set<Member> = []
    var found: Set<Member> = []
    for file in files {
      for function in file.facts.functions where function.isStatic && function.kind == .function {
        guard let member = Member(function, in: file.facts) else { continue }
        if Self.alwaysEnds(function, in: file.facts.code, ends) { found.insert(member) } else { others.insert(member) }
      }
    }
    for member in found.subtracting(others) { members[member.name, default: []].insert(member.type) }
  }

  private struct Member: Hashable {
    var type: Symbol
    var name: Symbol

    init?(_ function: FunctionDeclaration, in facts: FileFacts) {
      guard let parent = function.parent else { return nil }
      type = facts[parent].name
      name = function.name
    }
  }

  /// Whether no way through a body comes to its end, nor to a `return` or a `throw`.
  private static func alwaysEnds(_ function: FunctionDeclaration, in code: Code, _ ends: Set<Symbol>) -> Bool {
    func isEnd(_ id: ExpressionID) -> Bool {
      guard case .call(let callee, _) = code[id], case .name(let name, _) = code[callee] else { return false }
      return ends.contains(name)
    }
    guard function.hasBody, function.result == nil, function.firstStatement < function.endStatement,
      (function.firstExpression..<function.endExpression).contains(where: { isEnd(ExpressionID(index: $0)) }),
      let graph = code.flow(of: function.firstStatement, endsProgram: isEnd)
    else { return false }
    var reached: Set<Int> = [FlowGraph.entry]
    var due = [FlowGraph.entry]
    while let block = due.popLast() {
      for next in graph.successors(of: block) where reached.insert(next).inserted { due.append(next) }
    }
    return graph.exits.allSatisfy { $0.manner == .end || !reached.contains($0.block) }
  }
}
