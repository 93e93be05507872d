import SwiftFacts

/// Functions whose answer had a type, and says nothing of itself since the change.
extension Matching {
  /// Functions that answer with `Any` or the like, whose callers ask the answer for its types now.
  public func erasedResults() -> [Alteration] {
    var erased: [FunctionID: (was: String, now: String)] = [:]
    for (function, old) in functions
    where changedFiles.contains(after.file(of: function)) && !after.isTest(after.file(of: function)) {
      let (now, was) = (after.declaration(of: function), before.declaration(of: old))
      guard let result = now.result, let former = was.result else { continue }
      let (code, oldCode) = (after[after.file(of: function)].facts.code, before[before.file(of: old)].facts.code)
      guard code.saysNothing(result, after.knowledge), !oldCode.saysNothing(former, before.knowledge),
        before.isOfProgram(former, of: old)
      else { continue }
      erased[function] = (oldCode.spelling(of: former), code.spelling(of: result))
    }
    guard !erased.isEmpty else { return [] }
    let askers = after.askersForTypes(of: Set(erased.keys))
    return erased.sorted { $0.key < $1.key }.compactMap { function, types in
      guard let places = askers[function], !places.isEmpty else { return nil }
      return Alteration(
        kind: .erasedResult, span: after.span(of: function), name: after.name(of: function), before: types.was,
        after: types.now,
        affected: places.map { after.declarationName(at: $0.bytes.start, in: $0.file) }, evidence: places)
    }
  }
}

extension Code {
  /// Whether a type, or what an optional or a list of it holds, says nothing of its values.
  fileprivate func saysNothing(_ type: TypeID, _ knowledge: Knowledge) -> Bool {
    switch self[type] {
    case .named(let name, let arguments): arguments.count == 0 && knowledge[.typeOfAnything].contains(name)
    case .optional(let inner), .array(let inner): saysNothing(inner, knowledge)
    case .composition(let parts): self[parts].allSatisfy { saysNothing($0, knowledge) }
    default: false
    }
  }
}

extension Program {
  /// Whether a type, or what an optional or a list of it holds, is a type that the program declares.
  fileprivate func isOfProgram(_ type: TypeID, of function: FunctionID) -> Bool {
    func inner(_ type: Type) -> Bool {
      switch type {
      case .array(let element): inner(element)
      case .nominal(let id, _): self[id].kind != .foreign
      default: false
      }
    }
    return inner(Frame(function, in: self).resolve(type))
  }

  /// Where what some functions answer with is asked whether it is of a type.
  fileprivate func askersForTypes(of functions: Set<FunctionID>) -> [FunctionID: [SourceSpan]] {
    let names = Set(functions.map { declaration(of: $0).name })
    let inference = Inference(program: self)
    var result: [FunctionID: [SourceSpan]] = [:]
    for caller in self.functions(mentioning: names) {
      let frame = Frame(caller, in: self)
      let code = frame.facts.code
      /// The function whose answer a value is.
      func origin(_ id: ExpressionID, _ depth: Int = 0) -> FunctionID? {
        switch code[id] {
        case .local(let local) where depth < 4: return code[local].initializer.flatMap { origin($0, depth + 1) }
        case .element(let source) where depth < 4: return origin(source, depth + 1)
        case .call:
          guard code.callee(of: id).map(names.contains) == true,
            case .functions(let targets) = inference.target(of: id, in: frame).kind
          else { return nil }
          return targets.first(where: functions.contains)
        default: return nil
        }
      }
      var asked: Set<FunctionID> = []
      func note(_ value: ExpressionID, at span: ByteSpan) {
        guard let function = origin(value), asked.insert(function).inserted else { return }
        result[function, default: []].append(SourceSpan(file: frame.file, bytes: span))
      }
      for index in expressions(of: caller) {
        let id = ExpressionID(index: Int32(index))
        switch code[id] {
        case .cast(let value, _) where !code.marks(of: id).isDisjoint(with: [.conditional, .forced]):
          note(value, at: code.span(of: id))
        case .test(let value, _): note(value, at: code.span(of: id))
        default: continue
        }
      }
      let declaration = declaration(of: caller)
      for index in declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement) {
        guard let selection = code.selection(index) else { continue }
        let asks = selection.cases.contains { one in
          one.items.contains { if case .type = $0.pattern { true } else { false } }
        }
        if asks { note(selection.subject, at: code.span(of: selection.subject)) }
      }
    }
    return result
  }
}
