import SwiftFacts

extension Program {
  /// Whether a type is, or inherits from, one of a role. O(supertypes).
  public func inherits(_ id: NominalID, fromAny role: Role) -> Bool {
    lineage(of: id).contains { ancestor in
      let nominal = self[ancestor]
      return knowledge[role].contains(nominal.name)
        || nominal.foreignSupertypes.contains { knowledge[role].contains($0) }
    }
  }

  /// Whether objects of a type are views or screens.
  func isViewOrScreen(_ id: NominalID) -> Bool {
    inherits(id, fromAny: .viewClass) || inherits(id, fromAny: .viewControllerClass)
  }

  /// Whether a declaration has the name and the labels of an API of a role.
  func isOne(_ declaration: FunctionDeclaration, of role: Role) -> Bool {
    knowledge[role][declaration.name].contains { row in
      row.labels.map { $0 == declaration.parameters.map { $0.label ?? Names.wildcard } } ?? true
    }
  }

  /// Whether an expression is a call of an initialiser of a role: `DispatchQueue(label: "…")`.
  func makes(_ role: Role, _ id: ExpressionID, in code: Code) -> Bool {
    guard case .call(let callee, let list) = code[id], let type = code.typeName(callee) else { return false }
    return knowledge[role].row(for: Names.init_, of: [type], labels: code[list].map(\.label))?.tier == .exact
  }

  /// Whether a role names a type itself, whatever it inherits.
  func isNamed(_ type: Type, in role: Role) -> Bool {
    switch type {
    case .nominal(let id, _): knowledge[role].contains(self[id].name)
    case .foreign(let name): knowledge[role].contains(name)
    default: false
    }
  }

  /// The name of a type of the system or a library, whether a table knows it or not; nil of others.
  func outsideName(of type: Type) -> Symbol? {
    switch type {
    case .foreign(let name): name
    case .nominal(let id, _) where self[id].kind == .foreign: self[id].name
    default: nil
    }
  }

  /// Whether an expression is a static member of a role: `DispatchQueue.main`.
  func isStatic(_ role: Role, _ id: ExpressionID, in code: Code) -> Bool {
    guard case .member(let base, let name) = code[id], let type = code.typeName(base) else { return false }
    return knowledge[role][name].contains { $0.type == type }
  }

  /// Whether what is called starts a task: `Task { … }`, `Task<Void, Never>.detached { … }`.
  func startsTask(_ callee: ExpressionID, in code: Code) -> Bool {
    if let type = code.typeName(callee) { return knowledge[.startsTask][Names.init_].contains { $0.type == type } }
    guard case .member(let base, _) = code[callee], let type = code.typeName(base) else { return false }
    return isStatic(.startsTask, callee, in: code) && knowledge[.startsTask][Names.init_].contains { $0.type == type }
  }
}

extension Code {
  /// The name of the type that an expression names, without its arguments; also of a name that may be one.
  func typeName(_ id: ExpressionID) -> Symbol? {
    switch self[id] {
    case .name(let name, _): name
    case .type(let type): if case .named(let name, _) = self[type] { name } else { nil }
    default: nil
    }
  }

  /// Whether a call has the name and exactly the labels of an API of a role.
  func isCall(_ name: Symbol, _ list: ArgumentList, of role: Role, _ knowledge: Knowledge) -> Bool {
    knowledge[role][name].contains { $0.labels == self[list].map { $0.label ?? Names.wildcard } }
  }
}
