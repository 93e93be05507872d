import SwiftFacts

/// The declared type of an object that a stored property of production code holds.
struct HeldType: Sendable {
  var type: NominalID
  /// Whether the property holds a list or a dictionary of them.
  var isElement: Bool
  /// Whether it is a static or a global.
  var isShared: Bool
}

extension Program {
  /// What the stored properties of production code hold, in their order.
  func heldTypes(threads: Int) -> [HeldType] {
    foundByFile(.heldTypes, threads: threads, state: { $0 }) { program, inference, file in
      let facts = program[file].facts
      if program.isTest(file) { return [] }
      return facts.properties.indices.compactMap { at in
        let declaration = facts.properties[at]
        guard declaration.isStored else { return nil }
        var type = inference.type(of: program.property(PropertyIndex(index: Int32(at)), in: file))
        var isElement = false
        if case .array(let element) = type { (type, isElement) = (element, true) }
        if case .dictionary(_, let value) = type { (type, isElement) = (value, true) }
        return type.nominal.map {
          HeldType(type: $0, isElement: isElement, isShared: declaration.isStatic || declaration.parent == nil)
        }
      }
    }
  }
}
