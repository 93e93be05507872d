public import SwiftFacts

/// A `set` that never looks at what is set.
public struct DeafSetter: Hashable, Sendable {
  /// What is set, as its users call it.
  public var property: String
  /// The declaration that it is a part of.
  public var declaration: String
  /// The accessor, from its `set` on; or the closure that sets.
  public var span: SourceSpan
  /// As the accessor calls what it is given: `newValue`, unless it says otherwise.
  public var parameter: Symbol
  /// Whether it is a closure that a binding was made with, and may give it no name.
  public var isClosure = false
  /// Where it reads the property itself instead.
  public var ownReads: [SourceSpan]
}

extension Program {
  /// The setters, outside of tests, that do something and never read what they are given, in the order of files.
  public func deafSetters() -> [DeafSetter] {
    var result: [DeafSetter] = []
    for function in allFunctions {
      let declaration = declaration(of: function)
      guard case .setter(let index) = declaration.kind, declaration.hasBody, let given = declaration.parameters.first,
        !isTest(file(of: function))
      else { continue }
      let file = file(of: function)
      let code = self[file].facts.code
      let range = expressions(of: function)
      guard changesSomething(range, code) else { continue }
      let property = self.property(index, in: file)
      // An override has to have a `set`, even where the value is pinned.
      guard !self.declaration(of: property).isOverride else { continue }
      let name = self.declaration(of: property).name
      let (body, ownReads) = (Body(function, in: self), reads(of: name, in: range, code))
      guard isUnread(given.local, among: Array(body.expressions), body, orOnlyLogged: !ownReads.isEmpty),
        !isOnlySetToOneValue(property), !isNeverSet(property)
      else { continue }
      result.append(
        DeafSetter(
          property: name.text, declaration: self.name(of: property),
          span: SourceSpan(file: file, bytes: declaration.span), parameter: code[given.local].name,
          ownReads: ownReads.map { body.span(of: $0) }))
    }
    return result + deafBindings() + deafSubscripts()
  }

  /// Whether nothing sets a property that the repository's own code alone can see.
  private func isNeverSet(_ property: PropertyID) -> Bool {
    guard modules.isByManifest(file(of: property)), !isSeenOutside(property) else { return false }
    let name = declaration(of: property).name
    let uses = propertyUses(calls(threads: 1))
    return uses.assignments[name] == nil && !uses.elsewhere.contains(name) && !uses.keyPaths.contains(name)
  }

  /// Whether a body assigns, or calls anything other than what stops the program or writes a log.
  func changesSomething(_ body: Range<Int>, _ code: Code) -> Bool {
    var isChanging = false
    for index in body {
      switch code.expressions[index] {
      case .assign, .mutate: isChanging = true
      case .call(let callee, _):
        let name = code.calleeName(callee)
        if knowledge[.neverReturns].contains(name) || knowledge[.mayStop].contains(name) { return false }
        isChanging = isChanging || !knowledge.logs(name) && !isOfLog(callee, code)
      default: continue
      }
    }
    return isChanging
  }

  /// `logger.warn`: what is called on a log writes to it.
  func isOfLog(_ callee: ExpressionID, _ code: Code) -> Bool {
    guard case .member(let base, _) = code[callee] else { return false }
    return code.calledName(base).map(knowledge[.logs].fits) ?? false
  }

  private func reads(of name: Symbol, in body: Range<Int>, _ code: Code) -> [ExpressionID] {
    body.map { ExpressionID(index: Int32($0)) }.filter { id in
      guard code.ownProperty(id) == name else { return false }
      return !body.contains { index in
        if case .assign(let target, _) = code.expressions[index] { target == id } else { false }
      }
    }
  }
}
