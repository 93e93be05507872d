import SwiftFacts

/// Where in the blocks of a body something stands.
struct BlockPlace: Equatable {
  /// The expressions of the innermost block, or body of a closure.
  var range: Range<Int32>
  /// How many it stands in.
  var depth: Int
}

extension Body {
  /// The innermost block that an expression stands in. O(statements).
  func place(of id: ExpressionID) -> BlockPlace {
    var place = BlockPlace(range: Int32(range.lowerBound)..<Int32(range.upperBound), depth: 0)
    for at in statements {
      let statement = code.statements[Int(at)]
      switch statement.kind {
      case .block, .closure, .selectionCase:
        guard statement.firstExpression <= id.index, id.index < statement.endExpression else { continue }
        place = BlockPlace(range: statement.firstExpression..<statement.endExpression, depth: place.depth + 1)
      default: continue
      }
    }
    return place
  }

  /// Whether an expression is done where its block is left, whichever way.
  func isDeferred(_ id: ExpressionID) -> Bool {
    statements.contains { at in
      let statement = code.statements[Int(at)]
      return statement.kind == .deferred && statement.firstExpression <= id.index && id.index < statement.endExpression
    }
  }

  /// The assignments to what has a name, by how they are spelled.
  func assignments(to name: Symbol) -> [String: [ExpressionID]] {
    var result: [String: [ExpressionID]] = [:]
    for id in expressions {
      guard case .assign(let target, _) = code[id], code.writtenName(target) == name else { continue }
      result[code.spelling(of: id), default: []].append(id)
    }
    return result
  }
}
