public import SwiftFacts

/// A type with everything that its declaration and its extensions say of it, across files.
public final class Nominal: Sendable {
  public enum Kind: Hashable, Sendable {
    case `class`, `struct`, `enum`, actor, `protocol`
    /// Not declared in the program: a type of the system or of a library.
    case foreign
  }

  public struct Declaration: Hashable, Sendable {
    public var file: FileID
    public var type: TypeIndex
  }

  public let name: Symbol
  public let kind: Kind
  public let parent: NominalID?
  /// From where its declaration can be seen.
  let access: Access
  /// The declaration first, then its extensions in the order of files.
  public let declarations: [Declaration]
  public let generics: [Symbol]
  /// What it inherits from and conforms to, as far as it is declared anywhere.
  public let supertypes: [NominalID]
  /// Names in the inheritance clauses that resolve to nothing.
  public let foreignSupertypes: [Symbol]

  let functions: [Symbol: [FunctionID]]
  let properties: [Symbol: PropertyID]
  let storedProperties: [PropertyID]
  let types: [Symbol: NominalID]
  let aliases: [Symbol: AliasReference]
  let cases: [Symbol: CaseReference]

  init(_ draft: NominalDraft) {
    name = draft.name
    kind = draft.kind
    parent = draft.parent
    access = draft.access
    declarations = draft.declarations
    generics = draft.generics
    supertypes = draft.supertypes
    foreignSupertypes = draft.foreignSupertypes
    functions = draft.functions
    properties = draft.properties
    storedProperties = draft.storedProperties
    types = draft.types
    aliases = draft.aliases
    cases = draft.cases
  }

  public var isValueType: Bool { kind == .struct || kind == .enum }
}

struct AliasReference: Hashable, Sendable {
  var file: FileID
  var type: TypeID
  var parent: NominalID?
  var access: Access
}

struct CaseReference: Hashable, Sendable {
  var declaration: Nominal.Declaration
  var index: Int32
  var owner: NominalID
}

/// A nominal in the making.
struct NominalDraft {
  /// What has a number that another program has a type under.
  static let vacant = NominalDraft(name: Symbol(""), kind: .foreign, parent: nil)

  var isVacant: Bool { kind == .foreign && declarations.isEmpty && name == Self.vacant.name }

  var name: Symbol
  var kind: Nominal.Kind
  var parent: NominalID?
  var access = Access.module
  var declarations: [Nominal.Declaration] = []
  var generics: [Symbol] = []
  var supertypes: [NominalID] = []
  var foreignSupertypes: [Symbol] = []
  var functions: [Symbol: [FunctionID]] = [:]
  var properties: [Symbol: PropertyID] = [:]
  var storedProperties: [PropertyID] = []
  var types: [Symbol: NominalID] = [:]
  var aliases: [Symbol: AliasReference] = [:]
  var cases: [Symbol: CaseReference] = [:]
}
