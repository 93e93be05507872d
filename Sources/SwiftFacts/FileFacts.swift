import Synchronization

/// What the source of one file says by itself. Made from its bytes alone, so equal blobs have equal facts.
public final class FileFacts: Sendable {
  public let types: [TypeDeclaration]
  public let functions: [FunctionDeclaration]
  public let properties: [PropertyDeclaration]
  public let aliases: [TypeAliasDeclaration]
  public let importDeclarations: [ImportDeclaration]
  public let code: Code
  /// Attributes with arguments, in the order in which they are lowered.
  public let attributes: [AttributeArgument]
  /// Functions to whose closures, and requirements to whose bodies, `return x` and `x` may not be the same: a result
  /// builder reads them.
  public let built: [Symbol]
  /// What stands between `#if DEBUG` and its `#else` or `#endif`.
  public let debugSpans: [ByteSpan]
  /// The byte at which each line starts, the first line's 0 included.
  public let lineStarts: [UInt32]
  /// Whether its lines are indented by tabs.
  let isTabbed: Bool
  /// Comments that allow a finding, in the order of the file.
  public let allowances: [Allowance]
  /// Why the file could not be understood; its facts are then empty.
  public let obstacle: Obstacle?
  /// The byte at which the source first is no Swift that the parser knows; what is said of the file leaves out
  /// whatever it is. Nil for a file that is Swift from end to end.
  public let flaw: UInt32?
  /// What was worked out of it, by its type.
  private let derived = Mutex<[ObjectIdentifier: any Sendable]>([:])

  init(_ draft: Draft, scan: SourceScan, flaw: UInt32? = nil) {
    types = draft.types
    functions = draft.functions
    properties = draft.properties
    aliases = draft.aliases
    importDeclarations = draft.imports
    code = Code(draft.code)
    attributes = draft.attributes
    built = draft.built
    debugSpans = draft.debugSpans
    lineStarts = scan.lineStarts
    isTabbed = scan.isTabbed
    allowances = scan.allowances
    obstacle = nil
    self.flaw = flaw
  }

  init(obstacle: Obstacle, scan: SourceScan) {
    (types, functions, properties, aliases, importDeclarations) = ([], [], [], [], [])
    code = Code(CodeDraft())
    attributes = []
    built = []
    debugSpans = []
    lineStarts = scan.lineStarts
    isTabbed = scan.isTabbed
    allowances = []
    self.obstacle = obstacle
    flaw = nil
  }

  /// Facts in the making.
  struct Draft {
    var types: [TypeDeclaration] = []
    var functions: [FunctionDeclaration] = []
    var properties: [PropertyDeclaration] = []
    var aliases: [TypeAliasDeclaration] = []
    var imports: [ImportDeclaration] = []
    var code = CodeDraft()
    var attributes: [AttributeArgument] = []
    var built: [Symbol] = []
    var debugSpans: [ByteSpan] = []

    subscript(index: TypeIndex) -> TypeDeclaration { types[Int(index.index)] }
  }

  /// What is worked out of the facts of this file and of nothing else, kept with them: there is one of each type.
  public func derived<Value: Sendable>(_ make: () -> Value) -> Value {
    let key = ObjectIdentifier(Value.self)
    if let known = derived.withLock({ $0[key] }) as? Value { return known }
    let made = make()
    derived.withLock { $0[key] = made }
    return made
  }

  /// The modules it imports, in the order of the file.
  public var imports: [Symbol] { importDeclarations.map(\.module) }

  @inlinable public subscript(index: TypeIndex) -> TypeDeclaration { types[Int(index.index)] }
  @inlinable public subscript(index: FunctionIndex) -> FunctionDeclaration { functions[Int(index.index)] }
  @inlinable public subscript(index: PropertyIndex) -> PropertyDeclaration { properties[Int(index.index)] }

  /// Why a file has no facts.
  public enum Obstacle: Error, Hashable, Sendable {
    case notUTF8
    /// The line, counted from 1, of the first conflict marker.
    case conflictMarkers(line: Int)
    case nestedTooDeeply
    case tooLarge
    /// A pointer of Git LFS stands where the source should be.
    case storedElsewhere
  }

  /// As much indentation as stands before a byte on its line, if nothing else does.
  public func indentation(at byte: UInt32) -> String {
    String(repeating: isTabbed ? "\t" : " ", count: position(of: byte).column - 1)
  }

  /// What a line within another is indented by more.
  public var step: String { isTabbed ? "\t" : "  " }

  /// The line (from 1) and column (from 1, in UTF-8 bytes) of a byte.
  public func position(of byte: UInt32) -> (line: Int, column: Int) {
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= byte { low = middle } else { high = middle }
    }
    return (low + 1, Int(byte - lineStarts[low]) + 1)
  }
}
