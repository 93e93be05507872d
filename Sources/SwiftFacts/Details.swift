/// What statements and declarations say beyond who keeps whom: what two versions of a program are compared by.
public struct Details: Sendable {
  public var switches: [SwitchStatement] = []
  public var catches: [CatchClause] = []
  public var macros: [MacroUse] = []
  public var attributes: [AttributeArgument] = []
  public var interpolations: [Interpolation] = []
  public var branchings: [Branching] = []
  /// Functions whose own first statements throw an `XCTSkip`, whatever the circumstances.
  public var skippedTests: [FunctionIndex] = []
  /// Functions to whose closures, and requirements to whose bodies, `return x` and `x` may not be the same: a result builder
  /// reads them.
  public var built: [Symbol] = []
  /// In the order in which they are lowered.
  public var operators: [OperatorUse] = []
  public var casePairs: [CasePair] = []
  public var branches: [BranchStatement] = []
}

/// `if` with all of its `else`s, or `switch`: a statement of which one block runs, or none.
public struct BranchStatement: Hashable, Sendable {
  public var span: ByteSpan
  /// What decides; `#available` does not, for it is the same whenever it is asked.
  public var conditions: [ByteSpan]
  public var blocks: [Block]
  /// Whether one of the blocks runs in any case.
  public var isTotal: Bool

  public struct Block: Hashable, Sendable {
    public var span: ByteSpan
    /// Whether it ends by leaving what the statement stands in, or the round of its loop.
    public var leaves: Bool
  }
}

/// A comparison, a division or a remainder, with the two operands that it stands between.
public struct OperatorUse: Hashable, Sendable {
  public var name: Symbol
  public var left: ExpressionID
  public var right: ExpressionID
}

/// A pattern of two enum cases: `case (.a, .b):`, of a `switch` or of an `if`.
public struct CasePair: Hashable, Sendable {
  /// Nil for a value that need not be of one case: `_`, `let other`.
  public var first: Symbol?
  public var second: Symbol?
  /// Whether every value of these cases meets it: its payload is `_` or bound, and there is no `where`.
  public var isWhole: Bool
  /// What the statements after it return, where they are one literal and nothing else.
  public var answer: Bool?
  /// The tuple that is matched: a `switch` and its patterns share one.
  public var subject: ExpressionID
  public var span: ByteSpan
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
