import SwiftFacts

/// Properties that were worked out each time and are worked out once since the change.
extension Matching {
  /// Properties that keep what they were first asked for, though something changes what it was made of.
  public func frozenProperties() -> [Alteration] {
    var result: [Alteration] = []
    for (property, old) in properties.sorted(by: { $0.key.index < $1.key.index }) {
      let (now, was) = (after.declaration(of: property), before.declaration(of: old))
      guard now.isStored, now.isLazy || now.isLet, !was.isStored, was.getter != nil, !now.isRequirement,
        !was.isRequirement,
        !after.isTest(after.file(of: property)), let owner = after.owner(of: property),
        let value = now.initialValue, after.laterWrite(to: now.name, of: owner) == nil
      else { continue }
      let maker = after.function(value, in: after.file(of: property))
      let code = after[after.file(of: property)].facts.code
      let sources = Set(after.expressions(of: maker).compactMap { code.ownProperty(ExpressionID(index: Int32($0))) })
      for source in sources.sorted(by: { $0.text < $1.text }) {
        guard let part = after.property(named: source, of: owner), after.declaration(of: part).isStored,
          !after.declaration(of: part).isLet, after.holdsPlainValue(part),
          let write = after.laterWrite(to: source, of: owner)
        else { continue }
        result.append(
          Alteration(
            kind: .frozenProperty, span: after.span(of: property), name: now.name.text, after: source.text,
            affected: [after.declarationName(at: write.bytes.start, in: write.file)], evidence: [write]))
        break
      }
    }
    return result + copiedParts()
  }

  /// Properties that hold a copy of what an object has, where the type held the object itself before the change, and
  /// the object goes on to change it.
  private func copiedParts() -> [Alteration] {
    var result: [Alteration] = []
    let (earlier, inference) = (Inference(program: before), Inference(program: after))
    for (type, old) in types.sorted(by: { $0.key < $1.key })
    where after[type].kind == .class && !after.isTest(type)
      && after[type].declarations.contains(where: { changedFiles.contains($0.file) })
    {
      let new = after.storedProperties(of: type).filter { property in
        let declaration = after.declaration(of: property)
        return declaration.isLet && declaration.initialValue == nil && after.holdsPlainValue(property)
          && before.property(named: declaration.name, of: old).map { !before.declaration(of: $0).isStored } ?? true
      }
      guard !new.isEmpty else { continue }
      let held = Set(after.storedProperties(of: type).compactMap { inference.type(of: $0).nominal })
      for property in before.storedProperties(of: old) {
        guard let source = earlier.type(of: property).nominal, before[source].kind == .class,
          let now = successor(of: source), !held.contains(now)
        else { continue }
        let read = before.parts(readOf: before.declaration(of: property).name, by: old)
        for copy in new {
          guard let kind = inference.type(of: copy).nominal,
            let part = after.storedProperties(of: now).first(where: { part in
              let declaration = after.declaration(of: part)
              return read.contains(declaration.name) && !declaration.isLet && inference.type(of: part).nominal == kind
            }), let write = after.laterWrite(to: after.declaration(of: part).name, of: now)
          else { continue }
          result.append(
            Alteration(
              kind: .frozenProperty, span: after.span(of: copy), name: after.declaration(of: copy).name.text,
              after: "\(after.name(of: now)).\(after.declaration(of: part).name)",
              affected: [after.declarationName(at: write.bytes.start, in: write.file)], evidence: [write]))
        }
      }
    }
    return result
  }
}

extension Matching {
  /// What a type is after the change. O(types) where no file of it has changed.
  private func successor(of old: NominalID) -> NominalID? {
    if let one = types.first(where: { $0.value == old }) { return one.key }
    let name = before.name(of: old)
    return after.types(named: before[old].name).first {
      after.name(of: $0) == name && (after[$0].kind == .foreign) == (before[old].kind == .foreign)
    }
  }
}

extension Program {
  /// Whether what a property holds is copied where it is handed on.
  fileprivate func holdsPlainValue(_ property: PropertyID) -> Bool {
    switch Inference(program: self).type(of: property) {
    case .nominal(let id, _): self[id].isValueType
    case .array, .dictionary, .tuple: true
    case .foreign(let name): knowledge[.plainValue].contains(name)
    default: false
    }
  }

  /// What a type reads of the object in one of its properties, outside of its initialisers.
  fileprivate func parts(readOf property: Symbol, by type: NominalID) -> Set<Symbol> {
    var result: Set<Symbol> = []
    for function in functions(of: type) + getters(of: type) where declaration(of: function).kind != .initializer {
      let code = self[file(of: function)].facts.code
      for index in expressions(of: function) {
        if case .member(let base, let name) = code.expressions[index], code.ownProperty(base) == property {
          result.insert(name)
        }
      }
    }
    return result
  }

  private func getters(of type: NominalID) -> [FunctionID] {
    self[type].declarations.flatMap(properties(in:)).compactMap { property in
      declaration(of: property).getter.map { function($0, in: file(of: property)) }
    }
  }

  /// Where a method of a type, and no initialiser, changes one of its properties.
  fileprivate func laterWrite(to name: Symbol, of type: NominalID) -> SourceSpan? {
    for function in functions(of: type) where declaration(of: function).kind != .initializer {
      let body = Body(function, in: self)
      for id in body.expressions {
        let base: ExpressionID
        switch body.code[id] {
        case .assign(let target, _), .mutate(let target, _): base = target
        case .call(let callee, _):
          guard case .member(let receiver, _) = body.code[callee], body.parent(of: id) == nil else { continue }
          base = receiver
        default:
          if body.code.marks(of: id).contains(.inout), body.code.ownProperty(id) == name { return body.span(of: id) }
          continue
        }
        var path = base
        while true {
          if body.code.ownProperty(path) == name { return body.span(of: id) }
          switch body.code[path] {
          case .member(let outer, _), .subscripted(let outer, _): path = outer
            continue
          default: break
          }
          break
        }
      }
    }
    return nil
  }
}
