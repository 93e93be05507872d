import SwiftFacts

/// What becomes of memory that is allocated by hand.
struct Allocations {
  let program: Program

  enum Fate { case kept, freed, unknown }

  // MARK: Where memory is allocated

  /// The call that allocates what an expression is; nil if it is anything else.
  func allocation(_ id: ExpressionID, of type: TypeID?, in code: Code) -> ExpressionID? {
    switch code[id] {
    case .call(let callee, _):
      switch code[callee] {
      case .name(let name, _):
        return isAllocator(name) && !program.declaresFunction(name) ? id : nil
      case .implicitMember(let name):
        return type.flatMap { pointerName($0, in: code) }.map { allocates(name, of: $0) } == true ? id : nil
      case .member(let base, let name):
        switch code[base] {
        case .name(let type, _) where allocates(name, of: type): return id
        case .type(let type) where pointerName(type, in: code).map { allocates(name, of: $0) } == true: return id
        default: return program.knowledge[.derivesPointer].contains(name) ? allocation(base, of: nil, in: code) : nil
        }
      default: return nil
      }
    case .cast(let value, _): return allocation(value, of: nil, in: code)
    default: return nil
    }
  }

  private func pointerName(_ type: TypeID, in code: Code) -> Symbol? {
    switch code[type] {
    case .named(let name, _): name
    case .optional(let wrapped): pointerName(wrapped, in: code)
    default: nil
    }
  }

  /// A function of C that allocates.
  private func isAllocator(_ name: Symbol) -> Bool { program.knowledge[.allocates][name].contains { $0.type == nil } }

  /// A static member of a type of pointers that allocates.
  private func allocates(_ name: Symbol, of type: Symbol) -> Bool {
    program.knowledge[.allocates][name].contains { $0.type == type }
  }

  // MARK: Where it goes

  /// What becomes of memory that a local holds, as far as the local's own function tells.
  func fate(of local: LocalID, in body: Body) -> Fate {
    var fate = Fate.kept
    let uses = body.uses(of: local)
    // Nobody allocates what is not used: in another branch of `#if` there is one of the same name.
    if uses.isEmpty { return .unknown }
    for use in uses {
      switch self.fate(of: use, in: body) {
      case .freed: return .freed
      case .unknown: fate = .unknown
      case .kept: break
      }
    }
    return fate
  }

  /// What one use of a pointer means for the memory.
  func fate(of use: ExpressionID, in body: Body) -> Fate {
    let code = body.code
    if isAnswer(use, in: body) { return .unknown }
    if let alias = local(startingAs: use, in: body) { return self.fate(of: alias, in: body) }
    guard let parent = body.parent(of: use) else { return .kept }
    switch code[parent] {
    case .member(_, let name):
      if program.knowledge[.frees].fits(name) { return .freed }
      if program.knowledge[.usesPointer].contains(name) { return .kept }
      if program.knowledge[.derivesPointer].contains(name) {
        guard let call = body.parent(of: parent), case .call(parent, _) = code[call] else {
          return fate(of: parent, in: body)
        }
        return fate(of: call, in: body)
      }
      return .unknown
    case .subscripted(let base, _): return base == use ? .kept : .unknown
    case .call(let callee, let list):
      // What is given along may be what frees it when it is no longer wanted.
      let isGivenAlong = code[list].contains { if case .closure = code[$0.value] { true } else { false } }
      return callee == use || isGivenAlong ? .unknown : fate(ofArgument: use, of: parent, callee, list, in: body)
    case .operation(let name, _):
      if ["==", "!=", "<", ">"].contains(name.text) { return .kept }
      return fate(of: parent, in: body)
    case .cast: return fate(of: parent, in: body)
    default: return .unknown
    }
  }

  private func fate(
    ofArgument use: ExpressionID, of call: ExpressionID, _ callee: ExpressionID, _ list: ArgumentList, in body: Body
  ) -> Fate {
    let code = body.code
    guard let name = code.callee(of: call) else { return .unknown }
    let knowledge = program.knowledge
    if knowledge[.frees].fits(name) { return .freed }
    let labels = code[list].compactMap(\.label)
    if labels.contains(where: { knowledge[.takesMemoryOver].takes($0) || knowledge[.frees].fits($0) }) {
      return .unknown
    }
    let label = code[list].first { $0.value == use }?.label
    switch code[callee] {
    case .name, .type:
      if knowledge[.pointerType].contains(name) { return fate(of: call, in: body) }
      let copies = knowledge[.copiesMemory].rows(calling: name)
      if !copies.isEmpty { return copies.contains { $0.argument == label && label != nil } ? .kept : .unknown }
      // A function of C that keeps what it is given says so by its name, as a rule; what has labels makes a struct.
      guard !program.declaresFunction(name), label == nil, !name.isCapitalized, !knowledge[.keepsArgument].fits(name)
      else { return .unknown }
      return .kept
    case .member:
      return knowledge[.readsOrWritesMemory].contains(name) && (list.count > 1 || label != nil) ? .kept : .unknown
    default: return .unknown
    }
  }

  /// Whether an expression is what its function or a closure answers with.
  private func isAnswer(_ id: ExpressionID, in body: Body) -> Bool {
    body.code[body.program.declaration(of: body.function).results].contains(id)
      || body.code.closures.contains {
        body.range.contains(Int($0.firstExpression)) && body.code[$0.results].contains(id)
      }
  }

  /// The local whose first value an expression is, and under whose name it goes on.
  private func local(startingAs id: ExpressionID, in body: Body) -> LocalID? {
    let declaration = body.program.declaration(of: body.function)
    return (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal))
      .first { body.code.locals[Int($0)].initializer == id }.map { LocalID(index: $0) }
  }
}
