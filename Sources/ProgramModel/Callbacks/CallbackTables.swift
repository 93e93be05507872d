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

  /// O(calls and assignments).
  init(of program: Program, _ slots: Set<Symbol>) {
    let subscribing = program.knowledge[.answersWithSubscription]
    let files = program.files.enumerated().map { (FileID(index: Int32($0.offset)), $0.element.facts) }
    for (file, facts) in files {
      let own = facts.callsAndAssignments
      for (index, names) in zip(facts.functions.indices, own.called) {
        guard facts.functions[index].kind == .function, own.names[names].contains(where: subscribing.contains) else {
          continue
        }
        listeners[facts.functions[index].name, default: []].insert(
          program.function(FunctionIndex(index: Int32(index)), in: file))
      }
      for assignment in own.assignments {
        let function = program.function(assignment.function, in: file)
        values[assignment.name, default: []].append(Given(value: assignment.value, function: function))
        guard slots.contains(assignment.name), facts.code[assignment.value] != .literal(.null) else { continue }
        note(assignment, in: function, program)
      }
    }
    guard !setters.isEmpty || !listeners.isEmpty else { return }
    let telling = Set(setters.keys).union(listeners.keys)
    for (file, facts) in files {
      let own = facts.callsAndAssignments
      for (index, names) in own.called.enumerated() {
        for name in own.names[names] where telling.contains(name) {
          callers[name, default: []].insert(program.function(FunctionIndex(index: Int32(index)), in: file))
        }
      }
    }
  }

  /// An assignment to a slot, of something that may be there.
  private mutating func note(
    _ assignment: CallsAndAssignments.Assignment, in function: FunctionID, _ program: Program
  ) {
    let declaration = program.declaration(of: function)
    let code = program[program.file(of: function)].facts.code
    writes[assignment.name, default: []].append(Write(target: assignment.target, function: function))
    if case .member(let base, _) = code[assignment.target], case .local(let local) = code[base],
      declaration.parameters.contains(where: { $0.local == local })
    {
      givers.insert(declaration.name)
      if declaration.kind == .initializer, let type = program.owner(of: function) {
        givers.insert(program[type].name)
      }
    }
    if declaration.kind == .function { setters[declaration.name, default: []].insert(function) }
  }
}
