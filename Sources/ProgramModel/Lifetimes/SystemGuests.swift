public import SwiftFacts

/// An object that gives itself to something of the system which keeps it until it is told otherwise.
public struct SystemGuest: Hashable, Sendable {
  public var function: FunctionID
  /// The object's own type.
  public var type: NominalID
  /// Where it hands itself over.
  public var span: SourceSpan
  /// What keeps it: `Timer`, `URLSession`.
  public var host: Symbol
  /// The property in which the object keeps its host, if it does.
  public var property: PropertyID?
}

extension Program {
  /// Objects that nobody takes back from the system while they live, in the order of files.
  ///
  /// What is taken back only in `deinit` is among them: the system keeps the object, so `deinit` never runs.
  public func systemGuests(threads: Int) -> [SystemGuest] {
    let calls = calls(threads: threads)
    let found = Workers.map(count: calls.functions.count, threads: threads, state: { Inference(program: self) }) {
      inference, index in
      self.systemGuests(in: calls.functions[index], inference)
    }
    let guests = found.flatMap { $0 }
    guard !guests.isEmpty else { return [] }
    return guests.filter { !isTakenBack($0, calls) }
  }

  private func systemGuests(in function: FunctionID, _ inference: Inference) -> [SystemGuest] {
    let declaration = declaration(of: function)
    guard let type = owner(of: function), self[type].kind == .class, let selfLocal = declaration.selfLocal,
      !declaration.isStatic, !livesForever(type)
    else { return [] }
    let code = self[file(of: function)].facts.code
    var frame: Frame?
    var result: [SystemGuest] = []
    for index in declaration.firstExpression..<declaration.endExpression {
      let id = ExpressionID(index: index)
      guard case .call(let callee, let list) = code[id],
        let argument = code[list].first(where: { code[$0.value] == .local(selfLocal) }),
        let name = code.calledName(callee), !runsOnce(code[list], code)
      else { continue }
      // Most calls that are given `self` are of the program; tables are asked about the others alone.
      guard keepingNames.contains(name) || keepingNames.contains(Names.init_) else { continue }
      let here = frame ?? Frame(function, in: self)
      frame = here
      guard case .foreign(let owner, let called, let isInitializer) = inference.target(of: id, in: here).kind else {
        continue
      }
      let call = inference.foreignCall(called, on: owner, isInitializer, callee, code[list], in: here)
      guard let label = argument.label,
        let entry = knowledge.lookUpObjects(call, in: self).first(where: { $0.kept == .labelled(label) && $0.isSure }),
        entry.keeper == .forever || entry.keeper == .result
      else { continue }
      guard let host = call.typeName ?? owner.map({ self[$0].name }), knowledge[.letsGoOfGuest].types.contains(host)
      else { continue }
      let property = slot(of: id, in: here)
      // What is neither kept nor run by the system goes with its result.
      if entry.keeper == .result, property == nil { continue }
      result.append(
        SystemGuest(
          function: function, type: type, span: SourceSpan(file: here.file, bytes: code.span(of: argument.value)),
          host: host, property: property))
    }
    return result
  }

  private func runsOnce(_ arguments: ArraySlice<Argument>, _ code: Code) -> Bool {
    arguments.contains { $0.label == Words.repeats && code[$0.value] != .literal(.boolean(true)) }
  }

  /// The property of `self` that an expression's value is put into, if it is put into one directly.
  private func slot(of expression: ExpressionID, in frame: Frame) -> PropertyID? {
    let code = frame.facts.code
    if case .initialValue(let index) = frame.declaration.kind { return property(index, in: frame.file) }
    for index in expression.index + 1..<frame.declaration.endExpression {
      guard case .assign(let target, let value) = code[ExpressionID(index: index)],
        value == expression || isLocal(value, holding: expression, code)
      else { continue }
      switch code[target] {
      case .name(let name, _?): return frame.context.flatMap { property(named: name, of: $0) }
      case .member(let base, let name) where code[base] == frame.declaration.selfLocal.map(Expression.local):
        return frame.context.flatMap { property(named: name, of: $0) }
      default: continue
      }
    }
    return nil
  }

  private func isLocal(_ value: ExpressionID, holding expression: ExpressionID, _ code: Code) -> Bool {
    guard case .local(let local) = code[value] else { return false }
    return code[local].initializer == expression
  }

  /// Whether code that can run while the object lives tells the host to let go.
  private func isTakenBack(_ guest: SystemGuest, _ calls: CallIndex) -> Bool {
    for name in takingBack(guest.host).sorted(by: { $0.text < $1.text }) {
      for function in calls.callers[name] ?? [] where !calls.comesTooLate(function, in: self) {
        if tellsHost(of: guest, in: function) { return true }
      }
    }
    return false
  }

  /// What tells a host to let go of its guest.
  private func takingBack(_ host: Symbol) -> Set<Symbol> { knowledge[.letsGoOfGuest].names(of: host) }

  private func tellsHost(of guest: SystemGuest, in function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    let isOwn =
      owner(of: function).map { lineage(of: $0).contains(guest.type) || lineage(of: guest.type).contains($0) } ?? false
    for index in declaration.firstExpression..<declaration.endExpression {
      guard case .call(let callee, _) = code[ExpressionID(index: index)],
        case .member(let base, let name) = code[callee],
        takingBack(guest.host).contains(name)
      else { continue }
      switch code[base] {
      case .name(let slot, _):
        if isOwn, guest.property.map({ self.declaration(of: $0).name == slot }) ?? true { return true }
      case .member(_, let slot):
        if guest.property.map({ self.declaration(of: $0).name == slot }) ?? isOwn { return true }
      // A local may be anything, the timer that the selector is given included.
      default: if isOwn { return true }
      }
    }
    return false
  }
}
