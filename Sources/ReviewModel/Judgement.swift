/// How sure and how bad: what a finding claims about the program.
public enum Level: String, CaseIterable, Comparable, Codable, Sendable {
  /// Works today, and makes a named later change or test harder.
  case design
  /// Wrong unless something outside the source prevents it.
  case risk
  /// Wrong on some run of the program, every link of the reason shown.
  case bug

  public static func < (left: Level, right: Level) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .design: 0
    case .risk: 1
    case .bug: 2
    }
  }
}

/// What a finding affects; also the name of the folder its rule's page lives in.
public enum Trait: String, CaseIterable, Codable, Sendable {
  case memory, crash, correctness, concurrency, data, exhaustiveness, testability, coupling
}

/// How one link of a chain of reasons is known.
public enum Certainty: String, CaseIterable, Comparable, Codable, Sendable {
  /// Inferred from a name or a convention.
  case guessed
  /// Stated by a knowledge table.
  case known
  /// Written in the source under review.
  case proven

  public static func < (left: Certainty, right: Certainty) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .guessed: 0
    case .known: 1
    case .proven: 2
    }
  }
}
