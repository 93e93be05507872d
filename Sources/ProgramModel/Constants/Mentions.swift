import SwiftFacts

/// Where the locals of one function are mentioned, and what each expression is a part of.
struct Mentions {
  let code: Code
  private let parents: Parents
  private var uses: [LocalID: [ExpressionID]] = [:]

  /// O(expressions of the function).
  init(of function: FunctionID, in program: Program) {
    code = program[program.file(of: function)].facts.code
    parents = Parents(of: program.expressions(of: function), in: code, areFirst: false)
    for index in program.expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      if case .local(let local) = code[id] { uses[local, default: []].append(id) }
    }
  }

  /// The expression that one is a direct part of; nil where it stands by itself.
  func whole(of id: ExpressionID) -> ExpressionID? { parents[id] }

  /// In the order in which they are evaluated, closures where they are written.
  func mentions(of local: LocalID) -> [ExpressionID] { uses[local] ?? [] }
}
