import Manifests
import SwiftFacts

/// How objects of the program's classes are made from storyboards and xibs, and by which code.
struct InterfaceOrigins: Equatable, Sendable {
  private var ofTypes: [NominalID: Set<Interfaces.Origin>] = [:]
  /// By the class of a cell, those of the scenes with a list of it.
  private var hostsOfTypes: [NominalID: Set<NominalID>] = [:]
  /// Where code asks for a scene, by its identifier.
  private var askers: [String: [CallIndex.Site]] = [:]
  /// Whether some of what the repository builds is built of Objective-C as well, which nobody reads here.
  private(set) var isBesideObjectiveC = false

  init(_ program: Program, _ calls: CallIndex) {
    let files = program.modules.map.interfaces(around: program.presentFiles.map(\.path))
    isBesideObjectiveC = files.isBesideObjectiveC
    let opened = isBesideObjectiveC ? [] : Self.namesOfStoryboards(files.storyboards, in: program, calls)
    let origins = files.origins { isBesideObjectiveC || opened.contains($0) }
    guard !origins.isEmpty else { return }
    for (name, hosts) in files.hosts() {
      guard let type = Self.type(of: name, in: program) else { continue }
      hostsOfTypes[type, default: []].formUnion(hosts.compactMap { Self.type(of: $0, in: program) })
    }
    for (name, found) in origins {
      if let type = Self.type(of: name, in: program) { ofTypes[type, default: []].formUnion(found) }
    }
    for name in program.knowledge[.makesScene].names {
      for site in calls.sites[name] ?? [] {
        let code = program[program.file(of: site.function)].facts.code
        guard case .call(_, let list) = code[site.call] else { continue }
        for argument in code[list] {
          if let identifier = code.identifier(argument.value, program.knowledge) {
            askers[identifier, default: []].append(site)
          }
        }
      }
    }
    for case .identifier(let identifier) in origins.values.joined() {
      let sites = Self.sites(ofAccessorTo: identifier, in: program)
      if !sites.isEmpty { askers[identifier, default: []] += sites }
    }
  }

  /// What the calls that open a storyboard, and may ask it for the scene that it begins with, give as its name; nil
  /// where one of them does not say, or there are none.
  private static func namesOpened(in program: Program, _ calls: CallIndex) -> Set<Symbol>? {
    var (result, isSeen): (Set<Symbol>, Bool) = ([], false)
    for row in program.knowledge[.opensStoryboard][Names.init_] {
      for site in row.type.flatMap({ calls.sites[$0] }) ?? [] {
        let code = program[program.file(of: site.function)].facts.code
        guard case .call(_, let list) = code[site.call],
          let name = code[list].first(where: { $0.label == row.argument }),
          case .literal(.string(let text?)) = code[name.value]
        else { return nil }
        isSeen = true
        if !asksForScenesAlone(site, program) { result.insert(text) }
      }
    }
    return isSeen ? result : nil
  }

  /// Whether a storyboard that a call opens is asked for scenes by their identifiers, and used for nothing else.
  private static func asksForScenesAlone(_ site: CallIndex.Site, _ program: Program) -> Bool {
    let code = program[program.file(of: site.function)].facts.code
    let declaration = program.declaration(of: site.function)
    let locals = (declaration.firstLocal..<declaration.endLocal).filter {
      code.locals[Int($0)].initializer == site.call
    }
    guard locals.count < 2, !code[declaration.results].contains(site.call) else { return false }
    func isStoryboard(_ id: ExpressionID) -> Bool {
      if case .local(let local) = code[id] { locals.first == local.index } else { id == site.call }
    }
    var isAsked = false
    for index in program.expressions(of: site.function) {
      let id = ExpressionID(index: Int32(index))
      let used = code.children(of: id).filter(isStoryboard)
      if used.isEmpty { continue }
      guard case .member(_, let name) = code[id], program.knowledge[.makesScene].contains(name) else { return false }
      isAsked = true
    }
    return isAsked
  }

  /// Those of some storyboards that code names in any way: in a text that may be one, as a case, as a member that a
  /// tool makes.
  private static func namesOfStoryboards(
    _ storyboards: Set<String>, in program: Program, _ calls: CallIndex
  ) -> Set<String> {
    let given = namesOpened(in: program, calls)
    var spellings: [Symbol: String] = [:]
    for name in storyboards {
      for spelling in [name, name.lowercased(), name.prefix(1).lowercased() + name.dropFirst()] {
        spellings[Symbol(spelling)] = name
      }
    }
    let all = SymbolSet(spellings.keys)
    var result: Set<String> = []
    for (index, file) in program.files.enumerated() where !program.isTest(FileID(index: Int32(index))) {
      guard file.facts.namesOfThings.contains(where: all.contains) else { continue }
      let code = file.facts.code
      for expression in code.expressions {
        switch expression {
        case .implicitMember(let name): if let storyboard = spellings[name] { result.insert(storyboard) }
        case .literal(.string(let name?)):
          if let storyboard = spellings[name], given?.contains(name) ?? true { result.insert(storyboard) }
        case .member(let base, let name):
          if let storyboard = spellings[name], code.rootType(of: base) != nil { result.insert(storyboard) }
        default: continue
        }
      }
      for one in file.facts.types.lazy.flatMap(\.cases) {
        if let storyboard = spellings[one.name] { result.insert(storyboard) }
      }
    }
    return result
  }

  /// Where code asks for a scene by a member that a tool makes of its identifier as the program is built:
  /// `Scenes.main.loginScreen()` for `LoginScreen`.
  private static func sites(ofAccessorTo identifier: String, in program: Program) -> [CallIndex.Site] {
    let letters = identifier.filter { $0.isLetter || $0.isNumber }
    guard let first = letters.first, first.isLetter else { return [] }
    let accessor = Symbol(first.lowercased() + letters.dropFirst())
    return program.functions(mentioning: [accessor]).flatMap { function -> [CallIndex.Site] in
      let file = program.file(of: function)
      let code = program[file].facts.code
      return program.expressions(of: function).compactMap { at in
        guard case .member(let base, accessor) = code.expressions[at], let root = code.rootType(of: base),
          program.types(named: root, from: file).isEmpty, program.knowledge.types[root] == nil
        else { return nil }
        return CallIndex.Site(function: function, call: ExpressionID(index: Int32(at)))
      }
    }
  }

  /// How objects of a type itself are made; empty for one that no storyboard or xib names.
  func origins(of type: NominalID) -> Set<Interfaces.Origin> { ofTypes[type] ?? [] }

  /// The classes of the scenes that have a list with cells of a type.
  func hosts(of type: NominalID) -> Set<NominalID> { hostsOfTypes[type] ?? [] }

  /// The calls that have a scene made, in the order of the source.
  func sites(askingFor identifier: String) -> [CallIndex.Site] { (askers[identifier] ?? []).sorted() }

  /// The one class of the program that a file means.
  private static func type(of name: Interfaces.ClassName, in program: Program) -> NominalID? {
    let classes = (program.names.types[Symbol(name.name)] ?? []).filter { program[$0].kind == .class }
    guard classes.count > 1, let module = name.module else { return classes.count == 1 ? classes[0] : nil }
    let own = classes.filter { type in
      program[type].declarations.first.map { place in
        program.modules.ofFile[Int(place.file.index)].contains { program.modules.map.modules[$0].name == module }
      } ?? false
    }
    return own.count == 1 ? own[0] : nil
  }
}

extension Code {
  /// The name that a chain of members begins with, where it is that of a type.
  fileprivate func rootType(of id: ExpressionID) -> Symbol? {
    var id = id
    while true {
      switch self[id] {
      case .member(let base, _): id = base
      case .call(let callee, _): id = callee
      case .name(let name, _): return name.isCapitalized ? name : nil
      default: return nil
      }
    }
  }

  /// The identifier that an expression is: a literal, `String(describing: Screen.self)`, or a constant that is one.
  fileprivate func identifier(_ id: ExpressionID, _ knowledge: Knowledge) -> String? {
    switch self[id] {
    case .literal(.string(let text?)): return text.text
    case .local(let local):
      guard case .variable(isLet: true) = self[local].kind, let value = self[local].initializer else { return nil }
      return identifier(value, knowledge)
    case .call:
      guard let described = described(by: id, knowledge), case .name(let name, _) = self[described],
        name.isCapitalized
      else { return nil }
      return name.text
    default: return nil
    }
  }
}

/// The names in a file by which code may mean what is in no source: its texts, cases, and members of what it does not
/// declare. Kept with its facts.
private struct NamesOfThings: Sendable {
  let all: [Symbol]

  init(_ facts: FileFacts) {
    let code = facts.code
    var found: Set<Symbol> = []
    for expression in code.expressions {
      switch expression {
      case .implicitMember(let name), .literal(.string(let name?)): found.insert(name)
      case .member(let base, let name): if !found.contains(name), code.rootType(of: base) != nil { found.insert(name) }
      default: continue
      }
    }
    for one in facts.types.lazy.flatMap(\.cases) { found.insert(one.name) }
    all = Array(found)
  }
}

extension FileFacts {
  fileprivate var namesOfThings: [Symbol] { derived { NamesOfThings(self) }.all }
}
