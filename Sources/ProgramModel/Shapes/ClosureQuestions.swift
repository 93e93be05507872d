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
    var result: [ClosureQuestions] = []
    var elsewhere: Set<Symbol>?
    for index in nominals.indices {
      let id = NominalID(index: Int32(index))
      guard let first = self[id].declarations.first, !isTest(first.file),
        self[id].kind == .class || self[id].kind == .struct
      else { continue }
      var asking = self[id].storedProperties.filter { property in
        let declaration = declaration(of: property)
        // What outsiders cannot or are not meant to set, they cannot forget.
        let code = self[file(of: property)].facts.code
        guard !declaration.isStatic, !declaration.isLet, !declaration.isPrivate, !declaration.name.text.hasPrefix("_"),
          let type = declaration.type, case .optional(let wrapped) = code[type]
        else { return false }
        return answers(wrapped, code) && !isAnsweredWithout(declaration.name, of: id)
      }
      guard asking.count > 1 else { continue }
      let answered = elsewhere ?? answeredWithout()
      elsewhere = answered
      asking.removeAll { answered.contains(declaration(of: $0).name) }
      guard asking.count > 1 else { continue }
      let facts = self[first.file].facts
      result.append(
        ClosureQuestions(
          type: id, span: SourceSpan(file: first.file, bytes: facts[first.type].nameSpan), properties: asking))
    }
    return result
  }

  /// The closures of others that the program says what holds without, by name: `panel.size?() ?? 0`.
  private func answeredWithout() -> Set<Symbol> {
    var result: Set<Symbol> = []
    for index in files.indices where !isTestFile[index] {
      let code = files[index].facts.code
      for case .choice(let parts) in code.expressions where parts.count > 1 {
        var asked = code[parts].first
        while let id = asked {
          switch code[id] {
          case .call(let callee, _): asked = callee
          case .member(let base, let name):
            result.insert(name)
            asked = base
          default: asked = nil
          }
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
