public import SwiftFacts

/// For each expression of a stretch of code, the expression that it is a part of. O(expressions) to make, O(1) to ask.
public struct Parents {
  private let first: Int32
  /// By the place in the stretch; -1 for none.
  private var inside: [Int32]
  /// Of parts that stand elsewhere, as what a pattern takes apart may.
  private var outside: [Int32: ExpressionID] = [:]

  /// - Parameter areFirst: Of several that share a part, whether the first one has it, or the last.
  public init(of range: Range<Int>, in code: Code, areFirst: Bool) {
    first = Int32(range.lowerBound)
    var inside = [Int32](repeating: -1, count: range.count)
    var outside: [Int32: ExpressionID] = [:]
    for index in range {
      let id = ExpressionID(index: Int32(index))
      code.forEachChild(of: id) { part in
        let at = Int(part.index) - range.lowerBound
        if range.contains(Int(part.index)) {
          if !areFirst || inside[at] < 0 { inside[at] = id.index }
        } else if !areFirst || outside[part.index] == nil {
          outside[part.index] = id
        }
      }
    }
    self.inside = inside
    self.outside = outside
  }

  public subscript(id: ExpressionID) -> ExpressionID? {
    let at = Int(id.index - first)
    guard inside.indices.contains(at) else { return outside.isEmpty ? nil : outside[id.index] }
    return inside[at] < 0 ? nil : ExpressionID(index: inside[at])
  }
}
