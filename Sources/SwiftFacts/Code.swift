/// The code of a file, lowered to the expressions that say what is read, called, assigned and kept.
///
/// Everything lives in flat arrays and refers to the rest by index. A subexpression always comes before
/// the expression it is part of, so a walk from a body's first expression to its last evaluates it.
/// Parentheses leave no trace. `try`, `await` and `?` are statements around what they stand for; `!`, `&` and
/// their like are marks.
public final class Code: Sendable {
  public let expressions: [Expression]
  /// Where each expression stands; parallel to `expressions`.
  public let spans: [ByteSpan]
  /// What stands beside each expression; parallel to `expressions`.
  public let marks: [ExpressionMarks]
  /// What an expression is called where its case does not say: the operator of a `mutate`, the name of a macro, the
  /// whole of a key path, the text of what is not understood.
  public let words: [ExpressionID: Symbol]
  public let patterns: [Pattern]
  public let arguments: [Argument]
  /// The parts of expressions and the results of bodies, sliced by `Slice<ExpressionID>`.
  public let parts: [ExpressionID]
  public let locals: [Local]
  public let closures: [Closure]
  public let statements: [Statement]
  public let types: [TypeExpression]
  /// The parts of type expressions, sliced by `TypeList`.
  public let typeParts: [TypeID]
  /// The labels of tuple types that have some, as `x:y:`, with `_` for none, in the order of the source.
  public let tupleLabels: [Symbol]
  let nest: ClosureNest

  init(_ draft: CodeDraft) {
    expressions = draft.expressions
    spans = draft.spans
    marks = draft.marks
    words = draft.words
    patterns = draft.patterns
    arguments = draft.arguments
    parts = draft.parts
    locals = draft.locals
    closures = draft.closures
    statements = draft.statements
    types = draft.types
    typeParts = draft.typeParts
    tupleLabels = draft.tupleLabels
    nest = ClosureNest(draft.closures)
  }

  @inlinable public subscript(id: ExpressionID) -> Expression { expressions[Int(id.index)] }
  @inlinable public subscript(id: LocalID) -> Local { locals[Int(id.index)] }
  @inlinable public subscript(id: ClosureID) -> Closure { closures[Int(id.index)] }
  @inlinable public subscript(id: TypeID) -> TypeExpression { types[Int(id.index)] }
  @inlinable public subscript(list: ArgumentList) -> ArraySlice<Argument> {
    arguments[Int(list.start)..<Int(list.start) + Int(list.count)]
  }
  @inlinable public subscript(list: PartList) -> ArraySlice<ExpressionID> {
    parts[Int(list.start)..<Int(list.start) + Int(list.count)]
  }
  @inlinable public subscript(list: TypeList) -> ArraySlice<TypeID> {
    typeParts[Int(list.start)..<Int(list.start) + Int(list.count)]
  }
  @inlinable public subscript(id: PatternID) -> Pattern { patterns[Int(id.index)] }
  @inlinable public func span(of id: ExpressionID) -> ByteSpan { spans[Int(id.index)] }
  @inlinable public func marks(of id: ExpressionID) -> ExpressionMarks { marks[Int(id.index)] }
}

/// A stretch of a file in UTF-8 bytes from its start; `end` is exclusive.
public struct ByteSpan: Hashable, Sendable {
  public var start: UInt32
  public var end: UInt32

  public init(start: UInt32, end: UInt32) {
    self.start = start
    self.end = end
  }
}

public struct ExpressionID: DenseKey, Comparable, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
  public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

public struct LocalID: DenseKey, Comparable, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
  public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

public struct ClosureID: DenseKey, Comparable, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
  public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

public struct TypeID: DenseKey, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
}

/// A slice of `Code.arguments`.
public struct ArgumentList: Hashable, Sendable {
  public var start: UInt32
  public var count: UInt16
}

/// A slice of `Code.parts`.
public struct PartList: Hashable, Sendable {
  public var start: UInt32
  public var count: UInt16
}

/// A slice of `Code.typeParts`.
public struct TypeList: Hashable, Sendable {
  public var start: UInt32
  public var count: UInt16
}

public struct Argument: Hashable, Sendable {
  /// The label as written; nil without one, and for the first trailing closure.
  public var label: Symbol?
  public var value: ExpressionID
  public var isTrailingClosure: Bool

  public init(label: Symbol?, value: ExpressionID, isTrailingClosure: Bool) {
    self.label = label
    self.value = value
    self.isTrailingClosure = isTrailingClosure
  }
}

public enum Expression: Hashable, Sendable {
  /// A name that no enclosing scope of the file's code declares: a member of `self`, a type, a function.
  /// `implicitSelf` is the `self` that a member would be looked up on.
  case name(Symbol, implicitSelf: LocalID?)
  case local(LocalID)
  case superReference(LocalID?)
  case member(ExpressionID, Symbol)
  /// `.name`, whose base the context decides.
  case implicitMember(Symbol)
  case call(ExpressionID, ArgumentList)
  case subscripted(ExpressionID, ArgumentList)
  case closure(ClosureID)
  case assign(target: ExpressionID, value: ExpressionID)
  /// `+=` and its like.
  case mutate(target: ExpressionID, value: ExpressionID)
  case cast(ExpressionID, to: TypeID)
  /// `value is Type`.
  case test(ExpressionID, TypeID)
  /// A type where an expression stands: `[Foo]()`, `Foo<Bar>.self`.
  case type(TypeID)
  case literal(Literal)
  /// One of several values: `a ? b : c`, `a ?? b`, `if` and `switch` used as expressions.
  case choice(PartList)
  case array(PartList)
  /// Keys and values in turn.
  case dictionary(PartList)
  case tuple(ArgumentList)
  /// An operator other than assignment and `??`, applied to its operands by its precedence: two, or more where one
  /// operator joins them all (`a && b && c`), or one.
  case operation(Symbol, PartList)
  case keyPath(Symbol?)
  /// Anything else that has parts: string interpolations, `#macros(…)`, statements used as values.
  case compound(PartList)
  /// The value that a pattern's source hands to what the pattern binds: an element, a payload, a member.
  case element(ExpressionID)
  /// The value that an enum case hands to what a pattern binds: which case, and which of its values.
  case payload(ExpressionID, Symbol, index: UInt16)
}

public enum Literal: Hashable, Sendable {
  case null
  case boolean(Bool)
  /// The text without its quotes; nil when it has interpolations.
  case string(Symbol?)
  case number(Symbol)
  case other
}

/// A name that code can refer to by itself: a parameter, a variable, `self`, a capture.
public struct Local: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case selfReference
    /// A parameter of a function, by position.
    case parameter(Int32)
    case closureParameter(ClosureID, Int32)
    case variable(isLet: Bool)
    /// An entry of a capture list: `[weak self]`, `[x = y.z]`; `value` is what it captures.
    case capture(Strength, value: ExpressionID)
    /// A function declared inside a body; it behaves as a closure does.
    case function(ClosureID)
  }

  public var name: Symbol
  public var kind: Kind
  public var type: TypeID?
  /// What it is given where it is declared.
  public var initializer: ExpressionID?
  public var span: ByteSpan

  public var isWeak: Bool {
    if case .capture(let strength, _) = kind { strength != .strong } else { declaredWeak }
  }
  /// `weak var x` or `unowned let x` inside a body.
  public var declaredWeak = false
  /// `unowned let x` inside a body; it is declared weak, too.
  public var declaredUnowned = false
}

public enum Strength: UInt8, Hashable, Sendable {
  case strong, weak, unowned
}

/// A closure expression, or a function declared inside a body.
public struct Closure: Hashable, Sendable {
  public var expression: ExpressionID
  /// The expressions that belong to it, its nested closures' included: `first ..< end`.
  public var firstExpression: Int32
  public var endExpression: Int32
  /// The locals declared inside it, its capture list included.
  public var firstLocal: Int32
  public var endLocal: Int32
  public var parameters: [LocalID]
  public var captureList: [LocalID]
  /// What it returns.
  public var results: PartList
  public var resultType: TypeID?
  /// Where its `[` … `]` stands, if it has one.
  public var captureListSpan: ByteSpan?
  /// Just after the opening brace.
  public var bodyStart: UInt32
  /// Where its first statement begins.
  public var statementsStart: UInt32
  /// Whether parameters or a capture list are followed by `in`.
  public var hasSignature: Bool
  /// Whether `async` or a statement before the closing brace makes the body more than one expression.
  public var statementCount: Int32
  public var isLocalFunction: Bool
  /// The statements inside it: those after `statement`, up to its `end`.
  public var statement: Int32 = 0
  /// The call that it is an argument of, or that calls it where it stands.
  public var call: ExpressionID?
}
