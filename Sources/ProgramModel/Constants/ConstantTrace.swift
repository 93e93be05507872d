public import SwiftFacts

/// A value that an expression has on every run.
public enum Constant: Hashable, Sendable {
  case boolean(Bool)
  case null
  case number(Symbol)
  case string(Symbol)
  /// A case of an enum of the program that has no values.
  case enumCase(Symbol)

  /// As the source would spell it.
  public var spelling: String {
    switch self {
    case .boolean(let value): "\(value)"
    case .null: "nil"
    case .number(let digits): digits.text
    case .string(let text): "\"\(text)\""
    case .enumCase(let name): ".\(name)"
    }
  }
}

/// A constant, and the writes that make it one.
struct Traced: Hashable {
  var constant: Constant
  /// The locals that it goes through; none where it is spelled out on the spot.
  var locals: [LocalID] = []
}

/// What the expressions of one function are on every run, whatever runs before them.
///
/// A local counts as constant if all that is ever put into it, from its declaration on and in every
/// closure, is the same literal, and nobody else can get at it to write: then the order of things, and
/// whether a closure runs at all, make no difference. Whatever is not sure is no constant.
struct ConstantTrace {
  let mentions: Mentions
  private let code: Code
  private let locals: Range<Int32>
  private let knowledge: Knowledge
  private let inference: Inference
  private let frame: Frame
  private let ways: TestsOnWays?

  init(of function: FunctionID, in program: Program) {
    mentions = Mentions(of: function, in: program)
    code = mentions.code
    knowledge = program.knowledge
    inference = Inference(program: program)
    frame = Frame(function, in: program)
    ways = TestsOnWays(through: function, of: program)
    let declaration = program.declaration(of: function)
    locals = declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)
  }

  func value(of id: ExpressionID, depth: Int = 0) -> Traced? {
    guard depth < 8 else { return nil }
    func inner(_ id: ExpressionID) -> Traced? { value(of: id, depth: depth + 1) }
    if let constant = inference.spelledConstant(id, in: frame) { return Traced(constant: constant) }
    switch code[id] {
    case .local(let local): return value(of: local, depth: depth) ?? tested(local, at: id)
    case .call(let callee, let list):
      // `Bool(true)` is how the compiler is kept from remarking on `true`.
      guard case .name(Self.boolean, _) = code[callee], let only = code[list].first, list.count == 1, only.label == nil
      else { return nil }
      return inner(only.value)
    case .operation(let name, let parts):
      let operands = code[parts].compactMap(inner)
      guard operands.count == Int(parts.count), let first = operands.first else { return nil }
      let locals = operands.flatMap(\.locals)
      if name == "!", operands.count == 1, case .boolean(let value) = first.constant {
        return Traced(constant: .boolean(!value), locals: locals)
      }
      guard operands.count == 2, name == "==" || name == "!=" else { return nil }
      // `1` and `1.0` are spelled otherwise and are the same.
      guard operands[0].constant.isComparable(with: operands[1].constant),
        !code[parts].contains(where: comparesByProgram), areOfOneType(parts)
      else { return nil }
      return Traced(
        constant: .boolean((operands[0].constant == operands[1].constant) == (name == "==")), locals: locals)
    default: return nil
    }
  }

  /// What a local is where it is named, if every way there has asked whether it is that: `guard code == 7`,
  /// `case .shut`.
  private func tested(_ local: LocalID, at id: ExpressionID) -> Traced? {
    switch code[local].kind {
    case .parameter, .closureParameter, .variable(isLet: true): break
    default: return nil
    }
    guard case .passed(let tests)? = ways?.tests(at: id) else { return nil }
    let known = tests.compactMap { test -> Constant? in
      if let pattern = test.pattern {
        guard test.holds, code[test.value] == .local(local) else { return nil }
        switch code[pattern] {
        case .enumCase(let name, payload: []): return .enumCase(name)
        case .value(let value): return inference.spelledConstant(value, in: frame)
        default: return nil
        }
      }
      guard case .operation(let name, let parts) = code[test.value], parts.count == 2,
        name == AssertionNames.equals && test.holds || name == "!=" && !test.holds
      else { return nil }
      let sides = Array(code[parts])
      guard let other = code[sides[0]] == .local(local) ? sides[1] : code[sides[1]] == .local(local) ? sides[0] : nil,
        !sides.contains(where: comparesByProgram)
      else { return nil }
      return inference.spelledConstant(other, in: frame)
    }
    return Set(known).count == 1 ? Traced(constant: known[0]) : nil
  }

  /// What `flag = flag || x` can make of a flag, other than leave it as it is.
  private func joined(_ value: ExpressionID, with local: LocalID) -> Constant? {
    guard case .operation(let name, let parts) = code[value],
      code[parts].contains(where: { code[$0] == .local(local) })
    else { return nil }
    return switch name.text {
    case "||": .boolean(true)
    case "&&": .boolean(false)
    default: nil
    }
  }

  /// Whether the program says itself what an expression is equal to.
  private func comparesByProgram(_ id: ExpressionID) -> Bool {
    inference.type(of: id, in: frame).nominal.map(inference.program.hasOwnEquality) ?? false
  }

  /// Whether nothing tells that operands are of several types: only the program itself compares such.
  private func areOfOneType(_ parts: PartList) -> Bool {
    Set(code[parts].map { inference.type(of: $0, in: frame) }.filter { $0 != .unknown }).count < 2
  }

  private func value(of local: LocalID, depth: Int) -> Traced? {
    let declared = code[local]
    guard case .variable(let isLet) = declared.kind, !declared.declaredWeak, isOnlyOne(local) else { return nil }
    var values: Set<Constant> = []
    var through = [local]
    if let initializer = declared.initializer {
      guard let first = value(of: initializer, depth: depth + 1) else { return nil }
      values.insert(first.constant)
      through += first.locals
    } else if let type = declared.type {
      if !isLet, case .optional = code[type] { values.insert(.null) }
    } else {
      return nil
    }
    for mention in mentions.mentions(of: local) {
      switch use(of: mention, isLet: isLet) {
      case .read: continue
      case .unknown: return nil
      case .write(let value):
        guard let written = joined(value, with: local) ?? self.value(of: value, depth: depth + 1)?.constant else {
          return nil
        }
        values.insert(written)
      }
    }
    guard values.count == 1, let only = values.first,
      inference.isAsSpelled(only, declared: declared.type, as: inference.type(of: local, in: frame), code)
    else { return nil }
    return Traced(constant: only, locals: through)
  }

  private enum Use {
    case read
    case write(ExpressionID)
    case unknown
  }

  private func use(of mention: ExpressionID, isLet: Bool) -> Use {
    guard let whole = mentions.whole(of: mention) else { return .read }
    switch code[whole] {
    case .assign(let target, let value): return target == mention ? .write(value) : .read
    case .mutate(let target, _): return target == mention ? .unknown : .read
    case .call(let callee, _):
      // An argument may be `inout`: `&` leaves no trace.
      return isLet || callee != mention && knowledge.looksOnly(code.calleeName(callee)) ? .read : .unknown
    case .member, .element, .payload, .tuple: return isLet ? .read : .unknown
    case .subscripted(let base, _): return isLet || base != mention ? .read : .unknown
    // An operator of the program's own may write to what stands beside it.
    case .operation(let name, _):
      let isOwn = name != AssertionNames.equals && inference.program.names.functions[name] != nil
      return isLet || !isOwn ? .read : .unknown
    default: return .read
    }
  }

  private static let boolean = Symbol("Bool")

  /// Of two locals of one name, as in the branches of `#if`, it is not told which is meant.
  private func isOnlyOne(_ local: LocalID) -> Bool {
    !locals.contains { index in
      let other = code.locals[Int(index)]
      guard index != local.index, other.name == code[local].name, case .variable = other.kind else { return false }
      return true
    }
  }
}

extension Constant {
  func isComparable(with other: Constant) -> Bool {
    switch (self, other) {
    case (.boolean, .boolean), (.null, .null), (.string, .string), (.enumCase, .enumCase): true
    case (.number(let one), .number(let two)): one == two
    case (.null, _), (_, .null): true
    default: false
    }
  }
}
