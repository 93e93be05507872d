import SwiftFacts

/// What an override stands in for, and what that does.
extension Program {
  /// The nearest method of the program that a function overrides and that does something of its own, with that in
  /// words: "sets `timer`", "calls `observe`".
  public func overriddenWork(of id: FunctionID) -> (function: FunctionID, acts: [String])? {
    let declaration = declaration(of: id)
    guard declaration.isOverride, let owner = owner(of: id) else { return nil }
    let labels = declaration.parameters.map(\.label)
    for ancestor in lineage(of: owner).dropFirst() where self[ancestor].kind == .class {
      for function in self[ancestor].functions[declaration.name] ?? []
      where self.declaration(of: function).parameters.map(\.label) == labels {
        let acts = acts(of: function)
        if !acts.isEmpty { return (function, acts) }
      }
    }
    return nil
  }

  /// What a function does to its object and others before it returns, in the order of the source, calls of `super`
  /// aside.
  private func acts(of id: FunctionID) -> [String] {
    let body = Body(id, in: self)
    let code = body.code
    var result: [String] = []
    for expression in body.expressions where !body.isInClosure(expression) {
      let act: String
      switch code[expression] {
      case .assign(let target, _), .mutate(let target, _):
        guard let path = code.accessPath(target), case .local(let root) = path.root, code.isSelf(root),
          !path.members.isEmpty
        else { continue }
        act = "sets `\(code.plainSpelling(of: target))`"
      case .call(let callee, _):
        guard body.parent(of: expression) == nil else { continue }
        switch code[callee] {
        case .member: if code.superMember(callee) != nil { continue }
        case .name(let name, _): if name.isCapitalized { continue }
        default: continue
        }
        act = "calls `\(code.plainSpelling(of: callee))`"
      default: continue
      }
      if !result.contains(act) { result.append(act) }
    }
    return result
  }
}
