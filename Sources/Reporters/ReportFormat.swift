/// A format that `--format` can name, and how to make its reporter.
public struct ReportFormat: Sendable {
  /// Every format; the first is what a person at a terminal sees.
  public static let all: [ReportFormat] = [
    ReportFormat { TerminalReporter(color: $0.color, width: $0.width) },
    ReportFormat { _ in JSONReporter() },
  ]

  /// What the report will be written on; formats for programs take no notice of it.
  public struct Surface: Sendable {
    /// Whether it shows ANSI colours.
    public var color: Bool
    /// How many columns it has; nil if that is not known, as in a file.
    public var width: Int?

    /// A surface that shows plain text, unless it is said to do more.
    public init(color: Bool = false, width: Int? = nil) {
      self.color = color
      self.width = width
    }
  }

  /// What `--format` calls it.
  public let name: String
  private let make: @Sendable (Surface) -> any Reporter

  private init<Made: Reporter>(_ make: @escaping @Sendable (Surface) -> Made) {
    self.name = Made.name
    self.make = make
  }

  /// The format of that name; nil if there is none.
  public static func named(_ name: String) -> ReportFormat? {
    all.first { $0.name == name }
  }

  /// The reporter that writes this format.
  public func reporter(on surface: Surface = Surface()) -> any Reporter {
    make(surface)
  }
}
