import SwiftFacts

/// The innermost statement that each expression of a body stands in. O(expressions + statements) to make.
struct StatementsAround {
  private let first: Int
  private var statements: [Int32?]

  init(_ body: Body) {
    first = body.range.lowerBound
    statements = []
    statements.reserveCapacity(body.range.count)
    var next = body.statements.lowerBound
    // One inside the other.
    var open: [Int32] = []
    for index in body.range {
      while next < body.statements.upperBound, Int(body.code.statement(next).firstExpression) <= index {
        open.append(next)
        next += 1
      }
      while let last = open.last, Int(body.code.statement(last).endExpression) <= index { open.removeLast() }
      statements.append(open.last)
    }
  }

  subscript(id: ExpressionID) -> Int32? { statements[Int(id.index) - first] }
}
