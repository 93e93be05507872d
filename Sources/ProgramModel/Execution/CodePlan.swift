import SwiftFacts

/// The code of one file as it is executed: what stands in each block one after the other, and what belongs together
/// though it stands apart. Derived from the statements; nothing is looked at before it runs.
final class CodePlan {
  enum Item {
    case expression(ExpressionID)
    /// `let (a, b) = value`: the parts, in order.
    case parts(ExpressionID, of: ExpressionID)
    case statement(Int32)
  }

  let facts: FileFacts
  var code: Code { facts.code }
  private var items: [Int32: [Item]] = [:]
  private var free: [ClosureID: [LocalID]] = [:]
  /// By the expression that is its value, the `if`, `switch` or `? :`.
  let deciding: [Int32: Int32]
  /// By the expression that ends it, whether something after `try?` or `try!` is tried.
  let trying: [Int32: Statement.Trying]
  /// By what they begin with, the variables of bodies.
  let bound: [ExpressionID: [LocalID]]
  /// By block, the variables that begin with nothing.
  private let empty: [Int32: [LocalID]]
  /// By property, its setter, and what watches it.
  private(set) var setters: [PropertyIndex: FunctionIndex] = [:]
  private(set) var observers: [PropertyIndex: [FunctionIndex]] = [:]

  init(_ facts: FileFacts) {
    self.facts = facts
    let code = facts.code
    var deciding: [Int32: Int32] = [:]
    var trying: [Int32: Statement.Trying] = [:]
    for (index, statement) in code.statements.enumerated() {
      switch statement.kind {
      case .branch, .ternary, .selection: deciding[statement.endExpression] = Int32(index)
      case .trying(let kind) where kind != .propagating: trying[statement.endExpression - 1] = kind
      default: continue
      }
    }
    self.deciding = deciding
    self.trying = trying
    var bound: [ExpressionID: [LocalID]] = [:]
    var unset: [LocalID] = []
    // What a setter is given is there before it begins.
    let given = Set(facts.functions.compactMap(\.setterLocal))
    for (index, local) in code.locals.enumerated() {
      guard case .variable = local.kind else { continue }
      let id = LocalID(index: Int32(index))
      if let value = local.initializer {
        bound[value, default: []].append(id)
      } else if !given.contains(id) {
        unset.append(id)
      }
    }
    self.bound = bound
    var empty: [Int32: [LocalID]] = [:]
    for local in unset {
      let span = code[local].span
      let around = code.statements.indices.filter { index in
        let statement = code.statements[index]
        return switch statement.kind {
        case .block, .closure: statement.span.start <= span.start && span.end <= statement.span.end
        default: false
        }
      }
      // The statements of a file go around all that it declares, wherever they stand.
      let length = around.map { code.statements[$0].span.end - code.statements[$0].span.start }.min()
      let block = around.last { code.statements[$0].span.end - code.statements[$0].span.start == length }
      if let block { empty[Int32(block), default: []].append(local) }
    }
    self.empty = empty
    for (index, function) in facts.functions.enumerated() {
      let index = FunctionIndex(index: Int32(index))
      switch function.kind {
      case .setter(let property): setters[property] = index
      case .observer(let property): observers[property, default: []].append(index)
      default: continue
      }
    }
  }

  /// What a body comes to that is one expression.
  func onlyExpression(of block: Int32) -> ExpressionID? {
    let items = items(of: block)
    guard items.count == 1, case .expression(let id) = items[0], deciding[id.index] == nil, bound[id] == nil,
      unset(in: block).isEmpty
    else { return nil }
    return id
  }

  func unset(in block: Int32) -> [LocalID] { empty[block] ?? [] }

  /// What a statement holds, in the order in which it runs.
  func items(of statement: Int32) -> [Item] {
    if let known = items[statement] { return known }
    var draft = Draft(code: code)
    draft.collect(statement)
    let made = draft.items()
    items[statement] = made
    return made
  }

  private struct Draft {
    let code: Code
    var expressions: [ExpressionID] = []
    var statements: [(at: Int32, statement: Int32)] = []
    /// What closures capture is evaluated as they are made.
    var captured: Set<ExpressionID> = []

    init(code: Code) { self.code = code }

    mutating func collect(_ statement: Int32) {
      let whole = code.statement(statement)
      var place = whole.firstExpression
      for child in code.inner(of: statement) {
        let inner = code.statement(child)
        take(place..<inner.firstExpression)
        place = max(place, inner.endExpression)
        switch inner.kind {
        case .trying, .awaiting, .skippable: collect(child)
        case .branch, .ternary, .selection, .declaration, .closure: continue
        default: statements.append((inner.firstExpression, child))
        }
      }
      take(place..<whole.endExpression)
    }

    private mutating func take(_ range: Range<Int32>) {
      for index in range { expressions.append(ExpressionID(index: index)) }
    }

    func items() -> [Item] {
      var parts: Set<ExpressionID> = []
      for expression in expressions {
        code.forEachChild(of: expression) { parts.insert($0) }
        if case .closure(let id) = code[expression] {
          for local in code[id].captureList {
            if case .capture(_, let value) = code[local].kind { parts.insert(value) }
          }
        }
      }
      var result: [(at: Int32, order: Int, item: Item)] = []
      for expression in expressions where !parts.contains(expression) {
        // A function declared here is there before what stands above it runs.
        if case .closure(let id) = code[expression], code[id].isLocalFunction { continue }
        if case .element(let whole) = code[expression] {
          result.append((expression.index, 1, .parts(expression, of: whole)))
        } else {
          result.append((expression.index, 1, .expression(expression)))
        }
      }
      for (at, statement) in statements { result.append((at, 0, .statement(statement))) }
      return result.enumerated()
        .sorted { ($0.element.at, $0.element.order, $0.offset) < ($1.element.at, $1.element.order, $1.offset) }
        .map(\.element.item)
    }
  }

  /// The locals from around it that a closure uses, those included that the functions use which are declared there.
  ///
  /// - Parameter isMember: Whether a name that stands by itself is a member of the object around the closure.
  func freeLocals(of id: ClosureID, isMember: (Symbol) -> Bool) -> [LocalID] {
    if let known = free[id] { return known }
    free[id] = []
    let closure = code[id]
    var result: [LocalID] = []
    func note(_ local: LocalID) {
      guard !(closure.firstLocal <= local.index && local.index < closure.endLocal) else { return }
      if case .function(let inner) = code[local].kind {
        for outer in freeLocals(of: inner, isMember: isMember) { note(outer) }
      } else if !result.contains(local) {
        result.append(local)
      }
    }
    for index in closure.firstExpression..<closure.endExpression {
      switch code[ExpressionID(index: index)] {
      case .local(let local): note(local)
      case .superReference(let local?): note(local)
      case .name(let name, let local?): if isMember(name) { note(local) }
      default: continue
      }
    }
    free[id] = result
    return result
  }
}
