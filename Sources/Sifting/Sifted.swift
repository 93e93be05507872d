public import ReviewModel

/// What is left of a report, and what is not.
public struct Sifted: Sendable {
  /// What is passed on, as findings that are `introduced`.
  public var review: Review
  /// What is not, in the order of the report.
  public var setAside: [SetAside]
  /// What a reader has to know of the report, a sentence each.
  public var notes: [String]

  public init(review: Review, setAside: [SetAside], notes: [String] = []) {
    self.review = review
    self.setAside = setAside
    self.notes = notes
  }
}

/// A remark that is not passed on.
public struct SetAside: Sendable, Equatable {
  public var remark: Remark
  /// The repository's path, or else the one that the report writes; empty if there is none.
  public var path: String
  /// Counted from 1; nil where the whole file is meant.
  public var line: Int?
  public var because: Because

  public enum Because: Sendable, Equatable {
    /// Its own report does not count it.
    case dismissed(String)
    /// The report says the same twice.
    case repeated
    /// The report does not say where.
    case nowhere
    case outside
    /// The configuration excludes the file.
    case excluded
    /// The rule is not about what the program does.
    case subject(ToolTables.Subject, reason: String)
    /// The change leaves its lines alone.
    case untouched
    /// Only what a change does to Swift files is read.
    case notSwift
    /// All that it proposes is proven to leave behaviour as it is.
    case neutral([Neutrality])
  }
}

extension SetAside.Because {
  /// The reason, as what follows "because".
  public var says: String {
    switch self {
    case .dismissed(let says): says
    case .repeated: "the report says it twice"
    case .nowhere: "the report does not say where it is"
    case .outside: "it is about a file outside of the repository"
    case .excluded: "the configuration excludes the file"
    case .subject(let subject, let reason): "\(subject.word): \(reason)"
    case .untouched: "it is about lines that the change leaves alone"
    case .notSwift: "it is not about a Swift file, and of a change nothing else is read"
    case .neutral(let classes):
      "nitpick: what it proposes is proven to leave behaviour as it is "
        + "(\(classes.map(\.rawValue).joined(separator: ", ")))"
    }
  }

  /// What many of them have in common, to be counted; in the order in which it is said.
  public enum Kind: Int, CaseIterable, Comparable, Sendable {
    case style, metric, performance, neutral, untouched, notSwift, excluded, outside, nowhere, dismissed, repeated

    public static func < (left: Kind, right: Kind) -> Bool { left.rawValue < right.rawValue }

    /// As what follows a number.
    public var says: String {
      switch self {
      case .style: "of style"
      case .metric: "of metrics"
      case .performance: "of performance"
      case .neutral: "proven to change nothing"
      case .untouched: "on lines the change leaves alone"
      case .notSwift: "in files that are not Swift"
      case .excluded: "in excluded files"
      case .outside: "outside of the repository"
      case .nowhere: "without a place"
      case .dismissed: "suppressed or mended"
      case .repeated: "said twice"
      }
    }
  }

  public var kind: Kind {
    switch self {
    case .dismissed: .dismissed
    case .repeated: .repeated
    case .nowhere: .nowhere
    case .outside: .outside
    case .excluded: .excluded
    case .subject(.performance, _): .performance
    case .subject(.metric, _): .metric
    case .subject: .style
    case .untouched: .untouched
    case .notSwift: .notSwift
    case .neutral: .neutral
    }
  }
}

extension Sifted {
  /// What was set aside, counted: `10,006 set aside: 9,900 of style, 106 of metrics`; nil if nothing was.
  public var summary: String? {
    guard !setAside.isEmpty else { return nil }
    var counts: [SetAside.Because.Kind: Int] = [:]
    for one in setAside { counts[one.because.kind, default: 0] += 1 }
    let parts = counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key.says)" }
    return "\(setAside.count) set aside: \(parts.joined(separator: ", "))"
  }
}
