public import SwiftFacts
import Synchronization

/// What source alone cannot tell about the system and libraries. The index of the program always wins over it.
public struct Knowledge: Sendable {
  public struct TypeEntry: Sendable {
    public enum Kind: Sendable { case `class`, `struct`, `enum`, `protocol`, classBoundProtocol }
    public var kind: Kind
    public var superclass: Symbol?
    /// Whose it is, as a message says it; nil where the table does not say.
    public var owner: String?

    public init(kind: Kind, superclass: Symbol?, owner: String? = nil) {
      self.kind = kind
      self.superclass = superclass
      self.owner = owner
    }
  }

  public struct PropertyEntry: Sendable {
    /// `perhaps`: it keeps what it is given, and may let go of it by itself.
    /// `once`: it lets go of the closure when that has run.
    public enum Holding: String, CaseIterable, Sendable { case strong, perhaps, once, weak, unowned, computed }
    public var holding: Holding
    /// The name of its type, or of its elements' type; nil where that is not a named one.
    public var type: Symbol?
    public var isClosure: Bool
    public var isList: Bool

    public init(holding: Holding, type: Symbol?, isClosure: Bool, isList: Bool = false) {
      self.holding = holding
      self.type = type
      self.isClosure = isClosure
      self.isList = isList
    }
  }

  /// What a function answers with, where what it is called on keeps that.
  public struct KeptResult: Sendable {
    /// The name of its type; nil where no table tells.
    public var type: Symbol?

    public init(type: Symbol?) { self.type = type }
  }

  /// How long a function keeps a closure it is given.
  public enum Lifetime: String, CaseIterable, Sendable {
    /// Calls it in place and never keeps it.
    case call
    /// Keeps it until it has run once.
    case once
    /// The object the function is called on keeps it.
    case receiver
    /// The object that is made or returned keeps it.
    case result
    /// The returned object keeps it, and keeps what the function was called on.
    case token
    /// Kept until it is explicitly unregistered.
    case forever
  }

  /// Who keeps whom after a call.
  public struct ObjectEntry: Sendable {
    public enum Party: Hashable, Sendable {
      case receiver, result, forever
      /// The first argument.
      case argument
      case labelled(Symbol)
    }
    public var keeper: Party
    public var kept: Party
    /// Whether the keeper is not known to let go by itself.
    public var isSure: Bool

    public init(keeper: Party, kept: Party, isSure: Bool = true) {
      self.keeper = keeper
      self.kept = kept
      self.isSure = isSure
    }
  }

  /// Names functions: by a type (nil for any receiver and for free functions) and a base name.
  public struct FunctionKey: Hashable, Sendable {
    public var type: Symbol?
    public var name: Symbol

    public func _rawHashValue(seed: Int) -> Int {
      mixed(UInt64(type?.id ?? .max) << 32 | UInt64(name.id), seed: seed)
    }

    public init(type: Symbol?, name: Symbol) {
      self.type = type
      self.name = name
    }
  }

  /// What holds of the functions of one name that have these labels.
  public struct Overload<Fact: Sendable>: Sendable {
    /// In order, `_` for none; nil for any.
    public var labels: [Symbol]?
    public var fact: Fact
    /// Where a table says so.
    public var source: TableLine?

    public init(labels: [Symbol]?, fact: Fact, source: TableLine? = nil) {
      self.labels = labels
      self.fact = fact
      self.source = source
    }

    /// Whether a call can be to it. Arguments may be left out, and a trailing closure (nil) has no label.
    func matches(_ call: [Symbol?]) -> Bool {
      guard let labels else { return true }
      var rest = labels[...]
      for label in call {
        guard let label else {
          if rest.isEmpty { return false }
          continue
        }
        guard let at = rest.firstIndex(of: label) else { return false }
        rest = rest[(at + 1)...]
      }
      return true
    }
  }

  public struct MemberKey: Hashable, Sendable {
    /// Stands for a receiver of any type, where its own is not known.
    public static let anyType: Symbol = "*"

    public var type: Symbol
    public var name: Symbol

    public func _rawHashValue(seed: Int) -> Int { mixed(UInt64(type.id) << 32 | UInt64(name.id), seed: seed) }

    public init(type: Symbol, name: Symbol) {
      self.type = type
      self.name = name
    }
  }

  public struct ClosureEntry: Sendable {
    public var lifetime: Lifetime
    /// Lifetimes of single arguments, by label, where they differ.
    public var byLabel: [Symbol: Lifetime]

    public init(lifetime: Lifetime, byLabel: [Symbol: Lifetime] = [:]) {
      self.lifetime = lifetime
      self.byLabel = byLabel
    }
  }

  /// How what a function starts is ended.
  public struct EndEntry: Sendable {
    /// What the function is a member of; nil for any.
    public var type: Symbol?
    /// The functions that end it, any one of which does.
    public var endings: Set<Symbol>

    public init(type: Symbol?, endings: Set<Symbol>) {
      self.type = type
      self.endings = endings
    }
  }

  /// A method that overrides have to call.
  public struct SuperEntry: Sendable {
    /// The class that declares it.
    public var type: Symbol
    /// In order, `_` for none.
    public var labels: [Symbol]

    public init(type: Symbol, labels: [Symbol]) {
      self.type = type
      self.labels = labels
    }
  }

  /// What a property or function answers with that has no index to answer with.
  public struct AbsenceEntry: Sendable {
    public var type: Symbol
    /// As source spells it: `-1`, `NSNotFound`.
    public var sentinel: Symbol

    public init(type: Symbol, sentinel: Symbol) {
      self.type = type
      self.sentinel = sentinel
    }
  }

  public private(set) var types: [Symbol: TypeEntry] = [:]
  public var properties: [MemberKey: PropertyEntry] = [:]
  public var closures: [FunctionKey: [Overload<ClosureEntry>]] = [:]
  public var objects: [FunctionKey: [Overload<ObjectEntry>]] = [:]
  /// Functions whose receiver keeps what they return.
  public var keptResults: [FunctionKey: [Overload<KeptResult>]] = [:]
  /// By name, the functions whose work ends when what they answer with is freed, and whose they are.
  public var endsWithAnswer: [Symbol: [Overload<String?>]] = [:]
  /// Functions after which the receiver no longer keeps what it was given.
  public var clears: Set<FunctionKey> = []
  /// What starts something, by name, with the functions that end it.
  public var ends: [Symbol: [Overload<EndEntry>]] = [:]
  /// What answers with an index or, where there is none, with a number that is no index; by name.
  public var absences: [Symbol: [Overload<AbsenceEntry>]] = [:]
  /// The names of all functions that end something.
  public var endings: Set<Symbol> = []

  /// Methods that overrides have to call, by name.
  public var supers: [Symbol: [SuperEntry]] = [:]

  /// The tables that were read, in order.
  public var tables: [Table] = []
  /// By role, the APIs that play it.
  private var roles = [RoleTable](repeating: RoleTable(), count: Role.allCases.count)
  /// By guess, the whole words of names that suggest it.
  private var guesses = [WordTable](repeating: WordTable(), count: Guess.allCases.count)

  public init() {}

  /// The APIs of a role. O(1).
  public subscript(role: Role) -> RoleTable {
    @inline(__always) _read { yield roles[role.rawValue] }
    _modify { yield &roles[role.rawValue] }
  }

  /// The words that suggest something. O(1).
  public subscript(guess: Guess) -> WordTable {
    @inline(__always) _read { yield guesses[guess.rawValue] }
    _modify { yield &guesses[guess.rawValue] }
  }

  /// A file of facts.
  public struct Table: Sendable {
    public var path: String
    /// Where its facts come from, in words.
    public var origin: String

    public init(path: String, origin: String) {
      self.path = path
      self.origin = origin
    }
  }

  /// Adds a type, or says anew what one is.
  public mutating func add(_ entry: TypeEntry, for type: Symbol) {
    types[type] = entry
    linkedTypes = LinkedTypes()
  }

  private var linkedTypes = LinkedTypes()

  /// `types`, linked once for all programs.
  var knownTypes: KnownTypes { linkedTypes.made(of: types) }
}

/// The types of the tables, once somebody has asked.
private final class LinkedTypes: Sendable {
  private let types = Mutex<KnownTypes?>(nil)

  func made(of entries: [Symbol: Knowledge.TypeEntry]) -> KnownTypes {
    types.withLock { types in
      let made = types ?? KnownTypes(entries)
      types = made
      return made
    }
  }
}
