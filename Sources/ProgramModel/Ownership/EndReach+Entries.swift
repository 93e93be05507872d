import SwiftFacts

/// What of a function tells whose entry it takes out of a list.
enum EntryTeller: Equatable {
  /// One that it is given, by position.
  case parameter(Int)
  /// The object that it is called on, which is itself the entry.
  case receiver
}

/// What a call gives for what says what is to be taken out.
enum KeyArgument: Equatable {
  /// The object that calls.
  case itself
  /// A parameter of the function around the call, by position.
  case handedOn(Int)
  case constant(EntryKey)
  /// An object of one of these types, or of one that inherits from it.
  case object([NominalID])
  case other

  /// - Parameter isEntry: Whether the object is the entry itself, rather than what it is kept under.
  func teller(ofObject isEntry: Bool) -> EntryTeller? {
    switch self {
    case .itself: isEntry ? .receiver : nil
    case .handedOn(let position): .parameter(position)
    case .constant, .object, .other: nil
    }
  }
}

/// Which of the objects in a list a call takes out of it.
extension ReachWalk {
  /// The type of what a cycle has in the list that is emptied, where a function is told by the entry itself which to
  /// take out.
  func entry(of cycle: Cycle, after index: Int, toldBy teller: EntryTeller?, in function: FunctionID) -> NominalID? {
    let links = cycle.links
    guard case .parameter(let position)? = teller,
      let told = inference.type(of: program.declaration(of: function).parameters[position].local, in: frames[function])
        .nominal,
      let entry = (1...links.count).lazy.compactMap({ links[(index + $0) % links.count].type.nominal }).first,
      program[entry].kind == .class, program.lineage(of: entry).contains(told)
    else { return nil }
    return entry
  }

  /// Whether what a call gives can be an entry of a type.
  func mayBe(_ given: KeyArgument, _ entry: NominalID, in function: FunctionID) -> Bool {
    let types: [NominalID]
    switch given {
    case .itself:
      guard let owner = program.owner(of: function) else { return true }
      types = [owner]
    case .object(let all): types = all
    case .handedOn, .constant, .other: return true
    }
    return types.contains {
      program.lineage(of: entry).contains($0) || program.lineage(of: $0).contains(entry)
    }
  }

  func given(for teller: EntryTeller, by site: Callers.Site, to callee: FunctionID) -> KeyArgument? {
    let code = program[program.file(of: site.function)].facts.code
    switch teller {
    case .parameter(let position):
      let given = program.argument(position, of: site.call, to: callee, in: site.function)
      guard let (value, argument) = given else { return nil }
      return argument == .other ? object(value, in: site.function) : argument
    case .receiver:
      guard case .call(let called, _) = code[site.call] else { return nil }
      guard case .member(let base, _) = code[called] else {
        if case .name(_, implicitSelf: .some) = code[called] { return .itself }
        return .other
      }
      if code.isSelf(base) { return .itself }
      return object(base, in: site.function)
    }
  }

  private func object(_ value: ExpressionID, in function: FunctionID) -> KeyArgument {
    let frame = frames[function]
    guard let type = inference.type(of: value, in: frame).nominal else { return .other }
    if program[type].kind == .class { return .object([type]) }
    // What a property of a protocol's type is given may all be in sight.
    guard let (owner, name) = place(value, in: frame),
      case .property(let property)? = program.member(name, of: owner),
      let types = callers.types(givenTo: property)
    else { return .object([type]) }
    return .object(types)
  }

  /// The property that an expression reads, and the type that has it.
  private func place(_ value: ExpressionID, in frame: Frame) -> (owner: NominalID, name: Symbol)? {
    let code = frame.facts.code
    if let name = code.ownProperty(value) { return frame.context.map { ($0, name) } }
    guard case .member(let base, let name) = code[value] else { return nil }
    return inference.type(of: base, in: frame).nominal.map { ($0, name) }
  }
}

extension Callers {
  /// The types of all that a stored property of a class is given; nil where one is not in sight. Who is handed it for
  /// the property is followed for one step.
  func types(givenTo property: PropertyID) -> [NominalID]? {
    let declaration = program.declaration(of: property)
    guard declaration.isStored, !declaration.isStatic, let owner = program.owner(of: property),
      program[owner].kind == .class, areInSight(of: owner)
    else { return nil }
    var result: [NominalID] = []
    func add(_ value: ExpressionID, in function: FunctionID, isHanded: Bool) -> Bool {
      let code = program[program.file(of: function)].facts.code
      if case .literal(.null) = code[value] { return true }
      if code.isSelf(value) {
        guard let owner = program.owner(of: function) else { return false }
        result.append(owner)
        return true
      }
      let parameters = program.declaration(of: function).parameters
      if case .local(let local) = code[value], let at = parameters.firstIndex(where: { $0.local == local }), !isHanded {
        return sites(of: function).allSatisfy { site in
          guard let (given, _) = program.argument(at, of: site.call, to: function, in: site.function) else {
            return parameters[at].defaultValue != nil
          }
          return add(given, in: site.function, isHanded: true)
        }
      }
      guard let type = inference.type(of: value, in: frames[function]).nominal, program[type].kind == .class else {
        return false
      }
      result.append(type)
      return true
    }
    for (function, value) in beginnings(of: property) where !add(value, in: function, isHanded: true) { return nil }
    for (function, target, value) in assignments(named: declaration.name) {
      let code = program[program.file(of: function)].facts.code
      let holder: NominalID?
      if code.ownProperty(target) != nil {
        holder = program.owner(of: function)
      } else if case .member(let base, _) = code[target] {
        holder = inference.type(of: base, in: frames[function]).nominal
      } else {
        holder = nil
      }
      if let holder, !program.lineage(of: holder).contains(owner), !program.lineage(of: owner).contains(holder) {
        continue
      }
      guard holder != nil, add(value, in: function, isHanded: false) else { return nil }
    }
    return result
  }
}

extension Program {
  /// The parameter of a function that says which entry it takes out of a list: by itself, or as what a key is made
  /// of; nil where it takes out all, or something else says which.
  func keyParameter(of clear: Clear, in function: FunctionID) -> Int? {
    let code = self[file(of: function)].facts.code
    let parameters = declaration(of: function).parameters
    guard !parameters.isEmpty,
      let at = expressions(of: function).first(where: { code.spans[$0] == clear.span })
    else { return nil }
    let given: ArraySlice<Argument>
    switch code.expressions[at] {
    case .call(_, let list): given = code[list]
    case .assign(let target, let value):
      switch code[target] {
      case .subscripted(_, let list): given = code[list]
      default:
        // `list = list.filter { $0 !== entry }`
        guard case .call(let callee, let list) = code[value], case .member(_, let name) = code[callee],
          knowledge[.leavesOut].contains(name)
        else { return nil }
        given = code[list]
      }
    default: return nil
    }
    let named = Set(given.flatMap { code.rootLocals(of: $0.value) })
    let positions = parameters.indices.filter { named.contains(parameters[$0].local) }
    return positions.count == 1 ? positions[0] : nil
  }

  /// What a call gives for a parameter of the function that it calls.
  func argument(
    _ position: Int, of call: ExpressionID, to callee: FunctionID, in function: FunctionID
  ) -> (value: ExpressionID, argument: KeyArgument)? {
    let code = self[file(of: function)].facts.code
    guard case .call(_, let list) = code[call], let match = declaration(of: callee).match(code[list]),
      let at = match.firstIndex(of: position)
    else { return nil }
    let value = code[list][code[list].startIndex + at].value
    if let key = EntryKey(value, in: code) { return (value, .constant(key)) }
    if code.isSelf(value) { return (value, .itself) }
    guard case .local(let local) = code[value],
      let handed = declaration(of: function).parameters.firstIndex(where: { $0.local == local })
    else { return (value, .other) }
    return (value, .handedOn(handed))
  }
}

extension Code {
  /// The locals that a key begins with, or that a condition in a closure compares with.
  fileprivate func rootLocals(of id: ExpressionID) -> [LocalID] {
    switch self[id] {
    case .closure(let closure):
      return (self[closure].firstExpression..<self[closure].endExpression).compactMap { at in
        if case .local(let local) = self[ExpressionID(index: at)] { local } else { nil }
      }
    case .call(_, let list) where list.count > 0: return self[list].flatMap { rootLocals(of: $0.value) }
    default: break
    }
    guard case .local(let local) = self[root(of: id)] else { return [] }
    if case .variable(isLet: true) = self[local].kind, let value = self[local].initializer {
      return rootLocals(of: value)
    }
    return [local]
  }
}
