import SwiftFacts

/// Which questions a way through a function can come to more than once: what any other was answered with "no"
/// contradicts nothing later, and need not be remembered.
struct RepeatedQuestions {
  private var asked: [Refinement.Question: Int] = [:]

  init(_ statements: Range<Int32>, in code: Code) {
    // Where the loop or closure ends that reaches farthest: what stands there may be asked again.
    var farthest = statements.lowerBound
    for index in statements {
      let statement = code.statement(index)
      switch statement.kind {
      case .loop, .closure: farthest = max(farthest, statement.end)
      default: break
      }
      let edges = [true, false].flatMap { isSo -> [FlowGraph.Edge.Kind] in
        [.test(index, holds: isSo), .pattern(index, matches: isSo), .skippable(index, runs: isSo)]
      }
      for question in Set(edges.flatMap { code.told(by: $0) }.map(\.0)) {
        asked[question, default: 0] += index < farthest ? 2 : 1
      }
    }
  }

  /// What of that is worth remembering: that something is not there is asked for by itself.
  func lasting(_ told: [(Refinement.Question, Bool)]) -> [(Refinement.Question, Bool)] {
    told.filter { question, answer in
      if answer { return true }
      switch question {
      case .isPresent, .isTrue: return true
      case .equals, .isSame, .isCase: return asked[question] != 1
      }
    }
  }
}
