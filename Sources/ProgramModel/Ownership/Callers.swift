import SwiftFacts

/// Who calls a function, by what each call means where it stands.
///
/// Where a call cannot be resolved it may be to any function of its name that it fits: an unknown caller is a caller.
final class Callers {
  /// A call of the function.
  struct Site {
    var function: FunctionID
    var call: ExpressionID
    /// The innermost closure around the call.
    var closure: ClosureID?
  }

  let program: Program
  private let calls: CallIndex
  let inference: Inference
  private var known: [FunctionID: [Site]] = [:]
  private lazy var references = program.references(calls)
  private lazy var written = program.propertyUses(calls)
  let frames: Frames
  private var referred: [FunctionID: Bool] = [:]
  private var required: [FunctionID: [FunctionID]] = [:]

  init(program: Program, calls: CallIndex) {
    self.program = program
    self.calls = calls
    inference = Inference(program: program)
    frames = Frames(of: program)
  }

  /// Calls and assignments that may run a function, itself aside, in the order of the source. Kept once worked out.
  func sites(of function: FunctionID) -> [Site] {
    if let sites = known[function] { return sites }
    let declaration = program.declaration(of: function)
    switch declaration.kind {
    case .setter(let property), .observer(let property):
      let sites = assignments(to: program.property(property, in: program.file(of: function))).map(\.site)
      known[function] = sites
      return sites
    default: break
    }
    var result: [Site] = []
    for name in calls.names(of: function, in: program) {
      for site in calls.sites[name] ?? []
      where site.function != function && isVisible(declaration, function, from: site.function) {
        let facts = program[program.file(of: site.function)].facts
        guard case .call(let callee, let list) = facts.code[site.call], declaration.match(facts.code[list]) != nil,
          mayRun(function, callee, at: site.call, in: site.function)
        else { continue }
        result.append(
          Site(function: site.function, call: site.call, closure: facts.code.innermostClosure(around: site.call)))
      }
    }
    known[function] = result
    return result
  }

  /// The same of a function and of what it stands in for.
  func sitesInAnyName(of function: FunctionID) -> [Site] {
    ([function] + requirements(of: function)).flatMap(sites(of:))
  }

  /// All calls of a function, by whatever name; nil where one may be out of sight.
  func sitesInSight(of function: FunctionID) -> [Site]? {
    guard program.declaration(of: function).kind == .function, !program.isSeenOutside(function),
      !isReferred(to: function)
    else { return nil }
    return sitesInAnyName(of: function)
  }

  /// Whether a property may be set by what no assignment in sight shows: a binding, a key path, the system.
  func isSetOutOfSight(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    if !declaration.attributes.isEmpty || declaration.isStatic || declaration.isRequirement { return true }
    guard let owner = program.owner(of: property) else { return true }
    // A class or a protocol that it inherits may know the property as its own.
    if program.lineage(of: owner).dropFirst().contains(where: {
      program[$0].properties[declaration.name] != nil || !program[$0].foreignSupertypes.isEmpty
    }) {
      return true
    }
    return !areInSight(of: owner) || isOffered(property, of: owner) || written.elsewhere.contains(declaration.name)
  }

  /// All that is ever put into a property, where each is in sight: what it begins with, and what it is set to.
  func values(givenTo property: PropertyID) -> [(function: FunctionID, value: ExpressionID)]? {
    let declaration = program.declaration(of: property)
    guard declaration.initialValue != nil, !isChangedInPlace(declaration.name) else { return nil }
    return objects(givenTo: property)
  }

  /// All that is ever put into a property in place of what was there, where each is in sight.
  func objects(givenTo property: PropertyID) -> [(function: FunctionID, value: ExpressionID)]? {
    guard !isSetOutOfSight(property) else { return nil }
    let declaration = program.declaration(of: property)
    return beginnings(of: property)
      + (written.assignments[declaration.name] ?? []).map { ($0.function, $0.value) }
  }

  /// What a property begins with, where it is declared.
  func beginnings(of property: PropertyID) -> [(function: FunctionID, value: ExpressionID)] {
    guard let first = program.declaration(of: property).initialValue else { return [] }
    let initial = program.function(first, in: program.file(of: property))
    let results = program[program.file(of: property)].facts.code[program.declaration(of: initial).results]
    return results.map { (initial, $0) }
  }

  /// What is assigned to anything of a name.
  func assignments(named name: Symbol) -> [(function: FunctionID, target: ExpressionID, value: ExpressionID)] {
    (written.assignments[name] ?? []).compactMap { setting in
      let code = program[program.file(of: setting.function)].facts.code
      guard case .assign(let target, _) = code[setting.assignment] else { return nil }
      return (setting.function, target, setting.value)
    }
  }

  /// What is given for a property by its label where values of its type are made.
  func memberwise(_ label: Symbol, of type: NominalID) -> [(function: FunctionID, value: ExpressionID)] {
    [program[type].name, Names.init_].flatMap { calls.sites[$0] ?? [] }.flatMap { site in
      let code = program[program.file(of: site.function)].facts.code
      guard case .call(_, let list) = code[site.call] else { return [(function: FunctionID, value: ExpressionID)]() }
      return code[list].filter { $0.label == label }.map { (site.function, $0.value) }
    }
  }

  /// Whether something of a name has a method called on it that may change it: `flag.toggle()`.
  private func isChangedInPlace(_ name: Symbol) -> Bool {
    program.functions(mentioning: [name]).contains { function in
      let code = program[program.file(of: function)].facts.code
      return program.expressions(of: function).contains { at in
        guard case .call(let callee, _) = code.expressions[at], case .member(let base, _) = code[callee] else {
          return false
        }
        return code.calledName(base) == name
      }
    }
  }

  private func isOffered(_ property: PropertyID, of owner: NominalID) -> Bool {
    program.declaration(of: property).isPublic && program[owner].access == .everywhere
      && program.modules.isOffered(program.file(of: property))
  }

  /// Whether one who sets a property may set it to nothing.
  func mayBeSetToNothing(_ property: PropertyID) -> Bool {
    isSetOutOfSight(property)
      || assignments(to: property).contains { site, value in
        switch program[program.file(of: site.function)].facts.code[value] {
        case .call, .closure, .array, .dictionary, .tuple: false
        default: true
        }
      }
  }

  /// Where something of a property's name is assigned; in an initialiser of its owner that runs no observer.
  private func assignments(to property: PropertyID) -> [(site: Site, value: ExpressionID)] {
    let declaration = program.declaration(of: property)
    let settings: [PropertyUses.Setting] = written.assignments[declaration.name] ?? []
    return settings.filter { setting in
      program.declaration(of: setting.function).kind != .initializer
        || program.owner(of: setting.function) != program.owner(of: property)
    }.map { setting in
      let code = program[program.file(of: setting.function)].facts.code
      let closure = code.innermostClosure(around: setting.assignment)
      return (Site(function: setting.function, call: setting.assignment, closure: closure), setting.value)
    }
  }

  /// Whether anything in sight may read or set a property. O(functions in which its name stands).
  ///
  /// - Parameter isExcluded: Whether no run comes to a place of a function.
  func isRead(
    _ property: PropertyID, except isExcluded: (ExpressionID, FunctionID) -> Bool = { _, _ in false }
  ) -> Bool {
    let name = program.declaration(of: property).name
    guard !written.keyPaths.contains(name), let owner = program.owner(of: property) else { return true }
    func isRelated(_ type: NominalID) -> Bool {
      program[type].kind == .protocol || program.lineage(of: type).contains(owner)
        || program.lineage(of: owner).contains(type)
    }
    return program.functions(mentioning: [name]).contains { function in
      let declaration = program.declaration(of: function)
      let code = program[program.file(of: function)].facts.code
      guard declaration.hasBody else { return false }
      return (declaration.firstExpression..<declaration.endExpression).contains { at in
        let isMeant =
          switch code[ExpressionID(index: at)] {
          case .name(name, implicitSelf: _): program.scopes(from: frames[function].context).contains(where: isRelated)
          case .member(let base, name): inference.type(of: base, in: frames[function]).nominal.map(isRelated) ?? true
          default: false
          }
        return isMeant && !isExcluded(ExpressionID(index: at), function)
      }
    }
  }

  /// Whether a function may be used without being called, as a closure or a selector. Kept once worked out.
  ///
  /// - Parameter other: Whether a place uses it of an object that is not asked about.
  func isReferred(to function: FunctionID, other: ((ExpressionID, FunctionID) -> Bool)? = nil) -> Bool {
    let isUsed = referred[function] ?? isUsed(function) { _, _ in false }
    referred[function] = isUsed
    guard isUsed, let other else { return isUsed }
    return self.isUsed(function, other)
  }

  /// Whether it is used so of an object that is known to have it, and not only of one of which nothing is known.
  func isSurelyReferred(to function: FunctionID) -> Bool {
    isReferred(to: function) { expression, user in
      guard case .member(let base, _) = self.program[self.program.file(of: user)].facts.code[expression] else {
        return false
      }
      return self.inference.type(of: base, in: self.frames[user]).isUnknown
    }
  }

  private func isUsed(_ function: FunctionID, _ other: (ExpressionID, FunctionID) -> Bool) -> Bool {
    let name = program.declaration(of: function).name
    return references.elsewhere.contains(name)
      || (references.inBodies[name] ?? []).contains { use in
        mayMean(function, use.expression, in: use.function) && !other(use.expression, use.function)
          && mayBeHandedOn(use.expression, in: use.function)
      }
  }

  /// Whether what an expression is may be a function: none is compared, added to or asked for a member.
  private func mayBeHandedOn(_ expression: ExpressionID, in user: FunctionID) -> Bool {
    let code = program[program.file(of: user)].facts.code
    let end = program.declaration(of: user).endExpression
    for index in expression.index + 1..<max(end, expression.index + 1) {
      switch code[ExpressionID(index: index)] {
      case .operation(_, let parts): if code[parts].contains(expression) { return false }
      case .member(expression, _), .subscripted(expression, _), .mutate(_, expression): return false
      default: continue
      }
    }
    return true
  }

  /// Whether a type of this name is used as a value, as one that is handed on to be made is.
  func isMentioned(_ type: NominalID) -> Bool {
    let name = program[type].name
    return references.elsewhere.contains(name) || references.inBodies[name] != nil
  }

  private func mayMean(_ function: FunctionID, _ expression: ExpressionID, in user: FunctionID) -> Bool {
    let frame = frames[user]
    let owner = program.owner(of: function)
    switch frame.facts.code[expression] {
    case .name(let name, _):
      for scope in program.scopes(from: frame.context) {
        guard let member = program.valueMember(name, of: scope) else { continue }
        guard case .functions(let functions) = member else { return false }
        return functions.contains { $0 == function || requirements(of: function).contains($0) }
      }
      return owner == nil
        || frame.context.map { program.lineage(of: $0).contains { !program[$0].foreignSupertypes.isEmpty } } ?? false
    case .member(let base, _):
      guard let owner else { return false }
      let type = inference.type(of: base, in: frame)
      guard let seen = type.nominal ?? instance(of: type) else {
        // What needs no object is reached by the name of its type.
        if program.declaration(of: function).isStatic, frame.facts.code.isValue(base) { return false }
        return type.isUnknown || program[owner].kind == .foreign || program[owner].kind == .protocol
      }
      return program.lineage(of: seen).contains(owner) || program.lineage(of: owner).contains(seen)
        || program[seen].kind == .protocol
    default: return true
    }
  }

  private func instance(of type: Type) -> NominalID? {
    if case .metatype(let instance) = type { instance.nominal } else { nil }
  }

  /// Whether whoever uses objects of a type stands in the program: it makes some.
  func areInSight(of type: NominalID) -> Bool {
    ([type] + (program.descendants[type] ?? [])).contains { !(calls.callers[program[$0].name] ?? []).isEmpty }
  }

  /// What a function stands in for, where it is called by the name of a requirement or of a superclass's method. Kept
  /// once worked out.
  func requirements(of function: FunctionID) -> [FunctionID] {
    if let known = required[function] { return known }
    let found = program.functionsStoodInFor(by: function)
    required[function] = found
    return found
  }

  private func isVisible(_ declaration: FunctionDeclaration, _ function: FunctionID, from caller: FunctionID) -> Bool {
    !declaration.isPrivate || program.file(of: caller) == program.file(of: function)
  }

  private func mayRun(_ function: FunctionID, _ callee: ExpressionID, at call: ExpressionID, in caller: FunctionID)
    -> Bool
  {
    let frame = frames[caller]
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions): return functions.contains(function)
    case .foreign(let owner, _, let isInitializer):
      return !isInitializer && owner == nil && !frame.facts.code.isBare(callee)
        && !inference.isOfCollection(callee, in: frame)
    case .memberwise, .enumCase: return false
    case .value: return !frame.facts.code.isBare(callee)
    }
  }

}

extension Code {
  /// `f` rather than `x.f`.
  fileprivate func isBare(_ callee: ExpressionID) -> Bool {
    if case .member = self[callee] { false } else { true }
  }

  /// Whether what stands before a dot is a value by its name, and no type.
  fileprivate func isValue(_ base: ExpressionID) -> Bool {
    switch self[base] {
    case .name(let name, _), .member(_, let name): !name.isCapitalized
    case .local: true
    default: false
    }
  }
}
