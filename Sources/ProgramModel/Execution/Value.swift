import SwiftFacts

/// What an expression comes to while a program is executed. An optional is what it wraps, or nothing.
enum Value {
  /// Nothing can be said of it.
  case unknown
  /// `nil`.
  case missing
  case bool(Bool)
  case int(Int)
  case double(Double)
  /// A string, or one of its characters.
  case text(String)
  case object(Reference)
  case structure(Structure)
  case enumeration(Enumeration)
  case tuple([Value], labels: [Symbol?])
  case list([Value])
  case set([Value])
  case table([Entry])
  /// From one bound up to the other, which is not included.
  case range(Int, Int)
  case closure(ClosureObject)
  /// A type as a value; nil for one that the program does not declare.
  case type(Type)
  /// Something that is equal to itself alone: the identity of an object, a fresh key.
  case identity(Int)
  case keyPath([Symbol])
  /// What a weak slot holds; whoever reads the slot gets the object, or nothing.
  case weak(WeakReference)
  /// `.name` of a type that is not known yet.
  case nameless(Symbol, [Value])

  struct Entry {
    var key: Value
    var value: Value
  }

  static var void: Value { .tuple([], labels: []) }

  var isMissing: Bool { if case .missing = self { true } else { false } }
  var isUnknown: Bool { if case .unknown = self { true } else { false } }
  /// Whether it is a number, a text or the like.
  var isPlain: Bool {
    switch self {
    case .bool, .int, .double, .text: true
    default: false
    }
  }
}

/// A value of a struct: a copy of its own wherever it goes.
struct Structure {
  var type: NominalID
  var arguments: [Type] = []
  var fields: [PropertyID: Value] = [:]
}

/// A value of an enum of the program.
struct Enumeration {
  var type: NominalID
  var name: Symbol
  var payload: [Value] = []
}

/// What a place of an object was given, and where.
struct Field {
  var value: Value
  /// Where it was put there; nil for what it begins with.
  var site: Site?
  /// When, counted in steps.
  var time = 0
}

/// An expression of a function.
struct Site: Hashable {
  var function: FunctionID
  var expression: ExpressionID
}

/// A moment of a run, by the calls that were begun.
struct Life: Hashable {
  /// Calls by the body in which the program begins.
  var outer = 0
  /// Calls by what that calls.
  var inner = 0
}

/// What there is of an object of a class: its type and what its properties hold.
final class Core {
  let number: Int
  let type: NominalID
  /// What the generic parameters of its type stand for.
  var arguments: [Type] = []
  /// Where it was made.
  let site: Site?
  /// When it was made: how many calls the body in which the program begins had made by then, and how many those had.
  let life: Life
  let usage: Usage
  private(set) var fields: [PropertyID: Field] = [:]
  /// The classes whose initialisers have run.
  var initialized: Set<NominalID> = []
  /// Whether its `deinit` is not to run: it has, or there is nothing to run it.
  var isOver = false
  weak var reference: Reference?
  /// Of an object of the system's, what that has of it.
  var handle: Handle?

  init(number: Int, type: NominalID, site: Site?, life: Life, _ usage: Usage) {
    self.number = number
    self.type = type
    self.site = site
    self.life = life
    self.usage = usage
  }

  /// Puts something into a property. What was there is let go of when that is done, for its `deinit` may come back.
  func put(_ field: Field, into property: PropertyID) {
    let old = fields[property]
    fields[property] = field
    withExtendedLifetime(old) {}
  }

  func clear() {
    let old = (fields, handle)
    (fields, handle) = ([:], nil)
    withExtendedLifetime(old) {}
  }
}

/// What counts who keeps an object: when the last copy of it goes, so does the object.
///
/// The interpreter counts references by its own: a value that is copied keeps this, a slot that is overwritten lets go.
/// So an object lives exactly as long as the program that is executed would have it live.
final class Reference {
  let core: Core
  private let heap: Heap

  init(_ core: Core, _ heap: Heap) {
    self.core = core
    self.heap = heap
  }

  deinit { heap.end(core) }
}

struct WeakReference {
  weak var reference: Reference?
  var isUnowned: Bool
}

/// A variable: what several closures may share.
final class Cell {
  private(set) var stored: Value
  /// Whether something was put into it since it was made.
  var isWritten = false
  let isWeak: Bool
  let isUnowned: Bool

  init(_ value: Value, weak: Bool = false, unowned: Bool = false) {
    isWeak = weak
    isUnowned = unowned
    stored = .missing
    stored = held(value)
  }

  private func held(_ value: Value) -> Value {
    guard isWeak, case .object(let reference) = value else { return value }
    return .weak(WeakReference(reference: reference, isUnowned: isUnowned))
  }

  func set(_ value: Value) {
    let old = stored
    stored = held(value)
    isWritten = true
    withExtendedLifetime(old) {}
  }
}

/// A closure, a function or a method used as one.
final class ClosureObject {
  enum Kind {
    case code(FunctionID, ClosureID)
    /// Functions of one name, one of which its arguments choose; with what they are called on.
    case functions([FunctionID], receiver: Value?)
    /// Methods of one name that are named by their type: given an object, they are its.
    case unapplied([FunctionID])
    /// What makes values of a type.
    case maker(Type)
    case enumCase(NominalID, Symbol)
    /// An argument that the function it is given to evaluates.
    case expression(ExpressionID, Activation)
    /// A method of the standard library, on a value.
    case standard(Symbol, Value)
    case operation(Symbol)
  }

  let number: Int
  private(set) var kind: Kind
  /// The variables that it shares, or copies of them.
  private(set) var captured: [LocalID: Cell]
  let site: Site?
  /// The round in which it was made.
  let round: Int
  /// What makes one value of those that stand in it.
  var builder: NominalID?
  /// What generic parameters stand for where it was made.
  var generics: [Symbol: Type] = [:]

  init(number: Int, _ kind: Kind, captured: [LocalID: Cell], site: Site?, round: Int) {
    self.number = number
    self.kind = kind
    self.captured = captured
    self.site = site
    self.round = round
  }

  func capture(_ cell: Cell, as local: LocalID) { captured[local] = cell }

  func clear() {
    let old = (kind, captured)
    kind = .functions([], receiver: nil)
    captured = [:]
    withExtendedLifetime(old) {}
  }
}
