import SwiftFacts

/// Ways through a body that no run takes: a constant decides otherwise, or what is asked for is always there.
///
/// Not safe for use from several threads: each worker has its own.
final class ExcludedWays {
  private let frame: Frame
  private let presence: Presence
  private let pairs: AnsweredPairs
  private var known: [Edge: Bool] = [:]

  private struct Edge: Hashable {
    var statement: Int32
    var holds: Bool
  }

  init(in frame: Frame, _ inference: Inference) {
    self.frame = frame
    presence = Presence(frame: frame, inference: inference)
    pairs = AnsweredPairs(frame: frame, inference: inference)
  }

  private var code: Code { frame.facts.code }

  func excludes(_ edge: FlowGraph.Edge.Kind) -> Bool {
    switch edge {
    case .test(let statement, let holds):
      guard case .condition(let kind, let value?) = code.statement(statement).kind else { return false }
      return kept(statement, holds) {
        switch kind {
        case .binding:
          !holds
            && (presence.isAlwaysThere(value) || pairs.isOther(value, at: statement)
              || pairs.comesWithAnswer(value, at: statement))
        case .test: boolean(value) == !holds
        case .pattern, .availability: false
        }
      }
    case .skippable(let statement, let runs):
      guard case .skippable(let skip, let value) = code.statement(statement).kind else { return false }
      return kept(statement, runs) {
        switch skip {
        case .chain: !runs && presence.isAlwaysThere(value)
        case .coalescing: runs && presence.isAlwaysThere(value)
        case .and: boolean(value) == !runs
        case .or: boolean(value) == runs
        }
      }
    case .next, .enter, .round, .done, .pattern, .thrown: return false
    }
  }

  private func kept(_ statement: Int32, _ holds: Bool, _ make: () -> Bool) -> Bool {
    let edge = Edge(statement: statement, holds: holds)
    if let answer = known[edge] { return answer }
    let answer = make()
    known[edge] = answer
    return answer
  }

  /// What a condition comes to on every run; nil where that is not sure.
  private func boolean(_ id: ExpressionID, depth: Int = 0) -> Bool? {
    guard depth < 8 else { return nil }
    func inner(_ id: ExpressionID) -> Bool? { boolean(id, depth: depth + 1) }
    switch code[id] {
    case .literal(.boolean(let value)): return value
    case .local(let local):
      guard case .variable(isLet: true) = code[local].kind else { return nil }
      return code[local].initializer.flatMap(inner)
    case .name, .member: return presence.property(id).flatMap(frame.program.constant)
    case .operation(let name, let list):
      let parts = Array(code[list])
      switch name.text {
      case "!" where parts.count == 1: return inner(parts[0]).map(!)
      case "&&":
        let values = parts.map(inner)
        return values.contains(false) ? false : values.allSatisfy { $0 == true } ? true : nil
      case "||":
        let values = parts.map(inner)
        return values.contains(true) ? true : values.allSatisfy { $0 == false } ? false : nil
      case "==", "!=":
        guard parts.count == 2, code[parts[1]] == .literal(.null), presence.isAlwaysThere(parts[0]) else { return nil }
        return name.text == "!="
      default: return nil
      }
    default: return nil
    }
  }
}

extension Program {
  /// The one value that a boolean property has: a `let` with it, or a getter that answers with nothing else.
  func constant(_ property: PropertyID) -> Bool? {
    let declaration = declaration(of: property)
    guard declaration.attributes.isEmpty, !declaration.isRequirement, isDeclaredOnce(property) else { return nil }
    if let owner = owner(of: property), self[owner].kind == .protocol || isRedeclared(property, below: owner) {
      return nil
    }
    let file = file(of: property)
    guard let function = declaration.isLet ? declaration.initialValue : declaration.getter else { return nil }
    let code = self[file].facts.code
    let results = code[self.declaration(of: self.function(function, in: file)).results]
    guard results.count == 1, let only = results.first, case .literal(.boolean(let value)) = code[only] else {
      return nil
    }
    return value
  }
}
