/// A type, protocol or extension as one file declares it.
public struct TypeDeclaration: Hashable, Sendable {
  public enum Kind: UInt8, Hashable, Sendable {
    case `class`, `struct`, `enum`, actor, `protocol`, `extension`
  }

  public var kind: Kind
  /// For an extension, the last part of the extended type's name.
  public var name: Symbol
  /// The type an extension extends.
  public var extended: TypeID?
  /// The declaration it is nested in.
  public var parent: TypeIndex?
  public var inherited: [Inheritance]
  public var generics: [GenericParameter]
  public var cases: [EnumCase]
  public var attributes: [Symbol]
  public var access = Access.module
  public var nameSpan: ByteSpan
  public var span: ByteSpan

  public struct Inheritance: Hashable, Sendable {
    public var type: TypeID
    public var span: ByteSpan
  }

  public struct GenericParameter: Hashable, Sendable {
    /// `Self` for what a `where` clause says of the type itself.
    public var name: Symbol
    public var bound: TypeID?
  }

  public struct EnumCase: Hashable, Sendable {
    public var name: Symbol
    public var payload: [Payload]
    /// What stands after its `=`, as it is written.
    public var rawValue: Symbol?
    public var span: ByteSpan
  }

  public struct Payload: Hashable, Sendable {
    public var label: Symbol?
    /// What the declaration alone calls it: `text` of `_ text: String`.
    public var name: Symbol?
    public var type: TypeID
  }
}

public struct TypeIndex: DenseKey, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
}

public struct FunctionIndex: DenseKey, Comparable, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
  public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

public struct PropertyIndex: DenseKey, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
}

/// Code that runs as a unit: a function, an initialiser, an accessor, the initial value of a property.
public struct FunctionDeclaration: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case function, initializer, deinitializer, `subscript`
    case getter(PropertyIndex), setter(PropertyIndex), observer(PropertyIndex)
    /// The expression after `=`; its one result is the property's first value.
    case initialValue(PropertyIndex)
    /// Statements outside any declaration.
    case topLevel
  }

  /// Whether a parameter takes a closure, as far as its spelling tells.
  public enum ClosureKind: UInt8, Hashable, Sendable {
    case never
    /// A named type, which may be an alias of a function type or a generic parameter.
    case perhaps
    case always
  }

  public struct Parameter: Hashable, Sendable {
    /// The label callers write; nil for `_`.
    public var label: Symbol?
    public var local: LocalID
    public var type: TypeID?
    /// Whether a closure given for it may outlive the call, as far as the file tells.
    public var isEscaping: Bool
    /// Whether `@escaping` stands before its type.
    public var isMarkedEscaping = false
    public var closureKind: ClosureKind
    public var isAutoclosure: Bool
    public var isVariadic: Bool
    public var defaultValue: ExpressionID?
    /// An attribute that stands before it: what may build what the closure answers with, if it is one.
    public var builder: Symbol?
  }

  public var kind: Kind
  public var name: Symbol
  public var parent: TypeIndex?
  public var parameters: [Parameter]
  public var result: TypeID?
  public var generics: [TypeDeclaration.GenericParameter]
  public var isStatic: Bool
  public var isOverride: Bool
  public var isPrivate: Bool
  /// Declared `public` or `open`.
  public var isPublic = false
  public var hasBody: Bool
  public var effects: Effects = []
  public var attributes: [Symbol]
  public var selfLocal: LocalID?
  /// What the `set` of a subscript is given; its span is that of the accessor.
  public var setterLocal: LocalID?
  public var firstExpression: Int32
  public var endExpression: Int32
  public var firstLocal: Int32
  public var endLocal: Int32
  /// The block that is its body; what is inside it follows, up to `endStatement`.
  public var firstStatement: Int32 = 0
  public var endStatement: Int32 = 0
  public var results: PartList
  public var nameSpan: ByteSpan
  public var span: ByteSpan
}

/// A property or a global variable.
public struct PropertyDeclaration: Hashable, Sendable {
  public var name: Symbol
  public var parent: TypeIndex?
  public var type: TypeID?
  public var initialValue: FunctionIndex?
  public var getter: FunctionIndex?
  /// False for an override, which observes what the class above stores.
  public var isStored: Bool
  public var isLet: Bool
  public var isLazy: Bool
  public var isStatic: Bool
  public var isOverride: Bool
  public var isPrivate: Bool
  /// Declared `public` or `open`.
  public var isPublic: Bool
  /// A requirement of a protocol, which stores nothing itself.
  public var isRequirement: Bool
  public var strength: Strength
  public var attributes: [Symbol]
  public var nameSpan: ByteSpan
  /// The whole declaration with its modifiers.
  public var span: ByteSpan
  /// `var` or `let`.
  public var keywordSpan: ByteSpan
}

public struct TypeAliasDeclaration: Hashable, Sendable {
  public var name: Symbol
  public var parent: TypeIndex?
  public var type: TypeID
  public var access = Access.module
}

/// From where a declaration can be seen, the narrowest first.
public enum Access: UInt8, Hashable, Sendable, Comparable {
  /// Declared inside a body.
  case body
  /// `private` or `fileprivate`.
  case file
  case module
  /// `package`, `public` or `open`.
  case everywhere

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// `import Module`.
public struct ImportDeclaration: Hashable, Sendable {
  public var module: Symbol
  /// Whether what is internal there can be seen: `@testable`.
  public var isTestable: Bool
  /// Whether whoever imports this file's module sees the other one, too: `@_exported`.
  public var isExported: Bool
}

/// An attribute with arguments: `@AppStorage("theme")`, `@Test(.disabled())`.
public struct AttributeArgument: Hashable, Sendable {
  public var name: Symbol
  /// What stands between its parentheses, as it is written.
  public var text: Symbol
  public var span: ByteSpan

  /// Where the text stands that it is given first, on one line; nil where it is given something else first.
  public var firstText: ByteSpan? {
    let written = Array(text.text.utf8)
    let quote = UInt8(ascii: "\"")
    guard written.first == quote, let length = written.dropFirst().firstIndex(of: quote), length > 1,
      span.start + UInt32(written.count) < span.end
    else { return nil }
    // What stands after it is the parenthesis.
    let start = span.end - UInt32(written.count) - 1
    return ByteSpan(start: start, end: start + UInt32(length) + 1)
  }
}
