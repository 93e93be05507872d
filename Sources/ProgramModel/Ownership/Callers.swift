import SwiftFacts

/// Who calls a function, by what each call means where it stands.
///
/// Where a call cannot be resolved it may be to any function of its name that it fits: an unknown caller is a caller.
final class Callers {
  /// A call of the function.
  struct Site {
    var function: FunctionID
    var call: ExpressionID
    /// The innermost closure around the call.
    var closure: ClosureID?
  }

  private let program: Program
  private let calls: CallIndex
  private let inference: Inference
  private var known: [FunctionID: [Site]] = [:]
  private lazy var referred: Set<Symbol> = namesUsedAsValues()
  private var frames: [FunctionID: Frame] = [:]

  init(program: Program, calls: CallIndex) {
    self.program = program
    self.calls = calls
    inference = Inference(program: program)
  }

  /// Calls that may run a function, itself aside, in the order of the source. Kept once worked out.
  func sites(of function: FunctionID) -> [Site] {
    if let sites = known[function] { return sites }
    let declaration = program.declaration(of: function)
    var result: [Site] = []
    for name in calls.names(of: function, in: program) {
      for caller in calls.callers[name] ?? [] where caller != function && isVisible(declaration, function, from: caller) {
        let facts = program[program.file(of: caller)].facts
        let other = program.declaration(of: caller)
        for index in other.firstExpression..<other.endExpression {
          let id = ExpressionID(index: index)
          guard case .call(let callee, let list) = facts.code[id], facts.code.calledName(callee) == name,
            declaration.match(facts.code[list]) != nil, mayRun(function, callee, at: id, in: caller)
          else { continue }
          result.append(Site(function: caller, call: id, closure: facts.code.innermostClosure(around: id)))
        }
      }
    }
    known[function] = result
    return result
  }

  /// Whether a function of this name is used without being called, as a closure or a selector.
  func isReferred(to name: Symbol) -> Bool { referred.contains(name) }

  /// Whether whoever uses objects of a type stands in the program: it makes some.
  func areInSight(of type: NominalID) -> Bool {
    ([type] + (program.descendants[type] ?? [])).contains { !(calls.callers[program[$0].name] ?? []).isEmpty }
  }

  /// What a function stands in for, where it is called by the name of a requirement or of a superclass's method.
  func requirements(of function: FunctionID) -> [FunctionID] {
    let declaration = program.declaration(of: function)
    guard !declaration.isPrivate, declaration.kind == .function, let owner = program.owner(of: function) else { return [] }
    let labels = declaration.parameters.map(\.label)
    // What an extension of a protocol gives its types stands in for the requirement, and so for theirs.
    let types = program.lineage(of: owner).dropFirst()
      + (program[owner].kind == .protocol ? [owner] : [])
    return types.flatMap { program[$0].functions[declaration.name] ?? [] }.filter {
      $0 != function && program.declaration(of: $0).parameters.map(\.label) == labels
    }
  }

  private func isVisible(_ declaration: FunctionDeclaration, _ function: FunctionID, from caller: FunctionID) -> Bool {
    !declaration.isPrivate || program.file(of: caller) == program.file(of: function)
  }

  private func mayRun(_ function: FunctionID, _ callee: ExpressionID, at call: ExpressionID, in caller: FunctionID) -> Bool {
    let frame = frames[caller] ?? Frame(caller, in: program)
    frames[caller] = frame
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions): return functions.contains(function)
    case .foreign(let owner, _, let isInitializer): return !isInitializer && owner == nil && !frame.facts.code.isBare(callee)
    case .memberwise, .enumCase: return false
    case .value: return !frame.facts.code.isBare(callee)
    }
  }

  private func namesUsedAsValues() -> Set<Symbol> {
    var result: Set<Symbol> = []
    for (index, file) in program.files.enumerated() where !program.isTest(FileID(index: Int32(index))) {
      let code = file.facts.code
      var called: Set<ExpressionID> = []
      for expression in code.expressions { if case .call(let callee, _) = expression { called.insert(callee) } }
      for index in code.expressions.indices {
        let id = ExpressionID(index: Int32(index))
        switch code[id] {
        case .name(let name, _) where !called.contains(id), .member(_, let name) where !called.contains(id): result.insert(name)
        default: break
        }
      }
    }
    return result
  }
}

extension Code {
  /// `f` rather than `x.f`.
  fileprivate func isBare(_ callee: ExpressionID) -> Bool {
    if case .member = self[callee] { false } else { true }
  }
}
