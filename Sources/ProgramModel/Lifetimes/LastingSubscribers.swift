public import SwiftFacts

/// An object that puts itself into a list which lasts, and that nothing takes out again while it lives.
public struct LastingSubscriber: Hashable, Sendable {
  public var function: FunctionID
  /// The call by which it goes into the list.
  public var span: SourceSpan
  public var type: NominalID
  /// The type that has the list, and the list.
  public var host: NominalID
  public var list: PropertyID
  /// The function that takes out of the list; nil if there is none.
  public var leaving: FunctionID?
}

extension Program {
  /// Objects that stay in lists of objects which live as long as the process, in the order of files.
  public func lastingSubscribers(threads: Int) -> [LastingSubscriber] {
    let index = LifetimeIndex(self, threads: threads)
    let joins = joiningFunctions(index)
    guard !joins.isEmpty else { return [] }
    let names = Set(joins.keys.map { declaration(of: $0).name })
    let inference = Inference(program: self)
    var result: [LastingSubscriber] = []
    for function in Set(names.flatMap { index.calls.callers[$0] ?? [] }).sorted() {
      let declaration = declaration(of: function)
      guard let type = owner(of: function), self[type].kind == .class, let own = declaration.selfLocal, !declaration.isStatic,
        !index.lasts(type), !index.isMadeElsewhere(type)
      else { continue }
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      for at in expressions(of: function) {
        let call = ExpressionID(index: Int32(at))
        guard case .call(let callee, let list) = code[call], code.calledName(callee).map(names.contains) ?? false,
          case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1, let join = joins[targets[0]],
          let match = self.declaration(of: targets[0]).match(code[list]),
          code[list].enumerated().contains(where: { match[$0.offset] == join.parameter && code[$0.element.value] == .local(own) }),
          let host = owner(of: targets[0]), host != type, livesForever(host) || isShared(callee, code)
        else { continue }
        let leaving = leavingFunctions(of: join.list, in: host)
        guard !leaving.contains(where: { !index.timelyCallers(of: self.declaration(of: $0).name, around: type).isEmpty }) else { continue }
        result.append(
          LastingSubscriber(
            function: function, span: SourceSpan(file: frame.file, bytes: code.span(of: call)), type: type, host: host,
            list: join.list, leaving: leaving.first))
      }
    }
    return result
  }

  /// Functions that put a parameter into a list of their object, as it is: no box refers to it weakly.
  private func joiningFunctions(_ index: LifetimeIndex) -> [FunctionID: (parameter: Int, list: PropertyID)] {
    var result: [FunctionID: (Int, PropertyID)] = [:]
    for function in Set((["append", "insert", "add"] as [Symbol]).flatMap { index.calls.callers[$0] ?? [] }) {
      let declaration = declaration(of: function)
      guard declaration.kind == .function, let type = owner(of: function), self[type].kind == .class || self[type].kind == .actor else { continue }
      let code = self[file(of: function)].facts.code
      for at in expressions(of: function) {
        guard case .call(let callee, let list) = code.expressions[at], case .member(let base, let name) = code[callee],
          ["append", "insert", "add"].contains(name), let slot = code.ownProperty(base), let first = code[list].first,
          case .local(let local) = code[first.value], case .parameter(let position) = code[local].kind,
          let property = property(named: slot, of: type), isList(property)
        else { continue }
        result[function] = (Int(position), property)
      }
    }
    return result
  }

  private func isList(_ property: PropertyID) -> Bool {
    let declaration = declaration(of: property)
    guard declaration.isStored, declaration.attributes.isEmpty else { return false }
    guard case .array(let element) = Inference(program: self).type(of: property) else { return false }
    return isReference(element) ?? false
  }

  private func leavingFunctions(of list: PropertyID, in host: NominalID) -> [FunctionID] {
    let name = declaration(of: list).name
    return functions(of: host).filter { function in
      let code = self[file(of: function)].facts.code
      return declaration(of: function).kind == .function && expressions(of: function).contains { at in
        switch code.expressions[at] {
        case .call(let callee, _):
          guard case .member(let base, let called) = code[callee], code.ownProperty(base) == name else { return false }
          return called.text.hasPrefix("remove") || called == "popLast"
        case .assign(let target, _): return code.ownProperty(target) == name
        default: return false
        }
      }
    }
  }

  /// `Center.shared.add(self)`, `AppEnvironment.center.add(self)`.
  private func isShared(_ callee: ExpressionID, _ code: Code) -> Bool {
    guard case .member(let base, _) = code[callee], case .member(let type, _) = code[base], case .name(let name, _) = code[type] else {
      return false
    }
    return name.isCapitalized
  }
}
