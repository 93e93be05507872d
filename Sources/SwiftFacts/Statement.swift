/// A part of a body that decides what runs, or how often, or where it ends.
///
/// Statements lie in `Code.statements` in the order of the source, each before what is inside it, which
/// reaches up to `end`. What is not inside a nested statement belongs to the statement itself; a plain
/// expression needs no statement of its own.
public struct Statement: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// Statements one after another: what stands between two braces.
    case block
    /// Conditions, then a block, then perhaps what runs otherwise: a block or another `branch`.
    case branch
    /// Conditions, then the block of `else`.
    case guarding
    /// What `switch` asks about, then its cases.
    case selection(subject: ExpressionID)
    /// The patterns of a case, none for `default`, then a block. `isUnknown` for `@unknown default`.
    case selectionCase(isUnknown: Bool)
    /// A pattern, with what it is held against and the condition after `where`. In a case, a condition, a loop or a
    /// `catch`.
    case matching(PatternID, of: ExpressionID?, where: ExpressionID?)
    /// `a ? b : c`: the condition, then two blocks.
    case ternary
    /// One condition of `if`, `guard` or `while`.
    case condition(Condition, value: ExpressionID?)
    /// `for`, `while`: what it asks, then a block. `repeat`: the block first.
    case loop(Loop)
    /// A block, then catching ones.
    case attempt
    /// `isTotal` where it catches whatever is thrown.
    case catching(isTotal: Bool)
    case deferred
    case leave(Exit, label: Symbol?)
    /// What `?` in a chain, `&&`, `||` or `??` may leave out, decided by the value before it. The span is the
    /// operator's or the operand's.
    case skippable(Skip, after: ExpressionID)
    /// `try`, `try?`, `try!`, around what may throw.
    case trying(Trying)
    /// Around what is awaited.
    case awaiting
    /// `#if` with its alternatives, each a block.
    case compilation(hasElse: Bool)
    /// The body of a closure or of a function declared in a body: it does not run here.
    case closure(ClosureID)
    /// A declaration whose code is no part of this body.
    case declaration
    case labelled(Symbol)
  }

  public enum Condition: UInt8, Hashable, Sendable { case test, binding, pattern, availability }
  public enum Loop: UInt8, Hashable, Sendable { case each, condition, atLeastOnce, endless }
  public enum Exit: UInt8, Hashable, Sendable { case `return`, `throw`, `break`, `continue`, `fallthrough` }
  public enum Skip: UInt8, Hashable, Sendable { case chain, and, or, coalescing }
  public enum Trying: UInt8, Hashable, Sendable { case propagating, optional, forced }

  public var kind: Kind
  public var firstExpression: Int32
  public var endExpression: Int32
  /// The index after the last statement inside.
  public var end: Int32
  public var span: ByteSpan
  /// How many statements and expressions stand directly in a block.
  public var count: Int32 = 0
}
