import SwiftFacts

/// Whether values of a type are ever hashed: two that are equal and hash differently hurt nobody before.
extension Program {
  /// Whether anybody may hash a type's values: others who have its module, or what the program makes of them that is no
  /// list of them.
  func mayBeHashed(_ type: NominalID) -> Bool {
    if self[type].access == .everywhere, self[type].declarations.contains(where: { modules.isOffered($0.file) }) {
      return true
    }
    var seen: Set<NominalID> = []
    return files.contains { mayHash(self[type].name, in: $0.facts, &seen) }
  }

  /// Whether a file has a dictionary by values of what a name stands for, or a generic type of them that may hash them.
  private func mayHash(_ name: Symbol, in facts: FileFacts, _ seen: inout Set<NominalID>) -> Bool {
    let code = facts.code
    func isIt(_ id: TypeID) -> Bool {
      if case .named(name, _) = code[id] { true } else { false }
    }
    for one in code.types {
      switch one {
      case .dictionary(let key, _):
        if isIt(key) { return true }
      case .named(let generic, let arguments):
        guard let position = code[arguments].firstIndex(where: isIt), !knowledge[.indexedByInteger].contains(generic)
        else { continue }
        let types = names.types[generic] ?? []
        if types.isEmpty { return true }
        for type in types where hashes(position - code[arguments].startIndex, of: type, &seen) { return true }
      default: continue
      }
    }
    return false
  }

  /// Whether a generic type of the program may hash what stands for one of its parameters. One that is being looked at
  /// already adds nothing by being a part of itself.
  private func hashes(_ position: Int, of generic: NominalID, _ seen: inout Set<NominalID>) -> Bool {
    let parameters = self[generic].generics
    guard parameters.indices.contains(position) else { return true }
    guard seen.insert(generic).inserted else { return false }
    if inherits(generic, fromAny: .hashable), hashesPart(parameters[position], of: generic) { return true }
    return self[generic].declarations.contains { mayHash(parameters[position], in: self[$0.file].facts, &seen) }
  }

  /// Whether the hash of a type's value takes in a part whose type names a parameter: the compiler's takes in all.
  private func hashesPart(_ parameter: Symbol, of type: NominalID) -> Bool {
    guard let hash = hashFunction(of: type) else { return true }
    guard let own = declaration(of: hash).selfLocal,
      let read = Reading(program: self, type: type).properties(of: own, in: hash)
    else { return true }
    return storedProperties(of: type).contains { property in
      guard read.contains(declaration(of: property).name) else { return false }
      guard let type = declaration(of: property).type else { return false }
      return self[file(of: property)].facts.code.names(parameter, in: type)
    }
  }
}

extension Code {
  /// Whether a type is spelled with a name.
  fileprivate func names(_ name: Symbol, in type: TypeID) -> Bool {
    switch self[type] {
    case .named(let own, let list): own == name || self[list].contains { names(name, in: $0) }
    case .member(let base, _, let list): names(name, in: base) || self[list].contains { names(name, in: $0) }
    case .optional(let inner), .array(let inner), .metatype(let inner): names(name, in: inner)
    case .dictionary(let key, let value): names(name, in: key) || names(name, in: value)
    case .tuple(let list), .composition(let list): self[list].contains { names(name, in: $0) }
    case .function, .unknown: false
    }
  }
}
