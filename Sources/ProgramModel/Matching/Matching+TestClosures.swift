import SwiftFacts

/// Closures by which tests note what they are told, and since a change only that they are.
extension Matching {
  /// A value that was asserted, of what a closure was given, and in whose place a flag or a counter is that the closure
  /// sets now whatever it is given. The test does as much as before otherwise.
  func bluntedClosure(_ test: FunctionID, _ old: FunctionID) -> Alteration? {
    let (was, now) = (NotingClosures(of: old, in: before), NotingClosures(of: test, in: after))
    guard !was.all.isEmpty, was.calls == now.calls else { return nil }
    let (code, oldCode) = (now.code, was.code)
    let kept = Set(after.claims(in: test).map { code.plainSpelling(of: $0.expression) })
    let known = Set(before.claims(in: old).map { oldCode.plainSpelling(of: $0.expression) })
    let lost = before.claims(in: old).filter { !kept.contains(oldCode.plainSpelling(of: $0.expression)) }
    let new = after.claims(in: test).filter { !known.contains(code.plainSpelling(of: $0.expression)) }
    guard new.count == 1, let flag = new[0].claim.flag(in: code), let noted = code.note(flag),
      let blunt = now.all.first(where: { $0.notes.contains(noted) }), !blunt.looks
    else { return nil }
    for twin in was.all
    where twin.callee == blunt.callee && twin.looks && (twin.parameters ?? blunt.parameters) == blunt.parameters {
      let first = lost.first { one in
        guard case .areEqual(let value, let other) = one.claim else { return false }
        return twin.notes.contains { note in
          oldCode.isPart(note, of: value) || oldCode.isPart(note, of: other)
        }
      }
      if let first {
        return Alteration(
          kind: .lostAssertion, span: after.span(of: test), name: after.name(of: test),
          before: oldCode.spelling(of: first.expression), after: "1")
      }
    }
    return nil
  }
}

/// What a test keeps what it is told in: a local, or a property of its own.
private enum Note: Hashable {
  case local(LocalID)
  case property(Symbol)
}

/// The closures of a test that write to its locals, or to properties of its own.
private struct NotingClosures {
  struct Closure {
    var callee: Symbol
    /// How many values it is given; nil where it does not name them.
    var parameters: Int?
    /// What of the test it writes to.
    var notes: Set<Note>
    /// Whether it looks at something that it is given.
    var looks: Bool
  }

  let code: Code
  private(set) var all: [Closure] = []
  /// What the test calls outside of closures, assertions apart, in the order of the source.
  private(set) var calls: [String] = []

  init(of test: FunctionID, in program: Program) {
    let body = Body(test, in: program)
    code = body.code
    let asserted = program.claims(in: test).map { code.span(of: $0.expression) }
    for id in body.expressions where !body.isInClosure(id) {
      guard case .call(let callee, _) = code[id] else { continue }
      let span = code.span(of: id)
      guard !asserted.contains(where: { $0.start <= span.start && span.end <= $0.end }) else { continue }
      calls.append(code.plainSpelling(of: callee))
    }
    for id in code.closures(in: body.range) {
      let closure = code[id]
      guard let callee = code.taker(of: closure, in: body) else { continue }
      let inside = Int(closure.firstExpression)..<Int(max(closure.firstExpression, closure.endExpression))
      let notes = inside.compactMap { index -> Note? in
        let target: ExpressionID
        switch code.expressions[index] {
        case .assign(let written, _), .mutate(let written, _): target = written
        case .call(let callee, _):
          guard case .member(let base, _) = code[callee] else { return nil }
          target = base
        default: return nil
        }
        return code.note(target)
      }
      let looks = inside.contains { index in
        if case .local(let local) = code.expressions[index] { closure.parameters.contains(local) } else { false }
      }
      // Of a closure that names nothing and looks at nothing, it is open whether it is given anything.
      let isNamed = closure.parameters.first.map { !code[$0].name.text.hasPrefix("$") } ?? false
      guard !notes.isEmpty, isNamed || looks else { continue }
      all.append(
        Closure(
          callee: callee, parameters: isNamed ? closure.parameters.count : nil, notes: Set(notes), looks: looks))
    }
  }
}

extension Code {
  fileprivate func isPart(_ note: Note, of id: ExpressionID) -> Bool {
    self.note(id) == note || children(of: id).contains { isPart(note, of: $0) }
  }

  /// The local that can be set, or the property of the code's own object, that an expression is.
  fileprivate func note(_ id: ExpressionID) -> Note? {
    if case .local(let local) = self[id] {
      guard case .variable(isLet: false) = self[local].kind else { return nil }
      return .local(local)
    }
    return ownProperty(id).map { .property($0) }
  }

  /// What a closure is handed to: what is called with it, or what is set to it.
  fileprivate func taker(of closure: Closure, in body: Body) -> Symbol? {
    if let call = closure.call { return callee(of: call) }
    guard let whole = body.parent(of: closure.expression), case .assign(let target, closure.expression) = self[whole]
    else { return nil }
    return writtenName(target)
  }
}
