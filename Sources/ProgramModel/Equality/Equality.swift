import SwiftFacts

/// A hand-written `==`.
struct Equality {
  let program: Program
  let function: FunctionID
  let type: NominalID

  private var file: FileID { program.file(of: function) }
  private var code: Code { program[file].facts.code }
  private var sides: [LocalID] { program.declaration(of: function).parameters.map(\.local) }

  /// The stored properties that it looks at, of either value; nil where that cannot be told.
  func properties() -> Set<Symbol>? {
    var reading = Reading(program: program, type: type)
    for use in operators where use.name == "===" || use.name == "!==" {
      reading.harmless.formUnion([use.left, use.right])
    }
    var result: Set<Symbol> = []
    for side in sides {
      guard let seen = reading.properties(of: side, in: function) else { return nil }
      result.formUnion(seen)
    }
    return result
  }

  /// Whether it asks if both are one object.
  var comparesReferences: Bool { operators.contains { $0.name == "===" } }

  /// Whether all that it compares are parts that say which thing a value is about: `lhs.review.id == rhs.review.id`.
  var comparesIdentitiesAlone: Bool {
    let compared = operators.filter { $0.name == "==" }.map { path($0.left)?.names.last }
    return !compared.isEmpty && compared.allSatisfy { $0.map(program.isIdentity) ?? false }
  }

  /// The comparisons in it.
  private var operators: [OperatorUse] {
    code.comparisons(in: program.expressions(of: function))
  }

  // MARK: Pairs

  /// Comparisons of a part of one value with another part of the other, or with itself.
  func unlikePairs() -> [EqualityFlaw] {
    let pairs = operators.filter { $0.name == "==" || $0.name == "!=" }.compactMap { use -> Pair? in
      guard let left = path(use.left), let right = path(use.right) else { return nil }
      return Pair(left: left, right: right, span: whole(use))
    }
    var result: [EqualityFlaw] = []
    for pair in pairs {
      let (left, right) = (pair.left, pair.right)
      if left.side == right.side {
        guard left.names == right.names else { continue }
        result.append(flaw(.comparesWithItself, pair))
      } else if left.names != right.names, left.names.count == right.names.count {
        let crosses = pairs.contains {
          $0.joins(left.names, right.names) && ($0.left.side == left.side) == ($0.left.names == right.names)
        }
        let isCompared = [left.names, right.names].allSatisfy { names in pairs.contains { $0.joins(names, names) } }
        if !crosses, !isCompared, !isWorkedOut(left.names, of: right.names), !isWorkedOut(right.names, of: left.names) {
          result.append(flaw(.pairsDiffer, pair))
        }
      }
    }
    return result + unlikeCases()
  }

  /// Whether one part of a value is worked out of another part: it may be that part, by another name.
  private func isWorkedOut(_ part: [Symbol], of other: [Symbol]) -> Bool {
    guard part.count == 1, other.count == 1, let property = program.property(named: part[0], of: type),
      let getter = program.declaration(of: property).getter
    else { return false }
    let function = program.function(getter, in: program.file(of: property))
    let body = program[program.file(of: property)].facts.code
    return program.expressions(of: function).contains { index in
      switch body.expressions[index] {
      case .name(let name, _), .member(_, let name): name == other[0]
      default: false
      }
    }
  }

  private struct Pair {
    var left: Path
    var right: Path
    var span: ByteSpan

    func joins(_ one: [Symbol], _ other: [Symbol]) -> Bool {
      left.side != right.side
        && (left.names == one && right.names == other || left.names == other && right.names == one)
    }
  }

  private struct Path {
    var side: LocalID
    var names: [Symbol]
  }

  /// `lhs.a.b`.
  private func path(_ id: ExpressionID) -> Path? {
    switch code[id] {
    case .local(let local): return sides.contains(local) ? Path(side: local, names: []) : nil
    case .member(let base, let name):
      guard var path = path(base) else { return nil }
      path.names.append(name)
      return path
    default: return nil
    }
  }

  private func whole(_ use: OperatorUse) -> ByteSpan {
    ByteSpan(start: code.span(of: use.left).start, end: code.span(of: use.right).end)
  }

  private func flaw(_ kind: EqualityFlaw.Kind, _ pair: Pair) -> EqualityFlaw {
    let parts = [pair.left, pair.right].map { path in
      ([code[path.side].name] + path.names).map(\.text).joined(separator: ".")
    }
    return EqualityFlaw(
      kind: kind, type: type, span: SourceSpan(file: file, bytes: pair.span), parts: parts, evidence: [])
  }

  // MARK: Cases

  /// The `switch`es over both values.
  private var selections: [Selection] {
    let declaration = program.declaration(of: function)
    return code.selections(in: declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement))
  }

  /// The patterns of two cases of a `switch` over both values.
  private func casePairs(_ selections: [Selection]) -> [CasePair] {
    selections.flatMap { selection -> [CasePair] in
      guard case .tuple(let list) = code[selection.subject],
        code[list].map({ code[$0.value] }) == sides.map({ .local($0) })
      else { return [] }
      return selection.cases.flatMap { one in
        one.items.compactMap { item in
          guard case .tuple(let sides) = item.pattern, sides.count == 2 else { return nil }
          return CasePair(
            first: sides[0].plainCase, second: sides[1].plainCase, answer: code.answer(of: one.block),
            subject: selection.subject,
            span: item.span)
        }
      }
    }
  }

  /// Patterns of two different cases that are answered with `true`.
  private func unlikeCases() -> [EqualityFlaw] {
    let pairs = casePairs(selections)
    return pairs.compactMap { pair in
      guard let first = pair.first, let second = pair.second, first != second, pair.answer == true,
        !pairs.contains(where: { $0.first == second && $0.second == first && $0.answer == true }),
        // One case that is answered for in its own right leaves the other for the mistake.
        !(matched(first, in: pairs) && matched(second, in: pairs))
      else { return nil }
      return EqualityFlaw(
        kind: .pairsDiffer, type: type, span: SourceSpan(file: file, bytes: pair.span),
        parts: [".\(first)", ".\(second)"],
        evidence: [])
    }
  }

  private func matched(_ name: Symbol, in pairs: [CasePair]) -> Bool {
    pairs.contains { $0.first == name && $0.second == name }
  }

  /// Cases that no pattern holds to themselves, so that `default` answers for them with `false`.
  func missingCases() -> [EqualityFlaw] {
    let switches = selections
    let pairs = casePairs(switches)
    let body = program.expressions(of: function)
    guard let first = pairs.first, switches.count == 1, switches[0].subject == first.subject,
      pairs.allSatisfy({ $0.first != nil && $0.second != nil }),
      let last = switches[0].cases.last, last.isDefault, code.answer(of: last.block) == false,
      switches[0].cases.filter(\.isDefault).count == 1,
      // Nothing is decided outside the `switch`.
      body.allSatisfy({ code.statement(switches[0].statement).span.contains(code.spans[$0]) }),
      pairs.count >= switches[0].cases.count - 1
    else { return [] }
    let names = program.enumCases(of: type).map(\.name)
    let missing = names.filter { !matched($0, in: pairs) }
    guard !missing.isEmpty, missing.count < names.count else { return [] }
    return [
      EqualityFlaw(
        kind: .missesCases, type: type, span: program.span(of: function), parts: missing.map(\.text),
        evidence: missing.compactMap { program.span(ofCase: $0, of: type) })
    ]
  }
}

/// A pattern of two enum cases: `case (.a, .b):`.
private struct CasePair {
  /// Nil for a value that need not be of one case: `_`, `let other`.
  var first: Symbol?
  var second: Symbol?
  /// What the statements after it return, where they are one literal and nothing else.
  var answer: Bool?
  /// The tuple that is matched.
  var subject: ExpressionID
  var span: ByteSpan
}

extension Pattern {
  /// The case that it names as it is, not inside an optional.
  fileprivate var plainCase: Symbol? { if case .enumCase(let name, _) = self { name } else { nil } }
}
