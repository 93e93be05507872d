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
  private lazy var making = MakingSites(Inference(program: program), program.makingTables(calls))
  private lazy var rootScreens = RootScreens(program: program, inference: making.inference, frames: making.frames)
  private var runs: RunsOnce
  private var found: [Asked: Finding] = [:]
  /// What was found to be made once, in the order in which it was.
  private var trail: [Asked] = []

  private enum Asked: Hashable {
    case type(NominalID)
    case function(FunctionID)
  }

  private enum Finding {
    /// Being asked just now; and whether somebody on the way has taken it to be made once meanwhile.
    case open(isAssumed: Bool)
    case done(Why?)
  }

  /// What makes one object after another, and why that runs again: the nearest maker first, the last step the cause.
  struct Why: Sendable {
    var steps: [Step]
    /// Whether it is known to, rather than only not known to be the only one.
    var isSure: Bool

    init(_ cause: Step, isSure: Bool = true) {
      steps = [cause]
      self.isSure = isSure
    }

    /// The same, one step on.
    func after(_ step: Step) -> Why {
      var why = self
      why.steps.insert(step, at: 0)
      return why
    }
  }

  /// The surest of several reasons, the first of as sure ones.
  private struct Surest {
    private(set) var why: Why?

    /// Whether nothing surer can come.
    mutating func add(_ other: Why?) -> Bool {
      if let other, why == nil || other.isSure { why = other }
      return why?.isSure ?? false
    }
  }

  /// How sure it is that each object of a cycle is followed by another one.
  enum Coming: Sendable {
    case never, perhaps, surely
  }

  /// One step from an object to why there is another.
  enum Step: Sendable {
    /// Somebody makes or asks for an object of the type.
    case made(NominalID, SourceSpan)
    /// The function is called there.
    case called(FunctionID, SourceSpan)
    case inLoop
    /// In a closure that is kept, for any number of calls.
    case inClosure
    /// Whenever a list needs one.
    case reused(NominalID)
    /// Others can import it.
    case offered(NominalID)
    /// A storyboard, a xib or a text makes it whenever it is asked for.
    case byInterface(NominalID)
    /// Nothing in sight makes it.
    case unseen(NominalID)
    /// Somebody who has the type in a static.
    case fromStatic(NominalID)
    /// An action, an override, a getter, or what is handed on: called whenever there is need.
    case atAnyTime(FunctionID)
    case calledTwice(FunctionID, SourceSpan)
    /// A window shows it in place of all that it showed before.
    case asRoot
    /// Who calls it is not in sight.
    case unknownCaller(FunctionID)
    /// The chain of makers is longer than is followed.
    case tooFar
  }

  init(program: Program, calls: CallIndex) {
    self.program = program
    self.calls = calls
    lifetimes = program.processLifetime(calls)
    interfaces = program.interfaceOrigins(calls)
    callers = Callers(program: program, calls: calls)
    runs = RunsOnce(program: program, calls: calls)
  }

  /// Whether each object of a cycle is followed by another one, where who makes what can be told.
  func comesAgain(_ cycle: Cycle) -> Coming {
    guard isKnown else { return .surely }
    var result = Coming.surely
    for type in types(in: cycle) {
      if comesOnce(type) { return .never }
      // A library is whole without those who make what it is for.
      if let why = why(type), !why.isSure, lifetimes.hasBeginning { result = .perhaps }
    }
    return result
  }

  /// Why each of the objects of a cycle may be followed by another one, as far as anything tells; by type.
  func reasons(_ cycle: Cycle) -> [(type: NominalID, why: Why)] {
    guard lifetimes.isApplication else { return [] }
    var seen: Set<NominalID> = []
    return types(in: cycle).filter { seen.insert($0).inserted }.compactMap { type in why(type).map { (type, $0) } }
  }

  /// Which of the objects of a cycle are there once for all that is in sight, by type.
  func onlyOnes(_ cycle: Cycle) -> [NominalID] { types(in: cycle).filter(isTheOnlyOne) }

  /// Whether what makes the objects of a type makes one in a run of the program, as far as all of that is in sight.
  func isTheOnlyOne(_ type: NominalID) -> Bool { isKnown && comesOnce(type) }

  /// Whether who makes what can be told: not of what a `main` makes, which is gone when that is done with it.
  private var isKnown: Bool { lifetimes.isApplication || !lifetimes.hasBeginning }

  /// Whether nothing makes another object of a type. Of what is made out of sight, that is known of an application
  /// alone.
  private func comesOnce(_ type: NominalID) -> Bool {
    why(type) == nil && (lifetimes.hasBeginning || !lifetimes.areMadeOutOfSight(type))
  }

  private func types(in cycle: Cycle) -> [NominalID] {
    ([cycle.captured] + cycle.links.map(\.type)).compactMap(\.nominal)
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

  /// Why an object of a type is followed by another one; nil where there is one.
  private func why(_ type: NominalID, depth: Int = 0) -> Why? {
    known(.type(type), depth) { whyMadeAgain(type, depth) }
  }

  /// What was found before, or is found now. What makes itself is taken to be made once while that is asked; whoever
  /// goes by this is asked again, should it turn out otherwise: the answer is the same whoever asks first.
  private func known(_ asked: Asked, _ depth: Int, _ work: () -> Why?) -> Why? {
    switch found[asked] {
    case .done(let why): return why
    case .open:
      // What makes itself is made again by whoever makes the first.
      found[asked] = .open(isAssumed: true)
      return nil
    case nil: break
    }
    found[asked] = .open(isAssumed: false)
    let start = trail.count
    let result = depth >= HeapLimits.makers ? Why(.tooFar) : work()
    if result != nil, case .open(isAssumed: true) = found[asked] {
      // Who has taken it to be made once has to ask again.
      for other in trail[start...] { found[other] = nil }
      trail.removeSubrange(start...)
    }
    found[asked] = .done(result)
    if result == nil { trail.append(asked) }
    return result
  }

  private func whyMadeAgain(_ type: NominalID, _ depth: Int) -> Why? {
    if lifetimes.lasts(type) { return nil }
    if let own = ownTypes(meeting: type) {
      var surest = Surest()
      for one in own where surest.add(why(one, depth: depth + 1)) { break }
      return surest.why
    }
    // What others have written they make as they like.
    if program[type].declarations.isEmpty || [.protocol, .foreign].contains(program[type].kind) {
      return Why(.unseen(type))
    }
    if program.inherits(type, fromAny: .reusedView) { return whyListedAgain(type, depth) }
    if isOffered(type) { return Why(.offered(type)) }
    let all = [type] + (program.descendants[type] ?? [])
    var (surest, isSeen) = (Surest(), false)
    for type in all {
      let name = program[type].name
      if references.elsewhere.contains(name) { return Why(.unseen(type)) }
      for origin in interfaces.origins(of: type) where origin != .root {
        guard case .identifier(let identifier) = origin else {
          if surest.add(Why(.byInterface(type), isSure: origin == .anew)) { return surest.why }
          continue
        }
        for site in interfaces.sites(askingFor: identifier) {
          isSeen = true
          if surest.add(whyMade(type, at: site, depth)) { return surest.why }
        }
      }
      let sites =
        (calls.sites[name] ?? []).filter { making.makes(type, named: name, $0) } + making.unnamed(type)
      let named = (references.inBodies[name] ?? []).filter {
        !readsStatic(of: type, at: $0.expression, in: $0.function)
      }.map { CallIndex.Site(function: $0.function, call: $0.expression) }
      let handedOn = named.filter { !asksForMember(of: type, at: $0.call, in: $0.function) }
      // Who has a type at hand in a static makes objects of it at any time.
      if handedOn.contains(where: { isStaticValue($0.function) }) { return Why(.fromStatic(type)) }
      // Where nothing else tells of one, who has its members at hand may be who has it made.
      let mentions = sites.isEmpty && handedOn.isEmpty ? named : handedOn
      // What the first screen is stands in for nothing.
      let isThere = interfaces.origins(of: type).contains(.root)
      for maker in sites + mentions
      where isOfTheProgram(maker.function) && !making.isForPreviews(maker.function)
        && !program.isInPreview(maker.call, of: maker.function)
      {
        isSeen = true
        if isThere, isFallback(maker.call, in: maker.function) { continue }
        if surest.add(whyMade(type, at: maker, depth)) { return surest.why }
      }
    }
    if let why = surest.why { return why }
    // Screens and views that no code makes are made by an interface file, whenever they are shown.
    return !isSeen && !lifetimes.areMadeOutOfSight(type) ? Why(.unseen(type), isSure: false) : nil
  }

  /// The types of the program that meet a protocol which nobody outside of it can see; nil for anything else.
  private func ownTypes(meeting type: NominalID) -> [NominalID]? {
    guard program[type].kind == .protocol, program[type].access != .everywhere, !program[type].declarations.isEmpty
    else { return nil }
    let own = (program.descendants[type] ?? []).filter {
      program[$0].isConcrete && program[$0].declarations.contains { !program.isTest($0.file) }
    }
    return own.isEmpty ? nil : own
  }

  private func whyMade(_ type: NominalID, at site: CallIndex.Site, _ depth: Int) -> Why? {
    whyAgain(site.call, in: site.function, depth)?.after(.made(type, span(of: site)))
  }

  /// Why there is more than one list that makes its own of a view; nil where whoever says how is there once. A list
  /// uses what it has made again, and keeps it for as long as it is there itself.
  private func whyListedAgain(_ type: NominalID, _ depth: Int) -> Why? {
    let own = Set(program.lineage(of: type) + (program.descendants[type] ?? []))
    let askers = program.functions(mentioning: [program[type].name]).filter(isOfTheProgram)
      .map { program.owner(of: $0) }.filter { owner in owner.map { !own.contains($0) } ?? true }
    guard !askers.isEmpty, interfaces.origins(of: type).isEmpty else { return Why(.reused(type)) }
    var surest = Surest()
    for asker in askers {
      guard let asker else { return Why(.reused(type)) }
      if surest.add(why(asker, depth: depth + 1)?.after(.reused(type))) { break }
    }
    return surest.why
  }

  private func span(of site: CallIndex.Site) -> SourceSpan {
    let file = program.file(of: site.function)
    return SourceSpan(file: file, bytes: program[file].facts.code.span(of: site.call))
  }

  /// Whether others than the program make objects of a type.
  private func isOffered(_ type: NominalID) -> Bool {
    program.mayBeMadeByOthers(type)
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

  /// Why a place in a function is come to more than once in a run of the program; nil where it is not. What takes the
  /// place of the screen that was there before often does so once, whoever may ask for it: after the first steps, after
  /// signing in.
  private func whyAgain(_ place: ExpressionID, in function: FunctionID, _ depth: Int) -> Why? {
    guard var why = whyReached(place, in: function, depth) else { return nil }
    if !why.isSure { return why }
    if rootScreens.shows(place, in: function) {
      why = why.after(.asRoot)
      why.isSure = false
    } else if isFallback(place, in: function) {
      why.isSure = false
    }
    return why
  }

  /// Whether a place is come to where there is nothing else: `other ?? place`.
  private func isFallback(_ place: ExpressionID, in function: FunctionID) -> Bool {
    let code = program[program.file(of: function)].facts.code
    return code.statements(of: program.declaration(of: function)).contains { statement in
      guard case .skippable(.coalescing, after: _) = statement.kind else { return false }
      return statement.firstExpression <= place.index && place.index < statement.endExpression
    }
  }

  private func whyReached(_ place: ExpressionID, in function: FunctionID, _ depth: Int) -> Why? {
    let declaration = program.declaration(of: function)
    let code = program[program.file(of: function)].facts.code
    // What a view always shows is there as long as the view, as its state is.
    if case .getter(let property) = declaration.kind, let owner = program.owner(of: function) {
      if making.isLaidOut([place], by: property, of: function) { return why(owner, depth: depth + 1) }
      // The scenes of an application are drawn anew when its own state changes, and only then.
      if lifetimes.lasts(owner), making.isLaidOut([place], orHandedOn: true, by: property, of: function) {
        return hasState(owner) ? Why(.atAnyTime(function), isSure: false) : nil
      }
    }
    if let owner = program.owner(of: function), program.comesOnceForItsObject(place, of: function) {
      return why(owner, depth: depth + 1)
    }
    if program.isInLoop(place, of: function) { return Why(.inLoop) }
    let around = code.closures(around: place, within: declaration.firstExpression..<declaration.endExpression)
    if around.contains(where: { !runsInPlaceOrOnce($0, in: function) }) { return Why(.inClosure) }
    return whyAgain(function, depth)
  }

  /// Whether something that a type has is watched by what draws it.
  private func hasState(_ type: NominalID) -> Bool {
    program[type].properties.values.contains { property in
      let declaration = program.declaration(of: property)
      return !declaration.isStatic && declaration.isStored
        && declaration.attributes.contains { !program.knowledge[.adaptsDelegate].contains($0) }
    }
  }

  /// Whether a closure is called where it stands, or once by whoever it is given to.
  private func runsInPlaceOrOnce(_ closure: ClosureID, in function: FunctionID) -> Bool {
    let code = program[program.file(of: function)].facts.code
    return runs.runsOnce(closure, in: function)
      || program.expressions(of: function).contains { index in
        if case .call(let callee, _) = code.expressions[index] { code[callee] == .closure(closure) } else { false }
      }
  }

  /// Why a function may run more than once in a run of the program; nil where it does not.
  private func whyAgain(_ function: FunctionID, _ depth: Int) -> Why? {
    known(.function(function), depth) { whyRunAgain(function, depth) }
  }

  private func whyRunAgain(_ function: FunctionID, _ depth: Int) -> Why? {
    let declaration = program.declaration(of: function)
    let owner = program.owner(of: function)
    if program.isNamedNowhereElse(function) { return nil }
    switch declaration.kind {
    case .topLevel: return nil
    case .initialValue:
      if isStaticValue(function) { return nil }
      return owner.flatMap { why($0, depth: depth + 1) }
    case .initializer:
      guard let owner else { return Why(.unknownCaller(function)) }
      return why(owner, depth: depth + 1)
    case .function: break
    default: return Why(.atAnyTime(function))
    }
    if program.knowledge.comesOnce(declaration), let owner { return why(owner, depth: depth + 1) }
    if program.isMain(function) || runs.runsOnce(function, given: lifetimes.types)
      || lifetimes.hasBeginning && declaration.isPrivate && runs.neverRuns(function)
    {
      return nil
    }
    // An action, what the system calls, and what is handed on as a function, is called whenever there is need. That
    // something of the name is asked of what nothing is known of tells nothing.
    guard !declaration.attributes.contains(where: program.knowledge[.seenByObjectiveC].contains),
      !declaration.isOverride || isOwnOverride(function), !callers.isSurelyReferred(to: function)
    else { return Why(.atAnyTime(function)) }
    var surest = Surest()
    // One call may mean the function and what it stands in for.
    var counted: Set<CallIndex.Site> = []
    let sites = callers.sitesInAnyName(of: function)
      .filter {
        isOfTheProgram($0.function) && counted.insert(CallIndex.Site($0)).inserted
          && (!declaration.isOverride || !isOfSuper($0))
      }
    // Who calls it twice has it run twice.
    if sites.isEmpty {
      // A segue may embed what it makes, once in each object.
      let isOfSegue = declaration.attributes.contains(where: program.knowledge[.makesSceneForSegue].contains)
      return Why(.unknownCaller(function), isSure: !isOfSegue)
    }
    if let twice = sites.indices.dropFirst().first(where: { comes(sites[$0], after: sites[..<$0]) }) {
      return Why(.calledTwice(function, span(of: CallIndex.Site(sites[twice]))))
    }
    for site in sites {
      let why = whyAgain(site.call, in: site.function, depth + 1)
      if surest.add(why?.after(.called(function, span(of: CallIndex.Site(site))))) { break }
    }
    return surest.why
  }
}

extension MadeAgain {
  /// Whether a method overrides one that a class of the program itself came to have: nobody out of sight knows it.
  private func isOwnOverride(_ function: FunctionID) -> Bool {
    callers.requirements(of: function).contains { base in
      !program.declaration(of: base).isOverride && program.owner(of: base).map { program[$0].kind == .class } ?? false
    }
  }

  /// Whether a call is one of `super`, which runs what the class above has and no override of it.
  private func isOfSuper(_ site: Callers.Site) -> Bool {
    let code = program[program.file(of: site.function)].facts.code
    guard case .call(let callee, _) = code[site.call] else { return false }
    return code.superMember(callee) != nil
  }

  /// Whether a call may run after another one in the same run of a function: no fork is around both, of which each may
  /// have a way of its own.
  private func comes(_ site: Callers.Site, after others: ArraySlice<Callers.Site>) -> Bool {
    let earlier = others.filter { $0.function == site.function }
    guard !earlier.isEmpty else { return false }
    let code = program[program.file(of: site.function)].facts.code
    let forks = code.statements(of: program.declaration(of: site.function)).filter {
      switch $0.kind {
      case .branch, .selection, .ternary: $0.firstExpression <= site.call.index && site.call.index < $0.endExpression
      default: false
      }
    }
    return earlier.contains { other in
      !forks.contains { $0.firstExpression <= other.call.index && other.call.index < $0.endExpression }
    }
  }
}

extension CallIndex.Site {
  fileprivate init(_ site: Callers.Site) { self.init(function: site.function, call: site.call) }
}
