import SwiftFacts

/// What a method made anew whenever it was asked, and a new property keeps since the change.
extension Matching {
  /// New properties that hold what was made of another one's value, which a method goes on to change.
  func keptMakings() -> [Alteration] {
    var result: [Alteration] = []
    for (type, old) in types.sorted(by: { $0.key < $1.key })
    where after[type].kind == .class && !after.isTest(type)
      && after[type].declarations.contains(where: { changedFiles.contains($0.file) })
    {
      let new = after.storedProperties(of: type).filter { property in
        let declaration = after.declaration(of: property)
        return !declaration.isStatic && before.property(named: declaration.name, of: old) == nil
      }
      for property in new {
        guard let found = making(of: property, in: type) else { continue }
        result.append(
          Alteration(
            kind: .frozenProperty, span: after.span(of: property), name: after.declaration(of: property).name.text,
            after: found.source.text,
            affected: [after.declarationName(at: found.write.bytes.start, in: found.write.file)],
            evidence: [found.write]))
      }
    }
    return result
  }

  /// What a new property is made of, and where that changes; nil where no method asks for it that made one each time.
  private func making(of property: PropertyID, in type: NominalID) -> (source: Symbol, write: SourceSpan)? {
    let declaration = after.declaration(of: property)
    var places: [(parts: [ExpressionID], function: FunctionID, isKeptByIt: Bool)] = []
    if declaration.isLazy, let value = declaration.initialValue {
      let maker = after.function(value, in: after.file(of: property))
      places.append((Self.all(in: after.expressions(of: maker)), maker, false))
    }
    if let (range, function) = gift(to: declaration.name, of: type) {
      places.append((Self.all(in: range), function, false))
    }
    if after.isOptional(property), let (parts, function) = keepingOnDemand(declaration.name, of: type) {
      places.append((parts, function, true))
    }
    for (parts, function, isKeptByIt) in places
    where after.laterWrite(to: declaration.name, of: type, besides: function) == nil {
      for source in ownSources(among: parts, of: function).sorted(by: { $0.text < $1.text }) {
        guard source != declaration.name, let part = after.property(named: source, of: type),
          after.declaration(of: part).isStored, !after.declaration(of: part).isLet, after.holdsPlainValue(part),
          let write = after.laterWrite(to: source, of: type, besides: function),
          isAskedInstead(of: source, declaration.name, type, isKeptByIt ? function : nil)
        else { continue }
        return (source, write)
      }
    }
    return nil
  }

  /// The method that makes what an optional property keeps where it has none yet: `if kept == nil { kept = … }`.
  ///
  /// With what it is made of.
  private func keepingOnDemand(_ name: Symbol, of type: NominalID) -> (parts: [ExpressionID], function: FunctionID)? {
    for function in after.functions(of: type) where after.declaration(of: function).kind != .initializer {
      let body = Body(function, in: after)
      let isAsked = body.statements.contains { statement in
        guard case .condition = body.code.statement(statement).kind else { return false }
        return body.code.expressions(in: statement).contains {
          body.code.ownProperty(ExpressionID(index: $0)) == name
        }
      }
      guard isAsked else { continue }
      let made = body.expressions.lazy.compactMap { id -> ExpressionID? in
        guard case .assign(let target, let value) = body.code[id], body.code.ownProperty(target) == name,
          body.code[value] != .literal(.null)
        else { return nil }
        guard case .local(let local) = body.code[value], case .variable = body.code[local].kind else { return value }
        return body.code[local].initializer
      }.first
      if let made { return (body.code.parts(of: made), function) }
    }
    return nil
  }

  /// The properties of the same object that some expressions read there and then; in an initialiser also what it was
  /// given for them.
  private func ownSources(among parts: [ExpressionID], of function: FunctionID) -> Set<Symbol> {
    let code = after[after.file(of: function)].facts.code
    let isInitializer = after.declaration(of: function).kind == .initializer
    return Set(
      parts.compactMap { id in
        if code.isForLater(id) { return nil }
        if isInitializer, case .local(let local) = code[id], case .parameter = code[local].kind {
          return code[local].name
        }
        return code.ownProperty(id)
      })
  }

  private static func all(in range: Range<Int>) -> [ExpressionID] { range.map { ExpressionID(index: Int32($0)) } }

  /// Whether a method, or a computed property, read one property before the change and asks the other in its stead.
  private func isAskedInstead(
    of source: Symbol, _ name: Symbol, _ type: NominalID, _ keeper: FunctionID?
  ) -> Bool {
    let getters = properties.compactMap { now, was -> (FunctionID, FunctionID)? in
      guard after.owner(of: now) == type, let new = after.declaration(of: now).getter,
        let old = before.declaration(of: was).getter
      else { return nil }
      return (after.function(new, in: after.file(of: now)), before.function(old, in: before.file(of: was)))
    }
    return (functions.map { ($0.key, $0.value) } + getters).contains { new, old in
      after.owner(of: new) == type && after.declaration(of: new).kind != .initializer
        && before.reads(source.text[...], in: old) && after.reads(name.text[...], in: new)
        && (new == keeper || !after.reads(source.text[...], in: new))
    }
  }
}
