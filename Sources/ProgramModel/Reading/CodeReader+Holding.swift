import SwiftFacts

/// Whether who has a value keeps an object alive by it.
extension CodeReader {
  /// Nil where nothing tells. O(properties of the type and of those in it).
  public func keepsObject(_ type: Type) -> Bool? {
    var seen: Set<NominalID> = []
    return keepsObject(type, &seen)
  }

  private func keepsObject(_ type: Type, _ seen: inout Set<NominalID>) -> Bool? {
    if let isReference = program.isReference(type), isReference { return true }
    switch type {
    case .array(let element): return keepsObject(element, &seen)
    case .dictionary(let key, let value): return keepsAny([key, value], &seen)
    case .tuple(let parts): return keepsAny(parts, &seen)
    case .metatype: return false
    case .nominal(let id, let arguments):
      guard program[id].isValueType else {
        return program.isReference(id).flatMap { $0 ? true : keepsAny(arguments, &seen) }
      }
      // What is inside of itself adds nothing.
      guard seen.insert(id).inserted else { return false }
      return keepsAny(arguments + parts(of: id), &seen)
    case .function, .foreign, .parameter, .composition, .unknown: return nil
    }
  }

  private func keepsAny(_ types: [Type], _ seen: inout Set<NominalID>) -> Bool? {
    var result: Bool? = false
    for type in types {
      guard let keeps = keepsObject(type, &seen) else {
        result = nil
        continue
      }
      if keeps { return true }
    }
    return result
  }

  /// The types of what a struct stores, and of what the cases of an enum carry.
  private func parts(of id: NominalID) -> [Type] {
    var types: [Type] = []
    for property in program[id].properties.values {
      let declaration = program.declaration(of: property)
      guard declaration.isStored, !declaration.isStatic, declaration.strength == .strong else { continue }
      types.append(type(of: property))
    }
    for declaration in program[id].declarations {
      for one in program[declaration.file].facts[declaration.type].cases {
        types += one.payload.map { program.resolve($0.type, in: declaration.file, context: id, generics: [:]) }
      }
    }
    return types
  }
}
