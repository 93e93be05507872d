extension Condition {
  /// What a declaration had before the change and no longer has.
  public enum Loss: String, Choice {
    case storedName = "a stored name"
    case assertion = "an assertion"
    case run = "its run"
    case start = "a start that is not what it asserts"
    case teardown = "a teardown"
    case errorHandling = "error handling"
    case weakDelegate = "a weak delegate"
    case completionCall = "a completion call"
    case superCall = "a call of super"
    case equality = "a whole equality"
    case reset = "a reset of a reused view"

    public var says: String {
      switch self {
      case .storedName:
        "A property of a type whose values the program stores has another name there, which what was stored before does not have."
      case .assertion: "It asserts less, does the rest as before, and all that was asserted is still there."
      case .run: "It is skipped, disabled, or no longer called like a test."
      case .start: "A flag that it asserts starts as what is asserted, and did not before."
      case .teardown: "It no longer ends what it starts as before: an observer, a timer, a lock, a background task."
      case .weakDelegate: "A stored property that is a delegate by its name or type was `weak` or `unowned`, and is strong."
      case .completionCall:
        "A block that called a parameter which somebody waits for, or handed it on, does the rest as before and no longer calls it."
      case .equality:
        "Its hand-written `==` looked at every property in which two of its values can differ, and does not look at one that the change "
          + "adds; or it no longer looks at one that it looked at."
      case .reset:
        "Its `prepareForReuse` set something back, or called what does, and does neither now, nor calls anything new that might."
      case .superCall: "A block that called the method it overrides does the rest as before and no longer calls it."
      case .errorHandling: "A `catch` that did something, other than print, does nothing now."
      }
    }
  }

  /// What a declaration has after the change and did not have before.
  public enum Gain: String, Choice {
    case requiredField = "a required field"
    case hiddenCase = "a case that a default takes"
    case defaultedRequirement = "a requirement that defaults to nothing"

    public var says: String {
      switch self {
      case .requiredField:
        "Stored values of the type can only be read with a property that what was stored before does not have."
      case .hiddenCase:
        "A case of an enum; a `switch` elsewhere names most of the other cases, and its `default:` takes this one."
      case .defaultedRequirement:
        "A requirement that an extension meets by doing nothing, and that types which conformed before do not meet themselves."
      }
    }
  }

  /// What a declaration has before and after the change, and not the same.
  public enum Alteration: String, Choice {
    case rawValue = "a stored raw value"
    case storedType = "a stored type"
    case storageKey = "a storage key"
    case partedKey = "one side of a storage key"
    case defaultArgument = "a default argument"

    public var says: String {
      switch self {
      case .rawValue: "A case of an enum whose raw values the program stores has another raw value."
      case .storedType: "A property of a type whose values the program stores is stored as another plain type."
      case .storageKey: "The key of a value in user defaults or the keychain; nothing reads the old key any more."
      case .partedKey:
        "The key of a value in user defaults or the keychain, where it is written and not where it is read, or the other way round."
      case .defaultArgument: "The literal that a parameter defaults to; calls in files without a change rely on it."
      }
    }
  }
}
