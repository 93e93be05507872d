import SwiftFacts

/// What a change took from tests that are still there.
extension Matching {
  public func weakenedTests() -> [Alteration] {
    var gone: Set<Symbol>?
    var result: [Alteration] = []
    for (test, old) in functions.sorted(by: { $0.key < $1.key }) {
      guard before.isTest(before.file(of: old)), before.isTestCase(old) else { continue }
      if let run = lostRun(test, old) {
        result.append(run)
        continue
      }
      result += lostStarts(test, old)
      if let blunted = blunted(test, old) ?? bluntedClosure(test, old) ?? softened(test, old) {
        result.append(blunted)
        continue
      }
      guard let alteration = lostAssertion(test, old) else { continue }
      // A test of what is no longer there asserts less, as it has to.
      let lost = gone ?? lostNames()
      gone = lost
      guard lost.isDisjoint(with: before.namesUsed(in: old)), !isElsewhere(alteration.before, than: test),
        !asksForLostMember(alteration.before)
      else { continue }
      result.append(alteration)
    }
    return folded(result + blindStandIns())
  }

  /// One for the tests of a file that lost the same: the first tells it, the others show it.
  private func folded(_ all: [Alteration]) -> [Alteration] {
    var result: [Alteration] = []
    for one in all.sorted(by: { $0.span < $1.span }) {
      if let at = result.firstIndex(where: { $0.kind == one.kind && $0.span.file == one.span.file }) {
        result[at].evidence.append(one.span)
      } else {
        result.append(one)
      }
    }
    return result
  }

  private func lostRun(_ test: FunctionID, _ old: FunctionID) -> Alteration? {
    let name = after.declaration(of: test).name.text
    let (was, now) = (before.skips(in: old), after.skips(in: test))
    if let skip = now.first(where: { !was.contains($0) }), was.isEmpty {
      return Alteration(kind: .lostRun, span: after.span(of: test), name: after.name(of: test), after: skip)
    }
    guard !after.isTestCase(test), after.isTest(after.file(of: test)), let owner = after.owner(of: test),
      after.inherits(owner, fromAny: .testCaseClass), !after.isCalled(test)
    else { return nil }
    return Alteration(
      kind: .lostRun, span: after.span(of: test), name: after.name(of: test),
      before: before.declaration(of: old).name.text, after: name)
  }

  private func lostAssertion(_ test: FunctionID, _ old: FunctionID) -> Alteration? {
    let (all, now) = (before.placedAssertions(in: old), after.assertions(in: test))
    guard now.count < all.count else { return nil }
    var left = Counts(now)
    let gone = all.filter { !left.take($0.text) }
    // An assertion in place of others may say as much as they did.
    guard !gone.isEmpty, left.isEmpty else { return nil }
    guard after.failures(in: test) <= before.failures(in: old) else { return nil }
    // With what was asked, or handed on, goes what was claimed there.
    let names = BlockNames(before.declaration(of: old), in: before[before.file(of: old)].facts)
    let blocks = Set(BlockNames(after.declaration(of: test), in: after[after.file(of: test)].facts).blocks.map(\.name))
    let lost = gone.filter { names.block(holding: $0.place).map { blocks.contains($0.name) } ?? true }.map(\.text)
    guard !lost.isEmpty else { return nil }
    var calls = Counts(after.otherCalls(in: test))
    let others = before.otherCalls(in: old)
    let kept = others.count { calls.take($0) }
    // A test that does less asserts less; one that does as much as before asserts less for no such reason.
    guard kept == others.count, calls.isEmpty else { return nil }
    return Alteration(
      kind: .lostAssertion, span: after.span(of: test), name: after.name(of: test), before: lost[0],
      after: "\(lost.count)")
  }

  /// A value that was asserted, of what a test's own object has noted, and in whose place a flag or a counter is that
  /// the object has instead: that it came, and no longer what it was.
  private func blunted(_ test: FunctionID, _ old: FunctionID) -> Alteration? {
    let (oldCode, code) = (before[before.file(of: old)].facts.code, after[after.file(of: test)].facts.code)
    let was = before.claims(in: old).map { (claim: $0.claim, text: oldCode.plainSpelling(of: $0.expression)) }
    let now = after.claims(in: test).map { (claim: $0.claim, text: code.plainSpelling(of: $0.expression)) }
    let lost = was.filter { one in !now.contains { $0.text == one.text } }
    let new = now.filter { one in !was.contains { $0.text == one.text } }
    guard !lost.isEmpty, new.count == 1, let flag = new[0].claim.flag(in: code),
      before.otherCalls(in: old).sorted() == after.otherCalls(in: test).sorted(),
      case .member(let base, let name) = code[flag],
      let type = Inference(program: after).type(of: base, in: Frame(test, in: after)).nominal, after.isTest(type),
      let twin = types[type], let property = after.property(named: name, of: type),
      after.declaration(of: property).isStored, before.property(named: name, of: twin) == nil
    else { return nil }
    let object = code.plainSpelling(of: base)
    func notes(_ id: ExpressionID) -> Bool {
      if case .member(let base, let asked) = oldCode[id], oldCode.plainSpelling(of: base) == object {
        return before.property(named: asked, of: twin) != nil && after.property(named: asked, of: type) == nil
      }
      return oldCode.children(of: id).contains(where: notes)
    }
    guard
      let first = lost.first(where: { one in
        if case .areEqual(let value, let other) = one.claim { notes(value) || notes(other) } else { false }
      })
    else { return nil }
    return Alteration(
      kind: .lostAssertion, span: after.span(of: test), name: after.name(of: test), before: first.text, after: "1")
  }

  /// What the program declared, tests apart, and no longer does.
  private func lostNames() -> Set<Symbol> {
    before.declaredNames(in: changedFilesBefore).subtracting(after.declaredNames(in: nil))
  }

  /// Whether an assertion names a member that its type no longer declares: an override that went, for one.
  private func asksForLostMember(_ assertion: String) -> Bool {
    let words = Set(assertion.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map { Symbol(String($0)) })
    return types.contains { type, old in
      guard
        before[old].declarations.contains(where: { changedFilesBefore.contains($0.file) && !before.isTest($0.file) })
      else { return false }
      return !words.isDisjoint(with: before.members(of: old).subtracting(after.members(of: type)))
    }
  }

  /// Whether another test asserts now what this one did before, or something else of the same functions: what they are
  /// to answer has changed then.
  private func isElsewhere(_ assertion: String, than test: FunctionID) -> Bool {
    let asked = Self.functionsCalled(in: assertion)
    return changedFiles.contains { file in
      after.isTest(file)
        && after[file].facts.functions.indices.contains { index in
          let id = after.function(FunctionIndex(index: Int32(index)), in: file)
          guard id != test else { return false }
          let known = functions[id].map { Set(before.assertions(in: $0)) } ?? []
          return after.assertions(in: id).contains { one in
            !known.contains(one)
              && (one == assertion || !asked.isEmpty && asked.isSubset(of: Self.functionsCalled(in: one)))
          }
        }
    }
  }

  /// What is called inside of an assertion, as it is spelled: the words before a parenthesis, but for its own.
  private static func functionsCalled(in assertion: String) -> Set<Substring> {
    let parts = assertion.split(separator: "(", omittingEmptySubsequences: false).dropFirst().dropLast()
    return Set(
      parts.compactMap { part in
        let name = part.reversed().prefix { $0.isLetter || $0.isNumber || $0 == "_" }.count
        return name == 0 ? nil : part.suffix(name)
      })
  }
}

/// How often each text occurs.
struct Counts {
  private var counts: [String: Int] = [:]

  init(_ texts: [String]) {
    for text in texts { counts[text, default: 0] += 1 }
  }

  /// Takes one away, if there is one.
  mutating func take(_ text: String) -> Bool {
    guard let count = counts[text], count > 0 else { return false }
    counts[text] = count - 1
    return true
  }

  var isEmpty: Bool { counts.values.allSatisfy { $0 == 0 } }
}

extension Program {
  /// Whether a function is one that a test runner calls.
  func isTestCase(_ id: FunctionID) -> Bool {
    let declaration = declaration(of: id)
    guard declaration.kind == .function, declaration.hasBody else { return false }
    if declaration.attributes.contains(where: knowledge[.testAttribute].contains) { return true }
    guard declaration.name.text.hasPrefix("test"), declaration.parameters.isEmpty, !declaration.isPrivate,
      !declaration.isStatic,
      let owner = owner(of: id)
    else { return false }
    return self[owner].kind == .class || self[owner].kind == .foreign
  }

  /// The assertions of a test, each spelled, those in its closures included.
  func assertions(in id: FunctionID) -> [String] { placedAssertions(in: id).map(\.text) }

  /// The same, each with its expression.
  fileprivate func placedAssertions(in id: FunctionID) -> [(text: String, place: Int32)] {
    let facts = self[file(of: id)].facts
    let range = expressions(of: id)
    var result: [(text: String, place: Int32)] = []
    for index in range {
      let expression = ExpressionID(index: Int32(index))
      if case .call(let callee, _) = facts.code[expression], isAssertion(facts.code.calleeName(callee)) {
        result.append((facts.code.spelling(of: expression), expression.index))
      }
    }
    for macro in facts.code.macros(in: range) where isAssertionMacro(macro.name) {
      let parts = macro.parts.map { facts.code.spelling(of: $0) }.joined(separator: ", ")
      result.append(("\(macro.name)(\(parts))", macro.expression.index))
    }
    return result
  }

  /// How often a test says that it has failed.
  fileprivate func failures(in id: FunctionID) -> Int {
    let code = self[file(of: id)].facts.code
    return expressions(of: id).count { index in
      guard case .call(let callee, _) = code.expressions[index] else { return false }
      return knowledge[.failsTest].contains(code.calleeName(callee))
    }
  }

  private func isAssertion(_ name: Symbol) -> Bool { knowledge[.claimsSomething].begins(name) }

  /// What a test does besides asserting.
  func otherCalls(in id: FunctionID) -> [String] {
    let facts = self[file(of: id)].facts
    let asserted = assertedRanges(in: id)
    return expressions(of: id).compactMap { index in
      let expression = ExpressionID(index: Int32(index))
      switch facts.code[expression] {
      case .call(let callee, _):
        guard !isAssertion(facts.code.calleeName(callee)) else { return nil }
      case .assign, .mutate: break
      default: return nil
      }
      let span = facts.code.span(of: expression)
      guard !asserted.contains(where: { $0.start <= span.start && span.end <= $0.end }) else { return nil }
      return facts.code.spelling(of: expression)
    }
  }

  private func assertedRanges(in id: FunctionID) -> [ByteSpan] {
    let facts = self[file(of: id)].facts
    let range = expressions(of: id)
    let calls = range.compactMap { index -> ByteSpan? in
      guard case .call(let callee, _) = facts.code.expressions[index], isAssertion(facts.code.calleeName(callee)) else {
        return nil
      }
      return facts.code.spans[index]
    }
    let macros = facts.code.macros(in: range).map { facts.code.span(of: $0.expression) }
    return calls + macros
  }

  /// What keeps a test from running: a skip that no condition guards, an attribute.
  func skips(in id: FunctionID) -> [String] {
    let facts = self[file(of: id)].facts
    let declaration = declaration(of: id)
    var result: [String] = []
    if declaration.firstStatement < declaration.endStatement,
      let skip = facts.code.skip(thrownIn: declaration.firstStatement, knowledge)
    {
      result.append(skip.text)
    }
    for attribute in facts.attributes
    where knowledge[.testAttribute].contains(attribute.name) && declaration.span.start <= attribute.span.start
      && attribute.span.end <= declaration.span.end
      && attribute.text.text.contains(".disabled(")
    {
      result.append(".disabled")
    }
    return result
  }

  /// Whether something in its file names a function.
  func isCalled(_ id: FunctionID) -> Bool {
    let name = declaration(of: id).name
    return self[file(of: id)].facts.code.expressions.contains { expression in
      switch expression {
      case .name(let own, _), .member(_, let own): own == name
      default: false
      }
    }
  }

  /// The names that a body reads, calls or assigns.
  func namesUsed(in id: FunctionID) -> Set<Symbol> {
    let code = self[file(of: id)].facts.code
    var result: Set<Symbol> = []
    for index in expressions(of: id) {
      switch code.expressions[index] {
      case .name(let name, _), .member(_, let name), .implicitMember(let name), .payload(_, let name, _):
        result.insert(name)
      case .call(_, let list): for argument in code[list] { if let label = argument.label { result.insert(label) } }
      default: break
      }
    }
    return result
  }

  /// Everything that can be named and is declared in some files, or in all; tests' own included.
  func declaredNames(in wanted: Set<FileID>?) -> Set<Symbol> {
    var result: Set<Symbol> = []
    for (index, file) in files.enumerated() where wanted?.contains(FileID(index: Int32(index))) ?? true {
      for type in file.facts.types {
        result.insert(type.name)
        for one in type.cases { result.insert(one.name) }
      }
      for function in file.facts.functions {
        result.insert(function.name)
        for parameter in function.parameters { if let label = parameter.label { result.insert(label) } }
      }
      for property in file.facts.properties { result.insert(property.name) }
    }
    return result
  }
}

extension Program {
  /// The names of the properties and functions that a type itself declares.
  fileprivate func members(of type: NominalID) -> Set<Symbol> {
    self[type].declarations.reduce(into: []) { names, declaration in
      names.formUnion(memberNames(in: declaration))
    }
  }
}

extension Assertion.Claim {
  /// What is asserted to be true, or to be some number.
  func flag(in code: Code) -> ExpressionID? {
    switch self {
    case .isTrue(let value): return value
    case .areEqual(let value, let expected):
      if case .literal(.number) = code[expected] { return value }
      return nil
    default: return nil
    }
  }
}

extension Code {
  /// The macros that are expanded in a stretch of code, with their arguments.
  func macros(in range: Range<Int>) -> [(name: Symbol, expression: ExpressionID, parts: ArraySlice<ExpressionID>)] {
    range.compactMap { index in
      let id = ExpressionID(index: Int32(index))
      guard case .compound(let parts) = self[id], let name = words[id], name.text.hasPrefix("#") else { return nil }
      return (name, id, self[parts])
    }
  }

  /// Whether a body throws an `XCTSkip` whatever the circumstances.
  fileprivate func skip(thrownIn body: Int32, _ knowledge: Knowledge) -> Symbol? {
    inner(of: body).lazy.compactMap { statement -> Symbol? in
      guard self.statement(statement).kind == .leave(.throw, label: nil),
        let last = self.expressions(in: statement).last, case .call(let callee, _) = self[ExpressionID(index: last)]
      else { return nil }
      let name = self.calleeName(callee)
      return knowledge[.skipsTest].contains(name) ? name : nil
    }.first
  }
}
