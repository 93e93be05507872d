import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// `pattern:`.
extension Inspector {
  func matches(of patterns: [CodePattern], _ rule: RulePage, _ judge: Judge) -> [Sighting] {
    let program = judge.program
    let lowered = patterns.compactMap { PatternCode($0.text).map(PatternWithHoles.init) }
    // Most patterns are calls, and most expressions are none.
    let areCalls = lowered.allSatisfy(\.isCall)
    var result: [Sighting] = []
    for index in program.files.indices {
      let file = FileID(index: Int32(index))
      guard rule.cases.contains(where: { judge.looksInto(file, $0.predicate) }) else { continue }
      let code = program[file].facts.code
      for at in code.expressions.indices {
        if areCalls {
          guard case .call = code.expressions[at] else { continue }
        }
        let id = ExpressionID(index: Int32(at))
        for pattern in lowered {
          guard pattern.mayBe(code.expressions[at], in: code) else { continue }
          var matcher = PatternMatcher(pattern: pattern, code: code)
          guard matcher.matches(pattern.root, id) else { continue }
          let candidate = Candidate(
            kind: .call, span: SourceSpan(file: file, bytes: code.span(of: id)), essence: code.spelling(of: id),
            node: .expression(id, file), bindings: matcher.bindings, names: matcher.names)
          if let sighting = sighting(of: candidate, rule, judge) { result.append(sighting) }
          break
        }
      }
    }
    return result
  }
}

/// A pattern, with which of its names stand for anything found out once for all that it is held against.
struct PatternWithHoles {
  enum Hole {
    case one(String?)
    case sequence(String?)
  }

  let code: Code
  let root: ExpressionID
  /// Whether it is a call.
  let isCall: Bool
  /// By expression; nil for what stands for itself.
  private let holes: [Hole?]
  /// What it calls; nil where that is no call of one name.
  private let called: Called?

  private enum Called {
    case name(Symbol)
    case member(Symbol)
  }

  init(_ pattern: PatternCode) {
    code = pattern.code
    root = pattern.root
    let holes: [Hole?] = code.expressions.map { expression in
      if case .name(let symbol, _) = expression { Self.hole(symbol) } else { nil }
    }
    self.holes = holes
    guard case .call(let callee, _) = code[root] else {
      (isCall, called) = (false, nil)
      return
    }
    isCall = true
    switch code[callee] {
    case .name(let name, _): called = holes[Int(callee.index)] == nil ? .name(name) : nil
    case .member(_, let name):
      if case .one? = Self.hole(name) { called = nil } else { called = .member(name) }
    default: called = nil
    }
  }

  /// False where it is not worth the while to look closer at an expression.
  func mayBe(_ expression: Expression, in given: Code) -> Bool {
    guard isCall else { return true }
    guard case .call(let callee, _) = expression else { return false }
    switch (called, given[callee]) {
    case (nil, _): return true
    case (.name(let wanted)?, .name(let name, _)): return wanted == name
    case (.name(let wanted)?, .local(let local)): return wanted == given[local].name
    case (.member(let wanted)?, .member(_, let name)): return wanted == name
    default: return false
    }
  }

  func hole(_ id: ExpressionID) -> Hole? { holes[Int(id.index)] }

  static func hole(_ symbol: Symbol) -> Hole? {
    let text = symbol.text
    guard text.first == "$" else { return nil }
    if text.hasPrefix("$__sequence_") {
      let name = String(text.dropFirst("$__sequence_".count))
      return .sequence(name.isEmpty ? nil : name)
    }
    if text == "$_" || text == "$__any" { return .one(nil) }
    let name = String(text.dropFirst())
    return name.first?.isUppercase == true ? .one(name) : nil
  }
}

/// Compares a pattern with code, expression by expression.
struct PatternMatcher {
  let pattern: Code
  private let whole: PatternWithHoles
  let code: Code
  var bindings: [String: [ExpressionID]] = [:]
  /// What stands for the name of a member: `$STORE.$METHOD(…)`.
  var names: [String: Symbol] = [:]

  init(pattern: PatternWithHoles, code: Code) {
    self.pattern = pattern.code
    whole = pattern
    self.code = code
  }

  private func hole(_ id: ExpressionID) -> PatternWithHoles.Hole? { whole.hole(id) }

  private mutating func bind(_ name: String?, _ ids: [ExpressionID]) -> Bool {
    guard let name else { return true }
    if let known = bindings[name] {
      return known.count == ids.count && zip(known, ids).allSatisfy { code.spelling(of: $0) == code.spelling(of: $1) }
    }
    bindings[name] = ids
    return true
  }

  /// Whether the name of a member is the one that is wanted.
  private mutating func matches(_ wanted: Symbol, _ given: Symbol) -> Bool {
    guard case .one(let named)? = PatternWithHoles.hole(wanted) else { return wanted == given }
    guard let named else { return true }
    if let known = names[named] { return known == given }
    names[named] = given
    return true
  }

  mutating func matches(_ wanted: ExpressionID, _ given: ExpressionID) -> Bool {
    // `!` and the sign of a cast are asked for where they are written; without them, any will do.
    let signs = pattern.marks(of: wanted).intersection([.unwrapped, .forced, .conditional])
    guard code.marks(of: given).isSuperset(of: signs) else { return false }
    switch hole(wanted) {
    case .one(let name)?, .sequence(let name)?: return bind(name, [given])
    case nil: break
    }
    switch (pattern[wanted], code[given]) {
    case (.name(let one, _), .name(let other, _)): return one == other
    case (.name(let one, _), .local(let local)): return one == code[local].name
    case (.local(let one), .local(let other)): return pattern[one].name == code[other].name
    case (.superReference, .superReference): return true
    case (.member(let base, let one), .member(let other, let name)): return matches(one, name) && matches(base, other)
    case (.implicitMember(let one), .implicitMember(let other)): return matches(one, other)
    case (.call(let callee, let list), .call(let other, let given)):
      return matches(callee, other) && matches(Array(pattern[list]), Array(code[given]))
    case (.subscripted(let base, let list), .subscripted(let other, let given)):
      return matches(base, other) && matches(Array(pattern[list]), Array(code[given]))
    case (.assign(let target, let value), .assign(let other, let given)):
      return matches(target, other) && matches(value, given)
    case (.mutate(let target, let value), .mutate(let other, let given)):
      return matches(target, other) && matches(value, given)
    case (.literal(let one), .literal(let other)): return one == other
    case (.array(let list), .array(let given)), (.dictionary(let list), .dictionary(let given)):
      return matches(Array(pattern[list]), Array(code[given]))
    case (.tuple(let list), .tuple(let given)): return matches(Array(pattern[list]), Array(code[given]))
    case (.operation(let one, let list), .operation(let other, let given)):
      return one == other && matches(Array(pattern[list]), Array(code[given]))
    case (.closure(let one), .closure(let other)):
      return matches(Array(pattern[pattern[one].results]), Array(code[code[other].results]))
    case (.cast(let value, let type), .cast(let other, let given)):
      let spelled = pattern.spelling(of: type)
      return (spelled.hasPrefix("$") || spelled == code.spelling(of: given)) && matches(value, other)
    default: return false
    }
  }

  private mutating func matches(_ wanted: [Argument], _ given: [Argument]) -> Bool {
    guard let first = wanted.first else { return given.isEmpty }
    if case .sequence(let name)? = hole(first.value) {
      for count in 0...given.count {
        let saved = (bindings, names)
        if bind(name, given.prefix(count).map(\.value)),
          matches(Array(wanted.dropFirst()), Array(given.dropFirst(count)))
        {
          return true
        }
        (bindings, names) = saved
      }
      return false
    }
    guard let other = given.first, first.label == other.label || other.isTrailingClosure else { return false }
    return matches(first.value, other.value) && matches(Array(wanted.dropFirst()), Array(given.dropFirst()))
  }

  private mutating func matches(_ wanted: [ExpressionID], _ given: [ExpressionID]) -> Bool {
    matches(
      wanted.map { Argument(label: nil, value: $0, isTrailingClosure: false) },
      given.map { Argument(label: nil, value: $0, isTrailingClosure: false) })
  }
}
