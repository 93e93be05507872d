import SwiftFacts

/// Types of an application's own modules that nothing but their own code names: nobody makes one, inherits from it or
/// takes it. A protocol is one as well where it is only what types of others are said to conform to.
///
/// What is found through its name at run time is left alone: what Objective-C sees, what a storyboard names, what
/// inherits from something that the system may make by itself.
struct UnusedTypes: Equatable, Sendable {
  private var types: Set<NominalID> = []

  /// Types that nothing was seen to name so far, by name.
  private struct Candidates: Sendable {
    var types: [Symbol: NominalID]
  }

  func contains(_ type: NominalID) -> Bool { types.contains(type) }

  /// O(types and expressions).
  init(_ program: Program, _ calls: CallIndex, threads: Int) {
    guard program.processLifetime(calls).hasBeginning else { return }
    let interfaces = program.interfaceOrigins(calls)
    var candidates: [Symbol: NominalID] = [:]
    for type in program.declaredTypes where Self.needsName(type, program) && interfaces.origins(of: type).isEmpty {
      candidates[program[type].name] = type
    }
    if candidates.isEmpty { return }
    let tables = Candidates(types: candidates)
    let named = program.foundByFile(
      .namedTypes, given: Ground(Set(candidates.keys)), tables: tables, threads: threads, state: { _ in }
    ) { program, _, file in Array(Self.named(in: program[file].facts, file, tables, program)) }
    for name in named { candidates[name] = nil }
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
        program.isInside(place.file)
          && program.knowledge.tellNothingOfCallers(program[place.file].facts[place.type].attributes)
      }
      && (nominal.kind == .protocol || isScreen
        || program.lineage(of: type).allSatisfy { ancestor in
          program[ancestor].kind != .foreign
            && program[ancestor].foreignSupertypes.allSatisfy { program.knowledge[.asksForNothing].contains($0) }
        })
  }

  /// The candidates that a file names, outside of their own code.
  private static func named(
    in facts: FileFacts, _ file: FileID, _ tables: Candidates, _ program: Program
  ) -> Set<Symbol> {
    let mentioned = facts.mentionedNames
    let candidates = mentioned.among(tables.types).reduce(into: [Symbol: NominalID]()) { found, candidate in
      let name = candidate.key
      found[name] = program.lookUp(\Candidates.types, name, in: tables) { $0.types[$1] }
    }
    if candidates.isEmpty { return [] }
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
      case .literal(.string(let text?)): name = text
      default: continue
      }
      guard let type = candidates[name], !result.contains(name) else { continue }
      let owner = program.function(holding: index, in: file).flatMap(program.owner)
      if owner.map({ program.scopes(from: $0).contains(type) }) ?? false { continue }
      result.insert(name)
    }
    for name in mentioned.inWords where candidates[name] != nil { result.insert(name) }
    let attributes = facts.properties.lazy.map(\.attributes) + facts.functions.lazy.map(\.attributes)
    for attribute in attributes.joined() where candidates[attribute] != nil { result.insert(attribute) }
    return result
  }
}

/// The names that stand anywhere in a file, as names, attributes, texts, or words of what is not understood. Kept with
/// its facts.
private struct MentionedNames: Sendable {
  /// Sorted by number.
  private let all: [Symbol]
  /// Those in the texts of key paths, and of what is not understood.
  let inWords: [Symbol]

  init(_ facts: FileFacts) {
    let code = facts.code
    var found: [Symbol] = code.types.compactMap(\.name)
    for expression in code.expressions {
      switch expression {
      case .name(let name, _), .member(_, let name): found.append(name)
      case .literal(.string(let text?)): found.append(text)
      default: continue
      }
    }
    let words = Set(Set(code.words.values).flatMap(\.namesInText))
    found += words
    for property in facts.properties.indices { found += facts.properties[property].attributes }
    for function in facts.functions.indices { found += facts.functions[function].attributes }
    found.sort { $0.id < $1.id }
    var all: [Symbol] = []
    for name in found where name != all.last { all.append(name) }
    self.all = all
    inWords = Array(words)
  }

  /// Those of some types whose names stand in the file.
  func among(_ types: [Symbol: NominalID]) -> [Symbol: NominalID] {
    guard types.count < all.count else {
      var result: [Symbol: NominalID] = [:]
      for name in all { if let type = types[name] { result[name] = type } }
      return result
    }
    return types.filter { contains($0.key) }
  }

  /// O(log names).
  private func contains(_ name: Symbol) -> Bool {
    var (low, high) = (0, all.count)
    while low < high {
      let middle = (low + high) / 2
      if all[middle].id < name.id { low = middle + 1 } else { high = middle }
    }
    return low < all.count && all[low] == name
  }
}

extension FileFacts {
  fileprivate var mentionedNames: MentionedNames { derived { MentionedNames(self) } }
}
