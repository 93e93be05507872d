/// A change to the source that a rule offers.
public enum FixWord: String, Choice {
  case captureWeakly = "capture-weakly"
  case declareWeak = "declare-weak"
  case restoreWeak = "restore-weak"
  case ownObject = "own-object"
  case nameNil = "name-nil"
  case pinFormat = "pin-format"
  case matchRequirement = "match-requirement"
  case callWeakly = "call-weakly"
  case storeToken = "store-token"
  case restoreDefault = "restore-default"
  case makeOptional = "make-optional"
  case restoreName = "restore-name"
  case listCase = "list-case"
  case startOtherwise = "start-otherwise"
  case readNewValue = "read-new-value"
  case replace

  public var says: String {
    switch self {
    case .captureWeakly: "Makes the closure capture its object `weak`, and unwraps it where the closure begins."
    case .declareWeak: "Makes the property `weak`, and its protocol class-bound if need be."
    case .restoreWeak: "Puts back the `weak` that the change took away."
    case .ownObject: "Makes the property a `@StateObject`, which keeps its object while the view is drawn anew."
    case .nameNil: "Puts an empty text where the value is `nil`."
    case .pinFormat: "Gives the formatter the locale `en_US_POSIX`, or writes `yyyy` in place of `YYYY`."
    case .matchRequirement: "Gives the method the name that the protocol requires."
    case .callWeakly: "Gives the timer a closure that holds the object weakly, in place of the object and a selector."
    case .storeToken: "Stores the answer in the set of `AnyCancellable` that the type has."
    case .restoreDefault: "Puts back the default that the change replaced."
    case .makeOptional: "Makes the new field optional."
    case .restoreName: "Gives what is stored its old name back: as raw value, coding key or storage key."
    case .startOtherwise: "Has the flag that is asserted start as its opposite."
    case .readNewValue: "Has the `set` read what it is given where it reads the property itself."
    case .replace: "Writes what is meant in place of what stands there."
    case .listCase: "Adds a `case` of its own before the `default:`, to be filled in."
    }
  }

  /// The kinds of things that it mends.
  var kinds: [Kind] {
    switch self {
    case .captureWeakly: [.closure]
    case .declareWeak, .ownObject: [.property]
    case .restoreWeak: [.closure, .property]
    case .nameNil, .pinFormat: [.text]
    case .matchRequirement: [.function]
    case .callWeakly, .storeToken, .replace: [.call]
    case .restoreDefault: [.parameter]
    case .makeOptional: [.property]
    case .listCase: [.enumCase]
    case .restoreName: [.property, .enumCase, .text]
    case .startOtherwise: [.assertion]
    case .readNewValue: [.accessor]
    }
  }

  /// Whether it puts back what a change took away.
  private var isOfChange: Bool {
    switch self {
    case .restoreWeak, .restoreDefault, .makeOptional, .listCase, .restoreName: true
    default: false
    }
  }

  /// Whether it can mend what a search finds.
  func mends(_ search: Search) -> Bool {
    if case .pattern = search { return false }
    return isOfChange == search.isComparison && !search.kinds.isDisjoint(with: kinds)
  }
}
