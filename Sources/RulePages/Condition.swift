/// One line of `where`: what must be true of the thing found. All conditions of a page must hold.
public indirect enum Condition: Hashable, Sendable {
  // Of a closure.
  case captures(Capture)
  case keptBy(Keeper)
  case runs(Moment)
  case made(Occasion)

  // Of a property.
  case ownership(Ownership)
  case keeps(Kept)
  case role(Role)

  // Of a conformance.
  case of(ConformingType)
  case to(ConformedProtocol)
  case requirements(Requirements)

  // Of a parameter.
  case takes(Takes)

  // Of an enum case.
  case payload(Payload)

  // Of a type.
  case asks(Asks)

  // Of a type chain.
  case over(Types)

  // Of a shared call.
  case service(Service)

  // Of a call.
  case answer(Answer)
  case gives(Given)
  /// What keeps it is of one of these types.
  case host([String])
  case waits(WaitedFor)
  case goesOn(Repetition)
  // Of an assignment.
  case comes(Lateness)
  case sets(Setting)
  // Of a closure.
  case hides(Hidden)
  // Of an index, a division.
  case comesFrom(Origin)
  case by(Divisor)
  /// How long something lives, and what keeps it.
  case lifetime(Lifetime)
  // Of a method, a text, a format.
  case meets(Met)
  case redeclares(Redeclared)
  case ignores(Ignored)
  case compares(Compared)
  case observes(Observed)
  case shows(Shown)
  case dependsOn(Dependence)
  // Of an assertion, a branch.
  case asserts(Asserted)
  case unawaited(Unawaited)
  case sameAs(SameAs)

  // Of a path.
  case misses(Awaited)
  case repeats(Awaited)
  case when(Gone)
  case ends(Early)
  case holds(Held)

  // Of a declaration before and after a change.
  case lost(Loss)
  case gained(Gain)
  case changed(Alteration)

  // Of anything.
  /// Each of these surrounds the finding.
  case inside([Enclosure])
  /// Not all of these surround the finding: the opposite of `inside`.
  case notInside([Enclosure])
  case `in`(Files)
  /// The finding's file is meant by one of these.
  case path([Glob])
  /// None of these groups holds; a group holds if all of its conditions do.
  case unless([[Condition]])

  /// How the closure holds the object it uses.
  public enum Capture: String, Choice {
    case strongly, weakly, unowned

    public var says: String {
      switch self {
      case .strongly: "The closure keeps the object alive."
      case .weakly: "The object may go while the closure stays; it is then `nil`."
      case .unowned: "The object may go while the closure stays; touching it then ends the program."
      }
    }
  }

  /// What keeps the closure alive.
  public enum Keeper: String, Choice {
    case capturedObject = "the captured object"
    case program = "the program"
    case survivor = "what may outlive the captured object"

    public var says: String {
      switch self {
      case .capturedObject:
        "The object that the closure captures keeps the closure, itself or through what it owns."
      case .program: "Something that lives as long as the program keeps the closure."
      case .survivor:
        "A screen that the object puts up, where it is no screen itself; or a view's copy of a configuration."
      }
    }
  }

  /// When the closure runs.
  public enum Moment: String, Choice {
    case later = "after the call returns"

    public var says: String {
      switch self {
      case .later: "What the closure is given to runs it at another time, as far as source and tables show."
      }
    }
  }

  /// On what occasion the closure is made.
  public enum Occasion: String, Choice {
    case whileFreed = "while its object is freed"

    public var says: String {
      switch self {
      case .whileFreed:
        "In `deinit`, or in what `deinit` calls; the closure runs later and holds the object, weakly or not."
      }
    }
  }

  /// What becomes of the answer of a call.
  public enum Answer: String, Choice {
    case droppedToken = "a dropped token"
    case leakedReference = "an owned reference taken as borrowed"
    case overreleasedReference = "a borrowed reference taken as owned"
    case unfreedMemory = "memory that nothing frees"

    public var says: String {
      switch self {
      case .droppedToken: "What the call starts ends when its answer is freed, and nothing keeps the answer."
      case .leakedReference: "`takeUnretainedValue()` of what a function of the system answers that has `Create` or `Copy` in its name."
      case .overreleasedReference:
        "`takeRetainedValue()` of what a function of the system answers that has `Get` in its name, or of `passUnretained`."
      case .unfreedMemory:
        "A local or a property of a class holds it, gives it to nothing that may keep it, and nothing frees it."
      }
    }
  }

  /// What the call is given.
  public enum Given: String, Choice {
    case itself = "the object itself, for good"

    public var says: String {
      switch self {
      case .itself:
        "`self`, which is kept until something tells to let go; nothing does while the object lives."
      }
    }
  }

  /// How the property holds its object.
  public enum Ownership: String, Choice {
    case strong, weak, unowned

    public var says: String {
      switch self {
      case .strong: "The property keeps its object alive."
      case .weak: "The property is declared `weak`."
      case .unowned: "The property is declared `unowned`."
      }
    }
  }

  /// What the object in the property keeps.
  public enum Kept: String, Choice {
    case owner = "its owner"

    public var says: String {
      switch self {
      case .owner:
        "Somewhere in the program an object is put into the property that strongly owns the object which has the property."
      }
    }
  }

  /// What the property is there for.
  public enum Role: String, Choice {
    case delegate
    case lentScreen = "a screen lent to a shared object"

    public var says: String {
      switch self {
      case .delegate:
        "Named like a delegate or data source, of a class-bound protocol, some conformer of which owns such objects."
      case .lentScreen:
        "A screen or a view that an object which lives as long as the program is handed, and that nothing takes out again."
      }
    }
  }

  /// Which type conforms.
  public enum ConformingType: String, Choice {
    case systemType = "a system type"

    public var says: String {
      switch self {
      case .systemType: "The type belongs to the system or a library, not to this program."
      }
    }
  }

  /// Which protocol the type conforms to.
  public enum ConformedProtocol: String, Choice {
    case programProtocol = "a protocol of this program"

    public var says: String {
      switch self {
      case .programProtocol: "The protocol is declared in this program and requires something."
      }
    }
  }

  /// What meets the protocol's requirements.
  public enum Requirements: String, Choice {
    case metBySystemTypeAlone = "met by the system type alone"

    public var says: String {
      switch self {
      case .metBySystemTypeAlone:
        "The type already has every required member; neither the conformance nor an extension of the protocol adds one."
      }
    }
  }

  /// What the parameter takes.
  public enum Takes: String, Choice {
    case resultPair = "a closure of an optional value and an optional error"

    public var says: String {
      switch self {
      case .resultPair:
        "`(Receipt?, Error?) -> Void`, where nothing outside the program decides the signature."
      }
    }
  }

  /// The values that go with the case.
  public enum Payload: String, Choice {
    case wide = "told apart by position"

    public var says: String {
      switch self {
      case .wide:
        "Four values or more, or two unlabelled neighbours of one type, which three patterns take apart."
      }
    }
  }

  /// How the type asks for what it needs.
  public enum Asks: String, Choice {
    case optionalClosures = "through optional closures"

    public var says: String {
      switch self {
      case .optionalClosures: "Two of its properties or more are optional closures that answer with a value."
      }
    }
  }

  /// Which types are asked for.
  public enum Types: String, Choice {
    case subtypes = "subtypes that this program declares"

    public var says: String {
      switch self {
      case .subtypes: "All are subtypes of the value's own type, and the program declares that too."
      }
    }
  }

  /// Whose shared object it is.
  public enum Service: String, Choice {
    case apartFromTheScreen = "apart from the screen"

    public var says: String {
      switch self {
      case .apartFromTheScreen:
        "The class belongs to this program, and is not there for drawing or reporting, as a theme or a log is."
      }
    }
  }

  /// Which files a rule looks into.
  public enum Files: String, Choice {
    case production, tests

    public var says: String {
      switch self {
      case .production: "Files that are not part of a test target."
      case .tests: "Files of a test target."
      }
    }
  }
}

/// One line of `inside`: something that surrounds the finding, at any distance.
public enum Enclosure: Hashable, Sendable {
  /// A class that inherits from one of these, at any distance.
  case subclassOf([String])
  /// A type of one of these names, or an extension of it.
  case type([String])
  /// A function of one of these names.
  case function([String])
  /// Whether a closure stands between the finding and its function.
  case closure(Bool)
}
