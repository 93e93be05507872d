import SwiftFacts

/// Where texts are shown, function by function.
extension Program {
  /// What is given to what shows a text, in the order of functions.
  var shownValues: [ShownTexts.Seed] {
    foundByFunction(.shownValues, threads: 1, state: { $0 }) { program, inference, function in
      program.shownValues(in: function, inference)
    }
  }

  private func shownValues(in function: FunctionID, _ inference: Inference) -> [ShownTexts.Seed] {
    let file = file(of: function)
    if isTest(file) { return [] }
    let code = self[file].facts.code
    let roles = knowledge[.showsText]
    var result: [ShownTexts.Seed] = []
    var frame: Frame?
    for index in expressions(of: function) {
      let span = SourceSpan(file: file, bytes: code.spans[index])
      switch code.expressions[index] {
      case .assign(let target, let value):
        guard let slot = code.writtenName(target), case let rows = roles[slot].filter({ $0.argument == nil }),
          !rows.isEmpty
        else { continue }
        let here = frame ?? Frame(function, in: self)
        frame = here
        guard isShown(target, rows, in: here, inference) else { continue }
        result.append(.init(value: value, function: function, shown: span))
      case .call(let callee, let list):
        let rows = roles.rows(calling: code.calleeName(callee))
        guard !rows.isEmpty else { continue }
        for argument in code[list] where rows.contains(where: { $0.argument == argument.label ?? Names.wildcard }) {
          result.append(.init(value: argument.value, function: function, shown: span))
        }
      default: continue
      }
    }
    return result
  }

  /// Whether a slot is one of the system's, and not of a type of the program that calls something by the same name.
  private func isShown(
    _ target: ExpressionID, _ rows: [RoleTable.Row], in frame: Frame, _ inference: Inference
  ) -> Bool {
    let owner: NominalID?
    switch frame.facts.code[target] {
    case .member(let base, _): owner = inference.type(of: base, in: frame).nominal
    case .name: owner = frame.context
    default: return false
    }
    guard let owner, self[owner].kind != .foreign else {
      if case .member = frame.facts.code[target] { return true }
      return false
    }
    return rows.contains { row in row.type.map { inherits(owner, from: $0) } ?? false }
  }
}

extension CallsAndAssignments {
  /// Where something is assigned.
  struct Write: Equatable, Sendable {
    var assignment: ExpressionID
    var function: FunctionID
  }

  /// By the name of what is assigned to, in the order of production code.
  static func writes(in program: Program) -> [Symbol: [Write]] {
    var result: [Symbol: [Write]] = [:]
    for (index, source) in program.files.enumerated() {
      let file = FileID(index: Int32(index))
      if program.isTest(file) { continue }
      for one in source.facts.callsAndAssignments.assignments {
        result[one.name, default: []].append(
          Write(assignment: one.assignment, function: program.function(one.function, in: file)))
      }
    }
    return result
  }
}
