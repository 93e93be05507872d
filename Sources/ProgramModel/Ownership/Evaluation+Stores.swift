import SwiftFacts

extension Evaluation {
  func assign(_ value: ExpressionID, to target: ExpressionID, at site: ExpressionID) {
    let isNothing = isEmptyValue(value)
    noteTaken(value, into: target)
    switch facts.code[target] {
    case .local(let local):
      // Of parameters, only an `inout` one can be assigned to.
      if isNothing, case .parameter(let index) = facts.code[local].kind { emptying.parameters.insert(Int(index)) }
      // A closure that calls itself by the variable keeps itself, whoever else is given it.
      if case .closure(let closure) = facts.code[value], mentions(local, in: closure) { _ = self.value(of: value) }
    case .name(let name, let implicitSelf):
      for scope in program.scopes(from: frame.context) {
        guard let member = program.valueMember(name, of: scope) else { continue }
        let isOwn = scope == frame.context
        let holders = isOwn ? implicitSelf.map(self.value(ofLocal:)) ?? [] : []
        return assign(value, to: member, named: name, of: holders, isNothing, at: site)
      }
      if let property = program.globalProperty(named: name, from: frame.file) {
        assign(value, to: .property(property), named: name, of: [], isNothing, at: site)
      } else if let implicitSelf {
        noteReplacedWrapper(name, of: self.value(ofLocal: implicitSelf), with: value, at: site)
      }
    case .member(let base, let name):
      let type = inference.type(of: base, in: frame)
      if case .metatype(let instance) = type {
        guard let owner = instance.nominal, let member = program.member(name, of: owner) else { return }
        return assign(value, to: member, named: name, of: [], isNothing, at: site)
      }
      let holders = self.value(of: base)
      guard !holders.isEmpty else { return }
      // Of a tuple, whichever of its values goes may be the one that keeps something.
      if isNothing, case .tuple = type {
        for holder in holders { if case .field(_, let slot) = self[holder].kind { noteClear(slot, at: site) } }
        return
      }
      if let owner = type.nominal, let member = program.member(name, of: owner) {
        for (member, holders) in implementations(of: member, named: name, by: holders) {
          assign(value, to: member, named: name, of: holders, isNothing, at: site)
        }
        return
      }
      // Where the type of the expression tells nothing, the objects may be known to be of one.
      for holder in holders {
        if let owner = self[holder].type.nominal, let member = program.member(name, of: owner) {
          assign(value, to: member, named: name, of: [holder], isNothing, at: site)
        } else if isNothing {
          noteEmptiedUnknown(name, of: holder, at: site)
        } else {
          assignUnknown(value, to: name, of: [holder], at: site)
        }
      }
    case .subscripted(let base, _):
      if isNothing { return noteEmptied(elementOf: base, at: site) }
      // What is put under a key takes the place of what was there.
      if isIdleClosure(value) || isUnderEachKey(target) && keepsNothing(value) {
        noteEmptied(elementOf: base, at: site)
      }
      for holder in self.value(of: base) {
        for object in self.value(of: value) { keep(holder, .element, object, .proven, at: site) }
      }
    default: return
    }
  }

  /// Whether an element stands under the key of an entry of the same collection that a loop goes through.
  private func isUnderEachKey(_ target: ExpressionID) -> Bool {
    guard case .subscripted(let base, let arguments) = facts.code[target], let name = facts.code.ownProperty(base),
      arguments.count == 1, let key = facts.code[arguments].first,
      case .local(let local) = facts.code[key.value], case .variable(isLet: true) = facts.code[local].kind,
      let given = facts.code[local].initializer, case .element(let source) = facts.code[given]
    else { return false }
    if facts.code.ownProperty(source) == name { return true }
    guard case .member(let list, let member) = facts.code[source] else { return false }
    return facts.code.ownProperty(list) == name && program.knowledge[.allKeys].contains(member)
  }

  /// What a protocol asks for is what the class has which an object is known to be of.
  private func implementations(
    of member: Member, named name: Symbol, by holders: [ObjectID]
  ) -> [(Member, [ObjectID])] {
    guard case .property(let requirement) = member, program.declaration(of: requirement).isRequirement else {
      return [(member, holders)]
    }
    var others: [ObjectID] = []
    var result: [(Member, [ObjectID])] = []
    for holder in holders {
      if let owner = self[holder].type.nominal, program[owner].kind == .class,
        case .property(let property)? = program.member(name, of: owner), property != requirement
      {
        result.append((.property(property), [holder]))
      } else {
        others.append(holder)
      }
    }
    return result + (others.isEmpty ? [] : [(member, others)])
  }

  private func mentions(_ local: LocalID, in closure: ClosureID) -> Bool {
    (facts.code[closure].firstExpression..<facts.code[closure].endExpression).contains {
      facts.code[ExpressionID(index: $0)] == .local(local)
    }
  }

  private func assign(
    _ value: ExpressionID, to member: Member, named name: Symbol, of holders: [ObjectID], _ isNothing: Bool,
    at site: ExpressionID
  ) {
    switch member {
    case .property(let property):
      if isNothing || isBareCase(value, of: property) || takesOwnPlace(value, at: site) {
        let first = clears.count
        noteEmptied(property, of: holders, at: site)
        for holder in holders { forgetOverwritten(slot(of: property), of: holder, at: site) }
        noteHolders(holders.map { copy(around: $0) ?? $0 }, ofClears: first..<clears.count)
      } else if isPart(value, of: property, of: holders) {
        noteClear(slot(of: property), of: holders.count == 1 ? holders[0] : nil, at: site)
      } else if !isPlain(inference.type(of: property)), keepsNothing(value) {
        let first = clears.count
        for holder in holders { noteReplaced(slot(of: property), of: holder, at: site) }
        if enumCase(value) == nil, isMadeOfGiven(value) {
          for index in first..<clears.count { clears[index].isSetAnew = true }
        }
      } else if beginsFilled(property), isNewAndKeepsNothing(value) {
        for holder in holders { noteReplaced(slot(of: property), of: holder, at: site) }
      } else if let name = enumCase(value), holders.contains(where: { self[$0].kind == .selfObject }) {
        noteClear(slot(of: property), .holds(name), at: site)
      }
      let values = self.value(of: value)
      guard !values.isEmpty else { return }
      let isOfProcess = program.declaration(of: property).isStatic || program.owner(of: property) == nil
      for holder in isOfProcess ? [process] : holders { store(values, into: property, of: holder, at: site) }
    case .known(let entry):
      let owner = holders.first.flatMap { self[$0].type.nominal } ?? frame.context
      let slot = Slot(name: name, owner: owner)
      if isNothing || takesOwnPlace(value, at: site) { noteClear(slot, at: site) }
      noteRoots(value, in: name, of: holders)
      let proof: Proof
      switch entry.holding {
      case .strong: proof = .known
      case .perhaps: proof = .guessed
      case .once, .weak, .unowned, .computed: return
      }
      let step = Step(
        saying: .knownProperty(owner: owner.map { program[$0].name } ?? "", name: name), span: nil, proof: proof)
      for holder in holders {
        for object in self.value(of: value) { keep(holder, slot, object, proof, at: site, steps: [step]) }
      }
    default: return
    }
  }

  /// Whether a closure is put into the slot that the closure around it is in, and captures none of what that slot is
  /// reached by: the first one to run is the last that keeps it.
  private func takesOwnPlace(_ value: ExpressionID, at site: ExpressionID) -> Bool {
    guard case .closure(let new) = facts.code[value], let around = facts.code.innermostClosure(around: site),
      case .assign(let target, _) = facts.code[site], case .member(let base, let name) = facts.code[target],
      case .local(let holder) = facts.code[base], !mentions(holder, in: new)
    else { return false }
    return program.expressions(of: function).contains { index in
      guard case .assign(let other, let first) = facts.code.expressions[index], facts.code[first] == .closure(around),
        case .member(let otherBase, name) = facts.code[other]
      else { return false }
      return facts.code[otherBase] == .local(holder)
    }
  }

  /// A property that nothing is known of: if it takes a closure, it can hardly do otherwise than keep it; or something
  /// made for it, where all known properties of its name keep what they are given.
  private func assignUnknown(_ value: ExpressionID, to name: Symbol, of holders: [ObjectID], at site: ExpressionID) {
    switch program.knowledge.properties[.init(type: Knowledge.MemberKey.anyType, name: name)]?.holding {
    case .once?, .weak?, .unowned?, .computed?: return
    case .strong?, .perhaps?, nil: break
    }
    for object in self.value(of: value) {
      guard isFunction(object) || isKept(object, under: name) || carriesClosure(object) && !isBackward(name) else {
        continue
      }
      let step = Step(saying: .unknownProperty(name), span: nil, proof: .guessed)
      for holder in holders where !(isFunction(object) && worksOnce(holder)) {
        keep(holder, Slot(name: name, owner: nil), object, .guessed, at: site, steps: [step])
      }
    }
  }

  func isFunction(_ object: ObjectID) -> Bool {
    switch self[object].kind {
    case .closure, .method: return true
    default:
      if case .function = self[object].type { return true }
      return false
    }
  }

  /// `holder.property` is given values.
  func store(_ values: [ObjectID], into property: PropertyID, of holder: ObjectID, at site: ExpressionID) {
    // A number or a text keeps nothing, whatever it was worked out from.
    guard !values.isEmpty, !isPlainValue(inference.type(of: property)) else { return }
    switch hold(of: property) {
    case .strong(let proof):
      for value in values {
        keep(holder, slot(of: property), value, proof, at: site)
      }
    case .weak: return
    case .unknown:
      guard let setter = setter(of: property) else { return }
      let receiver = self[holder].kind == .process ? [] : [holder]
      for value in values { apply(setter, receiver: receiver, arguments: [0: [value]], result: nil, at: site) }
    }
  }

  /// A type of the program may have the name of one of the system's.
  private func isPlainValue(_ type: Type) -> Bool {
    (type.nominal.map { program[$0].kind == .foreign } ?? true) && program.isNamed(type, in: .plainValue)
  }

  func setter(of property: PropertyID) -> FunctionID? {
    let file = program.file(of: property)
    let index = PropertyIndex(index: property.index - program.propertyNumbers.offsets[Int(file.index)])
    let functions = program[file].facts.functions
    guard let at = functions.firstIndex(where: { $0.kind == .setter(index) }) else { return nil }
    return program.function(FunctionIndex(index: Int32(at)), in: file)
  }

  func mutate(_ target: ExpressionID, with value: ExpressionID, at site: ExpressionID) {
    let objects = self.value(of: value)
    guard !objects.isEmpty else { return }
    keepInBag(target, objects, at: site)
    for holder in self.value(of: target) {
      for object in objects { keep(holder, .element, object, .proven, at: site) }
    }
  }

  /// `form +++ section <<< row`: what stands on the left keeps what stands on the right, and is what comes out.
  func result(ofOperator name: Symbol, _ operands: ArraySlice<ExpressionID>, at site: ExpressionID) -> [ObjectID] {
    guard program.knowledge[.addingOperators].contains(name), let first = operands.first else { return [] }
    let holders = value(of: first)
    let added = union(operands.dropFirst().map(value(of:)))
    for holder in holders {
      for object in added where object != holder { keep(holder, .element, object, .known, at: site) }
    }
    return holders
  }

  /// In a data source method the list that asks is the one that its data source serves, so a screen or a
  /// view that has such a list owns it.
  func noteDataSource() {
    guard let context = frame.context, let list = askingList else { return }
    let known = slot(keeping: program[list].name, context, called: frame.declaration.name)
    guard let owned = known ?? inheritedList(of: context) else { return }
    let proof: Proof = known == nil ? .guessed : .known
    let step = Step(saying: .dataSource(frame.declaration.name), span: nil, proof: proof)
    keep(
      selfObject, Slot(name: owned, owner: nil), object(.parameter(0), type: .nominal(list, arguments: [])), proof,
      at: ExpressionID(index: frame.declaration.firstExpression), steps: [step])
  }

  /// What a class out of sight has its list in, where a class that inherits it does what its data source does and
  /// uses a property that is called as the list calls itself.
  private func inheritedList(of context: NominalID) -> Symbol? {
    let name = frame.declaration.name
    guard frame.declaration.isOverride, program.hasUnknownSuperclass(context) else { return nil }
    let callees = Set(
      facts.code.expressions.compactMap { if case .call(let callee, _) = $0 { callee } else { nil } })
    let isUsed = facts.functions.indices.contains { index in
      let function = program.function(FunctionIndex(index: Int32(index)), in: frame.file)
      guard program.owner(of: function) == context else { return false }
      return program.expressions(of: function).contains { at in
        let id = ExpressionID(index: Int32(at))
        return facts.code.ownProperty(id) == name && !callees.contains(id)
      }
    }
    return isUsed ? name : nil
  }

  /// A cell that a data source makes, and does not take from the list, is kept by the list all the same.
  func noteMadeCells() {
    guard let list = askingList else { return }
    let holder = object(.parameter(0), type: .nominal(list, arguments: []))
    let step = Step(saying: .knownKeep(frame.declaration.name), span: nil, proof: .known)
    for cell in resultObjects() where isConstructed(cell) {
      guard case .fresh(let site) = self[cell].kind, let type = self[cell].type.nominal,
        program.inherits(type, fromAny: .viewClass)
      else { continue }
      keep(holder, .element, cell, .known, at: site, steps: [step])
    }
  }

  /// The type of the list that asks, where the function is one of its data source.
  private var askingList: NominalID? {
    guard frame.declaration.kind == .function, !frame.declaration.isStatic,
      let first = frame.declaration.parameters.first, first.label == nil,
      let type = first.type, let list = frame.resolve(type).nominal
    else { return nil }
    let name = program[list].name
    return program.knowledge[.asksDataSource][frame.declaration.name].contains { $0.type == name } ? list : nil
  }

  /// What a type keeps such a list in: its one property of that kind, or else as the list calls itself.
  func slot(keeping list: Symbol, _ context: NominalID, called name: Symbol) -> Symbol? {
    let kept = program.lineage(of: context).flatMap { program[$0].storedProperties }.filter { property in
      guard case .strong = hold(of: property), let type = inference.type(of: property).nominal else { return false }
      return program.inherits(type, from: list)
    }
    if let only = kept.first, kept.count == 1 { return program.declaration(of: only).name }
    return !kept.isEmpty || program.inherits(context, fromAny: .ownsShownList) ? name : nil
  }
}
