import SwiftFacts

/// Whether values can be `nil`, by what the program declares.
struct Presence {
  let frame: Frame
  let inference: Inference

  var program: Program { frame.program }
  var code: Code { frame.facts.code }

  /// Whether an expression is never `nil`; false wherever that is not sure.
  func isCertain(_ id: ExpressionID, depth: Int = 0) -> Bool {
    guard depth < 12 else { return false }
    switch code[id] {
    case .literal(let literal): return literal != .null
    case .array, .dictionary: return true
    case .local(let local): return isCertain(local, depth: depth + 1)
    case .name:
      return property(id).map(isDeclaredThere) ?? false
    case .member(let base, _):
      return isCertain(base, depth: depth + 1) && (property(id).map(isDeclaredThere) ?? false)
    case .call(let callee, _):
      switch inference.target(of: id, in: frame).kind {
      case .memberwise: return true
      case .functions(let functions):
        return functions.allSatisfy { function in
          let declaration = program.declaration(of: function)
          // `try?` leaves no trace.
          guard !declaration.effects.contains(.throws_) else { return false }
          if declaration.kind == .initializer { return !declaration.effects.contains(.fails) && isNamed(callee) }
          guard declaration.kind == .function, isAskedOfOneThere(callee, depth), let result = declaration.result,
            declaration.generics.isEmpty
          else { return false }
          return isThere(result, in: program.file(of: function), context: program.owner(of: function))
        }
      case .foreign(let owner?, _, isInitializer: true):
        // What the program declares and what has no initialiser of its own inherits one, or the compiler writes it.
        return program[owner].kind == .class && code.children(of: id).count == 1 && isNamed(callee)
      default: return false
      }
    default: return false
    }
  }

  /// Where what an expression names is declared, if it is a property of the program.
  func origin(of id: ExpressionID) -> SourceSpan? {
    property(id).map { program.span(of: $0) }
  }

  /// Whether `==` of an expression's type can only be what the compiler or the system says it is.
  func comparesByParts(_ id: ExpressionID, isPart: Bool = false) -> Bool {
    let property = property(id)
    if let property, program.declaration(of: property).getter != nil, !isWorkedOutOfItself(property) { return false }
    if case .member(let base, let name) = code[id] {
      // What it is a member of may not be known; the program's own name for something worked out is.
      if property == nil, isWorkedOutSomewhere(name) { return false }
      if !comparesByParts(base, isPart: true) { return false }
    }
    if case .name(let name, _) = code[id], name.isCapitalized {
      // Which type of this name it is need not be known here.
      return !(program.names.types[name] ?? []).contains(where: program.hasOwnEquality)
    }
    let type = inference.type(of: id, in: frame)
    // Of what nothing is known, somebody may have written down when two are equal.
    if type.isUnknown, !isPart, case .local = code[id] { return false }
    guard let type = type.nominal, program[type].kind != .foreign else { return true }
    return !program.hasOwnEquality(type)
  }

  /// Whether a property is worked out of what its object has, and of nothing that could be otherwise a moment later: it
  /// calls nothing, and changes nothing.
  private func isWorkedOutOfItself(_ property: PropertyID) -> Bool {
    let file = program.file(of: property)
    guard let getter = program.declaration(of: property).getter.map({ program.function($0, in: file) }) else {
      return false
    }
    let code = program[file].facts.code
    return program.expressions(of: getter).allSatisfy { index in
      switch code.expressions[index] {
      case .call, .assign, .mutate, .closure, .implicitMember: false
      default: true
      }
    }
  }

  private func isWorkedOutSomewhere(_ name: Symbol) -> Bool {
    program.namesWorkedOut.contains(name)
  }

  private func isCertain(_ local: LocalID, depth: Int) -> Bool {
    let declared = code[local]
    switch declared.kind {
    case .selfReference: return true
    case .variable where !declared.declaredWeak:
      if let type = declared.type { return isThere(type, in: frame.file, context: frame.context) }
      // A variable without a type is what its first value is; what a pattern binds is a part of it.
      return declared.initializer.map { isCertain($0, depth: depth) } ?? false
    default: return false
    }
  }

  /// Whether a function is free, or a method of what is never `nil`.
  private func isAskedOfOneThere(_ callee: ExpressionID, _ depth: Int) -> Bool {
    switch code[callee] {
    case .name: true
    case .member(let base, _): code.marks(of: base).isEmpty && isCertain(base, depth: depth + 1)
    default: false
    }
  }

  /// `Foo(…)`, and not `.init(…)` or `make(…)` of something whose type is not sure.
  private func isNamed(_ callee: ExpressionID) -> Bool {
    switch code[callee] {
    case .name(let name, _), .member(_, let name): name.isCapitalized
    case .type: true
    default: false
    }
  }

  /// The property of the program that an expression names.
  func property(_ id: ExpressionID) -> PropertyID? {
    switch code[id] {
    case .name(let name, implicitSelf: .some):
      for scope in program.scopes(from: frame.context) {
        if case .property(let found)? = program.valueMember(name, of: scope) { return found }
      }
      return nil
    case .member(let base, let name):
      let type = inference.type(of: base, in: frame)
      let owner = if case .metatype(let instance) = type { instance.nominal } else { type.nominal }
      guard let owner, case .property(let found)? = program.valueMember(name, of: owner) else { return nil }
      return found
    case .name(let name, nil): return program.globalProperty(named: name, from: frame.file)
    default: return nil
    }
  }

  private func isDeclaredThere(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    // What a wrapper hands out need not be what it is declared as.
    guard declaration.attributes.isEmpty, declaration.strength != .weak else { return false }
    let file = program.file(of: property)
    if let type = declaration.type { return isThere(type, in: file, context: program.owner(of: property)) }
    guard let value = declaration.initialValue else { return false }
    let inner = Frame(program.function(value, in: file), in: program)
    guard let first = inner.facts.code[inner.declaration.results].first, case .call = inner.facts.code[first] else {
      return false
    }
    return Presence(frame: inner, inference: inference).isCertain(first, depth: 8)
  }

  /// Whether a type, as it is spelled, is a type that the program declares, or a list.
  private func isThere(_ type: TypeID, in file: FileID, context: NominalID?) -> Bool {
    let code = program[file].facts.code
    switch code[type] {
    case .array, .dictionary: return true
    case .named(let name, _):
      if program.knowledge[.plainValue].contains(name) { return true }
      guard case .nominal(let id, _) = program.resolve(type, in: file, context: context) else { return false }
      // Behind an alias there may be an optional.
      return program[id].name == name && program[id].kind != .foreign
    default: return false
    }
  }
}

extension Program {
  /// Whether the program says itself which values of a type are equal.
  func hasOwnEquality(_ type: NominalID) -> Bool {
    let own = knowledge[.comparesObjects].names.union([AssertionNames.equals])
    if lineage(of: type).contains(where: { ancestor in own.contains { self[ancestor].functions[$0] != nil } }) {
      return true
    }
    return (names.functions[AssertionNames.equals] ?? []).contains { function in
      let code = self[file(of: function)].facts.code
      return declaration(of: function).parameters.contains { parameter in
        if case .named(self[type].name, _)? = parameter.type.map({ code[$0] }) { true } else { false }
      }
    }
  }
}
