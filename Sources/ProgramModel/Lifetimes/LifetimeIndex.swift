import SwiftFacts

/// The calls of a program by name, asked by the type whose objects make them.
struct LifetimeIndex {
  let program: Program
  let calls: CallIndex

  init(_ program: Program, threads: Int) {
    self.program = program
    calls = program.calls(threads: threads)
  }

  /// The functions of a type, of what it inherits and of what inherits it, that call something of a name; those of
  /// types inside it as well.
  func callers(of name: Symbol, around type: NominalID) -> [FunctionID] {
    (calls.callers[name] ?? []).filter { isAround(type, $0) }
  }

  private func isAround(_ type: NominalID, _ function: FunctionID) -> Bool {
    guard let owner = program.owner(of: function) else { return false }
    return program.lineage(of: owner).contains(type) || program.lineage(of: type).contains(owner)
      || program.scopes(from: owner).contains(type)
  }

  /// The functions that call an API of a role, by its name, or hand it to what calls it for each element, in order.
  func callers(playing role: Role) -> [FunctionID] {
    let names = program.knowledge[role].calledNames
    return Set(names.flatMap { calls.callers[$0] ?? [] } + handing(names)).sorted()
  }

  /// The functions around a type that do so, in order.
  func callers(playing role: Role, around type: NominalID) -> [FunctionID] {
    let names = program.knowledge[role].calledNames
    return Set(names.flatMap { callers(of: $0, around: type) } + handing(names).filter { isAround(type, $0) }).sorted()
  }

  /// The functions that hand on a method of one of some names: `tokens.forEach(center.removeObserver)`.
  private func handing(_ names: Set<Symbol>) -> [FunctionID] {
    program.functions(mentioning: names).filter { function in
      let code = program[program.file(of: function)].facts.code
      return program.expressions(of: function).contains { at in
        code.handedMethod(ExpressionID(index: Int32(at)), program.knowledge).map { names.contains($0.method) } ?? false
      }
    }
  }

  /// The same without those that run too late to end what keeps the object itself.
  func timelyCallers(of name: Symbol, around type: NominalID) -> [FunctionID] {
    callers(of: name, around: type).filter { !calls.comesTooLate($0, in: program) }
  }

  /// Whether there is as a rule more than one object of a type: it is a view, or made in several places.
  func areMany(_ type: NominalID) -> Bool {
    program.inherits(type, fromAny: .viewClass) || program.inherits(type, fromAny: .viewProtocol)
      || (calls.callers[program[type].name]?.count ?? 0) > 1
  }

  /// Whether a screen is made by a storyboard, so that nothing tells how many there are.
  func isMadeElsewhere(_ type: NominalID) -> Bool {
    guard calls.callers[program[type].name]?.isEmpty ?? true else { return false }
    return program.inherits(type, fromAny: .viewControllerClass)
  }
}

extension Code {
  func labels(of list: ArgumentList) -> [Symbol?] { self[list].map(\.label) }

  func closure(_ id: ExpressionID) -> ClosureID? { if case .closure(let closure) = self[id] { closure } else { nil } }

  /// The method that a call has called with each element of what it is called on, and that: `removeObserver` and
  /// `tokens` of `tokens.forEach(center.removeObserver)`.
  func handedMethod(_ id: ExpressionID, _ knowledge: Knowledge) -> (method: Symbol, elements: ExpressionID)? {
    guard case .call(let callee, let list) = self[id], case .member(let base, let name) = self[callee],
      list.count == 1, let handed = self[list].first, knowledge[.handsOutElements].contains(name),
      case .member(_, let method) = self[handed.value]
    else { return nil }
    return (method, base)
  }

  /// What an expression begins with: `a` of `a.b.c()`.
  func root(of id: ExpressionID) -> ExpressionID {
    switch self[id] {
    case .member(let base, _), .call(let base, _), .subscripted(let base, _), .cast(let base, _): root(of: base)
    default: id
    }
  }
}
