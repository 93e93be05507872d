import Manifests
import SwiftFacts

/// The types whose objects live as long as the process: what is made of them is made once, and kept by a static,
/// a global, the application itself, or what lives as long.
///
/// Not a type of which objects are made anew, whoever makes them.
struct ProcessLifetime: Equatable, Sendable {
  private(set) var types: Set<NominalID> = []
  /// Those that the system keeps, and those of which a static or a global is made, whoever else refers to them.
  private(set) var keptAnyhow: Set<NominalID> = []
  /// Classes of an application that Objective-C sees and of which nothing in sight makes an object, and what only their
  /// objects make as a part of themselves.
  private var unmade: Set<NominalID> = []

  /// Types of which only previews, and what stands in for others in tests, make objects, and those that nobody shows;
  /// and what these have.
  private var shownOnly: Set<NominalID> = []

  /// Whether the application itself makes no object of a type, though a preview of it does.
  func areMadeForPreviews(_ type: NominalID) -> Bool { shownOnly.contains(type) }

  /// The types that would last if there were one scene alone, where the application asks for others.
  private var withScene: Set<NominalID> = []

  /// Whether the program has a beginning in sight, as an application does.
  let hasBeginning: Bool

  /// Whether the system begins it, and ends it: what a `main` makes is gone when that is done with it.
  let isApplication: Bool

  /// Whether it has a beginning in sight, before anything else is worked out: that of its tests is none. O(types).
  fileprivate static func hasBeginning(_ program: Program) -> Bool {
    let roots = roots(program)
    return program.declaredTypes.contains { roots.contains($0) && !program.isTest($0) }
  }

  func lasts(_ type: NominalID) -> Bool { types.contains(type) }

  /// Whether objects of a type live as long as the process, or as a window that most people open one of.
  func lastsWithScene(_ type: NominalID) -> Bool { types.contains(type) || withScene.contains(type) }

  /// Whether objects of a type can only be made out of sight, by Objective-C say: how many there are nothing tells.
  func areMadeOutOfSight(_ type: NominalID) -> Bool { unmade.contains(type) }

  /// To a fixpoint over who makes whom. O(types × length of the longest chain).
  init(_ program: Program, calls: CallIndex, threads: Int) {
    let interfaces = program.interfaceOrigins(calls)
    let roots = Self.roots(program)
    let scenes = Self.asksForScenes(program, calls) ? Self.scenes(program) : []
    types = roots.subtracting(scenes)
    hasBeginning = program.hasBeginning
    isApplication = program.declaredTypes.contains(where: Self.keptBySystem(program).contains)
    let candidates = Self.candidates(program)
    let makings = Makings(program, calls, threads: threads).all
    let sites = Dictionary(makings.map { ($0.type, $0.sites) }) { first, _ in first }
    let found = candidates.map { sites[$0] ?? [] }
    let callers = Callers(program: program, calls: calls)
    unmade = Set(
      zip(candidates, found).filter { type, sites in
        sites.isEmpty && program[type].kind == .class && !callers.isMentioned(type)
          && Self.isForObjectiveC(type, program)
      }.map(\.0))
    if hasBeginning {
      shownOnly = program.unmadeTypes(calls, threads: threads).all
      addShownOnly(Array(zip(candidates, found)), calls, callers, in: program)
    }
    // A view that nothing names is not drawn.
    let unshown =
      !hasBeginning
      ? []
      : shownOnly.union(
        zip(candidates, found).filter { type, sites in
          sites.isEmpty && program.inherits(type, fromAny: .viewProtocol) && UnmadeTypes.isInside(type, program)
            && !callers.isMentioned(type)
        }.map(\.0))
    var once = RunsOnce(program: program, calls: calls)
    let isProgram = hasBeginning
    var waiting = zip(candidates, found).compactMap { type, sites -> (type: NominalID, sites: [MakingSite])? in
      // What nobody makes makes nothing.
      let sites = sites.filter { site in
        !((site.owner ?? site.function.flatMap(program.owner)).map(unshown.contains) ?? false)
      }
      if sites.isEmpty { return nil }
      // Where a storyboard makes it for good, or a static of an application, what nobody calls does not make another.
      let isForGood = sites.contains { $0.isGlobal && ($0.function == nil || isProgram) }
      guard isForGood else { return (type, sites) }
      return (type, sites.filter { !($0.function.map(once.neverRuns) ?? false) })
    }
    keptAnyhow = roots.union(waiting.filter { $0.sites.contains(where: \.isGlobal) }.map(\.type))
    let makers = waiting
    types = Self.spread(from: types, over: &waiting, &once)
    addPartsOfUnmade(waiting, in: program)
    addCells(interfaces, in: program)
    if !scenes.isEmpty {
      var rest = makers
      withScene = Self.spread(from: roots, over: &rest, &once)
    }
  }

  /// The types of which the program itself may make one object and no more. O(types).
  static func candidates(_ program: Program) -> [NominalID] {
    let roots = roots(program)
    return program.declaredTypes.filter { type in
      !roots.contains(type) && program[type].kind != .protocol && program[type].kind != .foreign
        && !isMadeByLists(type, program)
    }
  }

  /// What is made once, where what some types have is; to a fixpoint.
  private static func spread(
    from first: Set<NominalID>, over waiting: inout [(type: NominalID, sites: [MakingSite])], _ once: inout RunsOnce
  ) -> Set<NominalID> {
    var types = first
    while !waiting.isEmpty {
      let found = waiting.filter { type, sites in
        sites.allSatisfy { site in
          if site.isGlobal { return true }
          if let owner = site.owner, owner != type, types.contains(owner) { return true }
          guard let function = site.function, !site.isRepeated else { return false }
          return once.runsOnce(function, given: types)
        }
      }
      if found.isEmpty { break }
      types.formUnion(found.map(\.type))
      waiting.removeAll { types.contains($0.type) }
    }
    return types
  }

  /// What is made somewhere, and nowhere but for previews; and what only that makes.
  private mutating func addShownOnly(
    _ makers: [(type: NominalID, sites: [MakingSite])], _ calls: CallIndex, _ callers: Callers, in program: Program
  ) {
    var waiting = makers.filter { type, _ in
      program[type].declarations.allSatisfy { program.isInside($0.file) } && !callers.isMentioned(type)
        && program.names.types[program[type].name]?.count == 1 && !(calls.sites[program[type].name] ?? []).isEmpty
        && (program.descendants[type] ?? []).isEmpty
    }
    while true {
      let found = waiting.filter { _, sites in
        sites.allSatisfy { site in site.function.flatMap(program.owner).map(shownOnly.contains) ?? false }
      }
      if found.isEmpty { return }
      shownOnly.formUnion(found.map(\.type))
      waiting.removeAll { shownOnly.contains($0.type) }
    }
  }

  /// The cells of lists that last: such a list makes as many as it shows, and uses them again.
  private mutating func addCells(_ interfaces: InterfaceOrigins, in program: Program) {
    let cells = program.declaredTypes.filter { type in
      program.inherits(type, fromAny: .reusedView) && interfaces.hosts(of: type).allSatisfy(types.contains)
    }
    guard !cells.isEmpty, !types.isEmpty else { return }
    var users: [Symbol: Set<FileID>] = [:]
    let names = Set(cells.map { program[$0].name })
    for (index, file) in program.files.enumerated() where !program.isTest(FileID(index: Int32(index))) {
      for name in file.facts.namedTypes where names.contains(name) {
        users[name, default: []].insert(FileID(index: Int32(index)))
      }
    }
    let family = cells.filter { type in
      let own = Set(
        ([type] + program.lineage(of: type) + (program.descendants[type] ?? [])).flatMap { program[$0].declarations }
          .map(\.file))
      let others = (users[program[type].name] ?? []).subtracting(own)
      // A class that only others inherit is as they are.
      let isKnown = !others.isEmpty || !interfaces.hosts(of: type).isEmpty || program.descendants[type] != nil
      return isKnown && others.allSatisfy { lastsThrough($0, program) }
    }
    types.formUnion(
      family.filter { type in (program.descendants[type] ?? []).allSatisfy(family.contains) })
  }

  /// Whether a file has classes, and nothing but such as last.
  private func lastsThrough(_ file: FileID, _ program: Program) -> Bool {
    let declared = program[file].facts.types.indices.map { program.nominal(of: TypeIndex(index: Int32($0)), in: file) }
    let classes = declared.filter { program[$0].kind == .class || program[$0].kind == .actor }
    return !classes.isEmpty && classes.allSatisfy(types.contains)
  }

  /// What only objects that are made out of sight make may be made once as they may.
  private mutating func addPartsOfUnmade(_ makers: [(type: NominalID, sites: [MakingSite])], in program: Program) {
    var waiting = makers
    while !unmade.isEmpty {
      let found = waiting.filter { type, sites in
        sites.allSatisfy { site in
          guard !site.isRepeated, let owner = site.owner ?? site.function.flatMap(program.owner), owner != type else {
            return site.isGlobal
          }
          return site.isGlobal || unmade.contains(owner) || types.contains(owner)
        }
      }
      if found.isEmpty { return }
      unmade.formUnion(found.map(\.type))
      waiting.removeAll { unmade.contains($0.type) }
    }
  }

  /// Whether a class of an application says that Objective-C is to see it.
  private static func isForObjectiveC(_ type: NominalID, _ program: Program) -> Bool {
    let attributes = program[type].declarations.map { program[$0.file].facts[$0.type].attributes }
    return attributes.contains { $0.contains(where: program.knowledge[.seenByObjectiveC].contains) }
      && !program[type].declarations.contains { program.modules.isOffered($0.file) }
  }

  /// Whether a list makes objects of a type as it needs them, whoever else makes one.
  private static func isMadeByLists(_ type: NominalID, _ program: Program) -> Bool {
    program.inherits(type, fromAny: .reusedView)
      || program.lineage(of: type).contains { ancestor in
        program.knowledge[.preparesForReuse].names.contains { program[ancestor].functions[$0] != nil }
      }
  }

  /// What a scene has, such as its delegate. O(types).
  private static func scenes(_ program: Program) -> Set<NominalID> { all(playing: .lastsWithTheScene, program) }

  /// Whether the application asks for scenes beside those that there are: each has a delegate of its own, which goes
  /// when its window is closed. O(such calls).
  private static func asksForScenes(_ program: Program, _ calls: CallIndex) -> Bool {
    program.knowledge[.asksForScene].names.contains { name in
      (calls.sites[name] ?? []).contains { site in
        let code = program[program.file(of: site.function)].facts.code
        guard !program.isTest(program.file(of: site.function)), case .call(_, let list) = code[site.call],
          let first = code[list].first
        else { return false }
        return code[first.value] == .literal(.null)
      }
    }
  }

  private static func all(playing role: Role, _ program: Program) -> Set<NominalID> {
    let roles = program.knowledge[role]
    var result: Set<NominalID> = []
    for id in program.declaredTypes + roles.names.compactMap({ program.names.foreign[$0] }) {
      let type = program[id]
      // A type of the program's own that is called as the system's is none of those.
      if type.kind == .foreign && roles.contains(type.name) || type.foreignSupertypes.contains(where: roles.contains) {
        result.insert(id)
        result.formUnion(program.descendants[id] ?? [])
      }
    }
    return result
  }

  /// What the system makes, and keeps as long as the process. O(types).
  private static func keptBySystem(_ program: Program) -> Set<NominalID> {
    all(playing: .lastsWithTheProcess, program).union(scenes(program))
  }

  /// The application itself: its delegate, or what is marked as its beginning. O(types).
  private static func roots(_ program: Program) -> Set<NominalID> {
    var result = keptBySystem(program)
    for id in program.declaredTypes {
      let type = program[id]
      if type.declarations.contains(where: { program[$0.file].facts[$0.type].attributes.contains(Words.main) }) {
        result.insert(id)
      }
    }
    return result
  }
}

extension Program {
  /// Whether it has a beginning in sight, as an application does.
  var hasBeginning: Bool {
    if reads != nil { return asking("has a beginning in sight") { $0.hasBeginning } }
    return derived.beginning.known { ProcessLifetime.hasBeginning(self) }
  }

  /// Whether a file is in a target or a folder that shows how to use a library.
  func isExample(_ file: FileID) -> Bool { exampleFiles.contains(file) }

  /// Whether an expression stands in a loop of its function. O(statements of the function).
  func isInLoop(_ expression: ExpressionID, of function: FunctionID) -> Bool {
    self[file(of: function)].facts.code.statements(of: declaration(of: function)).contains { statement in
      guard case .loop = statement.kind else { return false }
      return statement.firstExpression <= expression.index && expression.index < statement.endExpression
    }
  }
}
