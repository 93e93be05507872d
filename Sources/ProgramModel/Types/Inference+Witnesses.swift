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

  /// The functions that conforming types have for a requirement, what stands in for others in tests aside; nil where it
  /// is no requirement, or some of them is out of sight.
  func witnesses(of requirement: FunctionID) -> [FunctionID]? {
    let declaration = declaration(of: requirement)
    guard !declaration.hasBody, let owner = owner(of: requirement), self[owner].kind == .protocol else { return nil }
    let labels = declaration.parameters.map(\.label)
    var result: [FunctionID] = []
    for conformer in descendants[owner] ?? [] where self[conformer].kind != .protocol && !isTestDouble(conformer) {
      if let place = self[conformer].declarations.first, isTest(place.file) { continue }
      let own = lineage(of: conformer).lazy.flatMap { self[$0].functions[declaration.name] ?? [] }.first { function in
        let other = self.declaration(of: function)
        return other.hasBody && other.parameters.map(\.label) == labels
      }
      guard let own else { return nil }
      if !result.contains(own) { result.append(own) }
    }
    return result.isEmpty ? nil : result
  }

  /// What a function stands in for: the requirements of that name, and the methods that it overrides.
  func functionsStoodInFor(by function: FunctionID) -> [FunctionID] {
    let declaration = declaration(of: function)
    guard !declaration.isPrivate, declaration.kind == .function, let owner = owner(of: function) else { return [] }
    let labels = declaration.parameters.map(\.label)
    // What an extension of a protocol gives its types stands in for the requirement, and so for theirs.
    let types = lineage(of: owner).dropFirst() + (self[owner].kind == .protocol ? [owner] : [])
    return types.flatMap { self[$0].functions[declaration.name] ?? [] }.filter {
      $0 != function && self.declaration(of: $0).parameters.map(\.label) == labels
    }
  }

  /// The stored property that alone stands behind a requirement; nil where there are several, or none.
  public func onlyStored(behind requirement: PropertyID) -> PropertyID? {
    let behind = witnesses(of: requirement)
    guard behind.count == 1, let only = behind.first, declaration(of: only).isStored else { return nil }
    return only
  }

  /// The one stored property behind a requirement, or the property itself if it is none.
  func stored(_ property: PropertyID) -> PropertyID? {
    guard declaration(of: property).isRequirement else { return property }
    return witnesses(of: property).first { declaration(of: $0).isStored && declaration(of: $0).strength == .strong }
  }
}
