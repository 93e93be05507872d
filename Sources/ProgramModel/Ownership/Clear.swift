public import SwiftFacts

/// A place where the code lets go of what a slot holds.
public struct Clear: Hashable, Sendable {
  public enum Reach: Hashable, Sendable {
    /// The slot holds nothing afterwards, or what it holds has ended.
    case slot
    /// What was put into the slot's object is gone; the slot goes on holding the object.
    case contents
    /// The slot of this one object holds something else, which keeps nothing. The object is in that slot; nil for
    /// `self`.
    case replaced(in: Slot?)
    /// The slot of `self` holds a value of this case of its enum, and so of no other.
    case holds(Symbol)
  }

  public var slot: Slot
  public var reach: Reach
  public var span: ByteSpan
  /// The innermost closure around it: it lets go at another time than the code around that.
  public var closure: ClosureID?
  /// In a `defer`, so that each way out of the function comes by.
  public var isDeferred: Bool
  /// The type of the object whose slot it is, where the code says so.
  var holder: NominalID?
  /// How much goes.
  var extent = Extent.all
  /// Whether what was in the slot is told to end, rather than dropped alone.
  var tellsToEnd = false
  /// Whether what takes the place is made of what the function is given: its caller sets the slot for another use.
  var isSetAnew = false

  enum Extent: Hashable, Sendable {
    case all
    /// One element of the collection in the slot.
    case oneElement
    /// None: each is told to end, and stays.
    case nothing
  }
}

/// What becomes empty in the course of a call, as its caller can notice.
struct Emptying: Hashable, Sendable {
  /// Parameters that are let go of: `inout` ones that are set to nothing, tokens that are cancelled.
  var parameters: Set<Int> = []
  /// Whether the collection or value that it is called on is.
  var receiver = false
  /// Parameters that let go of what was put into them, and are kept as before.
  var contents: Set<Int> = []
  /// Slots that a subscript puts its new value into.
  var taken: Set<Slot> = []

  var isEmpty: Bool { parameters.isEmpty && !receiver && taken.isEmpty && contents.isEmpty }
}
