extension Condition {
  /// What somebody waits for.
  public enum Awaited: String, Choice {
    case completion = "a completion"
    case continuation = "a continuation"
    case superMethod = "the method of the superclass"

    public var says: String {
      switch self {
      case .completion:
        "A parameter that is called once, when the work is done: other ways through the function call it, or hand it on."
      case .continuation: "The continuation of an `async` function that waits for it to be resumed."
      case .superMethod: "`super` with the name of the method that overrides it, where its superclass relies on that."
      }
    }
  }

  /// What is missing on the way.
  public enum Gone: String, Choice {
    case object = "its object has gone"

    public var says: String {
      switch self {
      case .object: "It is taken only when a `self` that is held weakly, or what stands before a `?`, is no longer there."
      }
    }
  }

  /// What ends too early.
  public enum Early: String, Choice {
    case deferredFlag = "before the work it stands for"

    public var says: String {
      switch self {
      case .deferredFlag: "A `defer` sets a flag back when the function returns, and the work runs in a closure after that."
      }
    }
  }

  /// What is held where something foreign is called.
  public enum Held: String, Choice {
    case lock = "a lock"

    public var says: String {
      switch self {
      case .lock: "A lock, or a serial queue, which what is called may ask for in turn."
      }
    }
  }
}
