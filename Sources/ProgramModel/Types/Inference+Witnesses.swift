import SwiftFacts

/// A requirement stores nothing: whether it keeps its value is for the types that conform to say.
extension Inference {
  func hold(ofRequirement property: PropertyID) -> Object.Hold {
    if let known = requirementHolds[property] {
      program.reads?.note(.property(property))
      return known
    }
    let hold = program.deriving(from: property) { findHold(ofRequirement: property) }
    requirementHolds[property] = hold
    return hold
  }

  private func findHold(ofRequirement property: PropertyID) -> Object.Hold {
    let witnesses = program.witnesses(of: property)
    let strong = witnesses.filter { isKept($0) }
    return strong.isEmpty ? .weak : strong.count == 1 && witnesses.count == 1 ? .strong(.proven) : .strong(.guessed)
  }

  private func isKept(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    return declaration.isStored && declaration.strength == .strong
  }
}

extension Program {
  /// The properties that conforming types outside test targets have for a requirement.
  func witnesses(of requirement: PropertyID) -> [PropertyID] {
    guard let owner = owner(of: requirement) else { return [] }
    let name = declaration(of: requirement).name
    var result: [PropertyID] = []
    for conformer in descendants[owner] ?? [] where self[conformer].kind != .protocol {
      guard let property = self[conformer].properties[name], !isTest(file(of: property)), !result.contains(property)
      else {
        continue
      }
      result.append(property)
    }
    return result
  }

  /// The one stored property behind a requirement, or the property itself if it is none.
  func stored(_ property: PropertyID) -> PropertyID? {
    guard declaration(of: property).isRequirement else { return property }
    return witnesses(of: property).first { declaration(of: $0).isStored && declaration(of: $0).strength == .strong }
  }
}
