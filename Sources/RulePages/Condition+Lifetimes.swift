extension Condition {
  /// What a rule asks about how long something lives.
  public enum Lifetime: Hashable, Sendable {
    case lives(Life)
    case loses(Lost)
    case ended(End)
    case joins(Joined)
    case waits(Wait)

    /// How long an object lives.
    public enum Life: String, Choice {
      case inWeakProperty = "in a weak property alone"

      public var says: String {
        switch self {
        case .inWeakProperty:
          "Nothing but weak properties refers to it, so it is freed when the function ends that makes it."
        }
      }
    }

    /// What a closure loses with its object.
    public enum Lost: String, Choice {
      case work = "its work"
      case workForCallers = "its work, unless a caller keeps the object"

      public var says: String {
        switch self {
        case .work:
          "The program makes an object, calls the method that makes the closure, and lets go of the object before the closure runs."
        case .workForCallers:
          "The program hands such objects out and keeps none, and the closure runs later."
        }
      }
    }

    /// How what a call starts comes to its end.
    public enum End: String, Choice {
      case never
      case neverAndIdle = "never, though it finds its object gone"
      case repeated = "never, before it is started once more"
      case keptByItself = "never, for its closure keeps its token"
      case notWithOwner = "not with its owner"

      public var says: String {
        switch self {
        case .never: "Nothing in the program can end it; it does its work for as long as the process runs."
        case .neverAndIdle: "Nothing in the program can end it; its closure holds its object weakly."
        case .repeated: "It is started each time the screen appears, or from several functions, and nothing ends it in between."
        case .keptByItself: "The closure refers to the variable that is given the token, which keeps the closure."
        case .notWithOwner: "The object that has it can go without ending it."
        }
      }
    }

    /// What the object that makes a call goes into.
    public enum Joined: String, Choice {
      case lastingList = "a list that lasts"

      public var says: String {
        switch self {
        case .lastingList:
          "It hands itself to an object that lives as long as the process and that keeps it in a list; nothing takes it out while it lives."
        }
      }
    }

    /// What a task waits for.
    public enum Wait: String, Choice {
      case endless = "for values without end"

      public var says: String {
        switch self {
        case .endless: "A loop over values that never end, with the object held meanwhile; nothing but `deinit` cancels the task."
        }
      }
    }
  }

  /// What it asks about how long something lives, if it does.
  public var lifetime: Lifetime? { if case .lifetime(let lifetime) = self { lifetime } else { nil } }
}

extension Vocabulary {
  /// The words about how long something lives.
  static let lifetimes: [Word<Condition>] = [
    Word("lives", of: [.find(.object)], "How long the object lives.", .choice { Condition.lifetime(.lives($0)) }),
    Word("loses", of: [.find(.closure)], "What is lost with the object that it holds weakly.", .choice { Condition.lifetime(.loses($0)) }),
    Word("ended", of: [.find(.call)], "How what the call starts comes to its end.", .choice { Condition.lifetime(.ended($0)) }),
    Word("joins", of: [.find(.call)], "What the object that makes the call goes into.", .choice { Condition.lifetime(.joins($0)) }),
    Word("awaits", of: [.find(.call)], "What a task waits for.", .choice { Condition.lifetime(.waits($0)) }),
  ]
}
