/// Which findings somebody wants to be told of. What is empty asks for nothing in particular.
public struct FindingSelection: Sendable {
  public var rules: Set<String>
  public var traits: Set<Trait>
  public var levels: Set<Level>
  /// Asked of a finding's path.
  public var isWanted: @Sendable (String) -> Bool

  public init(
    rules: Set<String> = [], traits: Set<Trait> = [], levels: Set<Level> = [],
    isWanted: @escaping @Sendable (String) -> Bool = { _ in true }
  ) {
    self.rules = rules
    self.traits = traits
    self.levels = levels
    self.isWanted = isWanted
  }

  public func contains(_ finding: Finding) -> Bool {
    (rules.isEmpty || rules.contains(finding.rule)) && (traits.isEmpty || traits.contains(finding.trait))
      && (levels.isEmpty || levels.contains(finding.level)) && isWanted(finding.place.path)
  }
}

extension Review {
  /// The review with no other findings than those selected, introduced or fixed.
  public func narrowed(to selection: FindingSelection) -> Review {
    var result = self
    result.introduced.removeAll { !selection.contains($0) }
    let others = introduced.filter { !selection.contains($0) }
    result.account.unselected = Dictionary(others.map { ($0.level, 1) }, uniquingKeysWith: +)
    result.fixed.removeAll { !selection.contains($0) }
    result.account.setAside -= suppressed.count { $0.ground == .baseline && !selection.contains($0.finding) }
    result.suppressed.removeAll { !selection.contains($0.finding) }
    return result
  }

  /// The review with the `count` worst of its findings: by level, then in its order. The others are counted.
  public func limited(to count: Int) -> Review {
    let told = told
    let gravest = Level.allCases.sorted(by: >).flatMap { level in told.filter { $0.level == level } }
    var result = self
    result.introduced = Array(gravest.prefix(count))
    result.account.leftOut = Dictionary(gravest.dropFirst(count).map { ($0.level, 1) }, uniquingKeysWith: +)
    return result
  }
}
