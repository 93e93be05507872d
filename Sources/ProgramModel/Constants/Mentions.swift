import SwiftFacts

/// Where the locals of one function are mentioned, and what each expression is a part of.
struct Mentions {
  let code: Code
  private var parents: [ExpressionID: ExpressionID] = [:]
  private var uses: [LocalID: [ExpressionID]] = [:]

  /// O(expressions of the function).
  init(of function: FunctionID, in program: Program) {
    code = program[program.file(of: function)].facts.code
    for index in program.expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      for operand in code.operands(of: id) { parents[operand] = id }
      if case .local(let local) = code[id] { uses[local, default: []].append(id) }
    }
  }

  /// The expression that one is a direct part of; nil where it stands by itself.
  func whole(of id: ExpressionID) -> ExpressionID? { parents[id] }

  /// In the order in which they are evaluated, closures where they are written.
  func mentions(of local: LocalID) -> [ExpressionID] { uses[local] ?? [] }
}

extension Code {
  /// The expressions that are direct parts of one.
  func operands(of id: ExpressionID) -> [ExpressionID] {
    switch self[id] {
    case .name, .local, .superReference, .implicitMember, .type, .literal, .keyPath, .closure: []
    case .member(let base, _), .cast(let base, _), .test(let base, _), .element(let base), .payload(let base, _, _): [base]
    case .call(let callee, let list), .subscripted(let callee, let list): [callee] + self[list].map(\.value)
    case .assign(let target, let value), .mutate(let target, let value): [target, value]
    case .choice(let parts), .array(let parts), .dictionary(let parts), .operation(_, let parts), .compound(let parts):
      Array(self[parts])
    case .tuple(let list): self[list].map(\.value)
    }
  }
}
