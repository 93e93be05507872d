import SwiftFacts

/// What the code would call its objects, for people.
extension Evaluation {
  /// How the code would call an object.
  func describe(_ id: ObjectID) -> String {
    switch self[id].kind {
    case .selfObject: return "self"
    case .parameter(let index):
      return frame.declaration.parameters.indices.contains(index)
        ? facts.code[frame.declaration.parameters[index].local].name.text : "newValue"
    case .field(let base, let slot):
      if self[base].kind == .process { return (slot.owner.map { "\(program[$0].name)." } ?? "") + slot.name.text }
      let outer = describe(base)
      if slot.isPart { return outer }
      return outer == "self" ? slot.name.text : "\(outer).\(slot.name)"
    case .element(let base, _): return describe(base)
    case .fresh(let expression):
      if let name = localName(holding: id) ?? slotName(holding: id) { return name }
      if isSubscription(id) { return Cycle.Link.subscription }
      return describe(expression) ?? self[id].type.nominal.map { program[$0].name.text }
        ?? Cycle.Link.unnamed
    case .closure: return "this closure"
    case .method(_, let name, _): return name.text
    case .global(let name): return name.text
    case .local(let local): return facts.code[local].name.text
    case .process: return "the program"
    case .system: return "the system"
    }
  }

  /// Whether an object is what a call like `sink` answers with.
  func isSubscription(_ id: ObjectID) -> Bool {
    guard case .fresh = self[id].kind else { return false }
    return keeps.contains { keep in
      keep.holder == id
        && keep.steps.contains { if case .knownFunction(_, .token) = $0.saying { true } else { false } }
    }
  }

  /// The variable that a new object is put into, if there is one.
  private func localName(holding id: ObjectID) -> String? {
    if let localNames { return localNames[id] }
    for index in frame.declaration.firstLocal..<frame.declaration.endLocal {
      let local = facts.code[LocalID(index: index)]
      guard case .variable = local.kind, value(ofLocal: LocalID(index: index)).contains(id) else { continue }
      return local.name.text
    }
    return nil
  }

  /// The same of all new objects.
  func namesOfLocals() -> [ObjectID: String] {
    var names: [ObjectID: String] = [:]
    for index in frame.declaration.firstLocal..<frame.declaration.endLocal {
      let local = facts.code[LocalID(index: index)]
      guard case .variable = local.kind else { continue }
      for id in value(ofLocal: LocalID(index: index)) where names[id] == nil { names[id] = local.name.text }
    }
    return names
  }

  /// The property that a new object is put into, if there is one.
  private func slotName(holding id: ObjectID) -> String? {
    keeps.first { $0.value == id && $0.slot.owner != nil }?.slot.name.text
  }

  private func describe(_ expression: ExpressionID) -> String? {
    switch facts.code[expression] {
    case .call(let callee, _): return describe(callee)
    case .name(let name, _): return name.isCapitalized ? name.text : "what `\(name)` returns"
    case .member(_, let name):
      if name == Names.init_ { return nil }
      return name.isCapitalized ? name.text : "what `\(name)` returns"
    default: return nil
    }
  }
}
