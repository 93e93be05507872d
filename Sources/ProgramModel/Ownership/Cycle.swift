public import SwiftFacts

/// Objects that keep one another, as found in one function.
public struct Cycle: Hashable, Sendable {
  /// One object of the cycle and how it keeps the next.
  public struct Link: Hashable, Sendable {
    /// How the code calls the object: `self`, `self.downloader`, `cell`.
    public var object: String
    public var type: Type
    public var how: How
    public var proof: Proof
    /// Where the code says so.
    public var span: SourceSpan?
    /// What happens inside called functions.
    public var steps: [Step]

    /// What an object is called that only a call like `sink` names.
    public static let subscription = "the subscription"
    /// What an object is called that nothing in the code names.
    public static let unnamed = "it"
  }

  public enum How: Hashable, Sendable {
    /// A stored property of the object.
    case property(PropertyID)
    /// A property of the system, or something known to be in it.
    case knownProperty(Symbol)
    case element
    /// The code puts the next object into a slot of this one.
    case store(Slot)
    case capture(Symbol)
    case methodReference(Symbol)
  }

  /// What closes the cycle.
  public enum Closing: Hashable, Sendable {
    /// A closure, or a method used as one, that captures an object by a name.
    case closure(RemoteClosure)
    /// A property that refers back.
    case property(PropertyID)
  }

  /// A global or static property, or a slot of what is in one.
  public struct Lasting: Hashable, Sendable {
    /// As a reader would write it: `Center.shared.handlers`.
    public var keeper: String
    /// Whether each closure stays beside the earlier ones.
    public var isList: Bool
    /// The function that is given the closure, where that keeps it inside one of its own.
    public var relay: Relay?
    /// The closure itself, where a function that is called here makes it.
    var closure: RemoteClosure?
  }

  /// A function that keeps a closure for its caller, inside one of its own.
  public struct Relay: Hashable, Sendable {
    public var function: FunctionID
    /// The parameters that are given the captured object.
    public var given: Set<Int>
  }

  public var closing: Closing
  /// The function in which all links come together.
  public var function: FunctionID
  /// From the object that is captured, or referred back to, round to itself.
  public var links: [Link]
  /// Further closures in the same expression that close the same cycle.
  public var others: [SourceSpan] = []
  /// Kept by the process itself rather than by what it captures.
  public var isKeptForGood = false
  /// What lasts and keeps the closure, where that is no object of the cycle but a global or a static of the program.
  public var lasting: Lasting?
  /// The type of the object that is captured or referred back to.
  public var captured: Type = .unknown
  /// Where the token that would end it is kept.
  public var tokenSlots: [Slot] = []

  /// What the call that keeps the closure answers with, where that is an object of the program which may end it.
  public struct Token: Hashable, Sendable {
    public var type: NominalID
    /// Where it is kept.
    public var slots: [Slot]
  }

  public var token: Token?

  /// What becomes of it.
  public enum Ended: Comparable, Hashable, Sendable {
    /// Nothing ends it.
    case never
    /// The program takes one of the objects away at times, though not whenever another goes.
    case atTimes
    /// Somebody gets to code that ends it, at a time of their own; whether whenever an object is dropped is unknown.
    case onRequest
    case surely
  }

  /// Whether all objects are of one type, as the neighbours in a list or a tree are.
  var isAmongEquals = false

  /// A place that lets go of one of its slots, and who gets there.
  public struct End: Hashable, Sendable {
    public var slot: Slot
    public var function: FunctionID
    public var span: SourceSpan
    public var reach: [EndReach]
  }

  /// How long its objects live at most.
  public enum Lives: Hashable, Sendable {
    /// As long as the process, one of each: nothing new ever leaks.
    case process
    /// The program never comes to make it.
    case never
    case unknown
  }

  public var ended = Ended.never
  public var lives = Lives.unknown
  /// Whether nothing but how often its objects are made keeps it from leaking, as the program stands: there is one of
  /// each, or none yet, and whoever makes another has the leak.
  public var isHarmlessSoFar = false
  /// The ends that do not end it, or not always.
  public var ends: [End] = []

  /// How sure it is that something leaks: as sure as the weakest link, and no more than a guess where one of the
  /// objects may have been taken away before.
  public var proof: Proof {
    let weakest = links.map(\.proof).min() ?? .guessed
    return ended == .never ? weakest : min(weakest, .guessed)
  }
}

extension Cycle {
  /// The slots on the way that have a name.
  func slots(in program: Program) -> Set<Slot> {
    Set(
      links.compactMap { link in
        switch link.how {
        case .store(let slot): slot.isPart ? nil : slot
        case .property(let property):
          Slot(name: program.declaration(of: property).name, owner: program.owner(of: property))
        default: nil
        }
      })
  }
}
