import SwiftFacts

/// A type that asks for what it needs through optional closures which answer with a value.
public struct ClosureQuestions: Hashable, Sendable {
  public var type: NominalID
  /// Where the type is named.
  public var span: SourceSpan
  /// Two at least, in the order of the source.
  public var properties: [PropertyID]
}

extension Program {
  /// The types that ask so, in the order of files.
  public var closureQuestions: [ClosureQuestions] {
    var found: [(type: NominalID, place: Nominal.Declaration, asking: [PropertyID])] = []
    for id in declaredTypes {
      guard let first = self[id].declarations.first, !isTest(first.file),
        self[id].kind == .class || self[id].kind == .struct,
        // A stand-in asks a test for what the test cares about.
        !isTestDouble(id)
      else { continue }
      let asking = self[id].storedProperties.filter { property in
        let declaration = declaration(of: property)
        // What outsiders cannot or are not meant to set, they cannot forget.
        let code = self[file(of: property)].facts.code
        guard !declaration.isStatic, !declaration.isLet, !declaration.isPrivate, !declaration.name.text.hasPrefix("_"),
          declaration.initialValue == nil, let type = declaration.type, case .optional(let wrapped) = code[type]
        else { return false }
        return answers(wrapped, code) && !isAnsweredWithout(declaration.name, of: id)
      }
      guard asking.count > 1 else { continue }
      found.append((id, first, asking))
    }
    guard !found.isEmpty else { return [] }
    let answered = answeredElsewhere(among: Set(found.flatMap(\.asking)))
    return found.compactMap { type, place, asking in
      let open = asking.filter { !answered.contains($0) }
      guard open.count > 1 else { return nil }
      let facts = self[place.file].facts
      return ClosureQuestions(
        type: type, span: SourceSpan(file: place.file, bytes: facts[place.type].nameSpan), properties: open)
    }
  }

  /// Of some properties, those that the program says what holds without, where somebody else asks them:
  /// `panel.size?() ?? 0`, or `if let size = panel.size { return size() }` and something else after it.
  private func answeredElsewhere(among properties: Set<PropertyID>) -> Set<PropertyID> {
    let names = Set(properties.map { declaration(of: $0).name })
    let inference = Inference(program: self)
    var result: Set<PropertyID> = []
    for function in functions(mentioning: names) {
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      /// The member that is asked first, of which nothing is the answer where it is not set.
      func note(_ value: ExpressionID) {
        var next: ExpressionID? = value
        while let id = next {
          switch code[id] {
          case .call(let callee, _): next = callee
          case .member(let base, let name):
            if names.contains(name), let owner = inference.type(of: base, in: frame).nominal,
              let property = property(named: name, of: owner), properties.contains(property)
            {
              result.insert(property)
            }
            next = base
          default: next = nil
          }
        }
      }
      for index in expressions(of: function) {
        guard case .choice(let parts) = code.expressions[index], parts.count > 1 else { continue }
        code[parts].first.map(note)
      }
      guard frame.declaration.result != nil else { continue }
      for index in frame.declaration.firstStatement..<frame.declaration.endStatement
      where code.statement(index).kind == .branch {
        for condition in code.conditions(of: index) {
          if case .condition(.binding, let value?) = code.statement(condition).kind { note(value) }
        }
      }
    }
    return result
  }

  /// Whether a type says itself what holds where one of its closures is not set: `size?() ?? 0`.
  private func isAnsweredWithout(_ name: Symbol, of type: NominalID) -> Bool {
    functions(of: type).contains { function in
      let code = self[file(of: function)].facts.code
      func mentions(_ id: ExpressionID) -> Bool {
        code.ownProperty(id) == name || code.children(of: id).contains(where: mentions)
      }
      return expressions(of: function).contains { index in
        guard case .choice(let parts) = code.expressions[index], parts.count > 1, let first = code[parts].first else {
          return false
        }
        return mentions(first)
      }
    }
  }

  /// Whether a type is that of a function which answers with something.
  func answers(_ type: TypeID, _ code: Code) -> Bool {
    switch code[type] {
    case .function(_, let result):
      switch code[result] {
      case .tuple(let parts): parts.count > 0
      case .named(let name, _): name.text != "Void" && name.text != "Never"
      case .unknown: false
      default: true
      }
    // `((Int) -> String)?` is an optional of a tuple of one.
    case .tuple(let parts): parts.count == 1 && code[parts].allSatisfy { answers($0, code) }
    default: false
    }
  }
}
