public import SwiftFacts

/// A name or a member that a string literal interpolates as it is, or `String(describing:)` spells out: nothing unwraps
/// it, nothing formats it.
public struct Interpolation: Hashable, Sendable {
  public var value: ExpressionID
  /// Whether it is reached through `?`, so that it is an optional whatever it is declared as.
  public var isChained: Bool
  /// The literal that it is a part of, or the call.
  public var literal: ExpressionID
}

extension Program {
  /// Optionals that are interpolated as they are into what the user reads, or into an address.
  public func optionalsInTexts(threads: Int = 1) -> [Breach] {
    // What leads to a text is kept step by step in a session.
    if changes(threads: threads)?.isOfSession == true { return optionalsShown() }
    return foundAsWhole("optionals in texts", threads: threads) { program, _ in program.optionalsShown() }
  }

  private func optionalsShown() -> [Breach] {
    let inference = Inference(program: self)
    // What the program interpolates by a way of its own says what that makes of `nil`.
    if interpolatesOptionals { return [] }
    let shown = ShownTexts(self, inference).literals
    var result: [Breach] = []
    for id in Set(shown.keys.map(\.file)).sorted(by: { $0.index < $1.index }) where !isForDevelopers(id) {
      let code = self[id].facts.code
      for one in interpolations(in: id) {
        guard let place = shown[ShownTexts.Place(file: id, expression: one.literal)],
          let function = function(holding: Int(one.value.index), in: id),
          one.isChained || isOptional(one.value, in: Frame(function, in: self), inference)
        else { continue }
        let span = SourceSpan(file: id, bytes: code.span(of: one.value))
        // Where it is shown on the spot, there is nothing to lead to.
        let isHere = place.file == id && place.bytes.start <= span.bytes.start && span.bytes.end <= place.bytes.end
        result.append(
          Breach(
            span: span, name: code.spelling(of: one.value), other: name(of: function), evidence: isHere ? [] : [place]))
      }
    }
    return result
  }

  /// Whether the program has a way of its own to interpolate an optional, which is given without a label.
  private var interpolatesOptionals: Bool {
    if reads != nil { return asking("ways to interpolate optionals") { $0.interpolatesOptionals } }
    return productionFunctions.contains { function in
      let declaration = declaration(of: function)
      guard knowledge[.interpolates].contains(declaration.name), let first = declaration.parameters.first,
        first.label == nil || first.label == Names.wildcard, let type = first.type,
        declaration.parameters.dropFirst().allSatisfy({ $0.defaultValue != nil })
      else { return false }
      return self[file(of: function)].facts.code.isOptional(type)
    }
  }

  /// Whether a file, or a folder that it is in, is called what only those who make the program see, or is of what shows
  /// how to use a library.
  func isForDevelopers(_ file: FileID) -> Bool {
    isExample(file)
      || self[file].path.split(separator: "/").contains { knowledge[.isForDevelopers].fits(Symbol(String($0))) }
  }

  /// The values that the literals of a file interpolate as they are.
  public func interpolations(in file: FileID) -> [Interpolation] {
    let code = self[file].facts.code
    return code.expressions.indices.flatMap { index -> [Interpolation] in
      let literal = ExpressionID(index: Int32(index))
      if let value = code.described(by: literal, knowledge) {
        return code.isChained(value).map { [Interpolation(value: value, isChained: $0, literal: literal)] } ?? []
      }
      guard case .compound(let parts) = code[literal] else { return [] }
      return code[parts].compactMap { value in
        guard code.marks(of: value).contains(.interpolated), let isChained = code.isChained(value) else { return nil }
        return Interpolation(value: value, isChained: isChained, literal: literal)
      }
    }
  }

  /// Whether an expression names what is declared as an optional, asks a dictionary, or calls what answers with one.
  func isOptional(_ value: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    let code = frame.facts.code
    if code.marks(of: value).contains(.unwrapped) { return false }
    switch code[value] {
    case .local(let local):
      if case .capture = code[local].kind { return false }
      if let type = code[local].type { return code.isOptional(type) }
      guard case .variable = code[local].kind, let first = code[local].initializer, code.isChained(first) != nil,
        !isTakenApart(first, in: frame)
      else { return false }
      return code.isChained(first) == true || isOptional(first, in: frame, inference)
    case .subscripted(let base, let list):
      switch inference.type(of: base, in: frame) {
      case .dictionary: return list.count == 1 && code[list].first?.label == nil
      case .nominal(let type, _):
        guard case .functions(let found)? = member(Names.subscript_, of: type) else { return false }
        let fitting = found.filter { declaration(of: $0).parameters.count == Int(list.count) }
        guard fitting.count == 1, let result = declaration(of: fitting[0]).result else { return false }
        return self[file(of: fitting[0])].facts.code.isOptional(result)
      default: return false
      }
    case .call:
      guard case .functions(let functions) = inference.target(of: value, in: frame).kind, functions.count == 1,
        case let declaration = self.declaration(of: functions[0]), declaration.kind == .function,
        let result = declaration.result
      else { return false }
      return self[file(of: functions[0])].facts.code.isOptional(result)
    case .name(let name, _):
      for scope in scopes(from: frame.context) {
        if case .property(let property)? = valueMember(name, of: scope) { return isPlainlyOptional(property) }
      }
      return false
    case .member(let base, let name):
      if case .array = inference.type(of: base, in: frame) { return knowledge[.oneElement].contains(name) }
      guard let type = inference.type(of: base, in: frame).nominal,
        case .property(let property)? = valueMember(name, of: type)
      else { return false }
      return isPlainlyOptional(property)
    default: return false
    }
  }

  /// Whether a value is what `if let`, `guard let` or a pattern asks about: what that binds is unwrapped.
  private func isTakenApart(_ value: ExpressionID, in frame: Frame) -> Bool {
    let declaration = frame.declaration
    return (declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement)).contains {
      switch frame.facts.code.statement($0).kind {
      case .condition(_, value: value), .matching(_, of: value, _), .selection(subject: value): true
      default: false
      }
    }
  }

  private func isPlainlyOptional(_ property: PropertyID) -> Bool {
    // What a wrapper hands out need not be what it is declared as.
    isOptional(property)
      && declaration(of: property).attributes.allSatisfy {
        knowledge[.keepsAsGiven].contains($0) || knowledge[.viewState].contains($0)
      }
  }
}

extension Code {
  /// What `String(describing:)` spells out; nil for any other expression.
  func described(by id: ExpressionID, _ knowledge: Knowledge) -> ExpressionID? {
    guard case .call(let callee, let list) = self[id], list.count == 1, let argument = self[list].first,
      knowledge[.spellsOut].rows(calling: calleeName(callee)).contains(where: { $0.argument == argument.label })
    else { return nil }
    return argument.value
  }

  /// Whether a name, a member, an element or an answer is reached through `?`; nil for anything else.
  fileprivate func isChained(_ id: ExpressionID) -> Bool? {
    if marks(of: id).contains(.unwrapped) { return nil }
    switch self[id] {
    case .local, .name: return false
    case .member(let base, _), .subscripted(let base, _):
      guard marks(of: base).isDisjoint(with: [.unwrapped]), let isChained = isChained(base) else { return nil }
      return isChained || marks(of: base).contains(.chained)
    case .call(let callee, _): return isChained(callee)
    default: return nil
    }
  }
}
