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
      if let source = changedSource(in: after.expressions(of: maker), of: maker) {
        result.append(frozen(property, source))
        continue
      }
      let sources = Set(
        after.expressions(of: maker).map { ExpressionID(index: Int32($0)) }.filter { !code.isForLater($0) }
          .compactMap(code.ownProperty))
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
    return result + copiedParts() + keptAnswers() + keptMakings()
  }

  /// A property of an object that holds a value of its own, and that a method of its class changes.
  private struct Source {
    var name: String
    var write: SourceSpan
  }

  private func frozen(_ property: PropertyID, _ source: Source) -> Alteration {
    Alteration(
      kind: .frozenProperty, span: after.span(of: property), name: after.declaration(of: property).name.text,
      after: source.name,
      affected: [after.declarationName(at: source.write.bytes.start, in: source.write.file)], evidence: [source.write])
  }

  /// What some expressions copy out of an object that goes on to change it.
  private func changedSource(in range: Range<Int>, of function: FunctionID) -> Source? {
    let frame = Frame(function, in: after)
    let inference = Inference(program: after)
    return range.lazy.compactMap { index -> Source? in
      guard case .member(let base, let name) = frame.facts.code.expressions[index],
        !frame.facts.code.isForLater(ExpressionID(index: Int32(index))),
        let type = inference.type(of: base, in: frame).nominal, self.after[type].kind == .class,
        let part = self.after.property(named: name, of: type), case let declaration = self.after.declaration(of: part),
        declaration.isStored, !declaration.isLet, self.after.holdsPlainValue(part),
        let write = self.after.laterWrite(to: name, of: type)
      else { return nil }
      return Source(name: "\(self.after.name(of: type)).\(name)", write: write)
    }.first
  }

  /// Constants that an initialiser makes of what an object has at that time, where a method asked the object each time
  /// before the change and asks the constant since.
  private func keptAnswers() -> [Alteration] {
    var result: [Alteration] = []
    for (type, old) in types.sorted(by: { $0.key < $1.key })
    where after[type].kind == .class && !after.isTest(type)
      && after[type].declarations.contains(where: { changedFiles.contains($0.file) }) && !after.isMadeToAsk(type)
    {
      let new = after.storedProperties(of: type).filter { property in
        let declaration = after.declaration(of: property)
        return declaration.isLet && declaration.initialValue == nil
          && before.property(named: declaration.name, of: old).map { !before.declaration(of: $0).isStored } ?? true
      }
      for property in new {
        let name = after.declaration(of: property).name
        guard let (place, function) = gift(to: name, of: type),
          let source = changedSource(in: place, of: function), let part = source.name.split(separator: ".").last,
          functions.contains(where: { pair in
            self.after.owner(of: pair.key) == type && self.after.declaration(of: pair.key).kind != .initializer
              && self.before.reads(part, in: pair.value) && !self.after.reads(part, in: pair.key)
              && self.after.reads(name.text[...], in: pair.key)
          })
        else { continue }
        result.append(frozen(property, source))
      }
    }
    return result
  }

  /// What the one initialiser of a type that gives a property something makes that of.
  func gift(to name: Symbol, of type: NominalID) -> (Range<Int>, FunctionID)? {
    for function in after.functions(of: type) where after.declaration(of: function).kind == .initializer {
      let code = after[after.file(of: function)].facts.code
      for index in after.expressions(of: function) {
        guard case .assign(let target, let value) = code.expressions[index], code.ownProperty(target) == name,
          case .call = code[value]
        else { continue }
        let parts = code.parts(of: value).map { Int($0.index) }
        return ((parts.min() ?? index)..<(parts.max() ?? index) + 1, function)
      }
    }
    return nil
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
      guard !new.isEmpty, !after.isMadeToAsk(type) else { continue }
      let held = Set(after.storedProperties(of: type).compactMap { inference.type(of: $0).nominal })
      for property in before.storedProperties(of: old) {
        guard let source = earlier.type(of: property).nominal, before[source].kind == .class,
          let now = successors(of: source).first, !held.contains(now)
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

extension Code {
  /// An expression with all that it is made of.
  func parts(of id: ExpressionID) -> [ExpressionID] { [id] + children(of: id).flatMap(parts(of:)) }
}

extension Program {
  /// Whether what a property holds is copied where it is handed on.
  func holdsPlainValue(_ property: PropertyID) -> Bool {
    switch Inference(program: self).type(of: property) {
    case .nominal(let id, _): self[id].isValueType
    case .array, .dictionary, .tuple: true
    case .foreign(let name): knowledge[.plainValue].contains(name)
    default: false
    }
  }

  /// Whether a body reads a member of this name.
  func reads(_ name: Substring, in function: FunctionID) -> Bool {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).contains { index in
      switch code.expressions[index] {
      case .member(_, let member), .name(let member, _): member.text == name
      default: false
      }
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

  /// Whether each object of a type that the program makes is made where it is asked something, and dropped there: what
  /// it holds is as new as the question.
  fileprivate func isMadeToAsk(_ type: NominalID) -> Bool {
    let sites = (calls(threads: 1).sites[self[type].name] ?? []).filter { !isTest(file(of: $0.function)) }
    return !sites.isEmpty
      && sites.allSatisfy { site in
        let body = Body(site.function, in: self)
        if isAsked(site.call, body) { return true }
        let declaration = declaration(of: site.function)
        return (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).contains { index in
          let local = LocalID(index: index)
          guard body.code[local].initializer == site.call else { return false }
          return body.uses(of: local).allSatisfy {
            isAsked($0, body) && body.code.innermostClosure(around: $0) == body.code.innermostClosure(around: site.call)
          }
        }
      }
  }

  /// Whether an expression is there for a member of it.
  private func isAsked(_ id: ExpressionID, _ body: Body) -> Bool {
    guard let parent = body.parent(of: id) else { return false }
    if case .member(id, _) = body.code[parent] { return true }
    return false
  }

  func getters(of type: NominalID) -> [FunctionID] {
    self[type].declarations.flatMap(properties(in:)).compactMap { property in
      declaration(of: property).getter.map { function($0, in: file(of: property)) }
    }
  }

  /// Where a method of a type, and no initialiser, changes one of its properties.
  ///
  /// - Parameter other: A method of which it is known.
  func laterWrite(to name: Symbol, of type: NominalID, besides other: FunctionID? = nil) -> SourceSpan? {
    for function in functions(of: type) where declaration(of: function).kind != .initializer && function != other {
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
          case .member(let outer, _), .subscripted(let outer, _):
            path = outer
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

extension Code {
  /// Whether an expression stands in a closure that is not called on the spot: it may be asked anew whenever that runs.
  func isForLater(_ id: ExpressionID) -> Bool {
    guard let closure = innermostClosure(around: id) else { return false }
    return !expressions.contains { expression in
      if case .call(let callee, _) = expression { self[callee] == .closure(closure) } else { false }
    }
  }
}
