import Manifests
import SwiftFacts

/// Whether one object of a type may follow another in a run of the program, as far as those who make them are in sight.
///
/// Of what nobody is seen to make again there may be one for as long as the application runs.
final class MadeAgain {
  private let program: Program
  private let calls: CallIndex
  private let lifetimes: ProcessLifetime
  private let interfaces: InterfaceOrigins
  private let callers: Callers
  private lazy var references = program.references(calls)
  private lazy var unnamed = MakingSites.unnamed(
    program, calls, Inference(program: program), Frames(of: program))
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
  func mayComeAgain(_ cycle: Cycle) -> Bool {
    guard lifetimes.hasBeginning else { return true }
    return ([cycle.captured] + cycle.links.map(\.type)).allSatisfy { $0.nominal.map { mayComeAgain($0) } ?? true }
  }

  /// Whether a function runs once in a run of the program.
  func runsOnce(_ function: FunctionID) -> Bool {
    // What a static begins with is made once, whoever has it.
    if case .initialValue(let property) = program.declaration(of: function).kind {
      let declaration = program[program.file(of: function)].facts[property]
      if declaration.isStatic || declaration.parent == nil { return true }
    }
    return lifetimes.hasBeginning && runs.runsOnce(function, given: lifetimes.types)
  }

  private func mayComeAgain(_ type: NominalID, depth: Int = 0) -> Bool {
    if let known = types[type] { return known }
    // What makes itself is made again by whoever makes the first.
    types[type] = false
    let result = depth >= HeapLimits.depth || isMadeAgain(type, depth)
    types[type] = result
    return result
  }

  private func isMadeAgain(_ type: NominalID, _ depth: Int) -> Bool {
    guard program[type].kind == .class || program[type].kind == .actor,
      program[type].declarations.allSatisfy({ program.isInside($0.file) })
    else { return true }
    if lifetimes.lasts(type) { return false }
    if program.inherits(type, fromAny: .reusedView) { return true }
    let all = [type] + (program.descendants[type] ?? [])
    var isSeen = false
    for type in all {
      let name = program[type].name
      if references.elsewhere.contains(name) { return true }
      for origin in interfaces.origins(of: type) where origin != .root {
        guard case .identifier(let identifier) = origin else { return true }
        for site in interfaces.sites(askingFor: identifier) {
          isSeen = true
          if mayRunAgain(site.function, depth) { return true }
        }
      }
      let mentions = (references.inBodies[name] ?? []).filter {
        !readsStatic(of: type, at: $0.expression, in: $0.function)
      }
      for maker in (calls.callers[name] ?? []) + mentions.map(\.function) + (unnamed[type] ?? []).map(\.function) {
        isSeen = true
        if mayRunAgain(maker, depth) { return true }
      }
    }
    // Screens and views that no code makes are made by an interface file, whenever they are shown.
    return !isSeen && !lifetimes.areMadeOutOfSight(type)
  }

  /// Whether a type is only named for what is in one of its statics: `Session.current`.
  private func readsStatic(of type: NominalID, at mention: ExpressionID, in function: FunctionID) -> Bool {
    let code = program[program.file(of: function)].facts.code
    return program.expressions(of: function).contains { index in
      guard case .member(mention, let name) = code.expressions[index] else { return false }
      return program[type].properties[name].map { program.declaration(of: $0).isStatic } ?? false
    }
  }

  /// Whether a function may run more than once in a run of the program.
  private func mayRunAgain(_ function: FunctionID, _ depth: Int) -> Bool {
    if let known = functions[function] { return known }
    functions[function] = false
    let result = depth >= HeapLimits.depth || isRunAgain(function, depth)
    functions[function] = result
    return result
  }

  private func isRunAgain(_ function: FunctionID, _ depth: Int) -> Bool {
    let declaration = program.declaration(of: function)
    let owner = program.owner(of: function)
    switch declaration.kind {
    case .initialValue(let property):
      if program[program.file(of: function)].facts[property].isStatic { return false }
      return owner.map { mayComeAgain($0, depth: depth + 1) } ?? false
    case .initializer: return owner.map { mayComeAgain($0, depth: depth + 1) } ?? true
    case .function: break
    default: return true
    }
    if program.knowledge.comesOnce(declaration), let owner { return mayComeAgain(owner, depth: depth + 1) }
    if runs.runsOnce(function, given: lifetimes.types) { return false }
    guard let owner, !declaration.isStatic, declaration.isPrivate, declaration.attributes.isEmpty,
      !declaration.isOverride, !callers.isReferred(to: function)
    else { return true }
    // A step of what is done as the object is made, and nowhere else.
    let sites = callers.sites(of: function)
    return sites.isEmpty
      || sites.contains { site in
        site.closure != nil || program.isInLoop(site.call, of: site.function)
          || program.owner(of: site.function) != owner || mayRunAgain(site.function, depth + 1)
      }
  }
}
