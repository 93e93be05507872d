public import SwiftFacts

/// Protocols that repeat what a type has already.
extension Program {
  /// Every conformance, with whether the type meets the requirements by what it has without the program, and is the
  /// only one that conforms.
  public func shadowings() -> [(conformance: Conformance, isAlone: Bool)] {
    if reads != nil { return findShadowings() }
    return derived.shadowings.known { findShadowings() }
  }

  private func findShadowings() -> [(conformance: Conformance, isAlone: Bool)] {
    let all = conformances
    // A protocol that several types of the program itself share says something of its own.
    var conformers: [NominalID: Set<NominalID>] = [:]
    // A double made for tests is no type of its own, wherever it is declared.
    for conformance in all where !isTest(conformance.file) && !isTestDouble(conformance.type) {
      conformers[conformance.protocol, default: []].insert(conformance.type)
    }
    return all.map { conformance in
      let isAlone =
        self[conformance.protocol].kind == .protocol && !requirements(of: conformance.protocol).isEmpty
        && isMetAlone(conformance) && isOnlyUsed(conformance.type, of: conformers[conformance.protocol, default: []])
        // Last: to know what nothing names, the whole program is read.
        && !unusedTypes(calls(threads: 1)).contains(conformance.protocol) && !onlyAdds(conformance.protocol)
      return (conformance, isAlone)
    }
  }

  /// Whether no other type of those that conform is named by anything but itself and tests.
  private func isOnlyUsed(_ type: NominalID, of conformers: Set<NominalID>) -> Bool {
    conformers.count < 2
      || conformers.count <= Self.mostStandIns && conformers.allSatisfy { $0 == type || isNamedByTestsAlone($0) }
  }

  /// More types than these that conform are no stand-ins.
  private static let mostStandIns = 4

  private func isNamedByTestsAlone(_ type: NominalID) -> Bool {
    let name = self[type].name
    let own = Set(self[type].declarations.map(\.file))
    return self[type].kind == .class && descendants[type] == nil && self[type].access != .everywhere
      && functions(mentioning: [name]).allSatisfy { isTest(file(of: $0)) || owner(of: $0) == type }
      && !asking("types that name a type", about: [name]) { program in
        program.files.indices.contains { index in
          !program.isTestFile[index] && !own.contains(FileID(index: Int32(index)))
            && program.files[index].facts.namedTypes.contains(name)
        }
      }
  }

  /// Neither the program's extensions of the type nor of the protocol provide a required member.
  private func isMetAlone(_ conformance: Conformance) -> Bool {
    // A value of the language does no work for the program: there is nothing behind it to stand in for.
    guard !knowledge[.plainValue].contains(self[conformance.type].name), !isBareHandle(conformance.protocol) else {
      return false
    }
    let required = requirements(of: conformance.protocol)
    if isCoder(self[conformance.type].name, by: required) { return false }
    return required.isDisjoint(with: provided(to: conformance.type))
      && !required.isSubset(of: defaults(of: conformance.protocol))
  }

  /// Whether all that is asked for is what a type of the system codes or decodes a whole value with: that is all there
  /// is to say of a coder, and callers give their own.
  private func isCoder(_ type: Symbol, by required: Set<Symbol>) -> Bool {
    required.allSatisfy { name in knowledge[.codesWhole][name].contains { $0.type == type } }
  }

  /// Whether a protocol is there for what it adds to a type, in words of the type's own: its extensions do, and nothing
  /// takes what conforms to it.
  private func onlyAdds(_ id: NominalID) -> Bool {
    let adds = self[id].declarations.contains { declaration in
      self[declaration.file].facts[declaration.type].extended != nil && !functions(in: declaration).isEmpty
    }
    let name = self[id].name
    return adds
      && !asking("types that name a protocol", about: [name]) { program in
        program.files.indices.contains { program.namesForUse(name, in: FileID(index: Int32($0))) }
      }
  }

  /// Whether a file names a type other than to extend it, or to say that a type of others conforms to it.
  private func namesForUse(_ name: Symbol, in file: FileID) -> Bool {
    let facts = self[file].facts
    var uses = facts.code.types.count { $0.name == name }
    if uses == 0 { return false }
    for (index, type) in facts.types.enumerated() {
      if type.extended.flatMap({ facts.code[$0].name }) == name { uses -= 1 }
      guard self[nominal(of: TypeIndex(index: Int32(index)), in: file)].kind == .foreign else { continue }
      uses -= type.inherited.count { facts.code[$0.type].name == name }
    }
    return uses > 0
  }

  /// Whether all that a protocol asks for is one function that is given nothing and answers with nothing: it repeats
  /// no signature.
  private func isBareHandle(_ id: NominalID) -> Bool {
    guard let only = ownRequirements(of: id).first, requirements(of: id).count == 1 else { return false }
    return (self[id].functions[only.name] ?? []).contains { function in
      let declaration = declaration(of: function)
      return declaration.parameters.isEmpty && declaration.result == nil && declaration.kind == .function
    }
  }

  /// The names of what the program itself declares on a type.
  func provided(to type: NominalID) -> Set<Symbol> {
    lineage(of: type).filter { self[$0].kind != .protocol }.reduce(into: []) { $0.formUnion(membersDeclared(on: $1)) }
  }

  /// The names of what the extensions of a protocol answer for all that conform.
  func defaults(of id: NominalID) -> Set<Symbol> {
    lineage(of: id).reduce(into: []) { $0.formUnion(membersDeclared(on: $1)) }
  }

  /// The functions that a protocol requires which are given, or answer with, what only C and Objective-C have a use
  /// for: with the types, as the source has them.
  public func bridgedRequirements(of id: NominalID) -> [(name: Symbol, types: [String])] {
    lineage(of: id).filter { self[$0].kind == .protocol }.flatMap { ancestor in
      self[ancestor].declarations.flatMap { declaration -> [(name: Symbol, types: [String])] in
        let facts = self[declaration.file].facts
        guard facts[declaration.type].kind == .protocol else { return [] }
        return functions(in: declaration).map(self.declaration(of:)).compactMap { function in
          guard function.kind == .function else { return nil }
          let types = (function.parameters.compactMap(\.type) + (function.result.map { [$0] } ?? [])).filter {
            isBridged($0, in: facts.code)
          }
          return types.isEmpty ? nil : (function.name, types.map { facts.code.spelling(of: $0) })
        }
      }
    }
  }

  private func isBridged(_ type: TypeID, in code: Code) -> Bool {
    switch code[type] {
    case .named(let name, let arguments):
      knowledge[.pointerType].contains(name) || knowledge[.bridgedType].contains(name)
        || code[arguments].contains { isBridged($0, in: code) }
    case .optional(let wrapped): isBridged(wrapped, in: code)
    case .member, .array, .dictionary, .function, .tuple, .composition, .metatype, .unknown: false
    }
  }

  /// Whose a type of the system or a library is, by the table that names it; nil where none says so.
  public func libraryOwner(of id: NominalID) -> String? { knowledge.types[self[id].name]?.owner }
}
