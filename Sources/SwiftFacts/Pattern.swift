/// A pattern of a `case`, a `catch`, a loop or a condition.
public indirect enum Pattern: Hashable, Sendable {
  /// `_`
  case any
  case binding(LocalID)
  /// `x?`, `.some(x)`
  case optional(Pattern)
  /// `.loaded(let value)`. Without a payload also a static member that is compared.
  case enumCase(Symbol, payload: [Pattern])
  case tuple([Pattern])
  /// `is T`, `let x as T`
  case type(TypeID, Pattern?)
  /// A value that is compared with `~=`.
  case value(ExpressionID)
  case unknown

  /// Whether every value matches.
  public var isTotal: Bool {
    switch self {
    case .any, .binding: true
    case .tuple(let parts): parts.allSatisfy(\.isTotal)
    case .optional, .enumCase, .type, .value, .unknown: false
    }
  }

  /// The locals that it declares.
  public var bindings: [LocalID] {
    switch self {
    case .binding(let local): [local]
    case .optional(let inner): inner.bindings
    case .enumCase(_, let parts), .tuple(let parts): parts.flatMap(\.bindings)
    case .type(_, let inner): inner?.bindings ?? []
    case .any, .value, .unknown: []
    }
  }
}

public struct PatternID: Hashable, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
}
