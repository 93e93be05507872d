import SwiftFacts

/// What a condition tells about what it tests, so that `if let error` and a later `if error == nil` exclude
/// each other.
extension Code {
  /// What is known where a condition holds, or where it does not; empty where nothing simple is.
  func facts(of kind: Statement.Condition, _ value: ExpressionID?, holds: Bool) -> [String: Bool] {
    guard let value else { return [:] }
    switch kind {
    case .binding: return told(plainSubject(value).map { "\($0)?" }, holds)
    case .test: return facts(testing: value, holds: holds)
    case .pattern, .availability: return [:]
    }
  }

  private func facts(testing value: ExpressionID, holds: Bool) -> [String: Bool] {
    guard case .operation(let name, let list) = self[value] else { return told(plainSubject(value), holds) }
    let parts = Array(self[list])
    switch name.text {
    case "!" where parts.count == 1: return facts(testing: parts[0], holds: !holds)
    case "&&":
      return holds ? parts.reduce(into: [:]) { $0.merge(facts(testing: $1, holds: true)) { old, _ in old } } : [:]
    case "||":
      return holds ? [:] : parts.reduce(into: [:]) { $0.merge(facts(testing: $1, holds: false)) { old, _ in old } }
    case "==", "!=":
      guard parts.count == 2, let left = plainSubject(parts[0]) else { return [:] }
      let isEqual = (name.text == "==") == holds
      if self[parts[1]] == .literal(.null) { return ["\(left)?": !isEqual] }
      return plainSubject(parts[1]).map { ["\(left) == \($0)": isEqual] } ?? [:]
    default: return [:]
    }
  }

  private func told(_ key: String?, _ holds: Bool) -> [String: Bool] { key.map { [$0: holds] } ?? [:] }

  /// The spelling of a value that stays the same while nothing is assigned to it.
  private func plainSubject(_ value: ExpressionID) -> String? {
    switch self[value] {
    case .local, .name, .literal, .implicitMember: spelling(of: value)
    case .member(let base, _): plainSubject(base) == nil ? nil : spelling(of: value)
    default: nil
    }
  }
}
