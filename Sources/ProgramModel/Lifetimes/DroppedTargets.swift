public import SwiftFacts

/// A new object that is put into weak properties alone, so that it is freed when the function ends.
public struct DroppedTarget: Hashable, Sendable {
  public var function: FunctionID
  /// The weak property where it is the type's own, else where it is put into it.
  public var span: SourceSpan
  /// Where it is put into the weak property.
  public var site: SourceSpan
  /// Where the weak property is declared, if that is in sight and elsewhere.
  public var declared: SourceSpan?
  /// The local that holds it; nil where it is handed over as it is made.
  public var local: Symbol?
  /// What makes it, as the source calls it.
  public var maker: String
  /// Where it is made.
  public var made: SourceSpan
  /// The weak property: as the source calls it where it is set, or with its owner where a function sets it.
  public var slot: String
  public var type: NominalID
}

extension Program {
  /// New objects that only weak properties hold, in the order of files.
  public func droppedTargets(threads: Int) -> [DroppedTarget] {
    let names = weakNames.union(takersForWeakSlots(weakNames))
    return foundByFunction(.droppedTargets, given: Ground(names), threads: threads, state: { $0 }) {
      program, own, function in
      program.droppedTargets(in: function, names, own)
    }
  }

  /// The names of the weak properties that the program and the tables know.
  private var weakNames: Set<Symbol> {
    var names: Set<Symbol> = []
    for file in files {
      for property in file.facts.properties where property.strength == .weak { names.insert(property.name) }
    }
    for (key, entry) in knowledge.properties where entry.holding == .weak { names.insert(key.name) }
    return names
  }

  /// The names of the methods that put a parameter into something of such a name: `centre.attach(listener)`.
  private func takersForWeakSlots(_ names: Set<Symbol>) -> Set<Symbol> {
    Set(
      allFunctions.filter { function in
        let declaration = declaration(of: function)
        guard declaration.kind == .function, declaration.hasBody, !declaration.parameters.isEmpty else { return false }
        let code = self[file(of: function)].facts.code
        return expressions(of: function).contains { index in
          guard case .assign(let target, let value) = code.expressions[index], case .local(let local) = code[value],
            case .parameter = code[local].kind, let slot = code.assignedName(target)
          else { return false }
          return names.contains(slot)
        }
      }.map { declaration(of: $0).name })
  }

  private func droppedTargets(in id: FunctionID, _ names: Set<Symbol>, _ inference: Inference) -> [DroppedTarget] {
    let file = file(of: id)
    // A test has its objects to itself: there only what is gone before the next line counts, and what a helper of tests
    // leaves behind as it hands out what knows of it.
    guard declaration(of: id).hasBody,
      !(owner(of: id).map { inherits($0, fromAny: .previewProtocol) } ?? false)
    else { return [] }
    let code = self[file].facts.code
    var search: DroppedTargetSearch?
    var result: [DroppedTarget] = []
    for index in expressions(of: id) {
      let at = ExpressionID(index: Int32(index))
      switch code[at] {
      case .assign(let target, let value):
        guard let slot = code.assignedName(target), names.contains(slot), !isTest(file) || !isTestCase(id) else {
          continue
        }
        let here = search ?? DroppedTargetSearch(id, inference)
        search = here
        if here.isWeak(slot, target), !isTest(file) || here.isHandedOut(target),
          let found = here.dropped(value, at: at, into: code.spelling(of: target), isHandedOver: false),
          !doesNothing(found, inference)
        {
          result.append(found)
        }
      case .call(let callee, let list) where list.count > 0:
        let called = code.calledName(callee)
        for (position, argument) in code[list].enumerated() {
          guard let name = argument.label ?? called, names.contains(name), code.isMade(argument.value) else { continue }
          let here = search ?? DroppedTargetSearch(id, inference)
          search = here
          if isTest(file), case .local = code[argument.value], isTestCase(id) || !here.isHandedOut(at) { continue }
          if let found = here.dropped(position, of: at), !doesNothing(found, inference) { result.append(found) }
        }
      default: continue
      }
    }
    // An object that several refer to weakly is gone once.
    var told: Set<SourceSpan> = []
    return result.filter { $0.local == nil || told.insert($0.made).inserted }
  }
}

/// Looks at what one function puts into weak properties.
private struct DroppedTargetSearch {
  let frame: Frame
  let uses: ValueUses
  let inference: Inference

  private var program: Program { inference.program }
  private var code: Code { frame.facts.code }

  init(_ function: FunctionID, _ inference: Inference) {
    frame = Frame(function, in: inference.program)
    uses = ValueUses(of: function, in: inference.program)
    self.inference = inference
  }

  /// An argument that the function it is given to puts into a weak property, and does nothing else with.
  func dropped(_ position: Int, of call: ExpressionID) -> DroppedTarget? {
    guard case .call(_, let list) = code[call],
      case .functions(let functions) = inference.target(of: call, in: frame).kind,
      functions.count == 1, let function = functions.first,
      let match = program.declaration(of: function).match(code[list]),
      let slot = program.onlyWeakSlot(ofParameter: match[position], of: function, settingUp: inference)
    else { return nil }
    let arguments = code[list]
    let value = arguments[arguments.startIndex + position].value
    // What is made on the spot is gone when the call ends, and what was given it is used after that.
    if let local = uses.variable(givenBy: call), case .call(let maker, _) = code[value],
      uses.mentions(of: local).contains(where: { isAsked($0) }), let type = inference.madeObject(value, in: frame),
      program.declaration(of: function).kind == .initializer
    {
      return found(call, nil, maker, madeAt: span(of: value), slot, type)
    }
    return dropped(value, at: call, into: slot, isHandedOver: true)
  }

  /// Whether something is called on an object.
  private func isAsked(_ use: ExpressionID) -> Bool {
    guard let member = uses.parent(of: use), case .member(use, _) = code[member], let call = uses.parent(of: member),
      case .call(member, _) = code[call]
    else { return false }
    return true
  }

  func dropped(_ value: ExpressionID, at site: ExpressionID, into slot: String, isHandedOver: Bool) -> DroppedTarget? {
    switch code[value] {
    case .call(let callee, _):
      guard outlivesTheCall(site, isHandedOver), let type = inference.madeObject(value, in: frame) else { return nil }
      return found(site, nil, callee, madeAt: span(of: value), slot, type)
    case .local(let local):
      guard case .variable = code[local].kind, !code[local].declaredWeak, let made = code[local].initializer,
        case .call(let callee, _) = code[made], let type = inference.madeObject(made, in: frame),
        outlivesTheCall(site, isHandedOver),
        uses.mentions(of: local).allSatisfy({ use in
          use == value || use.index < site.index && isOutside(use, of: site) && inference.isSetUp(use, uses, frame)
            || isOtherWeakUse(use) || isLent(use)
        }), runsInPlace(site, since: made)
      else { return nil }
      return found(site, code[local].name, callee, madeAt: span(of: made), slot, type)
    case .member, .name, .implicitMember:
      guard let (type, made) = inference.objectMade(byAsking: value, in: frame), outlivesTheCall(site, isHandedOver)
      else { return nil }
      return found(site, nil, value, madeAt: made, slot, type)
    default: return nil
    }
  }

  private func span(of id: ExpressionID) -> SourceSpan { SourceSpan(file: frame.file, bytes: code.span(of: id)) }

  private func found(
    _ site: ExpressionID, _ local: Symbol?, _ maker: ExpressionID, madeAt made: SourceSpan, _ slot: String,
    _ type: NominalID
  ) -> DroppedTarget {
    DroppedTarget(
      function: frame.function, span: ownProperty(at: site) ?? span(of: site), site: span(of: site),
      declared: othersProperty(at: site).map(program.span), local: local,
      maker: code.spelling(of: maker), made: made, slot: slot, type: type)
  }

  /// The property of another object that is assigned to.
  private func othersProperty(at site: ExpressionID) -> PropertyID? {
    guard case .assign(let target, _) = code[site], case .member(let base, let name) = code[target],
      let type = inference.type(of: base, in: frame).nominal,
      case .property(let property)? = program.valueMember(name, of: type)
    else { return nil }
    return property
  }

  /// A weak property of the type itself, which is where it says that it does not keep.
  private func ownProperty(at site: ExpressionID) -> SourceSpan? {
    guard case .assign(let target, _) = code[site], let name = code.ownProperty(target), let type = frame.context,
      let property = program.property(named: name, of: type), program.owner(of: property) == type
    else { return nil }
    return program.span(of: property)
  }

  /// Whether an expression stands in the same closure as another, or around it.
  private func isOutside(_ one: ExpressionID, of other: ExpressionID) -> Bool {
    guard let closure = uses.closure(around: one) else { return true }
    return closure.firstExpression <= other.index && other.index < closure.endExpression
  }

  /// Whether the closures around an expression, and not around what is made, run before the call that they are given to
  /// returns: others keep what they capture.
  private func runsInPlace(_ id: ExpressionID, since made: ExpressionID) -> Bool {
    let body = frame.declaration.firstExpression..<frame.declaration.endExpression
    let around = code.closures(around: id, within: body).filter { closure in
      !(code[closure].firstExpression..<code[closure].endExpression).contains(made.index)
    }
    guard !around.isEmpty else { return true }
    let escape = ClosureEscape(inference: inference)
    return around.allSatisfy { escape.fate(of: $0, in: frame) == .inPlace }
  }

  /// It is given to a function that does nothing with it but call it, or set it up, before it returns.
  private func isLent(_ use: ExpressionID) -> Bool {
    guard let call = uses.parent(of: use), case .call(_, let list) = code[call],
      let position = code[list].firstIndex(where: { $0.value == use }),
      case .functions(let functions) = inference.target(of: call, in: frame).kind, functions.count == 1,
      let match = program.declaration(of: functions[0]).match(code[list])
    else { return false }
    let declaration = program.declaration(of: functions[0])
    let parameter = declaration.parameters[match[position - code[list].startIndex]]
    guard declaration.hasBody else { return false }
    // Whoever it is given to holds it weakly as well.
    let place = match[position - code[list].startIndex]
    if program.onlyWeakSlot(ofParameter: place, of: functions[0], settingUp: inference) != nil { return true }
    let inner = ValueUses(of: functions[0], in: program)
    let scene = Frame(functions[0], in: program)
    return inner.mentions(of: parameter.local).allSatisfy {
      inner.closure(around: $0) == nil && inference.isSetUp($0, inner, scene)
    }
  }

  /// It is put into another weak property besides.
  private func isOtherWeakUse(_ use: ExpressionID) -> Bool {
    guard let parent = uses.parent(of: use), case .assign(let target, use) = code[parent],
      let slot = code.assignedName(target)
    else {
      return false
    }
    return isWeak(slot, target)
  }

  func isWeak(_ slot: Symbol, _ target: ExpressionID) -> Bool {
    let owner: NominalID?
    switch code[target] {
    case .member(let base, _): owner = inference.type(of: base, in: frame).nominal
    case .name(_, .some): owner = frame.context
    default: owner = nil
    }
    return owner.map { program.isWeakSlot(slot, of: $0) } ?? false
  }

  /// Whether the function goes on to wait for what a person does, and what it has made is there until then.
  private func isModal(after site: ExpressionID) -> Bool {
    (site.index..<frame.declaration.endExpression).contains { index in
      guard case .call(let callee, _) = code[ExpressionID(index: index)] else { return false }
      return code.calledName(callee).map { program.knowledge[.runsModal].contains($0) } == true
    }
  }

  /// Whether what refers to the object weakly is there after the function has ended: what the function makes for
  /// itself goes along with it, and the work is done by then.
  private func outlivesTheCall(_ site: ExpressionID, _ isHandedOver: Bool) -> Bool {
    if isModal(after: site) { return false }
    if isHandedOver {
      switch inference.target(of: site, in: frame).receiver {
      case .expression(let base): return outlives(base)
      case .local(let local): return code[local].kind == .selfReference
      case .none: return isKept(site)
      }
    }
    guard case .assign(let target, _) = code[site] else { return false }
    if case .member(let base, _) = code[target] { return outlives(base) }
    return true
  }

  private func outlives(_ base: ExpressionID) -> Bool {
    switch code[base] {
    case .local(let local):
      switch code[local].kind {
      case .selfReference, .parameter, .closureParameter, .capture: return true
      case .function: return false
      case .variable:
        guard var value = code[local].initializer else { return false }
        while case .cast(let source, _) = code[value] { value = source }
        if case .call(let callee, _) = code[value] {
          // What is handed out again was there before, and stays.
          let isHandedOut = code.calledName(callee).map { program.knowledge[.handsOutReused].contains($0) } == true
          return isHandedOut || uses.mentions(of: local).contains { isGiven($0) }
        }
        return outlives(value)
      }
    case .member(let inner, _): return outlives(inner)
    case .name(_, .some): return true
    case .name(_, nil): return true
    case .call: return false
    case .element(let source), .cast(let source, _): return outlives(source)
    default: return false
    }
  }

  /// Whether somebody gets a value: it is an argument, put into something, or answered with.
  private func isGiven(_ use: ExpressionID) -> Bool {
    if uses.isResult(use) { return true }
    guard let parent = uses.parent(of: use) else { return false }
    switch code[parent] {
    case .assign(_, let value): return value == use
    case .call(_, let list): return code[list].contains { $0.value == use }
    case .array, .tuple, .dictionary: return true
    default: return false
    }
  }

  /// Whether a function hands out, or keeps in its object, what a call makes; or what has a member that is assigned to.
  func isHandedOut(_ id: ExpressionID) -> Bool {
    var local: LocalID?
    switch code[id] {
    case .call:
      if uses.isResult(id) || isPutIntoProperty(id) { return true }
      local = uses.variable(givenBy: id)
    case .member(let base, _):
      if code.ownProperty(base) != nil { return true }
      if case .local(let holder) = code[base] { local = holder }
    default: return false
    }
    guard let local, case .variable = code[local].kind else { return false }
    return uses.mentions(of: local).contains { uses.isResult($0) || isPutIntoProperty($0) || isPartOfResult($0) }
  }

  private func isPutIntoProperty(_ value: ExpressionID) -> Bool {
    guard let parent = uses.parent(of: value), case .assign(let target, value) = code[parent] else { return false }
    return code.ownProperty(target) != nil
  }

  private func isPartOfResult(_ value: ExpressionID) -> Bool {
    guard let parent = uses.parent(of: value), case .tuple = code[parent] else { return false }
    return uses.isResult(parent)
  }

  /// Whether somebody keeps what a call makes.
  private func isKept(_ call: ExpressionID) -> Bool {
    if isGiven(call) { return true }
    guard let local = uses.variable(givenBy: call) else { return frame.declaration.isInitialValue }
    return uses.mentions(of: local).contains { isGiven($0) }
  }
}

extension Program {
  /// Whether a property holds its object without keeping it.
  func isWeakSlot(_ slot: Symbol, of owner: NominalID) -> Bool {
    switch valueMember(slot, of: owner) {
    case .property(let property)?:
      if declaration(of: property).isRequirement {
        // Whatever conforms may be the one: each has to hold it weakly.
        let behind = properties(behind: property, of: owner)
        return !behind.isEmpty
          && behind.allSatisfy { declaration(of: $0).isStored && declaration(of: $0).strength == .weak }
      }
      return declaration(of: property).isStored && declaration(of: property).strength == .weak
        && !isSentOnItsWay(property, of: owner)
    case .known(let entry)?: return entry.holding == .weak
    default: return false
    }
  }

  /// Whether `didSet` calls something on what has been put into a property: that may see to it that somebody keeps it.
  private func isSentOnItsWay(_ property: PropertyID, of owner: NominalID) -> Bool {
    let name = declaration(of: property).name
    return functions(of: owner).contains { function in
      guard case .observer(let observed) = declaration(of: function).kind,
        self.property(observed, in: file(of: function)) == property
      else { return false }
      let code = self[file(of: function)].facts.code
      return expressions(of: function).contains { index in
        guard case .call(let callee, _) = code.expressions[index], case .member(let base, _) = code[callee] else {
          return false
        }
        return code.ownProperty(base) == name
      }
    }
  }

  /// The weak property that a function puts a parameter into, where it does nothing else with it.
  ///
  /// - Parameter inference: Knows what else may be done with it, as it makes nobody keep it: something is called on it
  ///   that does not give it away.
  func onlyWeakSlot(
    ofParameter index: Int, of function: FunctionID, settingUp inference: Inference? = nil
  ) -> String? {
    let declaration = declaration(of: function)
    guard declaration.hasBody, declaration.parameters.indices.contains(index), let type = owner(of: function) else {
      return nil
    }
    let code = self[file(of: function)].facts.code
    let local = declaration.parameters[index].local
    var slot: Symbol?
    var mentions = 0
    var setUp: (uses: ValueUses, frame: Frame)?
    for index in expressions(of: function) {
      switch code.expressions[index] {
      case .local(local):
        mentions += 1
        guard let inference else { continue }
        let here = setUp ?? (ValueUses(of: function, in: self), Frame(function, in: self))
        setUp = here
        let use = ExpressionID(index: Int32(index))
        // A closure that mentions it keeps it.
        if here.uses.closure(around: use) == nil, let member = here.uses.parent(of: use),
          let next = here.uses.parent(of: member), code.calls(member, by: next) || code.sets(member, by: next),
          inference.isSetUp(use, here.uses, here.frame)
        {
          mentions -= 1
        }
      case .assign(let target, let value) where code[value] == .local(local):
        guard let name = weakSlot(target, of: type, code) else { return nil }
        slot = name
        mentions -= 1
      default: continue
      }
    }
    return mentions == 0 ? slot.map { "\(self[type].name).\($0)" } : nil
  }

  /// The weak property that is assigned to: one of the object's own, or of a struct that it keeps in one.
  private func weakSlot(_ target: ExpressionID, of type: NominalID, _ code: Code) -> Symbol? {
    if let own = code.ownProperty(target) { return isWeakSlot(own, of: type) ? own : nil }
    guard case .member(let base, let name) = code[target], let own = code.ownProperty(base),
      let property = property(named: own, of: type), declaration(of: property).isStored,
      let inner = Inference(program: self).type(of: property).nominal, self[inner].kind == .struct,
      isWeakSlot(name, of: inner)
    else { return nil }
    return name
  }
}

extension FunctionDeclaration {
  fileprivate var isInitialValue: Bool { if case .initialValue = kind { true } else { false } }
}

extension Code {
  /// Whether an argument is an object made on the spot, or a local that is given one where it is declared.
  fileprivate func isMade(_ id: ExpressionID) -> Bool {
    switch self[id] {
    case .call, .member, .name(_, implicitSelf: .some): return true
    case .local(let local):
      guard case .variable = self[local].kind, let value = self[local].initializer, case .call = self[value] else {
        return false
      }
      return true
    default: return false
    }
  }

  /// Whether an expression calls a member.
  fileprivate func calls(_ member: ExpressionID, by id: ExpressionID) -> Bool {
    if case .call(member, _) = self[id] { true } else { false }
  }

  /// Whether an expression puts something into a member.
  fileprivate func sets(_ member: ExpressionID, by id: ExpressionID) -> Bool {
    if case .assign(member, _) = self[id] { true } else { false }
  }

  /// `name` of `x.name = …` and of `name = …`.
  func assignedName(_ target: ExpressionID) -> Symbol? {
    switch self[target] {
    case .member(_, let name): name
    case .name(let name, .some): name
    default: nil
    }
  }
}
