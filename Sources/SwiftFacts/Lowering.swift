@_spi(RawSyntax) import SwiftSyntax

/// Turns one syntax tree into facts. Used once, from one thread.
///
/// The parts: declarations, statements, expressions, patterns and types, each in a file of its own.
final class Lowering {
  var facts = FileFacts.Draft()

  /// What an unqualified name may mean here, innermost last.
  var scope: [(name: Symbol, local: LocalID)] = []
  /// What the bodies being lowered return, innermost last.
  var results: [[ExpressionID]] = []
  var enclosingType: TypeIndex?
  /// Whether the declaration being lowered stands inside a body, at any depth.
  var isInBody = false
  /// Whether what is declared here is public unless it says otherwise.
  var isInPublicExtension = false
  /// The statements that a `?` has begun and whose chain still goes on, innermost last.
  var openChains: [Int] = []
  /// The statements around what is being lowered, innermost last.
  var openStatements: [Int] = []
  /// What the `.member` goes on from with which a branch of a postfix `#if` begins; nil anywhere else.
  var configuredChain: ExpressionID?
  /// How deep in the tree the walk is; beyond `depthLimit` the file is given up, so that no source can
  /// exhaust the stack.
  var depth = 0
  static let depthLimit = 1500
  var isTooDeep = false

  private let symbols: SymbolCache

  let wantsBodies: Bool

  /// Where the nodes of the tree stand.
  private let places: NodePlaces

  /// The tree has to be there until all is lowered.
  init(_ root: RawSyntax, symbols: SymbolCache, depth: FactsMaker.Depth) {
    self.symbols = symbols
    places = NodePlaces(of: root)
    wantsBodies = depth == .bodies
  }

  func symbol(_ text: String) -> Symbol { symbols.symbol(text) }

  func symbol(_ token: RawTokenSyntax) -> Symbol {
    symbols.symbol(token.tokenText)
  }

  /// A piece of the source as it is written, without the trivia around it.
  func symbol(spelling node: some RawSyntaxNodeProtocol) -> Symbol { symbols.symbol(places.text(span(node))) }

  func span(_ node: some RawSyntaxNodeProtocol) -> ByteSpan { places.span(of: node.raw) }

  /// The statements that stand after `node`, though there be none.
  func span(statements: RawCodeBlockItemListSyntax, after node: RawSyntax) -> ByteSpan {
    guard statements.raw.byteLength == 0, places.isSound else { return span(statements) }
    let at = places.end(withTriviaOf: node)
    return ByteSpan(start: at, end: at)
  }

  // MARK: Emitting

  func emit(_ expression: Expression, at span: ByteSpan) -> ExpressionID {
    facts.code.expressions.append(expression)
    facts.code.spans.append(span)
    facts.code.marks.append([])
    return ExpressionID(index: Int32(facts.code.expressions.count - 1))
  }

  func emit(_ expression: Expression, for node: some RawSyntaxNodeProtocol) -> ExpressionID {
    emit(expression, at: span(node))
  }

  /// What goes on from an expression that may stand before the node, as it does around a postfix `#if`.
  func emit(_ expression: Expression, for node: some RawSyntaxNodeProtocol, from base: ExpressionID) -> ExpressionID {
    let own = span(node)
    return emit(expression, at: ByteSpan(start: min(own.start, facts.code.span(of: base).start), end: own.end))
  }

  func mark(_ id: ExpressionID, _ mark: ExpressionMarks) -> ExpressionID {
    facts.code.marks[Int(id.index)].insert(mark)
    return id
  }

  /// An expression that is not understood: its text is all that is known of it.
  func emitUnknown(_ node: some RawSyntaxNodeProtocol) -> ExpressionID {
    let id = emit(.compound(parts([])), for: node)
    facts.code.words[id] = symbol(spelling: node)
    return id
  }

  func parts(_ ids: [ExpressionID]) -> PartList {
    let ids = ids.prefix(Int(UInt16.max))
    let start = UInt32(facts.code.parts.count)
    facts.code.parts.append(contentsOf: ids)
    return PartList(start: start, count: UInt16(ids.count))
  }

  func arguments(_ list: [Argument]) -> ArgumentList {
    let list = list.prefix(Int(UInt16.max))
    let start = UInt32(facts.code.arguments.count)
    facts.code.arguments.append(contentsOf: list)
    return ArgumentList(start: start, count: UInt16(list.count))
  }

  func emit(type: TypeExpression) -> TypeID {
    facts.code.types.append(type)
    return TypeID(index: Int32(facts.code.types.count - 1))
  }

  func types(_ ids: [TypeID]) -> TypeList {
    let ids = ids.prefix(Int(UInt16.max))
    let start = UInt32(facts.code.typeParts.count)
    facts.code.typeParts.append(contentsOf: ids)
    return TypeList(start: start, count: UInt16(ids.count))
  }

  // MARK: Scopes

  func declare(
    _ name: Symbol, _ kind: Local.Kind, type: TypeID? = nil, initializer: ExpressionID? = nil, weak: Bool = false,
    at span: ByteSpan
  ) -> LocalID {
    facts.code.locals.append(
      Local(name: name, kind: kind, type: type, initializer: initializer, span: span, declaredWeak: weak))
    let id = LocalID(index: Int32(facts.code.locals.count - 1))
    if name != Names.wildcard { scope.append((name, id)) }
    return id
  }

  func lookUp(_ name: Symbol) -> LocalID? {
    for entry in scope.reversed() where entry.name == name { return entry.local }
    return nil
  }

  /// Runs `body` and forgets the names it declared.
  func scoped(_ body: () -> Void) {
    let mark = scope.count
    body()
    scope.removeSubrange(mark...)
  }

  /// Runs `body` one level deeper, unless the tree is too deep to go on.
  func deeper<Result>(_ fallback: @autoclosure () -> Result, _ body: () -> Result) -> Result {
    guard depth < Self.depthLimit else {
      isTooDeep = true
      return fallback()
    }
    depth += 1
    defer { depth -= 1 }
    return body()
  }
}
