public import SwiftFacts

/// How sure a link is; `Certainty` of the shared model, in this room's order.
public enum Proof: Int8, Comparable, Hashable, Sendable {
  case guessed, known, proven
  public static func < (left: Proof, right: Proof) -> Bool { left.rawValue < right.rawValue }
}

/// A place in an object that can keep another: a property, or an element of a collection.
public struct Slot: Hashable, Sendable {
  public var name: Symbol
  /// The type that declares it, if that is known.
  public var owner: NominalID?

  public init(name: Symbol, owner: NominalID?) {
    self.name = name
    self.owner = owner
  }

  /// The contents of a collection, and whatever else has no name.
  static let element = Slot(name: "[]", owner: nil)

  /// What a closure answers with when it is called.
  static let answer = Slot(name: "=>", owner: nil)

  /// One of the values of a tuple, by its position or label.
  static func component(_ name: Symbol) -> Slot { Slot(name: Symbol(".\(name)"), owner: nil) }

  /// A value that an enum case carries.
  static func payload(_ name: Symbol, _ index: Int) -> Slot {
    Slot(name: Symbol("(\(name).\(index)"), owner: nil)
  }

  var isPayload: Bool { owner == nil && name.isMarked && name.text.first == "(" }

  /// Whether it is a part of what holds it rather than a property that somebody declared.
  public var isPart: Bool { owner == nil && name.isMarked }
}

struct ObjectID: DenseKey, Comparable, Sendable {
  var index: Int32
  static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

/// One object that a function deals with, told apart by how the function gets at it.
struct Object {
  enum Kind: Hashable {
    case selfObject
    case parameter(Int)
    case field(ObjectID, Slot)
    /// What a collection holds under a key: two keys, two objects.
    case element(ObjectID, ElementKey)
    /// Made or answered by an expression.
    case fresh(ExpressionID)
    case closure(ClosureID)
    /// A method used as a closure.
    case method(of: ObjectID, Symbol, ExpressionID)
    case global(Symbol)
    /// What the program's own globals and static properties are the fields of: it lives as long as the process.
    case process
    /// A local of which only the name and perhaps the type are known.
    case local(LocalID)
    /// The run loop, the notification centre: whatever lives as long as the process.
    case system

    func _rawHashValue(seed: Int) -> Int {
      let number: UInt64 =
        switch self {
        case .selfObject: 1
        case .process: 2
        case .system: 3
        case .parameter(let index): 4 + UInt64(truncatingIfNeeded: index)
        case .fresh(let id): 1 << 60 | UInt64(truncatingIfNeeded: id.index)
        case .local(let id): 2 << 60 | UInt64(truncatingIfNeeded: id.index)
        case .closure(let id): 3 << 60 | UInt64(truncatingIfNeeded: id.index)
        case .global(let name): 4 << 60 | UInt64(name.id)
        case .field(let base, let slot): 5 << 60 | UInt64(truncatingIfNeeded: base.index) << 32 | UInt64(slot.name.id)
        case .element(let base, .constant(let name)):
          6 << 60 | UInt64(truncatingIfNeeded: base.index) << 32 | UInt64(name.id)
        case .element(let base, .site(let id)):
          7 << 60 | UInt64(truncatingIfNeeded: base.index) << 32 | UInt64(truncatingIfNeeded: id.index)
        case .method(let base, _, let id):
          8 << 60 | UInt64(truncatingIfNeeded: base.index) << 32 | UInt64(truncatingIfNeeded: id.index)
        }
      return mixed(number, seed: seed)
    }

    /// What it is a part of, and in which slot; elements of all keys share one.
    var place: (base: ObjectID, slot: Slot)? {
      switch self {
      case .field(let base, let slot): (base, slot)
      case .element(let base, _): (base, .element)
      default: nil
      }
    }
  }

  /// How code gets at an element of a collection.
  enum ElementKey: Hashable {
    /// `list.first`, `list[0]`, `map["a"]`.
    case constant(Symbol)
    /// By what an expression works out, which nothing tells from what another one does.
    case site(ExpressionID)
  }

  /// Whether what it is a field of keeps it.
  enum Hold: Hashable {
    case strong(Proof)
    case weak
    case unknown
  }

  var kind: Kind
  /// What it is taken for; a cast may have told more than was declared.
  var type: Type
  var hold: Hold
  /// What it was known to be at first, on every way through the function.
  var declared = Type.unknown
}

/// `holder` keeps `value` in `slot`.
struct Keep {
  var holder: ObjectID
  var slot: Slot
  var value: ObjectID
  var proof: Proof
  /// The expression that makes it so, in the function under evaluation; the first one, where several do.
  var site: ExpressionID
  /// The last of them; nil where there is one alone.
  var lastSite: ExpressionID?
  /// What happens inside the functions called there.
  var steps: [Step]
  /// The closure of a called function that does the keeping, where there is one.
  var closure: RemoteClosure?
  /// Whether a called function puts it beside what was there before, each time that it is called.
  var isAdded = false
  /// What the value has to be for it: a called function takes nothing else to this place.
  var only: NominalID?
}

/// A closure that another function contains.
public struct RemoteClosure: Hashable, Sendable {
  public var function: FunctionID
  public var closure: ClosureID?
  /// The closure, or the method reference.
  public var span: SourceSpan
  /// What it captures, by name.
  public var captured: Symbol

  public init(function: FunctionID, closure: ClosureID?, span: SourceSpan, captured: Symbol) {
    self.function = function
    self.closure = closure
    self.span = span
    self.captured = captured
  }
}

/// One fact on the way from a cause to its effect, with its place.
public struct Step: Hashable, Sendable {
  public enum Saying: Hashable, Sendable {
    /// What is said of a system property in a table.
    case knownProperty(owner: Symbol, name: Symbol)
    /// A function puts what it is given into a property.
    case stores(function: Symbol, slot: Slot)
    /// A function of the system keeps what it is given.
    case knownFunction(Symbol, Knowledge.Lifetime)
    case knownKeep(Symbol)
    /// A property of something unknown is given a closure.
    case unknownProperty(Symbol)
    /// A closure uses a name.
    case captures(Symbol)
    case dataSource(Symbol)
    case enumPayload(Symbol)
    /// A property refers weakly to what usually keeps the object that has it.
    case backReference(Symbol)
  }
  public var saying: Saying
  public var span: SourceSpan?
  public var proof: Proof
}
