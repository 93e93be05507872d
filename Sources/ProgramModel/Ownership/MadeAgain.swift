import Manifests
import SwiftFacts

/// Whether one object of a type follows another in a run of the program, as far as anything in sight says so: what
/// makes it runs for each press of a button, for each screen, in a loop, or whenever somebody out of sight calls it.
///
/// What a program begins with, and what that makes as it begins, is made once, however many functions are between.
final class MadeAgain {
  private let program: Program
  private let calls: CallIndex
  private let lifetimes: ProcessLifetime
  private let interfaces: InterfaceOrigins
  private let callers: Callers
  private lazy var references = program.references(calls)
  private lazy var making = MakingSites(program, calls, interfaces)
  private var runs: RunsOnce
  private var types: [NominalID: Bool] = [:]
  private var functions: [FunctionID: Bool] = [:]

  init(program: Program, calls: CallIndex) {
    self.program = program
    self.calls = calls
    lifetimes = program.processLifetime(calls)
    interfaces = program.interfaceOrigins(calls)
    callers = Callers(program: program, calls: calls)
    runs = RunsOnce(program: program, calls: calls)
  }

  /// Whether each object of a cycle may be followed by another one, where the program has a beginning in sight.
  func comesAgain(_ cycle: Cycle) -> Bool {
    guard lifetimes.isApplication else { return true }
    return ([cycle.captured] + cycle.links.map(\.type)).allSatisfy { $0.nominal.map { comesAgain($0) } ?? true }
  }

  /// Whether a function runs once in a run of the program.
  func runsOnce(_ function: FunctionID) -> Bool {
    // What a static begins with is made once, whoever has it.
    if isStaticValue(function) { return true }
    return lifetimes.hasBeginning && runs.runsOnce(function, given: lifetimes.types)
  }

  /// Whether a function works out what a static or a global begins with.
  private func isStaticValue(_ function: FunctionID) -> Bool {
    guard case .initialValue(let index) = program.declaration(of: function).kind else { return false }
    let property = program[program.file(of: function)].facts[index]
    return property.isStatic || property.parent == nil
  }

  private func comesAgain(_ type: NominalID, depth: Int = 0) -> Bool {
    if let known = types[type] { return known }
    // What makes itself is made again by whoever makes the first.
    types[type] = false
    let result = depth >= HeapLimits.makers || isMadeAgain(type, depth)
    types[type] = result
    return result
  }

  private func isMadeAgain(_ type: NominalID, _ depth: Int) -> Bool {
    if lifetimes.lasts(type) { return false }
    if program[type].declarations.isEmpty || program[type].kind == .protocol { return true }
    if program.inherits(type, fromAny: .reusedView) || isOffered(type) { return true }
    let all = [type] + (program.descendants[type] ?? [])
    var isSeen = false
    for type in all {
      let name = program[type].name
      if references.elsewhere.contains(name) { return true }
      for origin in interfaces.origins(of: type) where origin != .root {
        guard case .identifier(let identifier) = origin else { return true }
        for site in interfaces.sites(askingFor: identifier) {
          isSeen = true
          if runsAgain(site.call, in: site.function, depth) { return true }
        }
      }
      let sites = (calls.sites[name] ?? []) + (making.unnamed[type] ?? [])
      let makers = sites.map { (function: $0.function, at: $0.call) }
      let named = (references.inBodies[name] ?? []).filter {
        !readsStatic(of: type, at: $0.expression, in: $0.function)
      }.map { (function: $0.function, at: $0.expression) }
      let handedOn = named.filter { !asksForMember(of: type, at: $0.at, in: $0.function) }
      // Who has a type at hand in a static makes objects of it at any time.
      if handedOn.contains(where: { isStaticValue($0.function) }) { return true }
      // Where nothing else tells of one, who has its members at hand may be who has it made.
      let mentions = makers.isEmpty && handedOn.isEmpty ? named : handedOn
      for maker in makers + mentions
      where isOfTheProgram(maker.function) && !program.isInPreview(maker.at, of: maker.function) {
        isSeen = true
        if runsAgain(maker.at, in: maker.function, depth) { return true }
      }
    }
    // Screens and views that no code makes are made by an interface file, whenever they are shown.
    return !isSeen && !lifetimes.areMadeOutOfSight(type)
  }

  /// Whether others than the program make objects of a type.
  private func isOffered(_ type: NominalID) -> Bool {
    program[type].access == .everywhere
      && program[type].declarations.contains { program.modules.isOffered($0.file) && !program.isExample($0.file) }
  }

  /// Whether a function is neither a test nor a preview.
  private func isOfTheProgram(_ function: FunctionID) -> Bool {
    !program.isTest(program.file(of: function))
      && !(program.owner(of: function).map { program.inherits($0, fromAny: .previewProtocol) } ?? false)
  }

  /// Whether a type is only named for what is in one of its statics: `Session.current`.
  private func readsStatic(of type: NominalID, at mention: ExpressionID, in function: FunctionID) -> Bool {
    member(askedOf: mention, in: function).flatMap { program[type].properties[$0] }
      .map { program.declaration(of: $0).isStatic } ?? false
  }

  /// Whether a type is only named for one of its members: `Session.current`, `Screen.build()`, the selector of
  /// `Screen.close`. What that makes is made where it stands.
  private func asksForMember(of type: NominalID, at mention: ExpressionID, in function: FunctionID) -> Bool {
    guard let name = member(askedOf: mention, in: function), name != Names.init_ else { return false }
    return program.lineage(of: type).contains {
      program[$0].properties[name] != nil || program[$0].functions[name] != nil
    }
  }

  /// The member that is asked of what an expression names.
  private func member(askedOf mention: ExpressionID, in function: FunctionID) -> Symbol? {
    let code = program[program.file(of: function)].facts.code
    return program.expressions(of: function).lazy.compactMap { index -> Symbol? in
      if case .member(mention, let name) = code.expressions[index] { name } else { nil }
    }.first
  }

  /// Whether a place in a function is come to more than once in a run of the program.
  private func runsAgain(_ place: ExpressionID, in function: FunctionID, _ depth: Int) -> Bool {
    let declaration = program.declaration(of: function)
    let code = program[program.file(of: function)].facts.code
    // What a view always shows is there as long as the view, as its state is.
    if case .getter(let property) = declaration.kind, let owner = program.owner(of: function),
      making.isLaidOut([place], by: property, of: function)
    {
      return comesAgain(owner, depth: depth + 1)
    }
    return program.isInLoop(place, of: function)
      || code.closures(around: place, within: declaration.firstExpression..<declaration.endExpression)
        .contains { !runsInPlaceOrOnce($0, in: function) }
      || runsAgain(function, depth)
  }

  /// Whether a closure is called where it stands, or once by whoever it is given to.
  private func runsInPlaceOrOnce(_ closure: ClosureID, in function: FunctionID) -> Bool {
    let code = program[program.file(of: function)].facts.code
    return runs.runsOnce(closure, in: function)
      || program.expressions(of: function).contains { index in
        if case .call(let callee, _) = code.expressions[index] { code[callee] == .closure(closure) } else { false }
      }
  }

  /// Whether a function may run more than once in a run of the program.
  private func runsAgain(_ function: FunctionID, _ depth: Int) -> Bool {
    if let known = functions[function] { return known }
    functions[function] = false
    let result = depth >= HeapLimits.makers || isRunAgain(function, depth)
    functions[function] = result
    return result
  }

  private func isRunAgain(_ function: FunctionID, _ depth: Int) -> Bool {
    let declaration = program.declaration(of: function)
    let owner = program.owner(of: function)
    switch declaration.kind {
    case .topLevel: return false
    case .initialValue:
      if isStaticValue(function) { return false }
      return owner.map { comesAgain($0, depth: depth + 1) } ?? false
    case .initializer: return owner.map { comesAgain($0, depth: depth + 1) } ?? true
    case .function: break
    default: return true
    }
    if program.knowledge.comesOnce(declaration), let owner { return comesAgain(owner, depth: depth + 1) }
    if program.isMain(function) || runs.runsOnce(function, given: lifetimes.types)
      || declaration.isPrivate && runs.neverRuns(function)
    {
      return false
    }
    // An action, what the system calls, and what is handed on as a function, is called whenever there is need.
    guard !declaration.attributes.contains(where: program.knowledge[.seenByObjectiveC].contains),
      !declaration.isOverride, !callers.isReferred(to: function)
    else { return true }
    let sites = ([function] + callers.requirements(of: function)).flatMap { callers.sites(of: $0) }
      .filter { isOfTheProgram($0.function) }
    // Who calls it twice has it run twice.
    return sites.isEmpty || Set(sites.map(\.function)).count < sites.count
      || sites.contains { runsAgain($0.call, in: $0.function, depth + 1) }
  }
}
