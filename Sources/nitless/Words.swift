public import ArgumentParser
public import Hooks
public import ReviewModel
public import Reviewing
import RulePages

// The closed lists of words that options take.

extension Level: ExpressibleByArgument {
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension Trait: ExpressibleByArgument {
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension Hook: ExpressibleByArgument {
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}

extension InspectedPart: ExpressibleByArgument {
  public static var allValueStrings: [String] { allCases.map(\.rawValue) }
}
