import Manifests
import SwiftFacts

/// The types whose objects live as long as the process: what is made of them is made once, and kept by a static,
/// a global, the application itself, or what lives as long.
///
/// Not a type of which objects are made anew, whoever makes them.
struct ProcessLifetime: Sendable {
  private(set) var types: Set<NominalID> = []
  /// Classes of an application that Objective-C sees and of which nothing in sight makes an object, and what only their
  /// objects make as a part of themselves.
  private var unmade: Set<NominalID> = []

  /// Whether the program has a beginning in sight, as an application does.
  let hasBeginning: Bool

  func lasts(_ type: NominalID) -> Bool { types.contains(type) }

  /// Whether objects of a type can only be made out of sight, by Objective-C say: how many there are nothing tells.
  func areMadeOutOfSight(_ type: NominalID) -> Bool { unmade.contains(type) }

  /// To a fixpoint over who makes whom. O(types × length of the longest chain).
  init(_ program: Program, calls: CallIndex, threads: Int) {
    let interfaces = program.interfaceOrigins(calls)
    let roots = Self.roots(program)
    types = roots
    hasBeginning = program.declaredTypes.contains(where: roots.contains)
    let candidates = program.declaredTypes.filter { type in
      !roots.contains(type) && program[type].kind != .protocol && program[type].kind != .foreign
        && !Self.isMadeByLists(type, program)
    }
    let found = Workers.map(
      count: candidates.count, threads: threads, state: { MakingSites(program, calls, interfaces) }
    ) { finder, index in finder.sites(of: candidates[index]) }
    let callers = Callers(program: program, calls: calls)
    unmade = Set(
      zip(candidates, found).filter { type, sites in
        sites.isEmpty && program[type].kind == .class && !callers.isMentioned(type)
          && Self.isForObjectiveC(type, program)
      }.map(\.0))
    var once = RunsOnce(program: program, calls: calls)
    var waiting = zip(candidates, found).compactMap { type, sites -> (type: NominalID, sites: [MakingSite])? in
      if sites.isEmpty { return nil }
      // Where a storyboard makes it for good, what nobody calls does not make another.
      guard sites.contains(where: { $0.isGlobal && $0.function == nil }) else { return (type, sites) }
      return (type, sites.filter { !($0.function.map(once.neverRuns) ?? false) })
    }
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
    addPartsOfUnmade(waiting, in: program)
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

  /// The application itself: its delegate, or what is marked as its beginning. O(types).
  private static func roots(_ program: Program) -> Set<NominalID> {
    let roles = program.knowledge[.lastsWithTheProcess]
    var result: Set<NominalID> = []
    for id in program.declaredTypes + roles.names.compactMap({ program.names.foreign[$0] }) {
      let type = program[id]
      if roles.contains(type.name) || type.foreignSupertypes.contains(where: roles.contains) {
        result.insert(id)
        result.formUnion(program.descendants[id] ?? [])
      } else if type.declarations.contains(where: { program[$0.file].facts[$0.type].attributes.contains(Words.main) }) {
        result.insert(id)
      }
    }
    return result
  }
}

extension Program {
  /// Whether a file is in a target or a folder that shows how to use a library.
  func isExample(_ file: FileID) -> Bool {
    let words = knowledge[.isExample]
    return self[file].path.split(separator: "/").dropLast().contains { folder in
      String(folder).words.contains(where: words.contains)
    } || modules.ofFile[Int(file.index)].contains { modules.map.modules[$0].name.words.contains(where: words.contains) }
  }

  /// Whether an expression stands in a loop of its function. O(statements of the function).
  func isInLoop(_ expression: ExpressionID, of function: FunctionID) -> Bool {
    self[file(of: function)].facts.code.statements(of: declaration(of: function)).contains { statement in
      guard case .loop = statement.kind else { return false }
      return statement.firstExpression <= expression.index && expression.index < statement.endExpression
    }
  }
}
