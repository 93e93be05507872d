import SwiftFacts

/// Which functions call something of a name, so that a function is looked at again only when what it may
/// call turns out to do something.
struct CallIndex: Sendable {
  /// The functions outside test targets that have anything in them, in order.
  private(set) var functions: [FunctionID] = []
  private(set) var callers: [Symbol: [FunctionID]] = [:]
  /// Where something of a name is called, in the order of the source. A call in a function inside of another is one of
  /// both.
  private(set) var sites: [Symbol: [Site]] = [:]

  /// The names of properties of which somebody is given a binding: `model.shown` of `sheet(item: $model.shown)`.
  private(set) var bound: Set<Symbol> = []

  struct Site: Comparable, Sendable {
    var function: FunctionID
    var call: ExpressionID

    static func < (left: Self, right: Self) -> Bool { (left.function, left.call) < (right.function, right.call) }
  }

  init(_ program: Program, threads: Int) {
    let found = Workers.map(count: program.files.count, threads: threads, state: { () }) { _, index in
      Self.calls(in: FileID(index: Int32(index)), program)
    }
    for calls in found.joined() {
      functions.append(calls.function)
      bound.formUnion(calls.bound)
      for (name, call) in calls.named {
        if callers[name]?.last != calls.function { callers[name, default: []].append(calls.function) }
        sites[name, default: []].append(Site(function: calls.function, call: call))
      }
    }
  }

  /// The functions of one file with what they call.
  private static func calls(
    in file: FileID, _ program: Program
  ) -> [(function: FunctionID, named: [(Symbol, ExpressionID)], bound: [Symbol])] {
    guard !program.isTest(file) else { return [] }
    let facts = program[file].facts
    var result: [(FunctionID, [(Symbol, ExpressionID)], [Symbol])] = []
    for (index, declaration) in facts.functions.enumerated()
    where declaration.hasBody && declaration.firstExpression < declaration.endExpression {
      var named: [(Symbol, ExpressionID)] = []
      var bound: [Symbol] = []
      let emptied = EmptiedPlaces(of: declaration, in: facts.code, knowledge: program.knowledge)
      for expression in declaration.firstExpression..<declaration.endExpression {
        let id = ExpressionID(index: expression)
        guard case .call(let callee, let list) = facts.code[id], let name = facts.code.calledName(callee),
          !emptied.isOnNothing(id)
        else { continue }
        named.append((name, id))
        bound += facts.code[list].compactMap { facts.code.boundProperty($0.value) }
      }
      result.append((program.function(FunctionIndex(index: Int32(index)), in: file), named, bound))
    }
    return result
  }

  /// Where something of a name is called, function by function.
  func sitesByFunction(_ name: Symbol) -> [ArraySlice<Site>] { Self.byFunction(sites[name] ?? []) }

  /// Sites in the order of the source, function by function.
  static func byFunction(_ sites: [Site]) -> [ArraySlice<Site>] {
    var rest = sites[...]
    var result: [ArraySlice<Site>] = []
    while let first = rest.first {
      let own = rest.prefix { $0.function == first.function }
      result.append(own)
      rest = rest[own.endIndex...]
    }
    return result
  }

  /// The names that a call of a function can have: an initialiser is called by the name of its type, or of one
  /// that inherits it.
  func names(of function: FunctionID, in program: Program) -> [Symbol] {
    let declaration = program.declaration(of: function)
    guard declaration.kind == .initializer, let owner = program.owner(of: function) else { return [declaration.name] }
    return [Names.init_, program[owner].name] + (program.descendants[owner] ?? []).map { program[$0].name }
  }

  /// Whether objects of a class itself may be made: by its name in the source, or by a storyboard.
  func isConstructed(_ type: NominalID, in program: Program) -> Bool {
    !(callers[program[type].name]?.isEmpty ?? true) || program.inherits(type, fromAny: .viewClass)
      || program.inherits(type, fromAny: .viewControllerClass)
  }

  /// Whether what a function lets go of comes too late for a cycle: `deinit` never runs in one, nor does what
  /// only `deinit` calls; a cell may never be reused.
  func comesTooLate(_ function: FunctionID, in program: Program) -> Bool {
    func isLate(_ function: FunctionID) -> Bool {
      let declaration = program.declaration(of: function)
      return declaration.kind == .deinitializer || declaration.kind == .initializer
        || declaration.isOverride && program.knowledge[.mayNeverCome].contains(declaration.name)
    }
    if isLate(function) { return true }
    let declaration = program.declaration(of: function)
    guard declaration.kind == .function, let all = callers[declaration.name], !all.isEmpty else { return false }
    return all.allSatisfy(isLate)
  }
}

extension Code {
  /// The name a call goes by.
  func calledName(_ callee: ExpressionID) -> Symbol? {
    switch self[callee] {
    case .name(let name, _), .member(_, let name), .implicitMember(let name): name
    case .local(let local): self[local].name
    case .type(let type):
      switch self[type] {
      case .named(let name, _), .member(_, let name, _): name
      default: nil
      }
    default: nil
    }
  }
}

extension Code {
  /// The property that `$name` and `$model.name` are bindings of.
  fileprivate func boundProperty(_ id: ExpressionID) -> Symbol? {
    switch self[id] {
    case .name(let name, _): return name.isMarked ? Symbol(String(name.text.dropFirst())) : nil
    case .member(let base, let name):
      if name.isMarked { return Symbol(String(name.text.dropFirst())) }
      return boundProperty(base) == nil ? nil : name
    default: return nil
    }
  }
}
