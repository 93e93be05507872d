import SwiftFacts

extension Program {
  /// Whether somebody who imports a type can make an object of it: it is public, and so is an initialiser of its own or
  /// of what it inherits from. One that the compiler writes is not.
  func mayBeMadeByOthers(_ type: NominalID) -> Bool {
    guard self[type].access == .everywhere else { return false }
    for ancestor in lineage(of: type) where self[ancestor].kind != .protocol {
      // Of a class of the system nothing tells.
      if self[ancestor].kind == .foreign { return true }
      let own = self[ancestor].functions[Names.init_] ?? []
      if own.contains(where: { declaration(of: $0).isPublic }) { return true }
      if !own.isEmpty { return false }
    }
    return self[type].kind == .class && !self[type].foreignSupertypes.isEmpty
  }
}
