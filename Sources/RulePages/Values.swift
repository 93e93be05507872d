/// The words that stand as values on pages, each a closed list with what its words mean.
public enum Value {
  /// Which files a rule looks into.
  public enum Files: String, Choice {
    case production, tests, anywhere

    public var says: String {
      switch self {
      case .production: "Files that are not part of a test target."
      case .tests: "Files of a test target."
      case .anywhere: "Both."
      }
    }
  }

  /// What kind of thing it is, or surrounds it.
  public enum ScopeKind: String, Choice {
    case closure, property, function, type, parameter
    case enumCase = "enum case"
    case call, text, assertion, loop, `defer`, `protocol`, extension_ = "extension"

    public var says: String {
      switch self {
      case .closure: "A closure."
      case .property: "A property."
      case .function: "A function, a method, an initialiser or `deinit`."
      case .type: "A type, in its declaration or an extension."
      case .parameter: "A parameter, or a value of an enum case."
      case .enumCase: "A case of an enum."
      case .call: "A call."
      case .text: "A string literal."
      case .assertion: "Something that a test asserts."
      case .loop: "A loop."
      case .defer: "A `defer`."
      case .protocol: "A protocol."
      case .extension_: "An extension."
      }
    }
  }

  /// Who may use a declaration.
  public enum Access: String, Choice {
    case `public`, `internal`, `private`

    public var says: String {
      switch self {
      case .public: "Declared `public` or `open`."
      case .internal: "Neither."
      case .private: "Declared `private` or `fileprivate`."
      }
    }
  }

  /// What is true of a thing in itself.
  public enum Quality: String, Choice {
    case optional, `static`, lazy, constant, stored, computed, override, async, throws_ = "throwing"
    case literal, interpolated, empty, given, exhaustive
    case shared, owned, borrowed, required
    case itself = "itself"
    case capturedObject = "the captured object"
    case ownQueue = "the queue that it runs on"
    case heldLock = "the lock that is held"
    case oneOfSeveral = "one of several"
    case ownClosure = "its own closure"
    case nothing
    case caller = "a caller alone"
    case alwaysThere = "always there"
    case madeHere = "made on the spot"
    case positional = "told apart by position"
    case absent, gone, skipped
    case pointer = "a pointer"
    case untyped = "of any type"
    case walked = "taken as it comes"
    case unasked = "read as if it were there"
    case copied
    case key = "a key"
    case aliased = "the same object"

    public var says: String {
      switch self {
      case .optional: "It may be `nil`, by its type."
      case .static: "It belongs to the type, not to an object."
      case .lazy: "It is made when it is first asked for."
      case .constant: "It is the same on every run; a property that is a `let`."
      case .stored: "It is kept, not worked out each time."
      case .computed: "It is worked out each time."
      case .override: "It replaces what a superclass declares."
      case .async: "It is declared `async`."
      case .throws_: "It is declared to throw."
      case .literal: "It stands in the source as it is, with nothing put into it."
      case .interpolated: "It is a text with values put into it."
      case .empty: "There is nothing in it."
      case .given: "Something gives it a value."
      case .exhaustive: "It names each case, so that the compiler asks about a further one."
      case .shared: "It is the one shared object of its class."
      case .owned: "Whoever is given it has to release it."
      case .borrowed: "Whoever is given it must not release it."
      case .required: "What has it cannot be made, or read, without it."
      case .itself: "The thing found."
      case .capturedObject: "The object that the closure captures, itself or through what it owns."
      case .ownQueue: "The serial queue that the code around it runs on."
      case .heldLock: "The lock of another object that is held while this object's closure is called."
      case .oneOfSeveral: "There may be more of it, each handed over by somebody else."
      case .ownClosure: "The closure that it was given."
      case .nothing: "Nothing at all."
      case .caller: "Whoever calls, if anybody does."
      case .alwaysThere: "It can never be `nil`."
      case .madeHere: "A new object is made for it where it is declared."
      case .positional: "Its neighbours are like it and it has no label: patterns tell it apart by its position."
      case .absent: "It was not there."
      case .gone: "It is no longer there."
      case .skipped: "It no longer runs."
      case .walked: "A loop or its like went through all that there was, however many."
      case .unasked: "It may be `nil`, and what reads it ends the program then."
      case .key: "Something is found by it: in a dictionary as it is written, or between brackets."
      case .copied: "Whoever is given it has a copy, which stays as it is."
      case .aliased: "It is the very object that it was taken from, and no copy."
      case .untyped: "Its type says nothing of it: `Any`, `any Sendable`."
      case .pointer: "It is an address in memory, or something else that only C and Objective-C have a use for."
      }
    }
  }

  /// What a thing is there for.
  public enum Role: String, Choice {
    case completion, continuation, superclass = "the superclass's method"
    case callback, delegate, owner, screen, service, question
    case subscription, allocation, lock, unlock, teardown, registration
    case reset = "reset of a reused view"
    case reusedView = "state of a reused view"
    case dateFormat = "date format"
    case shown = "shown to people"
    case stored = "stored data"
    case storageKey = "storage key"
    case errorHandling = "error handling"
    case payloadKey = "key of a payload"
    case rowUpdate = "change of rows"
    case modelChange = "change of what is counted"
    case shim = "stand-in for Objective-C"
    case calculation = "what only answers"
    case equality, test, assertion, expectation
    case looseExpectation = "expectation that no test case knows"

    public var says: String {
      switch self {
      case .completion: "A parameter that somebody waits for: it is called once, when the work is done."
      case .continuation: "The continuation of an `async` function that waits for it to be resumed."
      case .superclass: "`super` with the name of the method around it, where its superclass relies on that."
      case .callback: "A closure or a delegate that others have handed over, to be called."
      case .delegate: "A delegate or data source, by its name and type."
      case .owner: "It may be what keeps the object that has it, as far as the types of properties say."
      case .screen: "A screen or a view."
      case .service: "It belongs to this program and is not there for drawing or reporting, as a theme or a log is."
      case .question: "A closure that answers with a value."
      case .subscription: "It ends when its token is freed."
      case .allocation: "It allocates memory by hand."
      case .lock: "A lock, or a serial queue, is taken."
      case .unlock: "It is let go of."
      case .teardown: "It ends what was started: an observer, a timer, a lock, a background task."
      case .registration: "It takes back what something that lasts keeps: an observer, a timer, a message handler."
      case .reset: "`prepareForReuse` sets something back."
      case .reusedView: "A dequeued cell shows it, and `prepareForReuse` does not set it back."
      case .dateFormat: "The format that a date formatter is given."
      case .shown: "A label, an alert or an address is given it."
      case .stored: "The program stores such values, and reads them back."
      case .storageKey: "The key of a value in user defaults or the keychain."
      case .payloadKey: "What something is called in a dictionary that one place sends and another reads."
      case .rowUpdate: "A table or a collection is told that rows come or go."
      case .modelChange: "What tells how many rows there are is changed."
      case .errorHandling: "It does something where something else failed."
      case .calculation: "It does nothing that anybody could notice, but answers; or makes an object."
      case .shim: "A function that Objective-C sees, and that does nothing but call one which it cannot see."
      case .equality: "The `==` of a type, written by hand."
      case .test: "A test."
      case .assertion: "A test asserts it."
      case .expectation: "It is made by `expectation(…)`, to be fulfilled later."
      case .looseExpectation: "It is made by an initialiser, as `XCTestExpectation(…)`."
      }
    }
  }

  /// Whose a type is.
  public enum Origin: String, Choice {
    case program = "this program"
    case library = "a library"

    public var says: String {
      switch self {
      case .program: "The program declares it."
      case .library: "The system or a library declares it."
      }
    }
  }

  /// How an object is held.
  public enum Hold: String, Choice {
    case strongly, weakly, unowned, nowhere
    case byValue = "by value"

    public var says: String {
      switch self {
      case .strongly: "It is kept alive."
      case .weakly: "It may go meanwhile; there is `nil` then."
      case .unowned: "It may go meanwhile; touching it then ends the program."
      case .nowhere: "Nothing takes it, or only what goes when the function ends."
      case .byValue: "It is a value with no object in it: who has it has a copy, and keeps nothing alive."
      }
    }
  }

  /// How sure a link is.
  public enum Sureness: String, Choice {
    case must, may, guessed

    public var says: String {
      switch self {
      case .must: "It holds on every run that comes this far."
      case .may: "It holds on some runs."
      case .guessed: "It holds by what names suggest, or unless something that is there at times ends it."
      }
    }
  }

  /// Whether two links meet in one object.
  public enum Joint: String, Choice {
    case this, some

    public var says: String {
      switch self {
      case .this: "It is the same object."
      case .some: "It is an object of the same kind, perhaps another."
      }
    }
  }

  /// How something comes to its end.
  public enum Ending: String, Choice {
    case never
    case byDeinit = "by deinit alone"
    case whereSetUp = "where it is set up again"
    case notWithOwner = "not with its owner"
    case withOwner = "with its owner"

    public var says: String {
      switch self {
      case .never: "Nothing in the program ends it."
      case .byDeinit: "Only the `deinit` of the object that it keeps would end it, which never comes."
      case .whereSetUp: "Only what sets up the next one ends it, so that the last one stays."
      case .notWithOwner: "Something ends it, and the object that has it can go without that."
      case .withOwner: "The object that has it ends it in its `deinit`."
      }
    }
  }

  /// When something runs.
  public enum Moment: String, Choice {
    case inPlace = "before the call returns"
    case drawing = "while its view is drawn"
    case later = "later"
    case afterTest = "after the test"
    case offMain = "off the main thread"

    public var says: String {
      switch self {
      case .inPlace: "The call that it is given to runs it, or nobody does."
      case .drawing:
        "`body` asks for it, itself or by what it calls of the view, and no closure around it waits for anything else."
      case .later: "What it is given to runs it at another time, as far as source and tables show."
      case .offMain: "On a queue or a thread of somebody else's."
      case .afterTest: "The test may be over by then: nothing in it waits."
      }
    }
  }

  /// How long something lives.
  public enum Life: String, Choice {
    case program = "as long as the program"
    case longer = "longer than the captured object"
    case inNoRun = "in no run"

    public var says: String {
      switch self {
      case .program: "One is made and stays for as long as the process runs."
      case .longer: "A screen that is put up where the object is no screen, or a view's copy of a configuration."
      case .inNoRun: "Nothing in the program comes to where it is made."
      }
    }
  }

  /// How often something happens.
  public enum Times: String, Choice {
    case once
    case again = "again and again"
    case atEvents = "at each event"
    case endless = "without end"
    case likelyEndless = "likely without end"

    public var says: String {
      switch self {
      case .once: "Once for each object."
      case .again: "Each time the screen appears, or from several functions, with no end in between."
      case .atEvents: "Each time somebody acts, a notification comes, or a property is set from several functions."
      case .endless: "In a loop that nothing stops."
      case .likelyEndless: "In a loop over what is called like something that goes on."
      }
    }
  }

  /// On what occasion something happens.
  public enum Occasion: String, Choice {
    case objectGone = "its object has gone"
    case throwing = "something throws"
    case nothing = "there is nothing to call"
    case leaves = "it leaves early"
    case runsOut = "it runs to the end"
    case failing = "it fails"
    case someBranches = "in some branches only"
    case cancelledBefore = "its task is cancelled already"

    public var says: String {
      switch self {
      case .objectGone: "A `self` that is held weakly, or what stands before a `?`, is no longer there."
      case .throwing: "An error goes on to the caller."
      case .nothing: "What it would be called on is `nil`."
      case .leaves: "A `return` or another exit before the end."
      case .runsOut: "The end of the body, or of a branch."
      case .failing: "It throws, or an initialiser answers `nil`."
      case .cancelledBefore: "Its task was cancelled before it came there."
      case .someBranches: "One branch does it and another does not, and nothing else in the function does."
      }
    }
  }

  /// What something is the same as.
  public enum Sameness: String, Choice {
    case allBranches = "all others"
    case otherObject = "the one for another object"
    case otherCase = "the one for another case"
    case nearRequirement = "a requirement but for a letter or two"
    case extensionMember = "a member of a protocol's extension"
    case inheritedDefault = "a default that a class above has taken"

    public var says: String {
      switch self {
      case .allBranches: "One of the branches always runs and all do the same, so that the condition decides nothing."
      case .otherObject: "Two branches that follow on each other do the same, each for one object, told by `===`."
      case .otherCase: "Two cases are answered in the same words, with a member that is called like one of them."
      case .nearRequirement:
        "Its name or one label is a letter or two from a requirement of its type, and nobody calls it."
      case .extensionMember:
        "The protocol does not require it, so a call through the protocol, and there is one, runs the extension's."
      case .inheritedDefault:
        """
        A class above conforms, and meets the requirement by the extension's default; a call through the protocol, and \
        there is one, runs that.
        """
      }
    }
  }

  /// What two values are taken for equal by.
  public enum Compared: String, Choice {
    case unlikeParts = "parts that differ"
    case itself = "a part with itself"
    case zero = "a count with zero"
    case mostCases = "all but some cases"
    case lessThanHash = "less than its hash"
    case everyProperty = "every property"
    case someProperties = "not every property"

    public var says: String {
      switch self {
      case .unlikeParts: "A property of one value is held to another property of the other, or a case to another case."
      case .itself: "Something is held to the very same thing."
      case .zero: "It is asked whether a count is zero at least."
      case .mostCases: "`default` answers `false` for cases that no pattern holds to themselves."
      case .lessThanHash: "`hash(into:)` turns on a stored property that `==` does not look at."
      case .everyProperty: "It looks at every property in which two values can differ."
      case .someProperties: "It does not look at a property in which two values can differ."
      }
    }
  }

  /// What something is given and does not look at.
  public enum Ignored: String, Choice {
    case sender = "which of several objects calls it"
    case newValue = "its new value"
    case error = "its error"
    case locale = "the user's locale"
    case week = "the week"
    case halfDay = "the half of the day"
    case scheme = "the scheme of an address"
    case otherTypes = "what is of another type"
    case reference = "what it is answered in a variable"

    public var says: String {
      switch self {
      case .sender:
        "Several objects of one class call it, and it assigns something without a look at which of them does."
      case .newValue: "What is assigned to the property."
      case .error: "What says why there is no value."
      case .locale: "The calendar and the clock of whoever uses the program."
      case .scheme: "Whether it is an address of the web, where others have written it."
      case .otherTypes: "It leaves a reused view as it was for a value of a type that it does not ask for."
      case .reference: "The call answers a question in a variable that it is given, and nobody reads that."
      case .week: "`YYYY` is the year of a week, and there is none."
      case .halfDay: "The hours count to twelve, and nothing tells the morning from the afternoon."
      }
    }
  }

  /// What something may turn out to be.
  public enum Possibility: String, Choice {
    case zero
    case notFound = "not found"
    case null = "nil"
    case both = "both a value and an error, or neither"
    case outside = "outside of the list"
    case count = "the count of the list"
    case beyond = "past the end of the list"
    case missing
    case assumed = "one of any number"
    case fallback = "a number that stands in"
    case emptyText = "an empty text that stands in"

    public var says: String {
      switch self {
      case .zero: "The count of a collection, or one less, with nothing that asks how many there are."
      case .notFound: "`-1` or `NSNotFound`, where there is nothing to find."
      case .null: "An optional, as it is."
      case .missing: "A part of a text that need not have so many, with nothing that asks how many there are."
      case .assumed: "An element, by a plain number, of a list that others fill with as many as they like."
      case .fallback: "What `??` puts there where nothing is found: the number of some other element."
      case .emptyText: "What `??` puts there where there is no text, and of which nothing can be made."
      case .outside: "An index that no element has, with nothing that asks how many there are."
      case .beyond: "An index that is looked at, and may be as large as it likes."
      case .count: "An index that is tested, and let through where it is the count: one more than the last."
      case .both: "`(Receipt?, Error?) -> Void`, where nothing outside the program decides that."
      }
    }
  }

  /// What meets a requirement.
  public enum Witness: String, Choice {
    case typeAlone = "the type alone"
    case defaultValue = "a default"
    case emptyDefault = "an empty default"
    case ending = "the end of the program"
    case debugEnding = "the end of a debug build"

    public var says: String {
      switch self {
      case .typeAlone: "The type has every required member already; neither the conformance nor an extension adds one."
      case .defaultValue:
        "An extension of the protocol; a `default:` that takes a case, or the end of a chain of casts that takes a "
          + "type."
      case .emptyDefault:
        "An extension of the protocol that does nothing; no branch at all, where one case is asked for after another."
      case .ending: "A `default:`, or the end of a chain of casts, that stops the program."
      case .debugEnding: "The end of a chain of casts that stops a debug build, and lets a release go on."
      }
    }
  }

  /// What of a declaration is not as it was.
  public enum Altered: String, Choice {
    case name, value, type, order
    case oneSide = "value on one side"

    public var says: String {
      switch self {
      case .name: "Its name."
      case .value: "Its value: a raw value, a key, a default that calls elsewhere rely on."
      case .type: "Its type."
      case .order:
        "Which of several values of one type stands where, while patterns that count along stay as they were."
      case .oneSide: "Its value where it is written and not where it is read, or the other way round."
      }
    }
  }
}
