import SwiftFacts

/// Which functions call something of a name, so that a function is looked at again only when what it may
/// call turns out to do something.
struct CallIndex: Sendable {
  private var all = Contents()
  /// Where what is asked is noted.
  nonisolated(unsafe) private var reads: Reads?

  private struct Contents: Sendable {
    var functions: [FunctionID] = []
    var callers: [Symbol: [FunctionID]] = [:]
    var sites: [Symbol: [Site]] = [:]
    /// How often each is bound.
    var bound: [Symbol: Int] = [:]
  }

  /// The functions outside test targets that have anything in them, in order.
  var functions: [FunctionID] {
    reads?.note(.everything)
    return all.functions
  }

  /// The same of all names.
  var allSites: [Symbol: [Site]] {
    reads?.note(.everything)
    return all.sites
  }

  var callers: UsesOfNames<[FunctionID]> { UsesOfNames(all.callers, reads) }

  /// Where something of a name is called, in the order of the source. A call in a function inside of another is one of
  /// both.
  var sites: UsesOfNames<[Site]> { UsesOfNames(all.sites, reads) }

  /// Whether somebody is given a binding of a property of this name: `model.shown` of `sheet(item: $model.shown)`.
  func isBound(_ name: Symbol) -> Bool {
    reads?.note(.uses(name))
    return all.bound[name] != nil
  }

  /// The same index, asked by somebody of whom that is noted.
  func noting(_ reads: Reads?) -> CallIndex {
    var index = self
    index.reads = reads
    return index
  }

  struct Site: Comparable, Hashable, Sendable {
    var function: FunctionID
    var call: ExpressionID

    static func < (left: Self, right: Self) -> Bool { (left.function, left.call) < (right.function, right.call) }
  }

  /// - Parameter earlier: That of another program, most of which may be the same.
  init(_ program: Program, like earlier: (index: CallIndex, program: Program)? = nil, threads: Int) {
    if let earlier, let changed = program.changedFiles(since: earlier.program) {
      all = earlier.index.all
      for file in changed {
        replace(Self.calls(in: file, earlier.program), with: Self.calls(in: file, program))
      }
      return
    }
    let found = Workers.map(count: program.files.count, threads: threads, state: { () }) { _, index in
      Self.calls(in: FileID(index: Int32(index)), program)
    }
    for calls in found.joined() {
      all.functions.append(calls.function)
      for call in calls.named {
        for name in call.bound { all.bound[name, default: 0] += 1 }
        all.sites[call.name, default: []].append(Site(function: calls.function, call: call.call))
      }
    }
    all.callers = all.sites.mapValues(Self.functions)
  }

  private static func functions(of sites: [Site]) -> [FunctionID] {
    var functions: [FunctionID] = []
    for site in sites where functions.last != site.function { functions.append(site.function) }
    return functions
  }

  private typealias Calls = [(function: FunctionID, named: [NamesInBodies.Call])]

  /// Puts what the functions of a file call in the place of what they called before.
  private mutating func replace(_ old: Calls, with new: Calls) {
    let gone = Set(old.map(\.function))
    all.functions.removeAll(where: gone.contains)
    if let first = new.first?.function {
      let at = all.functions.firstIndex { first < $0 } ?? all.functions.endIndex
      all.functions.insert(contentsOf: new.map(\.function), at: at)
    }
    var added: [Symbol: [Site]] = [:]
    var touched: Set<Symbol> = []
    for call in old.lazy.flatMap(\.named) {
      touched.insert(call.name)
      for name in call.bound {
        all.bound[name, default: 0] -= 1
        if all.bound[name] == 0 { all.bound[name] = nil }
      }
    }
    for calls in new {
      for call in calls.named {
        touched.insert(call.name)
        for name in call.bound { all.bound[name, default: 0] += 1 }
        added[call.name, default: []].append(Site(function: calls.function, call: call.call))
      }
    }
    for name in touched {
      var sites = (all.sites[name] ?? []).filter { !gone.contains($0.function) }
      let own = added[name] ?? []
      if let first = own.first {
        sites.insert(contentsOf: own, at: sites.firstIndex { first.function < $0.function } ?? sites.endIndex)
      }
      all.sites[name] = sites.isEmpty ? nil : sites
      all.callers[name] = sites.isEmpty ? nil : Self.functions(of: sites)
    }
  }

  /// The functions of one file with what they call.
  private static func calls(
    in file: FileID, _ program: Program
  ) -> [(function: FunctionID, named: [NamesInBodies.Call])] {
    guard !program.isTest(file) else { return [] }
    let facts = program[file].facts
    let names = facts.namesInBodies
    return names.bodies.compactMap { body in
      guard body.hasBody else { return nil }
      var named = Array(names.calls[body.calls])
      if names.mayEmpty(body, program.knowledge[.takesAll]) {
        let emptied = EmptiedPlaces(of: facts[body.function], in: facts.code, knowledge: program.knowledge)
        named.removeAll { emptied.isOnNothing($0.call) }
      }
      return (program.function(body.function, in: file), named)
    }
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
