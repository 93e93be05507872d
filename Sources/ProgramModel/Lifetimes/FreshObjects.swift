import SwiftFacts

/// Objects that a function makes, and that nobody else knows of yet.
extension Inference {
  /// The class of an object that a call makes, where the program declares it and nothing hands the object on
  /// while it is made.
  func madeObject(_ made: ExpressionID, in frame: Frame, depth: Int = 0) -> NominalID? {
    guard case .call = frame.facts.code[made], depth < 3 else { return nil }
    switch target(of: made, in: frame).kind {
    case .functions(let functions):
      guard let function = functions.first else { return nil }
      if program.declaration(of: function).kind == .initializer {
        guard let type = type(of: made, in: frame).nominal, program.isPlainObject(type),
          functions.allSatisfy({ !program.givesAwaySelf($0) })
        else { return nil }
        return type
      }
      return functions.count == 1 && program.declaration(of: function).kind == .function
        ? product(of: function, depth: depth)?.type : nil
    case .foreign(_, _, let isInitializer):
      guard isInitializer, let type = type(of: made, in: frame).nominal, program.isPlainObject(type) else { return nil }
      return type
    case .memberwise, .enumCase, .value: return nil
    }
  }

  /// The class of the new object that a function or a getter answers with, and that it keeps no other reference to,
  /// with where it makes it.
  private func product(of function: FunctionID, depth: Int) -> (type: NominalID, made: SourceSpan)? {
    let declaration = program.declaration(of: function)
    guard declaration.hasBody else { return depth < 2 ? productOfAll(meeting: function, depth: depth + 1) : nil }
    let frame = Frame(function, in: program)
    let results = frame.facts.code[declaration.results]
    guard results.count < Self.mostResults else { return nil }
    let products = results.map { product($0, of: function, in: frame, depth: depth) }
    guard let first = products.first, products.allSatisfy({ $0 != nil }) else { return nil }
    return first
  }

  private static let mostResults = 8

  /// The new object that one result of a function is.
  private func product(
    _ result: ExpressionID, of function: FunctionID, in frame: Frame, depth: Int
  ) -> (type: NominalID, made: SourceSpan)? {
    let made: ExpressionID
    switch frame.facts.code[result] {
    case .call: made = result
    case .local(let local):
      guard case .variable(isLet: true) = frame.facts.code[local].kind, let value = frame.facts.code[local].initializer
      else { return nil }
      let uses = ValueUses(of: function, in: program)
      guard uses.mentions(of: local).allSatisfy({ $0 == result || isSetUp($0, uses, frame) }) else { return nil }
      made = value
    default: return nil
    }
    return madeObject(made, in: frame, depth: depth + 1)
      .map { ($0, SourceSpan(file: frame.file, bytes: frame.facts.code.span(of: made))) }
  }

  /// What all that meet a requirement answer with, where each makes it anew: the first of them.
  private func productOfAll(meeting requirement: FunctionID, depth: Int) -> (type: NominalID, made: SourceSpan)? {
    guard let owner = program.owner(of: requirement), program[owner].kind == .protocol else { return nil }
    let asked = program.declaration(of: requirement)
    var first: (type: NominalID, made: SourceSpan)?
    for heir in program.descendants[owner] ?? [] where program[heir].kind != .protocol && !program.isTest(heir) {
      let own = (program[heir].functions[asked.name] ?? []).filter {
        program.declaration(of: $0).parameters.map(\.label) == asked.parameters.map(\.label)
      }
      guard own.count == 1, let found = product(of: own[0], depth: depth) else { return nil }
      first = first ?? found
    }
    return first
  }

  /// The class of the object that a property makes anew whenever it is asked, whichever object of the program has it,
  /// with where it is made.
  func objectMade(byAsking id: ExpressionID, in frame: Frame) -> (type: NominalID, made: SourceSpan)? {
    let owner: NominalID?
    let name: Symbol
    switch frame.facts.code[id] {
    case .member(let base, let member):
      let base = type(of: base, in: frame)
      if case .metatype(let instance) = base { owner = instance.nominal } else { owner = base.nominal }
      name = member
    case .name(let member, .some):
      owner = frame.context
      name = member
    case .implicitMember(let member):
      owner = expectedType(of: id, in: frame).nominal
      name = member
    default: return nil
    }
    guard let owner, case .property(let property)? = program.valueMember(name, of: owner) else { return nil }
    let products = program.properties(behind: property, of: owner).map {
      property -> (type: NominalID, made: SourceSpan)? in
      let declaration = program.declaration(of: property)
      guard !declaration.isStored, let getter = declaration.getter else { return nil }
      return product(of: program.function(getter, in: program.file(of: property)), depth: 0)
    }
    guard let first = products.first, products.allSatisfy({ $0 != nil }) else { return nil }
    return first
  }

  /// A use of an object that gives it to nobody: a property of it is set or read, or a method that keeps it to
  /// itself is called.
  func isSetUp(_ use: ExpressionID, _ uses: ValueUses, _ frame: Frame) -> Bool {
    let code = frame.facts.code
    guard let member = uses.parent(of: use), case .member(let base, let name) = code[member], base == use else {
      return false
    }
    guard let next = uses.parent(of: member) else { return !uses.isResult(member) }
    switch code[next] {
    case .assign(let target, _), .mutate(let target, _): return target == member
    case .call(let callee, _) where callee == member:
      guard case .functions(let functions) = target(of: next, in: frame).kind else { return false }
      return functions.allSatisfy { !program.givesAwaySelf($0) }
    default:
      guard let owner = type(of: use, in: frame).nominal, case .property? = program.valueMember(name, of: owner) else {
        return false
      }
      return true
    }
  }
}

extension Program {
  /// The properties that may be asked where a property of a type is: the witnesses of a requirement, and overrides.
  func properties(behind property: PropertyID, of type: NominalID) -> [PropertyID] {
    let name = declaration(of: property).name
    var result = declaration(of: property).isRequirement ? [] : [property]
    for heir in descendants[type] ?? [] where self[heir].kind != .protocol {
      guard let own = self.property(named: name, of: heir), !isTest(file(of: own)), !declaration(of: own).isRequirement,
        !result.contains(own)
      else { continue }
      result.append(own)
    }
    return result
  }

  /// Whether a class is the program's own and inherits nothing of the system that may be kept by what shows or
  /// runs it.
  func isPlainObject(_ type: NominalID) -> Bool {
    guard self[type].kind == .class, !isKeptAnyhow(type) else { return false }
    return lineage(of: type).allSatisfy { ancestor in
      let nominal = self[ancestor]
      switch nominal.kind {
      case .foreign:
        return knowledge[.rootClass].contains(nominal.name) || knowledge.types[nominal.name]?.kind != .class
      case .class:
        // The first name may be a class that no table knows.
        guard let first = nominal.foreignSupertypes.first, knowledge.types[first] == nil else { return true }
        return first == Words.AnyObject || first == Words.NSObjectProtocol || knowledge[.isCallbackProtocol].ends(first)
      default: return true
      }
    }
  }

  /// Whether a function may let others keep its object: it passes `self` on, puts it somewhere, answers with it,
  /// or uses it in a closure that holds it strongly.
  func givesAwaySelf(_ id: FunctionID, depth: Int = 0) -> Bool {
    let declaration = declaration(of: id)
    guard declaration.hasBody else { return declaration.kind != .initializer }
    guard let own = declaration.selfLocal else { return false }
    let code = self[file(of: id)].facts.code
    for index in expressions(of: id) {
      switch code.expressions[index] {
      case .call(let callee, let list):
        if code[list].contains(where: { code[$0.value] == .local(own) }) { return true }
        // What it calls on itself may do so for it.
        if let name = code.ownCall(callee, own), depth < 3, let type = owner(of: id),
          case .functions(let next)? = member(name, of: type),
          next.contains(where: { $0 != id && givesAwaySelf($0, depth: depth + 1) })
        {
          return true
        }
      case .assign(_, let value): if code[value] == .local(own) { return true }
      case .array(let parts), .compound(let parts), .choice(let parts):
        if code[parts].contains(where: { code[$0] == .local(own) }) { return true }
      case .tuple(let list): if code[list].contains(where: { code[$0.value] == .local(own) }) { return true }
      case .closure(let closure):
        if holdsSelf(code[closure], in: id), !runsBeforeItsCallReturns(code[closure], code) { return true }
      default: continue
      }
    }
    return code[declaration.results].contains { code[$0] == .local(own) }
  }

  /// Whether what a closure is given to is known to run it there and then: `queue.sync { … }`.
  private func runsBeforeItsCallReturns(_ closure: Closure, _ code: Code) -> Bool {
    guard let name = closure.call.flatMap({ code.callee(of: $0) }) else { return false }
    return knowledge[.waitsForBlock].contains(name) || knowledge[.runsUnderLock].contains(name)
      || knowledge[.runsOnceInPlace].contains(name)
  }

  /// Whether a closure holds the object of the function around it strongly, named or not.
  func holdsSelf(_ closure: Closure, in function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    switch code.strengthOfSelf(in: closure, declaration) {
    case .strong: return true
    case .weak, .unowned: return false
    case nil: break
    }
    guard let own = declaration.selfLocal, let type = owner(of: function) else { return false }
    return (closure.firstExpression..<closure.endExpression).contains { index in
      guard case .name(let name, own) = code.expressions[Int(index)], !name.isCapitalized else { return false }
      return member(name, of: type) != nil
    }
  }
}

extension Code {
  func isSelf(_ id: ExpressionID) -> Bool {
    guard case .local(let local) = self[id] else { return false }
    return self[local].kind == .selfReference
  }

  /// The name of a method that a call runs on `self`: `start()`, `self.start()`.
  func ownCall(_ callee: ExpressionID, _ own: LocalID) -> Symbol? {
    switch self[callee] {
    case .name(let name, implicitSelf: own): return name
    case .member(let base, let name):
      return self[base] == .local(own) || self[base] == .superReference(own) ? name : nil
    default: return nil
    }
  }
}

extension Program {
  /// Whether somebody puts into a property an object that is made on the spot, which nobody else has then. O(functions
  /// in which its name stands).
  public func isGivenNewObject(_ property: PropertyID) -> Bool {
    guard let owner = owner(of: property) else { return false }
    let name = declaration(of: property).name
    let inference = Inference(program: self)
    return functions(mentioning: [name]).contains { function in
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      return expressions(of: function).contains { index in
        guard case .assign(let target, let value) = code.expressions[index], code.writtenName(target) == name,
          code.makesObject(value) || isMadeForAlone(value, name, function, code) || isMadeByOwn(value, frame, inference)
        else { return false }
        guard case .member(let base, _) = code[target], let type = inference.type(of: base, in: frame).nominal
        else { return frame.context.map { lineage(of: $0).contains(owner) } ?? false }
        return lineage(of: type).contains(owner) || lineage(of: owner).contains(type)
      }
    }
  }

  /// Whether a value is what a function of the program answers with, which makes an object each time and hands it out.
  private func isMadeByOwn(_ value: ExpressionID, _ frame: Frame, _ inference: Inference) -> Bool {
    guard case .call = frame.facts.code[value],
      case .functions(let functions) = inference.target(of: value, in: frame).kind, !functions.isEmpty
    else { return false }
    return functions.allSatisfy { function in
      let code = self[file(of: function)].facts.code
      let results = code[declaration(of: function).results]
      return declaration(of: function).kind == .function && !results.isEmpty
        && results.allSatisfy { result in
          guard case .local(let local) = code[result] else { return code.makesObject(result) }
          guard case .variable(isLet: true) = code[local].kind, let made = code[local].initializer else { return false }
          return code.makesObject(made)
        }
    }
  }

  /// Whether a value is a constant with an object that the function makes, and gives to nobody but a property, and to
  /// whoever asks for what is in that: they need not keep it.
  private func isMadeForAlone(_ value: ExpressionID, _ property: Symbol, _ function: FunctionID, _ code: Code) -> Bool {
    guard case .local(let local) = code[value], case .variable(isLet: true) = code[local].kind,
      let made = code[local].initializer, code.makesObject(made)
    else { return false }
    let uses = ValueUses(of: function, in: self)
    return uses.mentions(of: local).allSatisfy { mention in
      if uses.isResult(mention) { return true }
      guard let parent = uses.parent(of: mention) else { return false }
      switch code[parent] {
      case .member: return true
      case .assign(let target, let value): return value == mention && code.writtenName(target) == property
      default: return false
      }
    }
  }
}

extension Code {
  /// Whether an expression makes an object, by the name of what it calls.
  fileprivate func makesObject(_ id: ExpressionID) -> Bool {
    if case .call(let callee, _) = self[id] { calledName(callee)?.isCapitalized ?? false } else { false }
  }
}
