import SwiftFacts

/// Functions that run at most once in a run of the program: what makes and starts the objects that live as long as the
/// program, and what only these call.
struct RunsOnce {
  let program: Program
  private let callers: Callers
  private let escape: ClosureEscape
  private var known: Set<FunctionID> = []

  init(program: Program, calls: CallIndex) {
    self.program = program
    callers = Callers(program: program, calls: calls)
    escape = ClosureEscape(inference: Inference(program: program))
  }

  /// Whether nothing in sight or out of it calls a function, one of no object or of one that the system knows nothing
  /// of; or only such functions do.
  func neverRuns(_ function: FunctionID) -> Bool { neverRuns(function, seen: []) }

  private func neverRuns(_ function: FunctionID, seen: Set<FunctionID>) -> Bool {
    let declaration = program.declaration(of: function)
    guard declaration.kind == .function, declaration.hasBody, declaration.attributes.isEmpty, !declaration.isOverride,
      !program.isMain(function), !program.isSeenOutside(function), !callers.isReferred(to: function),
      declaration.isStatic || !program.mayBeCalledBySystem(function), !program.isOperator(function),
      callers.requirements(of: function).isEmpty
    else { return false }
    let others = seen.union([function])
    let isExample = program.isExample(program.file(of: function))
    return callers.sites(of: function).allSatisfy { site in
      // What shows how to use a library is no part of what the library is for.
      others.contains(site.function) || !isExample && program.isExample(program.file(of: site.function))
        || others.count < HeapLimits.depth && neverRuns(site.function, seen: others)
    }
  }

  /// - Parameter types: The types known to live as long as the process so far.
  mutating func runsOnce(_ function: FunctionID, given types: Set<NominalID>, depth: Int = 0) -> Bool {
    if known.contains(function) { return true }
    guard depth < HeapLimits.depth, isOnce(function, types, depth) else { return false }
    known.insert(function)
    return true
  }

  private mutating func isOnce(_ function: FunctionID, _ types: Set<NominalID>, _ depth: Int) -> Bool {
    let declaration = program.declaration(of: function)
    let owner = program.owner(of: function)
    let isOfOne = owner.map(types.contains) ?? false
    switch declaration.kind {
    case .initialValue(let property):
      return isOfOne || owner == nil || program[program.file(of: function)].facts[property].isStatic
    case .initializer: return isOfOne
    case .function: break
    default: return false
    }
    if isOfOne, program.knowledge.comesOnce(declaration) || comesOnceToAll(declaration, of: owner) { return true }
    // What is made where the program begins, and put nowhere, need not last as long as that.
    guard isOfOne || owner == nil || declaration.isStatic, !program.isMain(function), declaration.attributes.isEmpty,
      !declaration.isOverride
    else { return false }
    // Who calls what it stands in for may call it.
    let names = [function] + callers.requirements(of: function)
    let sites = names.flatMap(callers.sites)
    guard !sites.isEmpty, !names.contains(where: { program.isSeenOutside($0) || callers.isReferred(to: $0) }) else {
      return false
    }
    for site in sites where !program.fillsEmptyStatic(site.call, of: site.function) {
      guard site.closure.map({ runsOnce($0, in: site.function) }) ?? true,
        !program.isInLoop(site.call, of: site.function),
        comesOnce(site, of: types) || runsOnce(site.function, given: types, depth: depth + 1)
      else { return false }
    }
    return true
  }

  /// Whether the one object that has all screens is told of something that comes again only once they were covered, and
  /// nothing in the program covers them.
  private func comesOnceToAll(_ declaration: FunctionDeclaration, of owner: NominalID?) -> Bool {
    guard let owner, declaration.isOverride else { return false }
    let rows = program.knowledge[.comesOnceToAll][declaration.name]
    return rows.contains { row in row.type.map { program.inherits(owner, from: $0) } ?? false }
      && program.functions(mentioning: program.knowledge[.coversScreens].names).isEmpty
  }

  /// Whether a call stands where an object that lasts has nothing in a property yet, and fills it, or behind a flag.
  private func comesOnce(_ site: Callers.Site, of types: Set<NominalID>) -> Bool {
    site.closure == nil && (program.owner(of: site.function).map(types.contains) ?? false)
      && program.comesOnceForItsObject(site.call, of: site.function)
  }

  /// Whether a closure is given to a call that runs it once, or keeps it for one answer as far as the program shows.
  func runsOnce(_ closure: ClosureID, in function: FunctionID) -> Bool {
    let frame = Frame(function, in: program)
    let code = frame.facts.code
    guard let call = code[closure].call, case .call(_, let list) = code[call],
      let position = code[list].firstIndex(where: { code[$0.value] == .closure(closure) })
    else { return false }
    let summary = escape.summary(ofArgument: position - code[list].startIndex, of: call, in: frame)
    if case .once = summary.runs { return true }
    return false
  }
}

extension Program {
  /// Whether a function is called by what stands between its arguments, which is no name of a call.
  func isOperator(_ function: FunctionID) -> Bool {
    declaration(of: function).name.text.first.map { !$0.isLetter && $0 != "_" } ?? false
  }

  /// Whether what is inherited from out of sight may call a function: a requirement, a method to be overridden.
  func mayBeCalledBySystem(_ function: FunctionID) -> Bool {
    guard let owner = owner(of: function) else { return false }
    // Some protocols ask for nothing that is called without a label, and this one for nothing at all.
    let isPlain = declaration(of: function).parameters.allSatisfy { $0.label == nil }
    // What a class calls is overridden, and delegates of the system are told who calls them.
    let isUntold = declaration(of: function).parameters.isEmpty && !isTest(file(of: function))
    func asks(_ name: Symbol) -> Bool {
      if name == Words.AnyObject || isPlain && knowledge[.asksForNothing].contains(name) { return false }
      guard isUntold, let kind = knowledge.types[name]?.kind else { return true }
      return kind != .class && kind != .classBoundProtocol || knowledge[.asksUntold].contains(name)
    }
    return lineage(of: owner).contains {
      self[$0].foreignSupertypes.contains(where: asks) || self[$0].kind == .foreign && asks(self[$0].name)
    }
  }
}

extension Knowledge {
  /// Whether a method is one that the system calls once in the life of an object.
  func comesOnce(_ declaration: FunctionDeclaration) -> Bool {
    self[.comesOnce].row(
      for: declaration.name, of: Array(self[.comesOnce].types), labels: declaration.parameters.map(\.label)) != nil
  }
}
