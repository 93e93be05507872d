import SwiftFacts

/// Defaults of parameters that are not what they were.
extension Matching {
  public func changedDefaults() -> [Alteration] {
    var result: [Alteration] = []
    let inference = Inference(program: after)
    for (function, old) in functions.sorted(by: { $0.key < $1.key }) where !after.isTest(after.file(of: function)) {
      let (now, was) = (after.declaration(of: function), before.declaration(of: old))
      guard now.name == was.name, now.parameters.map(\.label) == was.parameters.map(\.label) else { continue }
      for (index, (parameter, twin)) in zip(now.parameters, was.parameters).enumerated() {
        guard let new = literal(parameter.defaultValue, of: function, in: after),
          let earlier = literal(twin.defaultValue, of: old, in: before), new != earlier,
          !isTheSameNumber(new, earlier), !namesAnotherType(parameter, of: function, unlike: twin, of: old)
        else { continue }
        let calls = relying(on: index, of: function, inference)
        guard !calls.isEmpty, let value = parameter.defaultValue else { continue }
        let file = after.file(of: function)
        result.append(
          Alteration(
            kind: .changedDefaultArgument,
            span: SourceSpan(file: file, bytes: after[file].facts.code.span(of: value)),
            name: parameter.label?.text ?? after[file].facts.code[parameter.local].name.text, before: earlier,
            after: new, affected: calls.map { after.declarationName(at: $0.bytes.start, in: $0.file) },
            evidence: calls))
      }
    }
    return result
  }

  /// `60` and `60.0`
  private func isTheSameNumber(_ one: String, _ other: String) -> Bool {
    guard let one = Double(one), let other = Double(other) else { return false }
    return one == other
  }

  /// Whether a default names a value of a type that the parameter was not of: what it is called there tells nothing.
  private func namesAnotherType(
    _ now: FunctionDeclaration.Parameter, of function: FunctionID, unlike was: FunctionDeclaration.Parameter,
    of old: FunctionID
  ) -> Bool {
    let (code, oldCode) = (after[after.file(of: function)].facts.code, before[before.file(of: old)].facts.code)
    guard let type = now.type, let oldType = was.type, let value = now.defaultValue, let oldValue = was.defaultValue,
      code.spelling(of: type) != oldCode.spelling(of: oldType)
    else { return false }
    func isNamed(_ expression: Expression) -> Bool { if case .implicitMember = expression { true } else { false } }
    return isNamed(code[value]) || isNamed(oldCode[oldValue])
  }

  private func literal(_ value: ExpressionID?, of function: FunctionID, in program: Program) -> String? {
    guard let value else { return nil }
    let code = program[program.file(of: function)].facts.code
    switch code[value] {
    case .literal(.boolean), .literal(.number), .literal(.string(.some)), .literal(.null), .implicitMember:
      return code.spelling(of: value)
    case .operation(_, let parts): return parts.count == 1 ? code.spelling(of: value) : nil
    default: return nil
    }
  }

  /// The calls, in files that the change does not touch, that leave the argument out.
  private func relying(on position: Int, of function: FunctionID, _ inference: Inference) -> [SourceSpan] {
    let declaration = after.declaration(of: function)
    let isInitializer = declaration.kind == .initializer
    let wanted = isInitializer ? after.owner(of: function).map { after[$0].name } : declaration.name
    var result: [SourceSpan] = []
    for (index, file) in after.files.enumerated() {
      let id = FileID(index: Int32(index))
      guard !changedFiles.contains(id), !after.isTest(id) else { continue }
      let code = file.facts.code
      for at in code.expressions.indices {
        guard case .call(let callee, let list) = code.expressions[at] else { continue }
        let name = code.calleeName(callee)
        guard name == wanted || isInitializer && name == Names.init_, let match = declaration.match(code[list]),
          !match.contains(position),
          let caller = after.function(holding: at, in: id)
        else { continue }
        let call = ExpressionID(index: Int32(at))
        guard case .functions(let targets) = inference.target(of: call, in: Frame(caller, in: after)).kind,
          targets == [function]
        else { continue }
        result.append(SourceSpan(file: id, bytes: code.spans[at]))
      }
    }
    return result
  }
}
