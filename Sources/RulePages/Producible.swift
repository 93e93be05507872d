/// Where candidates come from.
public enum Origin: Hashable, Sendable {
  /// Source alone: every thing of a kind.
  case reading(Kind)
  case analysis(Source)

  var kinds: Set<Kind> {
    switch self {
    case .reading(let kind): [kind]
    case .analysis(let source): source.kinds
    }
  }

  var facts: Facts {
    switch self {
    case .reading: [:]
    case .analysis(let source): source.facts
    }
  }
}

extension Predicate {
  /// The origins whose candidates it can hold of: source alone, where that will do, or else analyses.
  func origins(of kinds: Set<Kind>, isOfChange: Bool) -> [Origin] {
    let kinds = self.kinds.map(kinds.intersection) ?? kinds
    var result: [Origin] = []
    for kind in Kind.findable where kinds.contains(kind) {
      if !isOfChange, kind.isReadOff, canHold(of: [kind], [:]) {
        result.append(.reading(kind))
      } else {
        let sources = Self.sourcesByKind[kind, default: []].filter { $0.isOfChange == isOfChange }
        result += sources.filter { canHold(of: [kind], $0.facts) }.map(Origin.analysis)
      }
    }
    var seen: Set<Origin> = []
    return result.filter { seen.insert($0).inserted }
  }

  /// In their own order; every case of every page asks.
  private static let sourcesByKind: [Kind: [Source]] = Dictionary(
    grouping: Source.allCases.flatMap { source in source.kinds.map { ($0, source) } }, by: \.0
  ).mapValues { $0.map(\.1) }

  private static func sources(of kinds: Set<Kind>, _ isOfChange: Bool) -> [Source] {
    Source.allCases.filter { $0.isOfChange == isOfChange && !$0.kinds.isDisjoint(with: kinds) }
  }

  /// The words that stand in the way of the origin which comes nearest, with what that can say of each.
  func misfits(of kinds: Set<Kind>, isOfChange: Bool) -> [(attribute: Attribute, offered: [String])] {
    let parts = flattened
    let all =
      (isOfChange ? [] : kinds.filter(\.isReadOff).sorted { $0.rawValue < $1.rawValue }.map(Origin.reading))
      + Self.sources(of: kinds, isOfChange).map(Origin.analysis)
    let misfits = all.map { origin in
      (origin, parts.filter { !$0.canHold(of: origin.kinds.intersection(kinds), origin.facts) })
    }
    guard let nearest = misfits.min(by: { $0.1.count < $1.1.count }) else { return [] }
    return nearest.1.compactMap { $0.misfit(of: nearest.0.kinds.intersection(kinds), nearest.0.facts) }
  }

  /// The innermost word in it that stands in the way, with what can be said in its place.
  private func misfit(
    of kinds: Set<Kind>, _ facts: Facts, isInSource: Bool = true
  ) -> (attribute: Attribute, offered: [String])? {
    switch self {
    case .all(let parts), .any(let parts):
      let misfits = parts.filter { !$0.can(beMet: true, of: kinds, facts, isInSource: isInSource) }
      return misfits.first?.misfit(of: kinds, facts, isInSource: isInSource)
    case .not(let part): return part.misfit(of: kinds, facts, isInSource: isInSource)
    case .metavariable(_, let inner): return inner.misfit(of: [.object], [:])
    case .test(let attribute, let wanted):
      let readOff = isInSource ? kinds.filter(attribute.readOff.contains) : []
      if case .entity(let inner) = wanted {
        let others = attribute.entityKinds(of: kinds)
        if !readOff.isEmpty { return inner.misfit(of: others, [:]) ?? (attribute, []) }
        for case .entity(let said) in facts[attribute] {
          return inner.misfit(of: others, said, isInSource: false) ?? (attribute, [])
        }
      }
      let said = facts[attribute].compactMap { if case .word(let word) = $0 { word } else { nil } }
      let read = readOff.flatMap { attribute.readOffWords(of: $0) ?? [] }
      return (attribute, Set(said + read).sorted())
    }
  }

  private var flattened: [Predicate] {
    if case .all(let parts) = self { parts.flatMap(\.flattened) } else { [self] }
  }

  /// Whether some candidate of one of these kinds, with these facts or some of them, can answer yes.
  func canHold(of kinds: Set<Kind>, _ facts: Facts) -> Bool { can(beMet: true, of: kinds, facts) }

  /// - Parameters:
  ///   - isMet: Whether it is asked for a yes; otherwise for a no, which is not the same as unknown.
  ///   - isInSource: Whether the thing is known to stand in the source, which then says the rest.
  private func can(beMet isMet: Bool, of kinds: Set<Kind>, _ facts: Facts, isInSource: Bool = true) -> Bool {
    switch self {
    case .all(let parts):
      return isMet
        ? parts.allSatisfy { $0.can(beMet: true, of: kinds, facts, isInSource: isInSource) }
        : parts.contains { $0.can(beMet: false, of: kinds, facts, isInSource: isInSource) }
    case .any(let parts):
      return isMet
        ? parts.contains { $0.can(beMet: true, of: kinds, facts, isInSource: isInSource) }
        : parts.allSatisfy { $0.can(beMet: false, of: kinds, facts, isInSource: isInSource) }
    case .not(let part): return part.can(beMet: !isMet, of: kinds, facts, isInSource: isInSource)
    case .metavariable(_, let inner): return inner.can(beMet: isMet, of: [.object], [:])
    case .test(let attribute, let wanted):
      let said = facts[attribute]
      let readOff = isInSource ? kinds.filter(attribute.readOff.contains) : []
      switch wanted {
      case .words(let words):
        if isMet, said.contains(where: { if case .word(let word) = $0 { words.contains(word) } else { false } }) {
          return true
        }
        if !isMet, said.contains(where: { if case .word(let word) = $0 { !words.contains(word) } else { false } }) {
          return true
        }
        // What an analysis says of something is all there is, unless there may be several such words.
        guard said.isEmpty || attribute == .is || attribute == .kind else { return false }
        return readOff.contains { kind in
          attribute.readOffWords(of: kind).map { !$0.isDisjoint(with: words) } ?? true
        }
      case .names(let names):
        return !readOff.isEmpty
          || said.contains { content in
            switch content {
            case .word(let word): names.contains { $0.matches(word) } == isMet
            case .anyName: true
            case .entity: false
            }
          }
      case .globs: return !readOff.isEmpty
      case .entity(let inner):
        let others = attribute.entityKinds(of: kinds)
        if !readOff.isEmpty, inner.can(beMet: isMet, of: others, [:]) { return true }
        return said.contains {
          if case .entity(let facts) = $0 {
            inner.can(beMet: isMet, of: others, facts, isInSource: false)
          } else {
            false
          }
        }
      }
    }
  }
}

extension Attribute {
  /// What a word speaks of that follows this one.
  public func entityKinds(of kinds: Set<Kind>) -> Set<Kind> {
    switch shape {
    case .entity(let kind?, _): [kind]
    case .entity(nil, _): kinds
    default: []
    }
  }

  /// Whether it can be said of one of these kinds at all.
  func isSaid(of kinds: Set<Kind>) -> Bool { kinds.contains { Self.saidOf[$0]?.contains(self) ?? false } }

  /// For each kind, the words that source or an analysis answers.
  static let saidOf: [Kind: Set<Attribute>] = {
    var result: [Kind: Set<Attribute>] = [:]
    for attribute in Attribute.allCases {
      for kind in attribute.readOff { result[kind, default: []].insert(attribute) }
    }
    func note(_ facts: Facts, of kinds: Set<Kind>) {
      for (attribute, contents) in facts.answers {
        for kind in kinds { result[kind, default: []].insert(attribute) }
        for case .entity(let inner) in contents { note(inner, of: attribute.entityKinds(of: kinds)) }
      }
    }
    for source in Source.allCases { note(source.facts, of: source.kinds) }
    return result
  }()
}
