import SwiftFacts

/// Tests that never come out as a place needs it, for nobody gives a property the value that is asked for.
///
/// Each place is answered for once: many cycles are ended by the same calls. Not safe for use from several threads.
final class HeldValues {
  private let program: Program
  private let callers: Callers
  private let tests: KnownTests
  private let inference: Inference
  private var known: [Place: Bool] = [:]
  private var asking: [FunctionID: Bool] = [:]
  private var given: [PropertyID: [(function: FunctionID, value: ExpressionID)]?] = [:]

  private struct Place: Hashable {
    var function: FunctionID
    var expression: ExpressionID
  }

  init(program: Program, callers: Callers, tests: KnownTests) {
    self.program = program
    self.callers = callers
    self.tests = tests
    inference = Inference(program: program)
  }

  /// Whether every way to an expression of a function passes a test that never comes out so.
  ///
  /// - Parameter isDead: Whether no run of the program comes to a function.
  func exclude(_ expression: ExpressionID, in function: FunctionID, isDead: (FunctionID) -> Bool) -> Bool {
    let place = Place(function: function, expression: expression)
    if let answer = known[place] { return answer }
    let answer = find(place, isDead)
    known[place] = answer
    return answer
  }

  private func find(_ place: Place, _ isDead: (FunctionID) -> Bool) -> Bool {
    guard let owner = program.owner(of: place.function), asks(place.function, of: owner),
      let passed = tests.passed(at: place.expression, in: place.function)
    else { return false }
    let code = program[program.file(of: place.function)].facts.code
    return passed.contains { isNever($0, of: owner, code, isDead) }
  }

  /// Whether anything that a function asks can be a property all of whose values are in sight. Of most functions
  /// nothing is, and their ways need not be followed.
  private func asks(_ function: FunctionID, of owner: NominalID) -> Bool {
    if let known = asking[function] { return known }
    let code = program[program.file(of: function)].facts.code
    var seen: Set<Symbol> = []
    let answer = program.expressions(of: function).contains { index in
      let id = ExpressionID(index: Int32(index))
      if let name = code.ownProperty(id) {
        return seen.insert(name).inserted && values(givenTo: name, of: owner) != nil
      }
      return valuesInside(id, owner, code) != nil
    }
    asking[function] = answer
    return answer
  }

  private func isNever(
    _ test: PassedTests.Test, of owner: NominalID, _ code: Code, _ isDead: (FunctionID) -> Bool
  ) -> Bool {
    func asks(_ property: ExpressionID, for value: Value, is holds: Bool) -> Bool {
      guard let values = values(of: property, owner, code, isDead), values.allSatisfy({ $0.isComparable(with: value) })
      else { return false }
      return holds ? !values.contains(value) : values == [value]
    }
    switch code[test.value] {
    case .operation(let name, let list) where name == "==" || name == "!=":
      let parts = Array(code[list])
      guard parts.count == 2, let value = Value(parts[1], in: code) else { return false }
      return asks(parts[0], for: value, is: test.holds == (name == "=="))
    default: return asks(test.value, for: .boolean(true), is: test.holds)
    }
  }

  /// A value that the code spells out.
  private enum Value: Hashable {
    case boolean(Bool)
    case oneCase(Symbol)

    init?(_ id: ExpressionID, in code: Code) {
      switch code[id] {
      case .literal(.boolean(let value)): self = .boolean(value)
      case .implicitMember(let name): self = .oneCase(name)
      case .member(let base, let name):
        guard case .name(let type, _) = code[base], type.isCapitalized else { return nil }
        self = .oneCase(name)
      default: return nil
      }
    }

    func isComparable(with other: Self) -> Bool {
      switch (self, other) {
      case (.boolean, .boolean), (.oneCase, .oneCase): true
      default: false
      }
    }
  }

  /// What a property of `self` ever holds; nil where not all of it is in sight.
  private func values(
    of id: ExpressionID, _ owner: NominalID, _ code: Code, _ isDead: (FunctionID) -> Bool
  ) -> Set<Value>? {
    let name = code.ownProperty(id)
    guard let given = name.map({ values(givenTo: $0, of: owner) }) ?? valuesInside(id, owner, code) else { return nil }
    var result: Set<Value> = []
    for (function, value) in given where !isDead(function) {
      guard let value = Value(value, in: program[program.file(of: function)].facts.code) else { return nil }
      result.insert(value)
    }
    return result
  }

  private func values(
    givenTo name: Symbol, of owner: NominalID
  ) -> [(function: FunctionID, value: ExpressionID)]? {
    guard program[owner].kind == .class || program[owner].kind == .actor else { return nil }
    return values(givenToMember: name, of: owner)
  }

  /// `options.isFast`: what is in a property of what a property of `self` has.
  private func valuesInside(
    _ id: ExpressionID, _ owner: NominalID, _ code: Code
  ) -> [(function: FunctionID, value: ExpressionID)]? {
    guard case .member(let base, let name) = code[id], let holder = code.ownProperty(base),
      case .property(let property)? = program.member(holder, of: owner),
      let type = inference.type(of: property).nominal
    else { return nil }
    switch program[type].kind {
    case .class, .actor: return values(givenToMember: name, of: type)
    case .struct:
      // What is decoded, or has a wrapper around it, is made where nobody sees it.
      guard program[type].foreignSupertypes.allSatisfy(program.knowledge[.asksForNothing].contains) else { return nil }
      return values(givenToMember: name, of: type).map { $0 + callers.memberwise(name, of: type) }
    default: return nil
    }
  }

  private func values(
    givenToMember name: Symbol, of owner: NominalID
  ) -> [(function: FunctionID, value: ExpressionID)]? {
    guard case .property(let property)? = program.member(name, of: owner),
      program.declaration(of: property).isStored
    else { return nil }
    if let known = given[property] { return known }
    let values = callers.values(givenTo: property)
    given[property] = .some(values)
    return values
  }
}
