import SwiftFacts

/// Values that are compared with themselves.
extension Program {
  /// Comparisons whose two sides are one place, which therefore come out the same on every run.
  public func selfComparisons(threads: Int) -> [Hazard] {
    foundByFunction(.selfComparisons, threads: threads, state: { $0 }) { program, inference, function in
      program.selfComparisons(in: function, inference)
    }
  }

  private func selfComparisons(in function: FunctionID, _ inference: Inference) -> [Hazard] {
    let file = file(of: function)
    // What an equality compares is looked at as a whole.
    guard !isTest(file), declaration(of: function).name != Words.equals else { return [] }
    let code = self[file].facts.code
    return expressions(of: function).compactMap { index -> Hazard? in
      let id = ExpressionID(index: Int32(index))
      guard case .operation(let sign, let list) = code[id], let answer = Self.answers[sign.text], list.count == 2,
        let left = code[list].first, let right = code[list].last, let path = code.accessPath(left),
        path == code.accessPath(right), case .local = path.root,
        answer.isSureForAny || isEqualToItself(inference.type(of: left, in: Frame(function, in: self)))
      else { return nil }
      return Hazard(
        kind: .selfComparison, span: SourceSpan(file: file, bytes: code.span(of: id)),
        name: code.plainSpelling(of: left), other: answer.value ? "true" : "false",
        essence: declaration(of: function).name.text)
    }
  }

  /// What the operators that compare come to for a value and itself, and whether they do so for any value: what is not
  /// a number does not equal itself.
  private static let answers: [String: (value: Bool, isSureForAny: Bool)] = [
    "<": (false, true), ">": (false, true), "===": (true, true), "!==": (false, true),
    "<=": (true, false), ">=": (true, false), "==": (true, false), "!=": (false, false),
  ]

  /// Whether no value of a type can differ from itself, as far as is known.
  private func isEqualToItself(_ type: Type) -> Bool {
    guard let nominal = type.nominal else { return false }
    return self[nominal].kind != .foreign || [Words.String, Words.Int, Words.Bool].contains(self[nominal].name)
  }
}
