import ReviewModel

extension [Level: Int] {
  /// `2 bugs, 1 design`: the worst first, and none that there is not.
  package var inWords: String {
    Level.allCases.sorted(by: >).compactMap { level in
      let count = self[level] ?? 0
      return count == 0 ? nil : "\(count) \(count == 1 ? level.rawValue : level.plural)"
    }.joined(separator: ", ")
  }
}

extension Level {
  fileprivate var plural: String {
    switch self {
    case .bug: "bugs"
    case .risk: "risks"
    case .design: "design"
    }
  }
}
