import SwiftFacts

extension Program {
  /// Whether a byte of a function stands where no run comes to, for a constant decides otherwise: behind `if false`,
  /// behind the `else` of `if isOn` where `isOn` is a `let` that is `true`. O(statements of the file).
  func isRuledOut(_ byte: UInt32, in function: FunctionID) -> Bool {
    let frame = Frame(function, in: self)
    let code = frame.facts.code
    let around = code.statements.indices.filter { index in
      let statement = code.statements[index]
      guard case .branch = statement.kind else { return false }
      return statement.span.contains(byte)
    }
    guard !around.isEmpty else { return false }
    let ways = ExcludedWays(in: frame, Inference(program: self))
    return around.contains { index in
      let branch = Int32(index)
      let conditions = code.conditions(of: branch)
      guard let arm = code.blocks(of: branch).firstIndex(where: { code.statement($0).span.contains(byte) }) else {
        return false
      }
      return arm == 0
        ? conditions.contains { ways.excludes(.test($0, holds: true)) }
        : conditions.allSatisfy { ways.excludes(.test($0, holds: false)) }
    }
  }
}
