import SwiftFacts

/// Types of an application's own modules that nothing but their own code names: nobody makes one, inherits from it or
/// takes it. A protocol is one as well where it is only what types of others are said to conform to.
///
/// What is found through its name at run time is left alone: what Objective-C sees, what a storyboard names, what
/// inherits from something that the system may make by itself.
struct UnusedTypes: Sendable {
  private var types: Set<NominalID> = []

  func contains(_ type: NominalID) -> Bool { types.contains(type) }

  /// O(types and expressions).
  init(_ program: Program, _ calls: CallIndex) {
    guard program.processLifetime(calls).hasBeginning else { return }
    let interfaces = program.interfaceOrigins(calls)
    var candidates: [Symbol: NominalID] = [:]
    for type in program.declaredTypes where Self.needsName(type, program) && interfaces.origins(of: type).isEmpty {
      candidates[program[type].name] = type
    }
    for (index, file) in program.files.enumerated() where !candidates.isEmpty {
      for name in Self.named(in: file.facts, FileID(index: Int32(index)), candidates, program) {
        candidates[name] = nil
      }
    }
    types = Set(candidates.values)
  }

  /// Whether a type has to be named for something to come of it.
  private static func needsName(_ type: NominalID, _ program: Program) -> Bool {
    let nominal = program[type]
    switch nominal.kind {
    case .class, .actor, .struct, .protocol: break
    default: return false
    }
    let isScreen =
      program.inherits(type, fromAny: .viewClass) || program.inherits(type, fromAny: .viewControllerClass)
    return program.names.types[nominal.name]?.count == 1 && (program.descendants[type] ?? []).allSatisfy {
      nominal.kind == .protocol && program[$0].kind == .foreign
    }
      && nominal.declarations.allSatisfy { place in
        let attributes = program[place.file].facts[place.type].attributes
        return program.isInside(place.file)
          && attributes.allSatisfy { program.knowledge[.tellsNothingOfCallers].contains($0) }
      }
      && (nominal.kind == .protocol || isScreen
        || program.lineage(of: type).allSatisfy { ancestor in
          program[ancestor].kind != .foreign
            && program[ancestor].foreignSupertypes.allSatisfy { program.knowledge[.asksForNothing].contains($0) }
        })
  }

  /// The candidates that a file names, outside of their own code.
  private static func named(
    in facts: FileFacts, _ file: FileID, _ candidates: [Symbol: NominalID], _ program: Program
  ) -> Set<Symbol> {
    var result: Set<Symbol> = []
    let code = facts.code
    var ofTypes: [Symbol: Int] = [:]
    for type in code.types { if let name = type.name, candidates[name] != nil { ofTypes[name, default: 0] += 1 } }
    // What extends a type does not use it, nor does what says that a type of others conforms.
    for (index, type) in facts.types.enumerated() {
      if let name = type.extended.flatMap({ code[$0].name }) { ofTypes[name]? -= 1 }
      guard program[program.nominal(of: TypeIndex(index: Int32(index)), in: file)].kind == .foreign else { continue }
      for inherited in type.inherited { if let name = code[inherited.type].name { ofTypes[name]? -= 1 } }
    }
    result.formUnion(ofTypes.filter { $0.value > 0 }.keys)
    for index in code.expressions.indices {
      let name: Symbol
      switch code.expressions[index] {
      case .name(let own, _), .member(_, let own): name = own
      case .literal(.string(let text?)): name = Symbol(text.text)
      default: continue
      }
      guard let type = candidates[name], !result.contains(name) else { continue }
      let owner = program.function(holding: index, in: file).flatMap(program.owner)
      if owner.map({ program.scopes(from: $0).contains(type) }) ?? false { continue }
      result.insert(name)
    }
    for word in code.words.values { result.formUnion(parts(of: word).filter { candidates[$0] != nil }) }
    let attributes = facts.properties.lazy.map(\.attributes) + facts.functions.lazy.map(\.attributes)
    for attribute in attributes.joined() where candidates[attribute] != nil { result.insert(attribute) }
    return result
  }

  /// The names in the text of a key path or of what is not understood.
  private static func parts(of word: Symbol) -> [Symbol] {
    word.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map { Symbol(String($0)) }
  }
}
