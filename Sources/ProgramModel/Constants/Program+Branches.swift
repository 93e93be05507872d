public import SwiftFacts

/// An `if`, a `switch` or `a ? b : c` with branches that are the same: all of them, so that it decides nothing, or
/// two that follow on each other, each for another object or another case.
///
/// Only branches that do something count: a call, an assignment. A branch that reads what its own condition
/// binds is never the same as another.
public struct RepeatedBranch: Hashable, Sendable {
  public enum Kind: Hashable, Sendable { case conditional, selection, ternary }

  public var kind: Kind
  public var span: ByteSpan
  /// Whether one of its branches runs whatever the conditions are, and all are the same. Otherwise the two
  /// are each for one object, told by `===`, or for one case.
  public var areAllSame: Bool
  /// Whether the two are each for one case, and both read the member that is called like one of the cases.
  public var isForCases = false
  /// A branch and the next one like it, from its opening to its closing brace.
  public var first: ByteSpan
  public var second: ByteSpan
  /// How many branches there are.
  public var count: Int32
  /// The function that it stands in.
  public var function: FunctionID?
  public var file: FileID
}

extension Program {
  /// The branchings outside of tests with branches that do the same, in the order of files.
  public func repeatedBranches(threads: Int) -> [RepeatedBranch] {
    let found = foundByFile(.repeatedBranches, threads: threads, state: { $0 }) { program, inference, file in
      program.isTest(file) ? [] : program.repeatedBranches(in: file, inference)
    }
    return found.sorted { ($0.file, $0.span.start) < ($1.file, $1.span.start) }
  }

  private func repeatedBranches(in file: FileID, _ inference: Inference) -> [RepeatedBranch] {
    let code = self[file].facts.code
    let identities = knowledge[.tellsIdentity].names
    var timesAsked: [String: Int] = [:]
    let repeated = code.statements.indices.compactMap { statement -> (branch: RepeatedBranch, asks: String)? in
      guard var one = code.repeatedBranch(Int32(statement), in: file, tellingIdentity: identities) else { return nil }
      one.function = function(at: one.span.start, in: file)
      if one.kind != .ternary, comeAndGo(one, with: code.statement(Int32(statement)), in: file) { return nil }
      let asks = one.kind == .ternary ? code.asked(by: Int32(statement)) : ""
      timesAsked[asks, default: 0] += 1
      return (one, asks)
    }
    // A row of a table has two values for all its rows do: nobody forgets the same thing time and again.
    let meant = repeated.filter { $0.branch.kind != .ternary || timesAsked[$0.asks, default: 0] < Self.rowsOfTable }
    return withoutRows(meant.map(\.branch), in: code) + copiedAnswers(in: file, inference)
  }

  /// Whether the branches are views that read the same and yet are two: as one takes the other's place, the first goes
  /// and the second comes, each in its own way.
  private func comeAndGo(_ branch: RepeatedBranch, with statement: Statement, in file: FileID) -> Bool {
    let code = self[file].facts.code
    guard let function = function(holding: Int(statement.firstExpression), in: file),
      owner(of: function).map({ inherits($0, fromAny: .viewProtocol) }) ?? false
    else { return false }
    return (statement.firstExpression..<statement.endExpression).contains { index in
      let id = ExpressionID(index: index)
      guard case .call(let callee, _) = code[id], case .member(_, let name) = code[callee] else { return false }
      return knowledge[.tellsViewsApart].contains(name) && branch.first.contains(code.span(of: id))
    }
  }

  /// Without those in functions of one signature beside each other that answer so time and again: rows of a table that
  /// is spelled out whole.
  private func withoutRows(_ branches: [RepeatedBranch], in code: Code) -> [RepeatedBranch] {
    var rows: [String: Set<FunctionID>] = [:]
    func signature(_ function: FunctionID) -> String? {
      let declaration = declaration(of: function)
      guard let result = declaration.result, !declaration.parameters.isEmpty else { return nil }
      let parameters = declaration.parameters.map { parameter in
        "\(parameter.label?.text ?? "_"):\(parameter.type.map { code.spelling(of: $0) } ?? "")"
      }
      let owner = declaration.parent.map { "\($0.index)" } ?? ""
      return ([owner] + parameters + [code.spelling(of: result)]).joined(separator: " ")
    }
    for case let function? in branches.map(\.function) {
      if let signature = signature(function) { rows[signature, default: []].insert(function) }
    }
    return branches.filter { branch in
      guard let signature = branch.function.flatMap(signature) else { return true }
      return rows[signature, default: []].count < Self.rowsOfTable
    }
  }

  /// How often a file has to ask the same for two equal values, until it is a table.
  private static let rowsOfTable = 3

  /// Cases that are answered as another is, with a member that is called like that other one, beside which there is one
  /// that is called like them.
  private func copiedAnswers(in file: FileID, _ inference: Inference) -> [RepeatedBranch] {
    let code = self[file].facts.code
    return code.selections(in: 0..<Int32(code.statements.count)).compactMap { selection -> RepeatedBranch? in
      let cases = selection.cases.filter { $0.names.count == 1 && $0.isPlain && code.statement($0.block).count > 0 }
      guard cases.count > 1, let function = function(holding: Int(selection.subject.index), in: file) else {
        return nil
      }
      let frame = Frame(function, in: self)
      // By the words of its name, for there may be thousands of cases.
      var earlier: [[String]: [Int]] = [:]
      for (at, one) in cases.enumerated() {
        defer { earlier[one.names[0].words, default: []].append(at) }
        // Answered as that other one, whose name stands in the answer.
        let named = Set(code.expressions(in: one.block).compactMap { code.readName(ExpressionID(index: $0)) })
        let others = Set(named.flatMap(\.wordRuns).flatMap { earlier[$0] ?? [] }).sorted().map { cases[$0] }
        for other in others
        where other.names[0] != one.names[0] && named.contains(where: { $0.mentions(other.names[0]) })
          && code.isSame(other.block, one.block)
        {
          guard isNamed(after: other.names[0], not: one.names[0], one.block, in: frame, inference) else { continue }
          return RepeatedBranch(
            kind: .selection, span: code.statement(selection.statement).span, areAllSame: false, isForCases: true,
            first: code.statement(other.statement).span, second: code.statement(one.statement).span,
            count: Int32(selection.cases.count), function: function, file: file)
        }
      }
      return nil
    }
  }

  /// Whether a block reads a member that is called after one name, and none after another that stands beside it:
  /// `ecoTarget` for `eco`, where there is a `comfortTarget`.
  private func isNamed(
    after name: Symbol, not other: Symbol, _ block: Int32, in frame: Frame, _ inference: Inference
  ) -> Bool {
    let code = frame.facts.code
    var reads = false
    for index in code.expressions(in: block) {
      let id = ExpressionID(index: index)
      if case .implicitMember(other) = code[id] { return false }
      guard let read = code.readName(id) else { continue }
      if read.mentions(other) { return false }
      guard let twin = read.renamed(from: name, to: other) else { continue }
      let owner: NominalID?
      switch code[id] {
      case .member(let base, _):
        if case .metatype(let type) = inference.type(of: base, in: frame) {
          // `Slot.icon`, where there is `Slot.banner`.
          if let cases = type.nominal.map({ self[$0].cases }), cases[read] != nil, cases[twin] != nil { reads = true }
          continue
        }
        owner = inference.type(of: base, in: frame).nominal
      case .name: owner = frame.context
      default: continue
      }
      guard let owner else { continue }
      if property(named: read, of: owner) != nil, property(named: twin, of: owner) != nil { reads = true }
      if self[owner].functions[read] != nil, self[owner].functions[twin] != nil { reads = true }
    }
    return reads
  }
}

extension Symbol {
  /// Whether the words of another name stand in this one.
  fileprivate func mentions(_ other: Symbol) -> Bool {
    self == other || text.utf8.count > other.text.utf8.count && place(of: other.words) != nil
  }

  /// The name with the words of another one in place of those of a third: `comfortTarget` of `ecoTarget`.
  fileprivate func renamed(from old: Symbol, to new: Symbol) -> Symbol? {
    if self == old { return new }
    guard text.utf8.count > old.text.utf8.count, let place = place(of: old.words) else { return nil }
    let parts = words[..<place] + new.words + words[(place + old.words.count)...]
    let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return Symbol((parts.first ?? "") + rest.joined())
  }

  /// All words of the name that follow on each other, itself among them: whatever it mentions is one of these.
  fileprivate var wordRuns: [[String]] {
    let words = words
    if words.isEmpty { return [[]] }
    return words.indices.flatMap { start in (start..<words.count).map { Array(words[start...$0]) } }
  }

  /// Where some words follow on each other in the name.
  private func place(of parts: [String]) -> Int? {
    let own = words
    guard !parts.isEmpty, own.count > parts.count else { return nil }
    return (0...(own.count - parts.count)).first { own[$0...].starts(with: parts) }
  }
}

/// One of the ways that a statement decides between.
private struct Arm {
  var block: Int32
  /// The block with what encloses it.
  var span: ByteSpan
  /// Whether it runs for one object.
  var tellsObjects: Bool
}

extension Code {
  /// The member, or the name, that an expression reads.
  fileprivate func readName(_ id: ExpressionID) -> Symbol? {
    switch self[id] {
    case .member(_, let name), .name(let name, .some): name
    default: nil
    }
  }

  /// The conditions of a branching, as they are spelled.
  fileprivate func asked(by statement: Int32) -> String {
    conditions(of: statement).compactMap { condition -> String? in
      guard case .condition(_, let value?) = self.statement(condition).kind else { return nil }
      return spelling(of: value)
    }.joined(separator: ", ")
  }

  fileprivate func repeatedBranch(
    _ statement: Int32, in file: FileID, tellingIdentity identities: Set<Symbol>
  ) -> RepeatedBranch? {
    let this = self.statement(statement)
    switch this.kind {
    case .branch:
      guard !continuesBranch(statement) else { return nil }
      var arms: [Arm] = []
      var next: Int32? = statement
      var isTotal = false
      while let branch = next {
        next = nil
        let conditions = conditions(of: branch)
        // A check for a version decides more than what runs: what the names mean.
        if conditions.contains(where: { self.statement($0).kind == .condition(.availability, value: nil) }) {
          return nil
        }
        let blocks = blocks(of: branch)
        guard let first = blocks.first else { return nil }
        arms.append(arm(first, tellsObjects: conditions.contains { comparesObjects(in: expressions(in: $0)) }))
        guard let second = blocks.dropFirst().first else { continue }
        next = elseBranch(second)
        if next == nil {
          arms.append(arm(second, tellsObjects: false))
          isTotal = true
        }
      }
      return repeated(arms, .conditional, this.span, isTotal, file)
    case .selection:
      // Cases that are spelled out are answered one by one on purpose, even if all answers are the same.
      guard let selection = selection(statement), let last = selection.cases.last, last.items.isEmpty,
        // What is the same for cases that are not known yet is so on purpose.
        !selection.cases.contains(where: \.isUnknown),
        !inner(of: statement).contains(where: { if case .compilation = self.statement($0).kind { true } else { false } }
        )
      else { return nil }
      let arms = selection.cases.map { one in
        let label = self.statement(one.statement).span
        return Arm(
          block: one.block, span: ByteSpan(start: label.start, end: max(label.end, self.statement(one.block).span.end)),
          tellsObjects: !one.items.isEmpty && one.items.allSatisfy { isObject($0.pattern, identities) })
      }
      return repeated(arms, .selection, this.span, true, file)
    case .ternary:
      let arms = blocks(of: statement).map { arm($0, tellsObjects: false) }
      guard arms.count == 2, isSame(arms[0].block, arms[1].block) else { return nil }
      return RepeatedBranch(
        kind: .ternary, span: this.span, areAllSame: true, first: arms[0].span, second: arms[1].span, count: 2,
        file: file)
    default: return nil
    }
  }

  /// Whether a pattern says which object it is: `case ObjectIdentifier(header):`.
  private func isObject(_ pattern: Pattern, _ identities: Set<Symbol>) -> Bool {
    guard case .value(let value) = pattern, case .call(_, let list) = self[value] else { return false }
    return list.count == 1 && callee(of: value).map(identities.contains) == true
  }

  private func arm(_ block: Int32, tellsObjects: Bool) -> Arm {
    Arm(block: block, span: statement(block).span, tellsObjects: tellsObjects)
  }

  private func comparesObjects(in range: Range<Int32>) -> Bool {
    operators(in: Int(range.lowerBound)..<Int(range.upperBound)).contains { $0.name == "===" }
  }

  private func repeated(
    _ arms: [Arm], _ kind: RepeatedBranch.Kind, _ span: ByteSpan, _ isTotal: Bool, _ file: FileID
  ) -> RepeatedBranch? {
    guard arms.count > 1 else { return nil }
    let pairs = zip(arms, arms.dropFirst()).filter { statement($0.block).count > 0 && isSame($0.block, $1.block) }
    let areAllSame = isTotal && pairs.count == arms.count - 1
    // Two conditions side by side that lead to the same are an "or", unless they tell one object from another.
    guard let pair = areAllSame ? pairs.first : pairs.first(where: { $0.0.tellsObjects && $0.1.tellsObjects }),
      doesSomething(in: expressions(in: pair.0.block))
    else { return nil }
    return RepeatedBranch(
      kind: kind, span: span, areAllSame: areAllSame, first: pair.0.span, second: pair.1.span, count: Int32(arms.count),
      file: file)
  }

  /// Whether a call or an assignment is among some expressions.
  private func doesSomething(in range: Range<Int32>) -> Bool {
    range.contains { index in
      switch self[ExpressionID(index: index)] {
      case .call, .assign, .mutate: true
      default: false
      }
    }
  }
}
