import ReviewModel

/// What a table by rule has a row for: a rule may find some things at one level and some at another.
struct RuleAtLevel: Hashable {
  var rule: String
  var level: Level

  typealias Group = (key: RuleAtLevel, value: [Finding])

  /// The order of the rows: the worst first, then the most frequent.
  static func precedes(_ left: Group, _ right: Group) -> Bool {
    (right.key.level, right.value.count, left.key.rule) < (left.key.level, left.value.count, right.key.rule)
  }
}
