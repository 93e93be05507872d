import SwiftFacts

/// What becomes of the values of a function's expressions.
struct ValueUses {
  /// For each expression, the expression that it is a part of.
  private let parents: Parents
  private let code: Code
  private let results: Set<ExpressionID>
  /// By where they begin.
  private let closures: [Closure]
  /// For each of them, the one around it.
  private let around: [Int?]
  /// The locals that are given an expression where they are declared.
  private var bound: [ExpressionID: LocalID] = [:]
  private var uses: [LocalID: [ExpressionID]] = [:]

  init(of function: FunctionID, in program: Program) {
    let facts = program[program.file(of: function)].facts
    code = facts.code
    let declaration = program.declaration(of: function)
    parents = Parents(of: program.expressions(of: function), in: code, areFirst: false)
    var results = Set(code[declaration.results])
    var closures: [Closure] = []
    for index in program.expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .closure(let closure):
        results.formUnion(code[code[closure].results])
        closures.append(code[closure])
      case .local(let local): uses[local, default: []].append(id)
      default: break
      }
    }
    self.results = results
    closures.sort { ($0.firstExpression, $1.endExpression) < ($1.firstExpression, $0.endExpression) }
    self.closures = closures
    var open: [Int] = []
    around = closures.indices.map { index in
      while let last = open.last, closures[last].endExpression <= closures[index].firstExpression { open.removeLast() }
      defer { open.append(index) }
      return open.last
    }
    for index in declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal) {
      let local = LocalID(index: index)
      if case .variable = code[local].kind, let value = code[local].initializer { bound[value] = local }
    }
  }

  func parent(of id: ExpressionID) -> ExpressionID? { parents[id] }

  /// The variable whose first value it is.
  func variable(givenBy id: ExpressionID) -> LocalID? { bound[id] }

  func mentions(of local: LocalID) -> [ExpressionID] { uses[local] ?? [] }

  /// Whether it is what the function, or one of its closures, answers with.
  func isResult(_ id: ExpressionID) -> Bool { results.contains(id) }

  /// The closure around an expression, the innermost. O(log closures + depth).
  func closure(around id: ExpressionID) -> Closure? {
    var (low, high) = (0, closures.count)
    while low < high {
      let middle = (low + high) / 2
      if closures[middle].firstExpression <= id.index { low = middle + 1 } else { high = middle }
    }
    var place: Int? = low > 0 ? low - 1 : nil
    while let at = place, closures[at].endExpression <= id.index { place = around[at] }
    return place.map { closures[$0] }
  }

  /// Whether nothing gets the value: it stands as a statement, or is given to `_`.
  func isDropped(_ id: ExpressionID) -> Bool {
    if results.contains(id) || bound[id] != nil { return false }
    guard let parent = parents[id] else { return true }
    if case .assign(let target, let value) = code[parent], value == id, case .compound(let parts) = code[target] {
      return parts.count == 0
    }
    return false
  }

  /// Whether nothing gets the value, or nobody looks at the variable that does.
  func isUntouched(_ id: ExpressionID) -> Bool {
    isDropped(id) || variable(givenBy: id).map { mentions(of: $0).isEmpty } ?? false
  }
}
