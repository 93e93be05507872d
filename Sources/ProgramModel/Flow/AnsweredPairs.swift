import SwiftFacts

/// What the program's own functions always give a closure: of two things one, and never neither.
struct AnsweredPairs {
  let frame: Frame
  let inference: Inference

  private var code: Code { frame.facts.code }
  private var program: Program { frame.program }

  /// Whether `else if let value` cannot fail: `value` and what was asked for before it are a closure's parameters, and
  /// whoever calls the closure gives it one of the two.
  func isOther(_ value: ExpressionID, at condition: Int32) -> Bool {
    guard case .local(let second) = code[value], let branch = branch(of: condition), branch > 0,
      code.continuesBranch(branch), let first = askedBefore(branch),
      let closure = code.closures(around: value, within: 0..<Int32(code.expressions.count)).first(where: {
        code[$0].parameters.contains(first) && code[$0].parameters.contains(second)
      }), let one = code[closure].parameters.firstIndex(of: first),
      let other = code[closure].parameters.firstIndex(of: second)
    else { return false }
    return givesOne(of: one, other, closure)
  }

  /// Whether `value as? HTTPURLResponse` cannot fail: a request calls back with it and with something else that has
  /// been asked for on every way here, and where that is there this is.
  func comesWithAnswer(_ value: ExpressionID, at condition: Int32) -> Bool {
    guard case .cast(let response, let type) = code[value], case .named(let name, _) = code[type],
      program.knowledge[.comesWithAnswer].contains(name), case .local(let local) = code[response],
      case .closureParameter(let closure, _) = code[local].kind
    else { return false }
    let others = Set(code[closure].parameters.filter { $0 != local })
    return (code[closure].statement..<condition).contains { index in
      code.statement(index).kind == .guarding && code.statement(index).end <= condition
        && code.conditions(of: index).contains { asked in
          guard case .condition(_, let value?) = code.statement(asked).kind else { return false }
          return code.parts(of: value).contains { part in
            if case .local(let asked) = code[part] { others.contains(asked) } else { false }
          }
        }
    }
  }

  private func branch(of condition: Int32) -> Int32? {
    (0..<condition).last { code.statement($0).kind == .branch && code.conditions(of: $0) == [condition] }
  }

  /// The local that the branch before an `else if` asks for, and nothing else.
  private func askedBefore(_ branch: Int32) -> LocalID? {
    guard
      let before = (0..<branch).last(where: {
        code.statement($0).kind == .branch && code.blocks(of: $0).dropFirst().first.flatMap(code.elseBranch) == branch
      }), let condition = code.conditions(of: before).first, code.conditions(of: before).count == 1,
      case .condition(.binding, let value?) = code.statement(condition).kind, case .local(let local) = code[value]
    else { return nil }
    return local
  }

  /// Whether the one function of the program that is given a closure calls it itself, each time with `nil` for one of
  /// two parameters and what cannot be `nil` for the other.
  private func givesOne(of one: Int, _ other: Int, _ closure: ClosureID) -> Bool {
    guard let call = code[closure].call, case .call(_, let list) = code[call],
      case .functions(let functions) = inference.target(of: call, in: frame).kind, functions.count == 1,
      let function = functions.first, case let declaration = program.declaration(of: function), declaration.hasBody,
      let position = code[list].enumerated().first(where: { code[$0.element.value] == .closure(closure) })?.offset,
      let match = declaration.match(code[list])
    else { return false }
    let handler = declaration.parameters[match[position]].local
    let giver = Frame(function, in: program)
    let inner = giver.facts.code
    var calls = 0
    var mentions = 0
    for index in program.expressions(of: function) {
      switch inner.expressions[index] {
      case .local(handler): mentions += 1
      case .call(let callee, let given) where inner[callee] == .local(handler):
        let values = inner[given].map(\.value)
        guard values.indices.contains(one), values.indices.contains(other),
          inner[values[one]] == .literal(.null) && isSomething(values[other], in: giver)
            || inner[values[other]] == .literal(.null) && isSomething(values[one], in: giver)
        else { return false }
        calls += 1
      default: continue
      }
    }
    return calls > 0 && mentions == calls
  }

  /// Whether a value is surely not `nil`.
  private func isSomething(_ value: ExpressionID, in giver: Frame) -> Bool {
    let code = giver.facts.code
    switch code[value] {
    case .literal(let literal): return literal != .null
    case .closure, .array, .dictionary, .tuple: return true
    case .local(let local):
      let mayBeNil = code[local].type.map(code.isOptional)
      switch code[local].kind {
      case .selfReference: return true
      case .parameter: return mayBeNil == false
      case .variable:
        if let mayBeNil { return !mayBeNil }
        return code[local].initializer.map { isSomething($0, in: giver) } ?? true
      case .closureParameter, .capture, .function: return false
      }
    case .call:
      switch inference.target(of: value, in: giver).kind {
      case .foreign(_, _, let isInitializer): return isInitializer
      case .memberwise, .enumCase: return true
      case .functions(let functions):
        return functions.allSatisfy { isSomething(resultOf: $0) }
      case .value: return false
      }
    default: return false
    }
  }

  private func isSomething(resultOf function: FunctionID) -> Bool {
    let declaration = program.declaration(of: function)
    guard let result = declaration.result else { return declaration.name == Names.init_ }
    return !program[program.file(of: function)].facts.code.isOptional(result)
  }
}
