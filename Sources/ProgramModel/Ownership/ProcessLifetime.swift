import SwiftFacts

/// The types whose objects live as long as the process: what is made of them is made once, and kept by a static,
/// a global, the application itself, or what lives as long.
struct ProcessLifetime: Sendable {
  private var types: Set<NominalID> = []

  func lasts(_ type: NominalID) -> Bool { types.contains(type) }

  /// To a fixpoint over who makes whom. O(types × length of the longest chain).
  init(_ program: Program, calls: CallIndex) {
    var waiting: [NominalID] = []
    for index in program.nominals.indices {
      let type = NominalID(index: Int32(index))
      if Self.isRoot(type, program) {
        types.insert(type)
      } else if program[type].kind == .class || program[type].kind == .actor {
        waiting.append(type)
      }
    }
    var sites: [NominalID: [MakingSite]] = [:]
    for type in waiting { sites[type] = MakingSite.all(of: type, program, calls) }
    waiting.removeAll { sites[$0]?.isEmpty ?? true }
    while true {
      let found = waiting.filter { type in sites[type]?.allSatisfy { isLasting($0, of: type) } ?? false }
      if found.isEmpty { return }
      types.formUnion(found)
      waiting.removeAll { types.contains($0) }
    }
  }

  private func isLasting(_ site: MakingSite, of type: NominalID) -> Bool {
    switch site {
    case .global: true
    case .part(let owner): owner != type && types.contains(owner)
    case .anywhere: false
    }
  }

  /// The application itself: its delegate, or what is marked as its beginning.
  private static func isRoot(_ type: NominalID, _ program: Program) -> Bool {
    for ancestor in program.lineage(of: type) {
      let roles = program.knowledge[.lastsWithTheProcess]
      if roles.contains(program[ancestor].name) || program[ancestor].foreignSupertypes.contains(where: roles.contains) { return true }
    }
    return program[type].declarations.contains { program[$0.file].facts[$0.type].attributes.contains(Words.main) }
  }
}

/// Where an object is made, as far as it tells for how long.
private enum MakingSite {
  /// Put into a static or a global, once.
  case global
  /// A part of an object of this type, made along with it.
  case part(NominalID)
  case anywhere

  static func all(of type: NominalID, _ program: Program, _ calls: CallIndex) -> [MakingSite] {
    let name = program[type].name
    let makers = calls.callers[name] ?? []
    if storesItself(type, program) { return makers.map { _ in .global } }
    return makers.map { maker in
      let facts = program[program.file(of: maker)].facts
      let declaration = program.declaration(of: maker)
      switch declaration.kind {
      case .initialValue(let property):
        if facts[property].isStatic { return .global }
        return program.owner(of: maker).map { .part($0) } ?? .anywhere
      case .initializer:
        return program.owner(of: maker).map { .part($0) } ?? .anywhere
      default:
        if putsIntoStatic(name, declaration, facts, program[type]) { return .global }
        // What is shown is made anew each time; of what works behind it, a property has one.
        guard let owner = program.owner(of: maker), !isShown(type, program),
          putsIntoOwnProperty(name, declaration, facts, program[owner])
        else { return .anywhere }
        return .part(owner)
      }
    }
  }

  /// `Self.current = self` in the initialiser: the static keeps the one that there is.
  private static func storesItself(_ type: NominalID, _ program: Program) -> Bool {
    (program[type].functions[Names.init_] ?? []).contains { function in
      let declaration = program.declaration(of: function)
      let code = program[program.file(of: function)].facts.code
      return (declaration.firstExpression..<declaration.endExpression).contains { index in
        guard case .assign(let target, let value) = code[ExpressionID(index: index)], case .local(let local) = code[value],
          local == declaration.selfLocal, case .member(let base, let name) = code[target], code[base] != .local(local),
          let property = program[type].properties[name]
        else { return false }
        return program.declaration(of: property).isStatic
      }
    }
  }

  private static func isShown(_ type: NominalID, _ program: Program) -> Bool {
    [Role.screen, .shownPart].contains { role in
      program.lineage(of: type).contains { ancestor in
        program.knowledge[role].contains(program[ancestor].name)
          || program[ancestor].foreignSupertypes.contains { program.knowledge[role].contains($0) }
      }
    }
  }

  /// `self.engine = Type()`, or a local on the way, for all that the function makes of the type.
  private static func putsIntoOwnProperty(
    _ name: Symbol, _ declaration: FunctionDeclaration, _ facts: FileFacts, _ owner: Nominal
  ) -> Bool {
    let code = facts.code
    var made: Set<ExpressionID> = []
    for index in declaration.firstExpression..<declaration.endExpression {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .call(let callee, _) where code.calledName(callee) == name: made.insert(id)
      case .assign(let target, let value):
        let property: Symbol
        switch code[target] {
        case .name(let own, _?): property = own
        case .member(let base, let own) where code[base] == declaration.selfLocal.map({ .local($0) }): property = own
        default: continue
        }
        guard owner.properties[property] != nil else { continue }
        made.remove(value)
        if case .local(let local) = code[value], let first = code[local].initializer { made.remove(first) }
      default: break
      }
    }
    return made.isEmpty
  }

  /// `Type.current = Type()`, wherever that stands.
  private static func putsIntoStatic(_ name: Symbol, _ declaration: FunctionDeclaration, _ facts: FileFacts, _ type: Nominal) -> Bool {
    var made: Set<ExpressionID> = []
    for index in declaration.firstExpression..<declaration.endExpression {
      switch facts.code[ExpressionID(index: index)] {
      case .call(let callee, _) where facts.code.calledName(callee) == name: made.insert(ExpressionID(index: index))
      case .assign(let target, let value):
        guard made.contains(value), case .member(let base, let property) = facts.code[target],
          case .name(name, _) = facts.code[base], type.properties[property] != nil
        else { continue }
        made.remove(value)
      default: break
      }
    }
    return made.isEmpty
  }
}
