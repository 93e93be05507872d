import SwiftFacts

/// Functions whose answer tells whether they have called what they were given: `guard check(failure) else { return }`.
extension ClosureEscape {
  /// A way through such a function.
  struct AnsweredWay: Hashable {
    var answer: Bool
    var hasCalled: Bool
  }

  /// The ways through what a call runs, by its answer; nil where that does not tell whether the argument has been
  /// called.
  func answers(withArgument position: Int, of call: ExpressionID, in frame: Frame) -> [AnsweredWay]? {
    let code = frame.facts.code
    guard case .call(_, let list) = code[call],
      case .functions(let functions) = inference.target(of: call, in: frame).kind, functions.count == 1,
      case let function = functions[0], function != frame.function,
      case let declaration = program.declaration(of: function), declaration.hasBody, declaration.result != nil,
      let match = declaration.match(code[list]), declaration.parameters.indices.contains(match[position])
    else { return nil }
    let key = ParameterKey(function: function, index: match[position])
    if let known = answering[key] { return known }
    // Whoever asks this while it is worked out is a call of the function within itself.
    answering[key] = .some(nil)
    let made = answers(by: declaration.parameters[match[position]].local, in: Frame(function, in: program))
    answering[key] = .some(made)
    return made
  }

  private func answers(by local: LocalID, in frame: Frame) -> [AnsweredWay]? {
    guard let (walk, ends) = walk(.parameters([local]), in: frame), walk.doubles.isEmpty else { return nil }
    var ways: [AnsweredWay] = []
    for end in ends where end.exit == .return {
      guard let answer = end.answer else { return nil }
      for reach in end.reaches.all {
        guard reach.count != .unknown, !reach.isLater else { return nil }
        let way = AnsweredWay(answer: answer, hasCalled: reach.count == .once)
        if !ways.contains(way) { ways.append(way) }
      }
    }
    return ways.count == 2 && Set(ways.map(\.answer)).count == 2 && Set(ways.map(\.hasCalled)).count == 2 ? ways : nil
  }
}
