import SwiftFacts

/// What the functions of one file call and assign to, by name. Kept with the facts of the file.
struct CallsAndAssignments: Sendable {
  struct Assignment: Sendable {
    var function: FunctionIndex
    var name: Symbol
    var assignment: ExpressionID
    var target: ExpressionID
    var value: ExpressionID
  }

  /// The names of what is called, each once for a function.
  private(set) var names: [Symbol] = []
  /// By function, its part of them.
  private(set) var called: [Range<Int>] = []
  /// In the order of functions.
  private(set) var assignments: [Assignment] = []

  init(_ facts: FileFacts) {
    let code = facts.code
    for index in facts.functions.indices {
      let declaration = facts.functions[index]
      let start = names.count
      var seen: Set<Symbol> = []
      for at in declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression) {
        switch code.expressions[Int(at)] {
        case .call(let callee, _):
          if let name = code.calledName(callee), seen.insert(name).inserted { names.append(name) }
        case .assign(let target, let value):
          guard let name = code.writtenName(target) else { continue }
          assignments.append(
            Assignment(function: FunctionIndex(index: Int32(index)), name: name, assignment: ExpressionID(index: at),
              target: target, value: value))
        default: continue
        }
      }
      called.append(start..<names.count)
    }
  }
}

extension FileFacts {
  var callsAndAssignments: CallsAndAssignments { derived { CallsAndAssignments(self) } }
}
