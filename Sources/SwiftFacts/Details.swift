/// What statements and declarations say beyond who keeps whom: what two versions of a program are compared by.
public struct Details: Sendable {
  public var switches: [SwitchStatement] = []
  public var catches: [CatchClause] = []
  public var macros: [MacroUse] = []
  public var attributes: [AttributeArgument] = []
  public var interpolations: [Interpolation] = []
  /// Functions whose own first statements throw an `XCTSkip`, whatever the circumstances.
  public var skippedTests: [FunctionIndex] = []
  /// Functions to whose closures, and requirements to whose bodies, `return x` and `x` may not be the same: a result builder
  /// reads them.
  public var built: [Symbol] = []
}

/// A name or a member that a string literal interpolates as it is: nothing unwraps it, nothing formats it.
public struct Interpolation: Hashable, Sendable {
  public var value: ExpressionID
  /// Whether it is reached through `?`, so that it is an optional whatever it is declared as.
  public var isChained: Bool
  /// The literal that it is a part of.
  public var literal: ExpressionID
}

/// `switch value { … }`, as a statement or an expression.
public struct SwitchStatement: Hashable, Sendable {
  public var subject: ExpressionID
  public var span: ByteSpan
  public var cases: [Case]

  public struct Case: Hashable, Sendable {
    /// The enum cases that its patterns name: `.loaded`, `State.loaded(let value)`.
    public var names: [Symbol]
    /// Whether all of its patterns name enum cases.
    public var isPlain: Bool
    /// `default:`, or `case _:`; not `@unknown default:`.
    public var isDefault: Bool
    public var isUnknownDefault: Bool
    /// `default:` or `case …:`.
    public var labelSpan: ByteSpan
    public var bodySpan: ByteSpan
    public var statementCount: Int32
    /// Whether it ends in a `throw`, or in a call that ends the program, so that no value gets by unseen.
    public var isLoud: Bool
  }
}

/// The `catch` of a `do`.
public struct CatchClause: Hashable, Sendable {
  /// The word `catch`.
  public var keywordSpan: ByteSpan
  /// Its braces and what is between them.
  public var bodySpan: ByteSpan
  public var statementCount: Int32
  /// What the `do` tries, from its opening to its closing brace.
  public var triedSpan: ByteSpan
}

/// `#expect(…)`: the arguments are the parts of its expression.
public struct MacroUse: Hashable, Sendable {
  public var name: Symbol
  public var expression: ExpressionID
}

/// An attribute with arguments: `@AppStorage("theme")`, `@Test(.disabled())`.
public struct AttributeArgument: Hashable, Sendable {
  public var name: Symbol
  /// What stands between its parentheses, as it is written.
  public var text: Symbol
  public var span: ByteSpan
}
