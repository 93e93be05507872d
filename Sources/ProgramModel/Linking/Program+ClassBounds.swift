import SwiftFacts

/// Which protocols only classes can conform to, and where `self` of a protocol is an object.
extension Program {
  /// Whether only classes can conform to a protocol, by its own clause or by what it refines; an extension of it that
  /// speaks of classes does not make it so.
  public func isClassBound(_ id: NominalID) -> Bool {
    guard self[id].kind == .protocol else { return ofClass(id) }
    // What no ancestor says anywhere, the clause does not say either; most end here.
    guard lineage(of: id).contains(where: { self[$0].foreignSupertypes.contains(where: isClassName) || ofClass($0) })
    else { return false }
    var seen: Set<NominalID> = []
    return saysClass(id, &seen)
  }

  /// Whether `self` in a function is an object: in an extension of a protocol by what the protocol or the extension
  /// says. Nil where nothing tells.
  public func isSelfAnObject(in function: FunctionID) -> Bool? {
    guard let owner = owner(of: function) else { return nil }
    switch self[owner].kind {
    case .class, .actor: return true
    case .struct, .enum: return false
    case .foreign: return isReference(owner)
    case .protocol:
      if isClassBound(owner) { return true }
      var seen: Set<NominalID> = []
      return declaration(of: function).parent.map { saysClass(.init(file: file(of: function), type: $0), &seen) }
    }
  }

  private func ofClass(_ id: NominalID) -> Bool {
    let nominal = self[id]
    if nominal.kind == .class || isClassName(nominal.name) { return true }
    switch knowledge.types[nominal.name]?.kind {
    case .classBoundProtocol?: return true
    case .class?: return nominal.kind == .foreign
    default: return false
    }
  }

  private func isClassName(_ name: Symbol) -> Bool {
    name == Words.AnyObject || name == Words.class_ || name == Words.NSObjectProtocol
  }

  /// Whether a protocol's own declaration says that only classes conform to it.
  private func saysClass(_ id: NominalID, _ seen: inout Set<NominalID>) -> Bool {
    guard self[id].kind == .protocol else { return ofClass(id) }
    guard seen.insert(id).inserted, let declaration = self[id].declarations.first else { return false }
    return saysClass(declaration, &seen)
  }

  /// Whether one declaration says it of what it declares or extends.
  private func saysClass(_ declaration: Nominal.Declaration, _ seen: inout Set<NominalID>) -> Bool {
    let facts = self[declaration.file].facts
    let type = facts[declaration.type]
    let bounds = type.generics.filter { $0.name == Names.Self_ }.compactMap(\.bound)
    for bound in (type.kind == .extension ? [] : type.inherited.map(\.type)) + bounds {
      if case .named(let name, _) = facts.code[bound], isClassName(name) { return true }
      if saysClass(resolve(bound, in: declaration.file, context: nil), &seen) { return true }
    }
    return false
  }

  private func saysClass(_ type: Type, _ seen: inout Set<NominalID>) -> Bool {
    switch type {
    case .nominal(let id, _): return saysClass(id, &seen)
    case .foreign(let name): return isClassName(name)
    case .composition(let parts):
      for part in parts where saysClass(part, &seen) { return true }
      return false
    default: return false
    }
  }
}
