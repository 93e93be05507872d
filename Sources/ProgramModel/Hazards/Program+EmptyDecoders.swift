import SwiftFacts

/// Initialisers that read something and cannot fail.
extension Program {
  /// Initialisers that make an object with nothing in it of what they do not understand: each property is what a cast
  /// or a `try?` leaves, and nothing is thrown.
  public func emptyDecoders(threads: Int) -> [Hazard] {
    foundByFunction(.emptyDecoders, threads: threads, state: { _ in }) { program, _, function in
      program.emptyDecoder(function).map { [$0] } ?? []
    }
  }

  private func emptyDecoder(_ function: FunctionID) -> Hazard? {
    guard !isTest(file(of: function)), !expressions(of: function).isEmpty else { return nil }
    let declaration = declaration(of: function)
    guard declaration.kind == .initializer, declaration.effects.isDisjoint(with: [.fails, .suspends]),
      let owner = owner(of: function), declaration.parameters.count == 1,
      let parameter = declaration.parameters.first, let type = parameter.type
    else { return nil }
    let file = file(of: function)
    let code = self[file].facts.code
    // What says that it throws, and tries nothing that could, cannot fail either.
    guard isDecodedFrom(type, code), !declaration.effects.contains(.throws_) || !mayThrow(declaration, code) else {
      return nil
    }
    let sources = sources(of: parameter.local, declaration, code)
    var fields: Set<Symbol> = []
    var isOther = false
    for index in expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      guard case .assign(let target, let value) = code[id], let name = code.ownProperty(target),
        let property = property(named: name, of: owner)
      else { continue }
      if isOptional(property) ? mayBeNothing(value, code) : isMadeUp(value, from: sources, code) {
        fields.insert(name)
      } else {
        isOther = true
      }
    }
    guard fields.count > 1, !isOther, !leavesEarly(declaration, code) else { return nil }
    return Hazard(
      kind: .emptyDecoder, span: span(of: function), name: name(of: function),
      other: code[parameter.local].name.text, owner: name(of: owner), essence: name(of: owner))
  }

  /// Whether a type is for what others have written, of which nothing need be there: `Any`, an optional dictionary.
  private func isDecodedFrom(_ type: TypeID, _ code: Code) -> Bool {
    switch code[type] {
    case .named(let source, _): return knowledge[.decodedFrom].contains(source)
    case .optional(let wrapped):
      if case .dictionary = code[wrapped] { return true }
      return isDecodedFrom(wrapped, code)
    default: return false
    }
  }

  /// What is read, with the locals that it is cast to, which are empty where it is of another type.
  private func sources(of given: LocalID, _ declaration: FunctionDeclaration, _ code: Code) -> Set<LocalID> {
    let casts = (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal))
      .map { LocalID(index: $0) }.filter { local in
        guard case .variable = code[local].kind, var value = code[local].initializer else { return false }
        if case .choice(let parts) = code[value], let first = code[parts].first { value = first }
        guard case .cast(let source, _) = code[value], code.marks(of: value).contains(.conditional) else {
          return false
        }
        return code[source] == .local(given)
      }
    return Set(casts + [given])
  }

  /// Whether a value is something made up where a part is missing: `fields?["code"] ?? ""`.
  func isMadeUp(_ id: ExpressionID, from sources: Set<LocalID>, _ code: Code) -> Bool {
    guard case .choice(let list) = code[id] else { return false }
    let parts = Array(code[list])
    guard parts.count == 2, code.isWrittenOut(parts[1]) || isMadeOfNothing(parts[1], code) else { return false }
    // `(try? values.decode(Int.self, forKey: .count)) ?? 0`
    if case .call = code[parts[0]], mayBeNothing(parts[0], code) { return true }
    func isPart(_ id: ExpressionID) -> Bool {
      if case .subscripted(let base, _) = code[id] {
        guard case .local(let local) = code[base], sources.contains(local) else { return false }
        // What is chosen for what is missing, and not empty, may be what is wanted then.
        if case .variable = code[local].kind { return isEmpty(parts[1], code) }
        return true
      }
      return code.children(of: id).contains(where: isPart)
    }
    return isPart(parts[0])
  }

  private func isEmpty(_ id: ExpressionID, _ code: Code) -> Bool {
    switch code[id] {
    case .literal(.string(let text)): text?.text == ""
    case .literal(.number(let number)): Double(number.text) == 0
    case .literal(.boolean(let value)): !value
    case .array(let parts), .dictionary(let parts): parts.count == 0
    default: false
    }
  }

  /// `Date()`, `.zero`: a value that is there whatever was read.
  private func isMadeOfNothing(_ id: ExpressionID, _ code: Code) -> Bool {
    switch code[id] {
    case .call(let callee, let list): list.count == 0 && code.typeName(callee)?.isCapitalized == true
    case .implicitMember: true
    default: false
    }
  }

  /// Whether an initialiser passes an error on or throws one.
  private func mayThrow(_ declaration: FunctionDeclaration, _ code: Code) -> Bool {
    (declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement)).contains { index in
      switch code.statement(index).kind {
      case .trying(.propagating), .leave(.throw, _): true
      default: false
      }
    }
  }

  /// Whether a value is `nil` for what is not of its type.
  private func mayBeNothing(_ id: ExpressionID, _ code: Code) -> Bool {
    if case .cast = code[id], code.marks(of: id).contains(.conditional) { return true }
    return code.statements.contains { one in
      one.kind == .trying(.optional) && one.firstExpression <= id.index && id.index < one.endExpression
    }
  }

  private func leavesEarly(_ declaration: FunctionDeclaration, _ code: Code) -> Bool {
    (declaration.firstStatement..<max(declaration.firstStatement, declaration.endStatement)).contains { index in
      let statement = code.statement(index)
      switch statement.kind {
      // What leaves a closure goes on here.
      case .leave, .guarding: return !code.closures.contains { isInside($0, statement.firstExpression, declaration) }
      default: return false
      }
    }
      || expressions(declaration).contains { index in
        code.callee(of: ExpressionID(index: index)).map { knowledge[.mayStop].contains($0) } == true
      }
  }

  private func isInside(_ closure: Closure, _ expression: Int32, _ declaration: FunctionDeclaration) -> Bool {
    closure.firstExpression >= declaration.firstExpression && closure.firstExpression <= expression
      && expression < closure.endExpression
  }

  private func expressions(_ declaration: FunctionDeclaration) -> Range<Int32> {
    declaration.firstExpression..<max(declaration.firstExpression, declaration.endExpression)
  }
}
