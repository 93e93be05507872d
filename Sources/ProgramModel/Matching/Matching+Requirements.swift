import SwiftFacts

/// Requirements that conforming types meet without knowing it.
extension Matching {
  public func defaultedRequirements() -> [Alteration] {
    var result: [Alteration] = []
    for (type, old) in types.sorted(by: { $0.key < $1.key })
    where after[type].kind == .protocol && before[old].kind == .protocol {
      let known = before.requirements(of: old).union(before.extensionMembers(of: old))
      for requirement in after.ownRequirements(of: type) where !known.contains(requirement.name) {
        guard let empty = after.emptyDefault(for: requirement.name, of: type) else { continue }
        let conformers = (after.descendants[type] ?? []).filter { conformer in
          after[conformer].kind != .protocol && !isNew(conformer) && !after.isTest(conformer)
        }
        let without = conformers.filter { conformer in
          !after.lineage(of: conformer).contains {
            after[$0].kind != .protocol && after.membersDeclared(on: $0).contains(requirement.name)
          }
        }
        // Where none meets it, it is there for types to come.
        guard !without.isEmpty, without.count < conformers.count else { continue }
        result.append(
          Alteration(
            kind: .gainedDefaultedRequirement, span: requirement.span, name: requirement.name.text,
            after: after.name(of: type),
            affected: without.map { after.name(of: $0) }, evidence: [empty] + without.compactMap { after.span(of: $0) })
        )
      }
    }
    return result
  }

  private func isNew(_ type: NominalID) -> Bool {
    guard let declaration = after[type].declarations.first else { return true }
    return changedFiles.contains(declaration.file) && types[type] == nil
  }
}

extension Program {
  func ownRequirements(of type: NominalID) -> [(name: Symbol, span: SourceSpan)] {
    self[type].declarations.flatMap { declaration -> [(Symbol, SourceSpan)] in
      guard self[declaration.file].facts[declaration.type].kind == .protocol else { return [] }
      let functions = functions(in: declaration).map(self.declaration(of:)).filter { $0.kind == .function }
      let properties = properties(in: declaration).map(self.declaration(of:))
      return (functions.map { ($0.name, $0.nameSpan) } + properties.map { ($0.name, $0.nameSpan) }).map {
        ($0.0, SourceSpan(file: declaration.file, bytes: $0.1))
      }
    }
  }

  /// The names of what the extensions of a protocol declare.
  func extensionMembers(of type: NominalID) -> Set<Symbol> {
    self[type].declarations.reduce(into: []) { result, declaration in
      guard self[declaration.file].facts[declaration.type].kind == .extension else { return }
      result.formUnion(memberNames(in: declaration))
    }
  }

  /// Where an extension of a protocol meets a requirement by doing nothing: no statements, or a literal as its value.
  func emptyDefault(for name: Symbol, of type: NominalID) -> SourceSpan? {
    for declaration in self[type].declarations {
      let facts = self[declaration.file].facts
      guard facts[declaration.type].kind == .extension else { continue }
      for function in functions(in: declaration).map(self.declaration(of:))
      where function.name == name && function.hasBody {
        switch function.kind {
        case .function, .getter: break
        default: continue
        }
        let values =
          function.firstExpression
          + Int32(function.parameters.count { $0.defaultValue != nil })..<max(
            function.firstExpression + Int32(function.parameters.count { $0.defaultValue != nil }),
            function.endExpression)
        let isEmpty = values.isEmpty
        let isLiteral = values.count == 1 && facts.code[function.results].first.map { facts.code.isBlank($0) } ?? false
        if isEmpty || isLiteral { return SourceSpan(file: declaration.file, bytes: function.nameSpan) }
      }
    }
    return nil
  }
}

extension Code {
  /// `nil`, `false`, `""`, `0`, `[]`.
  fileprivate func isBlank(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .literal(.null), .literal(.boolean(false)): true
    case .literal(.string(let text)): text == Names.empty
    case .literal(.number(let digits)): digits == "0"
    case .array(let parts), .dictionary(let parts): parts.count == 0
    default: false
    }
  }
}
