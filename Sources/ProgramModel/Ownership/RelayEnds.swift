import SwiftFacts

/// The ends of what a function keeps for its caller inside a closure of its own: those of the token, which is what
/// the function answers with, and those that come once the caller's object has gone.
struct RelayEnds {
  let function: FunctionID
  private let given: Set<Int>
  private let program: Program
  private let code: Code
  private let declaration: FunctionDeclaration

  init(_ relay: Cycle.Relay, in program: Program) {
    function = relay.function
    given = relay.given
    self.program = program
    code = program[program.file(of: function)].facts.code
    declaration = program.declaration(of: function)
  }

  /// Whether it takes the token to let go there, or the object to have gone that the closure keeps.
  func isToldByToken(_ clear: Clear) -> Bool {
    guard let closure = clear.closure else { return false }
    return isOfAnswer(closure) || comesOnceGone(clear)
  }

  /// Whether a closure is a part of what the function answers with.
  private func isOfAnswer(_ closure: ClosureID) -> Bool {
    let body = declaration.firstExpression..<declaration.endExpression
    let around = code.closures(around: code[closure].expression, within: body)
    let outermost = around.min { code[$0].firstExpression < code[$1].firstExpression } ?? closure
    guard let call = code[outermost].call else { return false }
    return code[declaration.results].contains { result in
      guard case .local(let local) = code[result] else { return result == call }
      return code[local].initializer == call
    }
  }

  /// Whether every way there has found an object gone that the function holds weakly, and that the closure keeps.
  private func comesOnceGone(_ clear: Clear) -> Bool {
    let places = (declaration.firstExpression..<declaration.endExpression).map { ExpressionID(index: $0) }.filter {
      code.span(of: $0) == clear.span
    }
    guard let passed = program.passedTests(at: Set(places), in: function) else { return false }
    return passed.values.contains { tests in
      tests.contains { test in
        code.told(testing: test.value, test.holds).contains { question, answer in !answer && asksForGiven(question) }
      }
    }
  }

  private func asksForGiven(_ question: Refinement.Question) -> Bool {
    switch question {
    case .isPresent(let path), .isTrue(let path):
      guard case .local(let local) = path.root, path.members.isEmpty,
        case .capture(.weak, let value) = code[local].kind, case .local(let captured) = code[value],
        case .parameter(let index) = code[captured].kind
      else { return false }
      return given.contains(Int(index))
    default: return false
    }
  }

  /// Whether somebody may end the token that is in a property: does anything with it but fill the property and see
  /// whether it is filled, and before the object goes that has it.
  func isHandedOn(_ slot: Slot) -> Bool {
    guard let owner = slot.owner else { return true }
    return program.functions(of: owner).contains { function in
      let code = program[program.file(of: function)].facts.code
      let mentions = program.expressions(of: function).lazy.map { ExpressionID(index: Int32($0)) }.filter { id in
        switch code[id] {
        case .name(slot.name, _), .member(_, slot.name): true
        default: false
        }
      }
      guard !mentions.isEmpty else { return false }
      let uses = ValueUses(of: function, in: program)
      return mentions.contains { id in
        guard let parent = uses.parent(of: id) else { return true }
        switch code[parent] {
        case .assign(id, _): return false
        // Before `deinit` comes, the object that has the token would have to go.
        case .member(id, _): return program.declaration(of: function).kind != .deinitializer
        case .operation(let name, _): return !["==", "!="].contains(name.text)
        default: return true
        }
      }
    }
  }
}
