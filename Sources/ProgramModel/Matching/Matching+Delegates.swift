import SwiftFacts

/// Delegates that were not kept before the change, and are now.
extension Matching {
  public func keptDelegates() -> [Alteration] {
    let inference = Inference(program: after)
    return properties.sorted { $0.key < $1.key }.compactMap { property, old in
      let declaration = after.declaration(of: property)
      guard after.isPlainStrong(declaration), before.declaration(of: old).strength != .strong,
        before.declaration(of: old).isStored, !after.isTest(after.file(of: property)),
        // What makes its own delegate has to keep it.
        declaration.initialValue == nil, !declaration.isLazy,
        let holder = after.owner(of: property), !after.livesForever(holder)
      else { return nil }
      let type = inference.type(of: property)
      guard isDelegate(type, called: declaration.name) else { return nil }
      return Alteration(
        kind: .lostWeakDelegate, span: after.span(of: property),
        name: declaration.name.text, affected: [after.name(of: holder)])
    }
  }

  func isDelegate(_ type: Type, called name: Symbol) -> Bool {
    if let id = type.nominal, after[id].kind != .foreign {
      // It was weak, so only classes are meant, whatever the protocol says by now.
      guard after[id].kind == .protocol || after[id].kind == .class else { return false }
      return after.isDelegateName(name) || after.isDelegateName(after[id].name)
    }
    switch type {
    case .nominal(let id, _): return after.isDelegateName(after[id].name)
    case .foreign(let name): return after.isDelegateName(name)
    default: return false
    }
  }
}
