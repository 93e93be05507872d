import SwiftFacts

/// The plain type that a value has where it is put into something that takes anything.
struct PlainType: Hashable, Sendable {
  var name: Symbol
  /// What else it may come to be: the number that a literal stands for takes the type that is asked for around it.
  var others: Set<Symbol> = []

  func mayBe(_ other: String) -> Bool { name.text == other || others.contains { $0.text == other } }
}

extension Inference {
  /// The plain type of a value, through arithmetic, comparisons, `?:` and what answers in kind; nil where that is not
  /// known.
  func plainType(of value: ExpressionID, in frame: Frame) -> PlainType? {
    let code = frame.facts.code
    switch code[value] {
    case .literal(.string): return PlainType(name: Words.String)
    case .literal(.boolean): return PlainType(name: Words.Bool)
    case .literal(.number(let digits)): return number(digits.text)
    case .literal: return nil
    case .compound(let parts):
      return code[parts].contains { code.marks(of: $0).contains(.interpolated) } ? PlainType(name: Words.String) : nil
    case .operation(let name, let parts):
      if Self.comparisons.contains(name.text) { return PlainType(name: Words.Bool) }
      return Self.arithmetic.contains(name.text) ? common(of: Array(code[parts]), in: frame) : nil
    case .choice(let parts): return common(of: Array(code[parts]), in: frame)
    case .call(let callee, _):
      if case .member(let base, let name) = code[callee], program.knowledge[.answersInKind].contains(name),
        let number = plainType(of: base, in: frame)
      {
        return number
      }
      return named(value, in: frame)
    default: return named(value, in: frame)
    }
  }

  private func named(_ value: ExpressionID, in frame: Frame) -> PlainType? {
    if case .local(let local) = frame.facts.code[value], frame.facts.code[local].type == nil,
      case .variable = frame.facts.code[local].kind, let first = frame.facts.code[local].initializer
    {
      // What is declared without a type has the one that a literal has by itself.
      return plainType(of: first, in: frame).map { PlainType(name: $0.name) }
    }
    let name: Symbol
    switch type(of: value, in: frame) {
    case .foreign(let foreign): name = foreign
    case .nominal(let id, _): name = program[id].name
    default: return nil
    }
    return program.knowledge[.plainValue].contains(name) ? PlainType(name: name) : nil
  }

  /// The one type of several values, which literals among them take on.
  private func common(of values: [ExpressionID], in frame: Frame) -> PlainType? {
    let types = values.map { plainType(of: $0, in: frame) }
    let fixed = types.filter { $0?.others.isEmpty ?? true }
    guard let first = fixed.first ?? types.first, fixed.allSatisfy({ $0 == first }) else { return nil }
    return first
  }

  private func number(_ digits: String) -> PlainType? {
    let decimals = program.knowledge[.decimal].names
    if digits.contains(".") { return PlainType(name: Words.Double, others: decimals) }
    return PlainType(name: Words.Int, others: decimals.union(program.knowledge[.integer].names))
  }

  private static let comparisons: Set<String> = ["==", "!=", "<", ">", "<=", ">=", "===", "!==", "&&", "||", "!"]
  private static let arithmetic: Set<String> = ["+", "-", "*", "/", "%"]
}
