import SwiftFacts

/// Where a function asks lists for elements by number.
struct ElementReads {
  struct Read {
    var place: ExpressionID
    var base: ExpressionID
    var index: ExpressionID
    /// As the source has it: `players[0]`.
    var text: String
    /// The list alone: `players`.
    var list: String
  }

  /// A look at how many elements a list has, or at an index, that came out well.
  struct Check: Hashable {
    enum Kind: Hashable {
      /// There are so many at least, where that is a number.
      case atLeast(Int)
      /// The index is below the count.
      case below
      /// The index is the count at most, which is no index.
      case notAbove
      /// The index is not below zero.
      case notNegative
      /// Anything else that has to do with the list or the index.
      case other
      /// A call that may have looked, though it names neither.
      case perhaps
    }

    var kinds: Set<Kind>
    var test: ExpressionID
  }

  let program: Program
  let function: FunctionID
  let code: Code
  private(set) var reads: [Read] = []
  /// What answers `nil` where there is no such element, by the element that it answers with otherwise: `players.first`,
  /// `players[safe: 0]`.
  private(set) var optionalReads: [String: String] = [:]

  init(of function: FunctionID, in program: Program) {
    self.program = program
    self.function = function
    code = program[program.file(of: function)].facts.code
    for index in program.expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .subscripted(let base, let list):
        guard list.count == 1, let argument = code[list].first else { continue }
        if argument.label == nil {
          add(id, base, argument.value)
        } else {
          optionalReads["\(code.plainSpelling(of: base))[\(code.plainSpelling(of: argument.value))]"] =
            code.plainSpelling(of: id)
        }
      case .member(let base, let name) where program.knowledge[.firstElement].contains(name):
        optionalReads["\(code.plainSpelling(of: base))[0]"] = code.plainSpelling(of: id)
      case .call(let callee, let list):
        guard case .member(let base, let name) = code[callee], list.count == 1, let argument = code[list].first,
          program.knowledge[.takesIndex].contains(name),
          program.knowledge[.takesIndex].takes(argument.label ?? Names.wildcard)
        else { continue }
        add(id, base, argument.value)
      default: continue
      }
    }
  }

  private mutating func add(_ place: ExpressionID, _ base: ExpressionID, _ index: ExpressionID) {
    // What a loop goes through is there.
    if case .local(let local) = code[index] {
      if let value = code[local].initializer, case .element = code[value], rangeToCount(local, of: base) == nil {
        return
      }
      if case .closureParameter = code[local].kind { return }
    }
    guard code.accessPath(base) != nil else { return }
    let index = offset(index, in: base)
    switch code[index] {
    case .literal(.number), .local, .name, .member: break
    default: return
    }
    reads.append(
      Read(
        place: place, base: base, index: index, text: code.plainSpelling(of: place), list: code.plainSpelling(of: base))
    )
  }

  /// What is added to the list's own `startIndex`, or the index itself.
  private func offset(_ index: ExpressionID, in base: ExpressionID) -> ExpressionID {
    if let steps = stepsFromStart(index, in: base) { return steps }
    guard case .operation(let sign, let list) = code[index], sign.text == "+", list.count == 2 else { return index }
    let parts = Array(code[list])
    switch code[parts[0]] {
    case .member(let owner, Words.startIndex) where isSame(owner, base): return parts[1]
    case .name(Words.startIndex, .some):
      if case .local(let own) = code[base], code.isSelf(own) { return parts[1] }
      return index
    default: return index
    }
  }

  /// What an index is away from the first one: `index(startIndex, offsetBy: steps)`.
  private func stepsFromStart(_ index: ExpressionID, in base: ExpressionID) -> ExpressionID? {
    guard case .call(let callee, let list) = code[index], list.count == 2,
      code.calledName(callee).map(program.knowledge[.stepsIndex].contains) == true
    else { return nil }
    let given = Array(code[list])
    return isStart(given[0].value, of: base) ? given[1].value : nil
  }

  /// How a list is spelled, by what a local stands for.
  func origin(of list: ExpressionID) -> String {
    if case .local(let local) = code[list], case .variable(isLet: true) = code[local].kind,
      let value = code[local].initializer
    {
      return code.plainSpelling(of: value)
    }
    return code.plainSpelling(of: list)
  }

  /// Whether something is asked of a list other than for an element by its number.
  func isAskedOtherwise(_ list: String) -> Bool {
    program.expressions(of: function).contains { index in
      guard case .member(let base, let name) = code.expressions[index] else { return false }
      return origin(of: base) == list
        && (program.knowledge[.counts].contains(name) || program.knowledge[.tellsEmptiness].contains(name)
          || program.knowledge[.tellsIndices].contains(name) || program.knowledge[.firstElement].contains(name))
    }
  }

  /// What was looked at on every way to each read; nil where that is not known.
  func checks() -> [ExpressionID: [Check]]? {
    guard let passed = program.passedTests(at: Set(reads.map(\.place)), in: function) else { return nil }
    var result: [ExpressionID: [Check]] = [:]
    for read in reads {
      guard let tests = passed[read.place] else { continue }
      result[read.place] = tests.sorted { $0.value < $1.value }.compactMap { test in
        let kinds = kinds(of: test, for: read)
        return kinds.isEmpty ? nil : Check(kinds: kinds, test: test.value)
      }
    }
    return result
  }

  /// The checks of a later version of the function without the calls that stand here as well: what a loop goes through,
  /// what was asked of something else before. They do not look at the list for the first time.
  func since(_ now: [Check], of later: ElementReads) -> [Check] {
    let loose = now.filter { $0.kinds == [.perhaps] }
    guard !loose.isEmpty else { return now }
    let spelled = Set(loose.map { later.code.plainSpelling(of: $0.test) })
    let known = Set(
      program.expressions(of: function).lazy.map { code.plainSpelling(of: ExpressionID(index: Int32($0))) }
        .filter(spelled.contains))
    return now.filter { $0.kinds != [.perhaps] || !known.contains(later.code.plainSpelling(of: $0.test)) }
  }

  /// What was known before the change and is not any more: as the source had it, and its shape.
  func lost(_ read: Read, _ checks: [Check], now: [Check]) -> (text: String, shape: String)? {
    let left = now.reduce(into: Set<Check.Kind>()) { $0.formUnion($1.kinds) }
    guard left.isDisjoint(with: [.other, .perhaps]) else { return nil }
    let most = left.compactMap { if case .atLeast(let count) = $0 { count } else { nil } }.max() ?? 0
    let gone = checks.first { check in
      check.kinds.contains { kind in
        switch kind {
        case .atLeast(let count):
          guard case .literal(.number(let digits)) = code[read.index], let index = Int(digits.text) else {
            return false
          }
          return count > index && most <= index && !left.contains(.below)
        case .below: return !left.contains(.below)
        case .notAbove: return false
        case .notNegative: return left.contains(.below) && !left.contains(.notNegative)
        case .other, .perhaps: return false
        }
      }
    }
    return gone.map { (code.plainSpelling(of: $0.test), Self.shape(of: $0.test, in: code)) }
  }

  /// Where the count itself is among the numbers that a list is asked by: `list[list.count]`, or a loop over
  /// `0...list.count`.
  func countAmongIndices(of read: Read) -> ExpressionID? {
    if isCount(read.index, of: read.base) { return read.index }
    guard case .local(let local) = code[read.index] else { return nil }
    return rangeToCount(local, of: read.base)
  }

  /// The range up to the count of a list, and with it, that a loop takes a number out of.
  private func rangeToCount(_ local: LocalID, of base: ExpressionID) -> ExpressionID? {
    guard let first = code[local].initializer, case .element(let range) = code[first],
      case .operation(let name, let parts) = code[range], name.text == "...", let last = code[parts].last,
      isCount(last, of: base)
    else { return nil }
    return range
  }

  // MARK: Checks

  private func kinds(of test: PassedTests.Test, for read: Read) -> Set<Check.Kind> {
    let value = test.value
    if let pattern = test.pattern, isSame(value, read.index), case .value(let range) = code[pattern],
      let kinds = kinds(ofBeingIn: range, read)
    {
      return test.holds ? kinds : []
    }
    if let asked = member(value, of: read.base), program.knowledge[.tellsEmptiness].contains(asked) {
      return test.holds ? [] : [.atLeast(1)]
    }
    guard isAbout(value, read) else {
      // A helper of the program's own may have looked.
      if case .call(_, let list) = code[value] { return code[list].isEmpty && !isOwnCall(value) ? [] : [.perhaps] }
      return []
    }
    switch code[value] {
    case .member(let base, let name) where isSame(base, read.base):
      // `if let first = players.first`
      return test.holds && program.knowledge[.oneElement].contains(name) ? [.atLeast(1)] : [.other]
    case .call(let callee, let list):
      if case .member(let indices, let asks) = code[callee], case .member(let base, let name) = code[indices],
        isSame(base, read.base),
        program.knowledge[.tellsIndices].contains(name), program.knowledge[.asksForMember].contains(asks),
        code[list].contains(where: { isSame($0.value, read.index) })
      {
        return test.holds ? [.below, .notNegative] : []
      }
      // `(0..<players.count).contains(index)`
      if case .member(let range, let asks) = code[callee], program.knowledge[.asksForMember].contains(asks),
        list.count == 1, let asked = code[list].first?.value, isSame(asked, read.index),
        let kinds = kinds(ofBeingIn: range, read)
      {
        return test.holds ? kinds : []
      }
      return [.other]
    case .operation(let name, let list):
      let parts = Array(code[list])
      if name.text == "~=", parts.count == 2, isSame(parts[1], read.index),
        let kinds = kinds(ofBeingIn: parts[0], read)
      {
        return test.holds ? kinds : []
      }
      guard parts.count == 2, let comparison = Comparison(name.text) else { return [.other] }
      return kinds(test.holds ? comparison : comparison.opposite, parts[0], parts[1], read)
    default: return [.other]
    }
  }

  /// What is known of an index that a range has in it; nil where the range says nothing of the list.
  private func kinds(ofBeingIn range: ExpressionID, _ read: Read) -> Set<Check.Kind>? {
    guard case .operation(let name, let list) = code[range], list.count == 2,
      name.text == "..." || name.text == "..<"
    else { return nil }
    let ends = Array(code[list])
    guard let start = isStart(ends[0], of: read.base) ? 0 : number(ends[0]), start >= 0,
      let excess = excess(ends[1], over: read.base)
    else { return nil }
    return Self.kinds(atMost: name.text == "..." ? excess : excess - 1).union([.notNegative])
  }

  /// What is known of an index that is the count of the list and so many more at most.
  private static func kinds(atMost excess: Int) -> Set<Check.Kind> {
    excess < 0 ? [.below] : excess == 0 ? [.notAbove] : []
  }

  /// How much more than the count of a list something is: 1 for `players.count + 1`.
  private func excess(_ id: ExpressionID, over base: ExpressionID) -> Int? {
    if isCount(id, of: base) { return 0 }
    guard case .operation(let name, let list) = code[id], list.count == 2 else { return nil }
    let parts = Array(code[list])
    guard isCount(parts[0], of: base), let number = number(parts[1]) else { return nil }
    return switch name.text {
    case "+": number
    case "-": -number
    default: nil
    }
  }

  /// What a comparison that holds says.
  private func kinds(_ comparison: Comparison, _ left: ExpressionID, _ right: ExpressionID, _ read: Read) -> Set<
    Check.Kind
  > {
    if isCount(right, of: read.base), !isCount(left, of: read.base) {
      return kinds(comparison.mirrored, right, left, read)
    }
    if isCount(left, of: read.base) {
      if let number = number(right) {
        switch comparison {
        case .greater: return [.atLeast(number + 1)]
        case .greaterOrEqual, .equal: return [.atLeast(number)]
        case .unequal: return number == 0 ? [.atLeast(1)] : [.other]
        case .less, .lessOrEqual: return []
        }
      }
      guard isSame(right, read.index) else { return [.other] }
      switch comparison {
      case .greater: return [.below]
      case .greaterOrEqual: return [.notAbove]
      case .unequal: return [.other]
      case .less, .lessOrEqual, .equal: return []
      }
    }
    if isSame(right, read.index), excess(left, over: read.base) != nil {
      return kinds(comparison.mirrored, right, left, read)
    }
    if isSame(left, read.index), let excess = excess(right, over: read.base) {
      switch comparison {
      case .less: return Self.kinds(atMost: excess - 1)
      case .lessOrEqual, .equal: return Self.kinds(atMost: excess)
      case .greater, .greaterOrEqual: return []
      case .unequal: return [.other]
      }
    }
    if mentionsCount(left, of: read.base) || mentionsCount(right, of: read.base) {
      // `index > count - 1`: by how much, nobody adds up here.
      let isBelow =
        isSame(left, read.index)
        ? [.less, .lessOrEqual, .equal].contains(comparison) : [.greater, .greaterOrEqual, .equal].contains(comparison)
      return isSame(left, read.index) || isSame(right, read.index) ? (isBelow ? [.below] : []) : [.other]
    }
    if isSame(right, read.index), !isSame(left, read.index) { return kinds(comparison.mirrored, right, left, read) }
    guard isSame(left, read.index), let number = isStart(right, of: read.base) ? 0 : number(right) else {
      return [.other]
    }
    switch comparison {
    case .greaterOrEqual, .greater, .equal:
      return number >= (comparison == .greater ? -1 : 0) ? [.notNegative] : [.other]
    default: return [.other]
    }
  }

  private enum Comparison {
    case less, lessOrEqual, greater, greaterOrEqual, equal, unequal

    init?(_ name: String) {
      switch name {
      case "<": self = .less
      case "<=": self = .lessOrEqual
      case ">": self = .greater
      case ">=": self = .greaterOrEqual
      case "==": self = .equal
      case "!=": self = .unequal
      default: return nil
      }
    }

    var opposite: Self {
      switch self {
      case .less: .greaterOrEqual
      case .lessOrEqual: .greater
      case .greater: .lessOrEqual
      case .greaterOrEqual: .less
      case .equal: .unequal
      case .unequal: .equal
      }
    }

    /// The same with its sides exchanged.
    var mirrored: Self {
      switch self {
      case .less: .greater
      case .lessOrEqual: .greaterOrEqual
      case .greater: .less
      case .greaterOrEqual: .lessOrEqual
      case .equal, .unequal: self
      }
    }
  }

  private func number(_ id: ExpressionID) -> Int? {
    switch code[id] {
    case .literal(.number(let digits)): Int(digits.text)
    case .operation(_, let parts) where parts.count == 1: code[parts].first.flatMap { number($0) }.map { -$0 }
    default: nil
    }
  }

  /// `players.count`, `players.endIndex`; inside of the list, `count` alone.
  private func isCount(_ id: ExpressionID, of base: ExpressionID) -> Bool {
    member(id, of: base).map(program.knowledge[.counts].contains) ?? isOwnCount(id, of: base)
  }

  /// A count of the object's own that says how many a list of it has: `var count: Int { storage.count }`.
  private func isOwnCount(_ id: ExpressionID, of base: ExpressionID) -> Bool {
    guard let name = code.ownProperty(id), let list = code.ownProperty(base), name != list,
      let type = program.owner(of: function), case .property(let property)? = program.valueMember(name, of: type),
      let worked = program.declaration(of: property).getter
    else { return false }
    let getter = program.function(worked, in: program.file(of: property))
    let inner = program[program.file(of: getter)].facts.code
    let results = inner[program.declaration(of: getter).results]
    guard results.count == 1, let result = results.first, case .member(let counted, let asked) = inner[result] else {
      return false
    }
    return program.knowledge[.counts].contains(asked) && inner.ownProperty(counted) == list
  }

  /// `players.startIndex`
  private func isStart(_ id: ExpressionID, of base: ExpressionID) -> Bool { member(id, of: base) == Words.startIndex }

  /// What is asked of a list, if it is.
  private func member(_ id: ExpressionID, of base: ExpressionID) -> Symbol? {
    switch code[id] {
    case .member(let list, let name): return isSame(list, base) ? name : nil
    case .name(let name, .some):
      guard case .local(let local) = code[base], code.isSelf(local) else { return nil }
      return name
    default: return nil
    }
  }

  private func mentionsCount(_ id: ExpressionID, of base: ExpressionID) -> Bool {
    isCount(id, of: base) || code.children(of: id).contains { mentionsCount($0, of: base) }
  }

  private func isAbout(_ id: ExpressionID, _ read: Read) -> Bool {
    if isSame(id, read.base) || isCount(id, of: read.base) { return true }
    if case .literal = code[id] { return false }
    if isSame(id, read.index) { return true }
    return code.children(of: id).contains { isAbout($0, read) }
  }

  private func isSame(_ one: ExpressionID, _ other: ExpressionID) -> Bool {
    guard let path = code.accessPath(one), let twin = code.accessPath(other) else {
      return code.plainSpelling(of: one) == code.plainSpelling(of: other)
    }
    return path == twin || code.plainSpelling(of: one) == code.plainSpelling(of: other)
  }

  private func isOwnCall(_ call: ExpressionID) -> Bool {
    guard case .call(let callee, _) = code[call] else { return false }
    return code.ownProperty(callee) != nil
  }

  /// A check as it is written, whatever the index is called.
  static func shape(of id: ExpressionID, in code: Code) -> String {
    switch code[id] {
    case .operation(let name, let list):
      let parts = code[list].map { part -> String in
        if case .local = code[part] { return "_" }
        return code.plainSpelling(of: part)
      }
      return parts.joined(separator: " \(name) ")
    case .call(let callee, let list): return code.plainSpelling(of: callee) + "(\(code[list].count))"
    default: return code.plainSpelling(of: id)
    }
  }
}
