extension Condition {
  /// What an equality, or the hash beside it, looks at.
  public enum Compared: String, Choice {
    case unlikeParts = "parts that differ"
    case itself = "a part with itself"
    case mostCases = "all but some cases"
    case lessThanHash = "less than its hash"

    public var says: String {
      switch self {
      case .unlikeParts:
        "It is a `==` that holds a property of one value to another property of the other, or a case to another case, and not the other way round as well."
      case .itself: "It is a `==` that holds a property of a value to the same property of the same value."
      case .mostCases: "It is a `==` whose `default` answers `false` for cases that no pattern holds to themselves."
      case .lessThanHash: "It is a `hash(into:)` that turns on a stored property which `==` does not look at."
      }
    }
  }

  /// What an index is, where it is not an index.
  public enum Origin: String, Choice {
    case sentinel = "a sentinel"

    public var says: String {
      switch self {
      case .sentinel: "`-1` or `NSNotFound`, where there is nothing to find; the function that uses it does not ask for that."
      }
    }
  }

  /// What a division divides by.
  public enum Divisor: String, Choice {
    case possiblyZero = "a count that may be zero"

    public var says: String {
      switch self {
      case .possiblyZero: "The count of a collection, or one less, and the function asks nothing about how many there are."
      }
    }
  }

  /// What a call waits for.
  public enum WaitedFor: String, Choice {
    case itself = "the queue that it runs on"

    public var says: String {
      switch self {
      case .itself: "`sync` on a serial queue, or a method that begins with it, called in a block that runs on that queue."
      }
    }
  }

  /// When an assignment comes.
  public enum Lateness: String, Choice {
    case late = "after what calls it"

    public var says: String {
      switch self {
      case .late: "It sets a callback or delegate of an object made here, and a method that was called before calls back before it returns."
      }
    }
  }

  /// What a closure hides.
  public enum Hidden: String, Choice {
    case failure = "a failure"

    public var says: String {
      switch self {
      case .failure: "It is given a value and an error, puts something empty in the place of the value and does not look at the error."
      }
    }
  }

  /// When a call is repeated.
  public enum Repetition: String, Choice {
    case whenCancelled = "without a pause once cancelled"

    public var says: String {
      switch self {
      case .whenCancelled:
        "`try? await Task.sleep`, which returns at once in a cancelled task, in a loop that does not ask whether its task is."
      }
    }
  }

  /// What an assignment sets.
  public enum Setting: String, Choice {
    case reused = "a reused view in some branches only"

    public var says: String {
      switch self {
      case .reused:
        "A dequeued cell is given something in one branch and nothing in another; nothing else in the function gives it that, and `prepareForReuse()` does not reset it."
      }
    }
  }
}
