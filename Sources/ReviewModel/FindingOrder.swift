/// The order in which findings are told.
public enum FindingOrder: String, CaseIterable, Sendable {
  /// The worst level first.
  case level
  /// By file and line.
  case path
  /// By the rule's id.
  case rule

  /// Whether one finding comes before another; within equals, by place.
  public func precedes(_ left: Finding, _ right: Finding) -> Bool {
    switch self {
    case .level where left.level != right.level: left.level > right.level
    case .rule where left.rule != right.rule: left.rule < right.rule
    case .level, .path, .rule: Finding.reportingOrder(left, right)
    }
  }
}

extension Review {
  /// What is introduced, in the order that was asked for.
  public var told: [Finding] { introduced.sorted(by: order.precedes) }
}
