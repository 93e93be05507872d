import SwiftFacts

/// Optionals that are there on every run, by what they are made of.
extension Presence {
  /// Whether an optional is there on every run: what makes it always gives one; false wherever that is not sure.
  func isAlwaysThere(_ id: ExpressionID, depth: Int = 0) -> Bool {
    guard depth < Self.mostSteps else { return false }
    if isCertain(id) { return true }
    func inner(_ id: ExpressionID) -> Bool { isAlwaysThere(id, depth: depth + 1) }
    switch code[id] {
    case .local(let local): return isAlwaysThere(local, depth: depth)
    case .choice(let parts): return code[parts].allSatisfy(inner)
    case .cast(let value, let target):
      let marks = code.marks(of: id)
      if marks.contains(.forced) { return true }
      return inner(value) && (!marks.contains(.conditional) || isUpcast(value, to: target))
    case .name:
      return property(id).map { isAlwaysThere($0, depth: depth) } ?? false
    case .member(let base, let name):
      if program.knowledge[.oneElement].contains(name), isFilled(base) { return true }
      guard let property = property(id), inner(base) || program.declaration(of: property).isStatic else { return false }
      return isAlwaysThere(property, depth: depth)
    case .call(let callee, let list):
      switch inference.target(of: id, in: frame).kind {
      case .functions(let functions):
        return functions.allSatisfy { isAlwaysAnswered($0, depth: depth) }
      case .foreign: return isAlwaysAnswered(callee, list)
      default: return false
      }
    default: return false
    }
  }

  private static let mostSteps = 6

  private func isAlwaysThere(_ local: LocalID, depth: Int) -> Bool {
    let declared = code[local]
    switch declared.kind {
    case .variable(isLet: let isLet) where !declared.declaredWeak:
      guard let first = declared.initializer, let values = isLet ? [] : valuesGiven(to: local) else { return false }
      return ([first] + values).allSatisfy { isAlwaysThere($0, depth: depth + 1) }
    case .parameter:
      guard let type = declared.type else { return false }
      switch code[type] {
      case .named, .array, .dictionary:
        if case .parameter = frame.resolve(type) { return false }
        return true
      default: return false
      }
    // Whoever calls a method keeps its object until it returns.
    case .capture(_, let value):
      guard case .local(let object) = code[value], code[object].kind == .selfReference else { return false }
      return runsInPlace(local)
    // Who is told of a failure, and handed one thing, is handed what failed.
    case .closureParameter(let closure, _):
      guard code[closure].parameters.count == 1, let call = code[closure].call, case .call(_, let list) = code[call],
        let label = code[list].first(where: { code[$0.value] == .closure(closure) })?.label
      else { return false }
      return program.knowledge[.fails].fits(label)
    default: return false
    }
  }

  /// What a body puts into a variable after it is declared; nil where it lets somebody else do so.
  private func valuesGiven(to local: LocalID) -> [ExpressionID]? {
    var result: [ExpressionID] = []
    for index in frame.declaration.firstExpression..<frame.declaration.endExpression {
      let id = ExpressionID(index: index)
      switch code[id] {
      case .local(local) where code.marks(of: id).contains(.inout): return nil
      case .assign(let target, let value) where code[target] == .local(local): result.append(value)
      default: continue
      }
    }
    return result
  }

  /// Whether the closure that captures a local runs where it stands, in a body that no other closure is around.
  private func runsInPlace(_ capture: LocalID) -> Bool {
    let owner = code.closures.lazy.filter { $0.firstLocal <= capture.index && capture.index < $0.endLocal }.max {
      $0.firstLocal < $1.firstLocal
    }
    guard let owner, let call = owner.call, case .call(let callee, _) = code[call], let name = code.calledName(callee)
    else { return false }
    let body = frame.declaration.firstExpression..<frame.declaration.endExpression
    return program.knowledge[.runsOnceInPlace].contains(name)
      && code.closures(around: owner.expression, within: body).isEmpty
  }

  private func isUpcast(_ value: ExpressionID, to target: TypeID) -> Bool {
    guard let type = inference.type(of: value, in: frame).nominal, let wanted = frame.resolve(target).nominal else {
      return false
    }
    return program.lineage(of: type).contains(wanted)
  }

  /// Whether a list has something in it on every run, by what a table says of what answers with it.
  private func isFilled(_ id: ExpressionID) -> Bool {
    guard case .call(let callee, let list) = code[id], let name = code.calledName(callee),
      case .foreign = inference.target(of: id, in: frame).kind
    else { return false }
    return code.isCall(name, list, of: .answersFilled, program.knowledge)
  }

  /// Whether a call of the system never answers with `nil`, by what a table says of it.
  private func isAlwaysAnswered(_ callee: ExpressionID, _ list: ArgumentList) -> Bool {
    guard let name = code.calledName(callee) else { return false }
    let knowledge = program.knowledge
    let labels = code[list].map { $0.label ?? Names.wildcard }
    func isOne(of role: Role) -> Bool {
      knowledge[role].rows(calling: name).contains { $0.labels.map { $0 == labels } ?? true }
    }
    if isOne(of: .answersAlways) { return true }
    if isOne(of: .encodesText) {
      return code[list].contains { code.memberWord($0.value).map { knowledge[.encodesAnyText].contains($0) } ?? false }
    }
    guard isOne(of: .answersForLiteral), let first = code[list].first, case .literal(.string(.some)) = code[first.value]
    else { return false }
    return true
  }

  /// Whether all that a function of the program answers with is there.
  private func isAlwaysAnswered(_ function: FunctionID, depth: Int) -> Bool {
    let declaration = program.declaration(of: function)
    if !declaration.hasBody, depth < Self.mostSteps, !program.isSeenOutside(function),
      let witnesses = program.witnesses(of: function)
    {
      return witnesses.allSatisfy { isAlwaysAnswered($0, depth: depth + 1) }
    }
    guard declaration.hasBody, !declaration.effects.contains(.throws_), declaration.kind != .initializer,
      !isReplaced(declaration, program.owner(of: function))
    else { return false }
    return areResultsThere(of: function, depth: depth)
  }

  /// Whether each value that a function answers with is there.
  private func areResultsThere(of function: FunctionID, depth: Int) -> Bool {
    let inner = Frame(function, in: program)
    let results = inner.facts.code[inner.declaration.results]
    return !results.isEmpty
      && results.allSatisfy { Presence(frame: inner, inference: inference).isAlwaysThere($0, depth: depth + 1) }
  }

  private func isReplaced(_ declaration: FunctionDeclaration, _ owner: NominalID?) -> Bool {
    guard let owner else { return false }
    return program[owner].kind == .protocol
      || (program.descendants[owner] ?? []).contains { program[$0].functions[declaration.name] != nil }
  }

  // MARK: Properties

  /// Whether a property of the program always has something in it: what it is worked out from, or what every
  /// initialiser puts there and nobody takes away.
  private func isAlwaysThere(_ property: PropertyID, depth: Int) -> Bool {
    let declaration = program.declaration(of: property)
    guard declaration.attributes.isEmpty, declaration.strength == .strong, !declaration.isRequirement,
      program.isDeclaredOnce(property),
      let owner = program.owner(of: property), !program.isRedeclared(property, below: owner)
    else { return false }
    let file = program.file(of: property)
    func answers(_ function: FunctionIndex) -> Bool {
      areResultsThere(of: program.function(function, in: file), depth: depth)
    }
    if let getter = declaration.getter { return answers(getter) }
    guard declaration.isStored else { return false }
    let isGiven =
      declaration.initialValue.map(answers) ?? (!declaration.isStatic && isSetByAll(owner, declaration.name))
    return isGiven && (declaration.isLet || isNeverTaken(property, declaration, of: owner, depth: depth))
  }

  /// Whether each initialiser that does not hand over to another one assigns to a property on all its ways.
  private func isSetByAll(_ owner: NominalID, _ name: Symbol) -> Bool {
    let initializers = (program[owner].functions[Names.init_] ?? []).filter { program.declaration(of: $0).hasBody }
    return !initializers.isEmpty
      && initializers.allSatisfy { function in
        let code = program[program.file(of: function)].facts.code
        let handsOver = program.expressions(of: function).contains { index in
          guard case .call(let callee, _) = code.expressions[index], case .member(let base, Names.init_) = code[callee],
            case .local = code[base]
          else { return false }
          return true
        }
        if handsOver { return true }
        guard let graph = program.flow(of: function),
          let solution = graph.solve(Assigning(code: code, name: name), from: IsAssigned())
        else { return false }
        return graph.exits.allSatisfy { exit in
          exit.manner == .end || exit.manner == .throw || (solution.after[exit.block]?.isSo ?? true)
        }
      }
  }

  /// Whether all that the program ever assigns to a property is there.
  private func isNeverTaken(_ property: PropertyID, _ declaration: PropertyDeclaration, of owner: NominalID, depth: Int)
    -> Bool
  {
    let files =
      declaration.isPrivate ? [program.file(of: property)] : program.files.indices.map { FileID(index: Int32($0)) }
    for file in files {
      let code = program[file].facts.code
      for index in code.expressions.indices {
        let id = ExpressionID(index: Int32(index))
        let target: ExpressionID
        switch code[id] {
        case .assign(let written, _), .mutate(let written, _): target = written
        default:
          guard code.marks(of: id).contains(.inout) else { continue }
          target = id
        }
        guard code.calledName(target) == declaration.name, let function = program.function(holding: index, in: file)
        else { continue }
        let here = Presence(frame: Frame(function, in: program), inference: inference)
        if here.isOfAnother(target, than: owner) { continue }
        guard case .assign(_, let value) = code[id], here.isAlwaysThere(value, depth: depth + 1) else { return false }
      }
    }
    return true
  }

  /// Whether a name or a member belongs to a type that has nothing to do with another.
  private func isOfAnother(_ target: ExpressionID, than owner: NominalID) -> Bool {
    switch code[target] {
    case .local: return true
    case .member(let base, _):
      guard let type = inference.type(of: base, in: frame).nominal else { return false }
      return !program.lineage(of: type).contains(owner)
    case .name(_, .some):
      return frame.context.map { !program.lineage(of: $0).contains(owner) && !program.scopes(from: $0).contains(owner) }
        ?? false
    default: return false
    }
  }
}

/// Whether a property of `self` has been assigned to on every way.
private struct IsAssigned: Lattice {
  var isSo = false
  mutating func join(_ other: Self) { isSo = isSo && other.isSo }
}

private struct Assigning: Transfer {
  let code: Code
  let name: Symbol

  func step(_ state: inout IsAssigned, at expression: ExpressionID) {
    if case .assign(let target, _) = code[expression], code.ownProperty(target) == name { state.isSo = true }
  }
}

extension Code {
  /// `utf8` of `.utf8` and of `String.Encoding.utf8`.
  fileprivate func memberWord(_ id: ExpressionID) -> Symbol? {
    switch self[id] {
    case .implicitMember(let name), .member(_, let name): name
    default: nil
    }
  }
}

extension Program {
  /// Whether something that inherits the type of a property has one of that name of its own.
  func isRedeclared(_ property: PropertyID, below owner: NominalID) -> Bool {
    let name = declaration(of: property).name
    return (descendants[owner] ?? []).contains { self[$0].properties[name] != nil }
  }

  /// Whether a type, or a file, has one declaration alone of a property's name: `#if` may leave several.
  func isDeclaredOnce(_ property: PropertyID) -> Bool {
    let name = declaration(of: property).name
    guard let owner = owner(of: property) else {
      return self[file(of: property)].facts.properties.count { $0.parent == nil && $0.name == name } == 1
    }
    var count = 0
    for place in self[owner].declarations {
      count += self[place.file].facts.properties.count { $0.parent == place.type && $0.name == name }
    }
    return count == 1
  }
}
