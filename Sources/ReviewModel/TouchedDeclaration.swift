/// A declaration whose behaviour a change touches, as far as is known: some of its lines are in a hunk that was not
/// proven neutral.
public struct TouchedDeclaration: Sendable, Equatable {
  /// What of it is touched; the earlier, the sooner it is worth reading.
  public enum Part: Int, Comparable, Sendable {
    /// The head of a type or what it stores, on which all its members depend.
    case type
    /// What others see of a function or property: name, parameters, type.
    case signature
    /// What it does.
    case body
    /// Something that stands in no declaration, such as an import.
    case file

    public static func < (left: Part, right: Part) -> Bool { left.rawValue < right.rawValue }
  }

  /// With the types around it, outermost first: `Viewer.start()`.
  public var name: String
  /// The file after the change; before it, where the declaration is gone.
  public var path: String
  /// The first line that is touched, counted from 1.
  public var line: Int
  public var part: Part
  /// How many lines of it the change adds and takes away.
  public var lines: Int
  /// Whether it is part of a test.
  public var isTest: Bool

  public init(name: String, path: String, line: Int, part: Part, lines: Int, isTest: Bool) {
    self.name = name
    self.path = path
    self.line = line
    self.part = part
    self.lines = lines
    self.isTest = isTest
  }

  /// What others depend on first, then what changed most; tests after everything else.
  public static func readingOrder(_ left: TouchedDeclaration, _ right: TouchedDeclaration) -> Bool {
    (left.isTest ? 1 : 0, left.part.rawValue, -left.lines, left.path, left.line, left.name)
      < (right.isTest ? 1 : 0, right.part.rawValue, -right.lines, right.path, right.line, right.name)
  }
}
