import SwiftFacts

/// What an object could not be made without before a change, and can be made without since.
extension Matching {
  /// Properties that every initialiser had to give something, and are optional now: they are left as `nil` by somebody
  /// who makes such an object and goes on to use it, or are read with nothing that asks whether they were given.
  ///
  /// A callback or a delegate that is told something, and asked nothing, may be missing; so may a plain value that is
  /// unwrapped wherever it is read.
  func lostRequirements(_ makers: () -> Makers) -> [Alteration] {
    var result: [Alteration] = []
    for (property, old) in properties.sorted(by: { $0.key.index < $1.key.index }) {
      let (now, was) = (after.declaration(of: property), before.declaration(of: old))
      guard now.isStored, !now.isStatic, now.initialValue == nil, now.attributes.isEmpty,
        after.isOptional(property), !after.isTest(after.file(of: property)),
        was.isStored, was.initialValue == nil, was.type != nil,
        let owner = after.owner(of: property), let ownerBefore = before.owner(of: old),
        !before.isOptional(old) || was.strength == .weak && before.isDemandedByInit(was.name, of: ownerBefore)
          && !after.isDemandedByInit(now.name, of: owner),
        !now.isLet && after[owner].kind == .class || after.mayBeLeftOut(now.name, of: owner),
        // Where something was given by nobody from outside, nobody from outside has to give it.
        before.isGivenByInit(was.name, of: ownerBefore)
      else { continue }
      let read = after.readAsThere(now.name, of: owner)
      if after.isDependency(property) || read != nil,
        !after.isOptionalClosure(property) || !after.isCallbackOnly(property),
        after.knowledge[.isDataSource].ends(now.name) || !after.isDelegateName(now.name)
      {
        let places = makers().withoutValue(now.name, of: owner)
        if !places.isEmpty {
          result.append(
            alteration(
              .lostRequirement, property, owner, places.map { after.declarationName(at: $0.bytes.start, in: $0.file) },
              places))
          continue
        }
      }
      // Others may set what they can see.
      if now.isPublic { continue }
      if read == nil, after.isDependency(property), !after.isDelegateName(now.name),
        !after.isOptionalClosure(property) || !after.isCallbackOnly(property),
        after[owner].access == .module, !after.isGivenByInit(now.name, of: owner),
        let reader = after.readerWithoutAnswer(of: now.name, in: owner)
          ?? after.readerOfAnswerAlone(of: now.name, in: owner)
      {
        // Of those that are made in sight, each is given one. A closure that is asked is one more way to forget it.
        guard after.isOptionalClosure(property) || !makers().isMade(owner) else { continue }
        result.append(
          alteration(
            .silentRequirement, property, owner,
            [after.declarationName(at: reader.bytes.start, in: reader.file)], [reader]))
      }
      guard let read, !after.isGivenByInit(now.name, of: owner) else { continue }
      if makers().givesWithin(now.name, of: owner) { continue }
      result.append(
        alteration(
          .loosenedRequirement, property, owner, [after.declarationName(at: read.bytes.start, in: read.file)], [read]))
    }
    return result
  }

  private func alteration(
    _ kind: Alteration.Kind, _ property: PropertyID, _ owner: NominalID, _ affected: [String], _ evidence: [SourceSpan]
  ) -> Alteration {
    var seen: Set<String> = []
    return Alteration(
      kind: kind, span: after.span(of: property), name: after.declaration(of: property).name.text,
      after: after.name(of: owner), affected: affected.filter { seen.insert($0).inserted }, evidence: evidence)
  }
}

extension Program {
  /// Whether a property is for an object that does something, or for a closure that answers with something.
  func isDependency(_ property: PropertyID) -> Bool {
    guard let type = declaration(of: property).type else { return false }
    switch resolve(type, in: file(of: property), context: owner(of: property)) {
    case .function: return true
    case .nominal(let id, _): return self[id].kind == .protocol || self[id].kind == .class || self[id].kind == .actor
    default: return false
    }
  }

  /// Where a type reads a member of one of its properties, an optional, without asking whether it is there.
  func readAsThere(_ property: Symbol, of type: NominalID) -> SourceSpan? {
    for function in functions(of: type) {
      let file = file(of: function)
      let code = self[file].facts.code
      for index in expressions(of: function) {
        guard case .member(let base, let name) = code.expressions[index], code.ownProperty(base) == property else {
          continue
        }
        if !code.marks(of: base).contains(.unwrapped) {
          guard !code.marks(of: base).contains(.chained), let own = self.property(named: property, of: type),
            let declared = declaration(of: own).type,
            let kind = resolve(declared, in: self.file(of: own), context: type).nominal,
            // What the value has, and `Optional` has not.
            self[kind].kind != .foreign, member(name, of: kind) != nil
          else { continue }
        }
        return SourceSpan(file: file, bytes: code.span(of: base))
      }
    }
    return nil
  }

  /// Where a function leaves without a word, or with something empty, as a property of its type is `nil`.
  fileprivate func readerWithoutAnswer(of name: Symbol, in type: NominalID) -> SourceSpan? {
    guards(binding: name, in: type).first { leaving in
      let code = leaving.code
      guard code.lastStatement(of: leaving.block).map({ code.statement($0).kind }) == .leave(.return, label: nil) else {
        return false
      }
      return code.expressions(in: leaving.block).allSatisfy { index in
        switch code[ExpressionID(index: index)] {
        case .array(let parts), .dictionary(let parts): parts.count == 0
        case .literal(.null), .literal(.boolean(false)), .literal(.number("0")): true
        case .literal(.string(let text)): text?.text == ""
        default: false
        }
      }
    }?.span
  }

  /// Where a function that answers with nothing does what it is there for only if a closure in a property has answered:
  /// `if let rows = rows?() { … }`.
  fileprivate func readerOfAnswerAlone(of name: Symbol, in type: NominalID) -> SourceSpan? {
    functions(of: type).lazy.filter { self.declaration(of: $0).result == nil }.compactMap { function -> SourceSpan? in
      let body = Body(function, in: self)
      let code = body.code
      let branches = body.statements.filter { code.statement($0).kind == .branch }
      // What stands beside it is done in any case.
      guard branches.count == 1, let branch = branches.first, code.blocks(of: branch).count == 1 else { return nil }
      let isAsked = code.conditions(of: branch).contains { condition in
        guard case .condition(.binding, let value?) = code.statement(condition).kind,
          case .call(let callee, _) = code[value]
        else { return false }
        return code.ownProperty(callee) == name
      }
      return isAsked ? SourceSpan(file: self.file(of: function), bytes: code.statement(branch).span) : nil
    }.first
  }

  /// Whether an initialiser of a type takes a property's value, and `nil` where it is left out.
  fileprivate func mayBeLeftOut(_ name: Symbol, of type: NominalID) -> Bool {
    (self[type].functions[Names.init_] ?? []).contains { function in
      let code = self[file(of: function)].facts.code
      return declaration(of: function).parameters.contains { isLeftAsNull($0, name, code) }
    }
  }

  func isLeftAsNull(_ parameter: FunctionDeclaration.Parameter, _ name: Symbol, _ code: Code) -> Bool {
    code[parameter.local].name == name && parameter.defaultValue.map { code[$0] == .literal(.null) } == true
  }

  /// Whether an initialiser of a type has to be given an object for a property.
  fileprivate func isDemandedByInit(_ name: Symbol, of type: NominalID) -> Bool {
    (self[type].functions[Names.init_] ?? []).contains { function in
      let code = self[file(of: function)].facts.code
      return declaration(of: function).parameters.contains { parameter in
        guard code[parameter.local].name == name, parameter.defaultValue == nil, let type = parameter.type else {
          return false
        }
        if case .optional = code[type] { return false }
        return true
      }
    }
  }

  /// Whether an initialiser of a type takes a parameter of a property's name, or the compiler's own does.
  fileprivate func isGivenByInit(_ name: Symbol, of type: NominalID) -> Bool {
    let own = (self[type].functions[Names.init_] ?? []).filter { declaration(of: $0).kind == .initializer }
    let code = { (function: FunctionID) in self[self.file(of: function)].facts.code }
    let giving = own.filter { function in
      declaration(of: function).parameters.contains { code(function)[$0.local].name == name }
    }
    return own.isEmpty ? self[type].kind == .struct : !giving.isEmpty
  }
}
