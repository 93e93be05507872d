import SwiftFacts

extension Program {
  /// Whether a place is a property that an object publishes, so that what a view shows changes with it, and nothing
  /// says that the object is for the main thread.
  func isPublished(_ target: ExpressionID, in frame: Frame, _ inference: Inference) -> Bool {
    let code = frame.facts.code
    let (name, owner): (Symbol, NominalID?)
    if let own = code.ownProperty(target) {
      (name, owner) = (own, frame.context)
    } else if case .member(let base, let member) = code[target] {
      (name, owner) = (member, inference.type(of: base, in: frame).nominal)
    } else {
      return false
    }
    guard let owner, self[owner].kind == .class, let property = property(named: name, of: owner),
      declaration(of: property).attributes.contains(where: knowledge[.publishes].contains),
      !lineage(of: owner).contains(where: isForMainThread)
    else { return false }
    return !declaration(of: property).attributes.contains(where: knowledge[.comesOnMainThread].contains)
  }

  /// Whether a type says that its code runs on the main thread.
  private func isForMainThread(_ type: NominalID) -> Bool {
    self[type].declarations.contains { place in
      self[place.file].facts[place.type].attributes.contains(where: knowledge[.comesOnMainThread].contains)
    }
  }
}
