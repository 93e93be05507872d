import SwiftFacts

extension Program {
  /// Closures that are given a value or an error, put something empty in the value's place and never look at the error;
  /// and functions that closures hand both on to.
  public func hiddenErrors(threads: Int) -> [Hazard] {
    let found = foundByFile(.hiddenErrors, threads: threads, state: { $0 }) {
      program, inference, file -> [(hazards: [Hazard], handlers: Set<FunctionID>)] in
      if program.isTest(file) { return [] }
      let one = program.hiddenErrors(in: file, inference)
      return one.hazards.isEmpty && one.handlers.isEmpty ? [] : [one]
    }
    let inference = Inference(program: self)
    var result = found.flatMap(\.hazards)
    let handlers = found.reduce(into: Set()) { $0.formUnion($1.handlers) }
    for handler in handlers where declaration(of: handler).hasBody {
      let declaration = declaration(of: handler)
      if let hidden = hiddenError(
        of: declaration.parameters.map(\.local), in: expressions(of: handler), Frame(handler, in: self), inference)
      {
        result.append(hidden)
      }
    }
    return result.sorted { ($0.span.file, $0.span.bytes.start) < ($1.span.file, $1.span.bytes.start) }
  }

  /// Those in the closures of a file, and the functions that closures hand a value and an error on to or that stand in
  /// their place.
  private func hiddenErrors(
    in file: FileID, _ inference: Inference
  ) -> (hazards: [Hazard], handlers: Set<FunctionID>) {
    let code = self[file].facts.code
    var result: (hazards: [Hazard], handlers: Set<FunctionID>) = ([], [])
    // A function may hold thousands of closures, one after the other.
    var known: (function: FunctionID, frame: Frame)?
    for closure in code.closures
    where closure.parameters.count >= 2 && !closure.isLocalFunction && closure.call != nil {
      guard let function = function(holding: Int(closure.expression.index), in: file) else { continue }
      let frame = known.flatMap { $0.function == function ? $0.frame : nil } ?? Frame(function, in: self)
      known = (function, frame)
      let body = Int(closure.firstExpression)..<Int(max(closure.firstExpression, closure.endExpression))
      if let hidden = hiddenError(of: closure.parameters, in: body, frame, inference) { result.hazards.append(hidden) }
      // What is told of the error by those that it is handed on to, they are asked.
      for expression in body {
        guard case .call(_, let list) = code.expressions[expression],
          closure.parameters.allSatisfy({ parameter in code[list].contains { code[$0.value] == .local(parameter) } }),
          case .functions(let targets) = inference.target(
            of: ExpressionID(index: Int32(expression)), in: frame
          ).kind, targets.count == 1
        else { continue }
        result.handlers.insert(targets[0])
      }
    }
    for function in self[file].facts.functions.indices {
      result.handlers.formUnion(handedOverMethods(in: self.function(FunctionIndex(index: Int32(function)), in: file)))
    }
    return result
  }

  /// The methods of its type that a function hands over by their names, where a closure is wanted.
  private func handedOverMethods(in function: FunctionID) -> [FunctionID] {
    guard let type = owner(of: function), case let methods = self[type].functions, !methods.isEmpty else { return [] }
    let code = self[file(of: function)].facts.code
    var result: [FunctionID] = []
    for index in expressions(of: function) {
      guard case .call(_, let list) = code.expressions[index] else { continue }
      for argument in code[list] {
        guard let name = code.ownProperty(argument.value), let named = methods[name], named.count == 1,
          declaration(of: named[0]).parameters.count > 1, property(named: name, of: type) == nil
        else { continue }
        result.append(named[0])
      }
    }
    return result
  }

  /// What is put in the place of one of a function's or a closure's parameters where it is missing, and the error that
  /// is another of them is not looked at.
  func hiddenError(
    of parameters: [LocalID], in body: Range<Int>, _ frame: Frame, _ inference: Inference
  ) -> Hazard? {
    let code = frame.facts.code
    func isRead(_ local: LocalID) -> Bool { body.contains { code.expressions[$0] == .local(local) } }
    // What stands in for something is rarer than a parameter, and asks for no type.
    guard body.contains(where: { if case .choice = code.expressions[$0] { true } else { false } }),
      let error = parameters.first(where: { isError($0, in: frame, inference) }), !isRead(error)
    else { return nil }
    for expression in body {
      guard case .choice(let parts) = code.expressions[expression], parts.count == 2, let value = code[parts].first,
        let fallback = code[parts].last,
        let local = root(of: value, in: code), local != error, parameters.contains(local),
        isEmpty(fallback, in: code)
      else { continue }
      return Hazard(
        kind: .hiddenError, span: SourceSpan(file: frame.file, bytes: code.spans[expression]),
        name: code[local].name.text,
        other: code.spelling(of: fallback),
        owner: code[error].name == Names.wildcard ? "_" : code[error].name.text,
        evidence: [SourceSpan(file: frame.file, bytes: code[error].span)])
    }
    return nil
  }

  func isError(_ local: LocalID, in frame: Frame, _ inference: Inference) -> Bool {
    switch inference.type(of: local, in: frame) {
    case .foreign(let type): return type == "Error"
    case .nominal(let id, _): return inherits(id, from: "Error")
    default: return false
    }
  }

  /// The local that a value is, or is a part of.
  private func root(of id: ExpressionID, in code: Code) -> LocalID? {
    switch code[id] {
    case .local(let local): local
    case .member(let base, _), .cast(let base, _), .subscripted(let base, _): root(of: base, in: code)
    case .call(let callee, let list): list.count == 0 ? root(of: callee, in: code) : nil
    default: nil
    }
  }

  /// `[]`, `[:]`, `""`, `0`.
  private func isEmpty(_ id: ExpressionID, in code: Code) -> Bool {
    switch code[id] {
    case .array(let parts), .dictionary(let parts): parts.count == 0
    case .literal(.string(let text)): text?.text == ""
    case .literal(.number("0")), .literal(.boolean(false)): true
    case .call(let callee, let list): list.count == 0 && { if case .type = code[callee] { true } else { false } }()
    default: false
    }
  }
}
