import SwiftFacts

extension FlowGraph {
  /// The graph as text, the same for the same body: blocks that can be reached, in reverse postorder, with what they
  /// evaluate and where they lead.
  func description(in code: Code) -> String {
    let order = reversePostorder
    var numbers: [Int: Int] = [:]
    for (number, block) in order.enumerated() { numbers[block] = number }
    var lines: [String] = []
    for (number, block) in order.enumerated() {
      let parts = wholes(of: blocks[block], in: code).map { code.spelling(of: $0) }.filter { !$0.isEmpty }
      lines.append("\(number): " + (parts.isEmpty ? "–" : parts.joined(separator: "; ")))
      for index in blocks[block].successors {
        let edge = edges[index]
        let label = edge.kind.description(in: code)
        lines.append("   → \(numbers[edge.to] ?? -1)" + (label.isEmpty ? "" : " \(label)"))
      }
      for exit in exits where exit.block == block {
        lines.append("   → \(exit.manner == .end ? "the program ends" : "\(exit.manner)")")
      }
    }
    return lines.joined(separator: "\n")
  }

  /// The expressions of a block that are no part of another one of it.
  private func wholes(of block: Block, in code: Code) -> [ExpressionID] {
    let all = block.ranges.flatMap { $0 }.map { ExpressionID(index: $0) }
    let parts = Set(all.flatMap { code.children(of: $0) })
    return all.filter { !parts.contains($0) }
  }
}

extension FlowGraph.Edge.Kind {
  fileprivate func description(in code: Code) -> String {
    func value(_ statement: Int32) -> String {
      switch code.statement(statement).kind {
      case .condition(.binding, let value): "\(value.map { code.spelling(of: $0) } ?? "…") is there"
      case .condition(.availability, _): "available"
      case .condition(.pattern, let value): "\(value.map { code.spelling(of: $0) } ?? "…") matches"
      case .condition(_, let value): value.map { code.spelling(of: $0) } ?? "…"
      case .matching(let pattern, _, _): code.spelling(of: code[pattern])
      case .skippable(let skip, let value): "\(skip) after \(code.spelling(of: value))"
      default: ""
      }
    }
    return switch self {
    case .next, .enter: ""
    case .test(let statement, let holds): (holds ? "if " : "unless ") + value(statement)
    case .pattern(let statement, let matches): (matches ? "case " : "not case ") + value(statement)
    case .skippable(let statement, let runs): (runs ? "run: " : "skip: ") + value(statement)
    case .round: "next round"
    case .done: "done"
    case .thrown: "thrown"
    }
  }
}

extension Code {
  func spelling(of pattern: Pattern) -> String {
    switch pattern {
    case .any: "_"
    case .binding(let local): "let \(self[local].name)"
    case .optional(let inner): "\(spelling(of: inner))?"
    case .enumCase(let name, let payload):
      payload.isEmpty ? ".\(name)" : ".\(name)(\(payload.map { spelling(of: $0) }.joined(separator: ", ")))"
    case .tuple(let parts): "(\(parts.map { spelling(of: $0) }.joined(separator: ", ")))"
    case .type(let type, let inner): "\(inner.map { spelling(of: $0) } ?? "is") as \(spelling(of: type))"
    case .value(let value): spelling(of: value)
    case .unknown: "…"
    }
  }
}
