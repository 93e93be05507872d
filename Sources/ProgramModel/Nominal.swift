public import SwiftFacts

/// A type with everything that its declaration and its extensions say of it, across files.
public struct Nominal: Sendable {
  public enum Kind: Hashable, Sendable {
    case `class`, `struct`, `enum`, actor, `protocol`
    /// Not declared in the program: a type of the system or of a library.
    case foreign
  }

  public struct Declaration: Hashable, Sendable {
    public var file: FileID
    public var type: TypeIndex
  }

  public var name: Symbol
  public var kind: Kind
  public var parent: NominalID?
  /// The declaration first, then its extensions in the order of files.
  public var declarations: [Declaration] = []
  public var generics: [Symbol] = []
  /// What it inherits from and conforms to, as far as it is declared anywhere.
  public var supertypes: [NominalID] = []
  /// Names in the inheritance clauses that resolve to nothing.
  public var foreignSupertypes: [Symbol] = []

  var functions: [Symbol: [FunctionID]] = [:]
  var properties: [Symbol: PropertyID] = [:]
  var storedProperties: [PropertyID] = []
  var types: [Symbol: NominalID] = [:]
  var aliases: [Symbol: AliasReference] = [:]
  var cases: [Symbol: CaseReference] = [:]

  public var isValueType: Bool { kind == .struct || kind == .enum }
}

struct AliasReference: Hashable, Sendable {
  var file: FileID
  var type: TypeID
  var parent: NominalID?
}

struct CaseReference: Hashable, Sendable {
  var declaration: Nominal.Declaration
  var index: Int32
  var owner: NominalID
}
