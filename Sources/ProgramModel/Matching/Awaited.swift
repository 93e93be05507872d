import SwiftFacts

/// What somebody waits for to be called, as both versions of a function have it.
struct Awaited {
  var name: Symbol
  var was: Callable
  var now: Callable
  /// Whether the function was given it.
  var isParameter = false

  /// Whether it is an object that is told by a method of its own.
  var isResumed: Bool { if case .method = was { true } else { false } }

  /// Whether the function or one of its closures was given it, and no property keeps it.
  var isGiven: Bool {
    switch was {
    case .parameters, .method: true
    case .superMethod, .slot: false
    }
  }
}

extension Matching {
  /// The completions that a function is given, the continuations and completions that its closures are given, and those
  /// that properties of its object keep.
  func awaited(in function: FunctionID, _ old: FunctionID) -> [Awaited] {
    let (was, now) = (before.declaration(of: old), after.declaration(of: function))
    let oldCode = before[before.file(of: old)].facts.code
    let code = after[after.file(of: function)].facts.code
    var result: [Awaited] = []
    if was.kind == .function || was.kind == .initializer {
      for group in before.handlers(of: old) {
        let names = group.map { oldCode[$0].name }
        let locals = now.parameters.map(\.local).filter { names.contains(code[$0].name) }
        guard locals.count == group.count else { continue }
        result.append(Awaited(name: names[0], was: .parameters(group), now: .parameters(locals), isParameter: true))
      }
    }
    let given = after.closureParameters(in: function)
    for (key, parameters) in before.closureParameters(in: old).sorted(by: { $0.key < $1.key }) {
      guard let now = given[key], now.count == parameters.count else { continue }
      for (new, old) in zip(now, parameters) {
        for use in before.answers(by: old, in: was, oldCode) {
          switch use {
          case .method(let name, _):
            result.append(Awaited(name: code[new].name, was: use, now: .method(name, of: new)))
          default: result.append(Awaited(name: code[new].name, was: use, now: .parameters([new])))
          }
        }
      }
    }
    for name in before.calledSlots(in: old) {
      guard let type = after.owner(of: function), let property = after.property(named: name, of: type),
        after.declaration(of: property).isStored
      else { continue }
      result.append(Awaited(name: name, was: .slot(name), now: .slot(name)))
    }
    return result
  }

  /// The names of functions of the type around one that call what a property holds since the change.
  func newCallers(of slot: Symbol, around function: FunctionID) -> Set<Symbol> {
    after.owner(of: function).map { newCallers(of: slot, in: $0) } ?? []
  }

  /// The same for a type.
  func newCallers(of slot: Symbol, in type: NominalID) -> Set<Symbol> {
    Set(
      after.functions(of: type).filter { one in
        let calls = CallSites(.slot(slot), in: one, of: after).total
        return calls > 0 && calls > functions[one].map { CallSites(.slot(slot), in: $0, of: before).total } ?? 0
      }.map { after.declaration(of: $0).name })
  }
}

extension Program {
  /// The parameters of the closures in a body, by what each closure is given to and the parameter's position.
  fileprivate func closureParameters(in function: FunctionID) -> [String: [LocalID]] {
    let code = self[file(of: function)].facts.code
    var result: [String: [LocalID]] = [:]
    for closure in code.closures(in: expressions(of: function)).map({ code[$0] }) {
      let callee = closure.call.flatMap { code.callee(of: $0) }?.text ?? ""
      for (position, parameter) in closure.parameters.enumerated() {
        result["\(callee) \(position)", default: []].append(parameter)
      }
    }
    return result
  }

  /// How a body answers by a parameter of one of its closures: it resumes, settles or ends it, or calls it, and its
  /// name or what gives it says that somebody waits.
  fileprivate func answers(by local: LocalID, in declaration: FunctionDeclaration, _ code: Code) -> [Callable] {
    guard case .closureParameter(let closure, _) = code[local].kind else { return [] }
    let giver = code[closure].call.flatMap { code.callee(of: $0) }
    let isPromise = giver.map { knowledge[.makesPromise].contains($0) } ?? false
    var methods: Set<Symbol> = []
    for index in declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression) {
      switch code[ExpressionID(index: index)] {
      case .call(let callee, _):
        if code[callee] == .local(local), isPromise || knowledge[.isCompletion].fits(code[local].name) {
          return [.parameters([local])]
        }
      case .member(let base, let name) where code[base] == .local(local):
        guard let giver else { continue }
        let isAnswer =
          knowledge[.suspends].contains(giver) && knowledge[.resumes].contains(name)
          || knowledge[.ownStream].contains(giver) && knowledge[.tellsWhoWaits].contains(name)
          || isPromise && knowledge[.settlesPromise].contains(name)
          // What a block is given to end it by: an operation, a task of the system's.
          || knowledge[.completes].fits(name)
        if isAnswer { methods.insert(name) }
      default: continue
      }
    }
    return methods.sorted { $0.text < $1.text }.map { .method($0, of: local) }
  }

  /// The stored closures of its object that a body calls, and of which the name says that somebody waits for them.
  func calledSlots(in function: FunctionID) -> [Symbol] {
    guard let type = owner(of: function) else { return [] }
    let code = self[file(of: function)].facts.code
    let names = expressions(of: function).compactMap { index -> Symbol? in
      guard case .call(let callee, _) = code.expressions[index], let name = code.selfMember(callee),
        knowledge[.completes].fits(name), let property = property(named: name, of: type),
        declaration(of: property).isStored
      else { return nil }
      return name
    }
    return Set(names).sorted { $0.text < $1.text }
  }
}
