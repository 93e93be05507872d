import SwiftFacts

/// Where callbacks are set in a whole program, and who calls the methods that do.
struct CallbackTables: Sendable {
  struct Write: Equatable, Sendable {
    var target: ExpressionID
    var function: FunctionID
  }

  struct Given: Equatable, Sendable {
    var value: ExpressionID
    var function: FunctionID
  }

  /// By slot, what is assigned to it anywhere, but for `nil`.
  private(set) var writes: [Symbol: [Write]] = [:]
  /// The methods that set a slot, by name, with the functions that call something of that name.
  private(set) var setters: [Symbol: Set<FunctionID>] = [:]
  private(set) var callers: [Symbol: Set<FunctionID>] = [:]
  /// The methods that listen to a stream, by name.
  private(set) var listeners: [Symbol: Set<FunctionID>] = [:]
  /// What sets a slot of an object that it is given: names of methods, and of the types whose initialisers do.
  private(set) var givers: Set<Symbol> = []
  /// By name, what is assigned to anything of that name.
  private(set) var values: [Symbol: [Given]] = [:]

  /// O(expressions).
  init(of program: Program, _ slots: Set<Symbol>) {
    let subscribing = program.knowledge[.answersWithSubscription]
    for function in program.allFunctions {
      let declaration = program.declaration(of: function)
      let code = program[program.file(of: function)].facts.code
      for at in program.expressions(of: function) {
        switch code.expressions[at] {
        case .call(let callee, _):
          guard declaration.kind == .function, code.calledName(callee).map(subscribing.contains) == true else {
            continue
          }
          listeners[declaration.name, default: []].insert(function)
        case .assign(let target, let value):
          guard let name = code.writtenName(target) else { continue }
          values[name, default: []].append(Given(value: value, function: function))
          guard slots.contains(name), code[value] != .literal(.null) else { continue }
          writes[name, default: []].append(Write(target: target, function: function))
          if case .member(let base, _) = code[target], case .local(let local) = code[base],
            declaration.parameters.contains(where: { $0.local == local })
          {
            givers.insert(declaration.name)
            if declaration.kind == .initializer, let type = program.owner(of: function) {
              givers.insert(program[type].name)
            }
          }
          if declaration.kind == .function { setters[declaration.name, default: []].insert(function) }
        default: continue
        }
      }
    }
    guard !setters.isEmpty || !listeners.isEmpty else { return }
    for function in program.allFunctions {
      let code = program[program.file(of: function)].facts.code
      for at in program.expressions(of: function) {
        guard case .call(let callee, _) = code.expressions[at], let name = code.calledName(callee),
          setters[name] != nil || listeners[name] != nil
        else { continue }
        callers[name, default: []].insert(function)
      }
    }
  }
}
