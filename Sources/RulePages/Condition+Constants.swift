extension Condition {
  /// What a test asserts that is so whatever the program does.
  public enum Asserted: String, Choice {
    case constant = "a constant"
    case itself = "a value against itself"
    case presence = "the presence of what is always there"

    public var says: String {
      switch self {
      case .constant: "All that is ever put into it is the same literal, the one that is asserted."
      case .itself: "Both sides are the same name, and no `==` of the program's own compares them."
      case .presence: "It is declared as what cannot be `nil`, and nothing else in the test can fail."
      }
    }
  }

  /// What a test does not stay for.
  public enum Unawaited: String, Choice {
    case expectation = "an expectation"
    case looseExpectation = "an expectation that the test case does not know"
    case assertion = "an assertion that runs later"

    public var says: String {
      switch self {
      case .expectation: "It is made by `expectation(…)`, and nothing in the test waits for it."
      case .looseExpectation: "It is made by an initialiser, as `XCTestExpectation(…)`, and nothing in the test waits for it."
      case .assertion: "It stands in a closure that runs after the call it is given to, and nothing after that call waits."
      }
    }
  }

  /// Which other branches do the same.
  public enum Repeated: String, Choice {
    case all = "all others"
    case forAnotherObject = "the one for another object"

    public var says: String {
      switch self {
      case .all: "One of the branches always runs and all do the same, so that the condition decides nothing."
      case .forAnotherObject: "Two branches that follow on each other do the same, each for one object, told by `===`."
      }
    }
  }
}
