import SwiftFacts

/// An operator with the two operands that it stands between.
struct OperatorUse: Hashable {
  var name: Symbol
  var left: ExpressionID
  var right: ExpressionID
}

extension Code {
  /// The operators between operands in a stretch of code, in the order of evaluation.
  func operators(in range: Range<Int>) -> [OperatorUse] {
    range.flatMap { index -> [OperatorUse] in
      guard case .operation(let name, let list) = expressions[index], list.count > 1 else { return [] }
      let parts = self[list]
      return zip(parts, parts.dropFirst()).map { OperatorUse(name: name, left: $0, right: $1) }
    }
  }

  /// The comparisons in a stretch of code.
  func comparisons(in range: Range<Int>) -> [OperatorUse] {
    operators(in: range).filter { Self.comparing.contains($0.name) }
  }

  private static let comparing: Set<Symbol> = ["==", "!=", "===", "!==", "<", "<=", ">", ">="]
}
