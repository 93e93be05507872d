import SwiftFacts

/// Where a function lets go of what slots hold.
extension Evaluation {
  ///
  /// - Parameter holder: The object whose slot it is, where that is known.
  func noteClear(
    _ slot: Slot, _ reach: Clear.Reach = .slot, of holder: ObjectID? = nil, extent: Clear.Extent = .all,
    tellsToEnd: Bool = false, at site: ExpressionID
  ) {
    guard !emptiedPlaces.isOnNothing(site) else { return }
    let closure = facts.code.innermostClosure(around: site)
    let isDeferred = facts.code.statements(of: frame.declaration).contains {
      $0.kind == .deferred && $0.firstExpression <= site.index && site.index < $0.endExpression
    }
    clears.append(
      Clear(
        slot: slot, reach: reach, span: facts.code.span(of: site), closure: closure, isDeferred: isDeferred,
        holder: holder.flatMap { self[$0].type.nominal }, extent: extent, tellsToEnd: tellsToEnd))
  }

  /// An object is told to end, or a collection to be empty.
  private func release(
    _ object: ObjectID, _ reach: Clear.Reach = .slot, extent: Clear.Extent = .all, tellsToEnd: Bool = true,
    at site: ExpressionID
  ) {
    released.insert(object)
    switch self[object].kind {
    case .field(let base, let slot):
      let first = clears.count
      noteClear(slot, reach, of: base, extent: extent, tellsToEnd: tellsToEnd, at: site)
      noteHolders([copy(around: base) ?? base], ofClears: first..<clears.count)
    // Of a list of tokens each is told.
    case .element(let base, _):
      guard tellsToEnd, case .field(let holder, let slot) = self[base].kind else { return }
      noteClear(slot, reach, of: holder, extent: .nothing, tellsToEnd: true, at: site)
    case .parameter(let index) where reach == .contents: emptying.contents.insert(index)
    case .parameter(let index): emptying.parameters.insert(index)
    case .selfObject:
      if let context = frame.context, program[context].isValueType || program[context].kind == .foreign {
        emptying.receiver = true
      }
    default: break
    }
  }

  // MARK: Assignments

  /// `slot = nil`, by whatever leads to the slot: the property itself, one that forwards to it, a subscript.
  func noteEmptied(_ property: PropertyID, of holders: [ObjectID], at site: ExpressionID) {
    // Whoever watches the property may end what was in it.
    let isWatched = program.isObserved(property) || !program.declaration(of: property).isStored
    noteClear(slot(of: property), of: holders.count == 1 ? holders[0] : nil, tellsToEnd: isWatched, at: site)
    guard !program.declaration(of: property).isStored, let setter = setter(of: property) else { return }
    noteHandedNothing(to: setter, parameter: 0, at: site)
  }

  /// Remembers which objects made here slots are emptied of.
  func noteHolders(_ holders: [ObjectID], ofClears range: Range<Int>) {
    guard !holders.isEmpty, holders.allSatisfy(isMadeHere) else { return }
    for index in range { clearedNew[index] = holders }
  }

  /// What empties slots of objects that are made here, and that nothing keeps, ends nothing of any other object.
  func forgetClearsOfUnkept() {
    guard !clearedNew.isEmpty else { return }
    let kept = Set(keeps.flatMap { [$0.holder, $0.value] })
    let lone = Set(
      clearedNew.filter {
        $0.value.allSatisfy { (isConstructed($0) || isCopyOfOwn($0)) && !kept.contains($0) }
      }.keys)
    clears = clears.enumerated().filter { !lone.contains($0.offset) }.map(\.element)
    clearedNew = [:]
  }

  /// The variable of a value type that an object is a part of, all of whose parts on the way are values.
  func copy(around id: ObjectID) -> ObjectID? {
    var here = id
    while isValue(self[here].type) {
      if case .local = self[here].kind { return here }
      guard let (base, _) = self[here].kind.place else { return nil }
      here = base
    }
    return nil
  }

  /// Whether it is a variable of a value type that nobody is handed: what happens to it happens to nothing else.
  private func isCopyOfOwn(_ id: ObjectID) -> Bool {
    guard case .local(let local) = self[id].kind, case .variable(isLet: false) = facts.code[local].kind,
      isValue(self[id].type), !resultObjects().contains(id)
    else { return false }
    return !(frame.declaration.firstExpression..<frame.declaration.endExpression).contains { index in
      let expression = ExpressionID(index: index)
      switch facts.code[expression] {
      case .call(_, let list): return facts.code[list].contains { facts.code[$0.value] == .local(local) }
      case .assign(_, let value): return facts.code[value] == .local(local)
      default: return false
      }
    }
  }

  /// Whether the function tells anything at all to end: what it drops then, it may have told before.
  private var tellsSomethingToEnd: Bool {
    (frame.declaration.firstExpression..<frame.declaration.endExpression).contains { index in
      guard case .call(let callee, _) = facts.code[ExpressionID(index: index)],
        let name = facts.code.calledName(callee)
      else { return false }
      return program.knowledge[.endsReceiver].contains(name) && !program.knowledge[.takesOut].begins(name)
        || program.knowledge[.endsArgument].contains(name)
    }
  }

  /// Marks what a function drops that tells something to end.
  func noteToldToEnd() {
    guard clears.contains(where: { !$0.tellsToEnd }), tellsSomethingToEnd else { return }
    for index in clears.indices { clears[index].tellsToEnd = true }
  }

  /// Whether an object is what an initialiser called here makes.
  func isConstructed(_ id: ObjectID) -> Bool {
    guard case .fresh(let site) = self[id].kind, case .call = facts.code[site] else { return false }
    switch inference.target(of: site, in: frame).kind {
    case .memberwise: return true
    case .functions(let functions): return functions.allSatisfy { program.declaration(of: $0).kind == .initializer }
    case .foreign(_, _, let isInitializer): return isInitializer
    default: return false
    }
  }

  /// The slot of an object is given what keeps nothing: that ends something for this object, and for no other.
  func noteReplaced(_ slot: Slot, of holder: ObjectID, at site: ExpressionID) {
    switch self[holder].kind {
    case .selfObject: noteClear(slot, .replaced(in: nil), of: holder, at: site)
    case .field(let base, let place) where !isOfNewObject(base):
      noteClear(slot, .replaced(in: place), of: holder, at: site)
    default: break
    }
  }

  /// Whether a value is put together of what the function is given as a parameter.
  func isMadeOfGiven(_ value: ExpressionID) -> Bool {
    let span = facts.code.span(of: value)
    return program.expressions(of: function).contains { index in
      let id = ExpressionID(index: Int32(index))
      guard case .local = facts.code[id], span.contains(facts.code.span(of: id)),
        case .local(let local) = facts.code[definition(of: id)], case .parameter = facts.code[local].kind
      else { return false }
      return true
    }
  }

  /// Whether an access path begins at an object that the function makes or is answered with.
  private func isOfNewObject(_ id: ObjectID) -> Bool {
    if let (base, _) = self[id].kind.place { return isOfNewObject(base) }
    if isConstructed(id) { return true }
    guard case .fresh(let site) = self[id].kind,
      case .functions(let functions) = inference.target(of: site, in: frame).kind
    else { return false }
    return functions.allSatisfy { function in
      summary(of: function).map { $0.makesResult && $0.results.isEmpty } ?? false
    }
  }

  /// A parameter's slot is given nothing, and so is what the function puts the parameter into.
  func noteHandedNothing(to function: FunctionID, parameter: Int, at site: ExpressionID) {
    callees.insert(function)
    guard program.declaration(of: function).kind != .initializer, let summary = summary(of: function) else {
      return
    }
    let given = Summary.Path(root: .parameter(parameter), fields: [])
    // What only a closure holds on to, or what is put into something new, had nothing there before.
    for effect in summary.effects
    where effect.value == given && effect.slot != .element && effect.closure == nil && effect.holder.root == .receiver {
      noteClear(effect.slot, at: site)
    }
  }

  /// A parameter is given what keeps nothing, which takes the place of what was in the slot that the function fills.
  func noteHandedIdle(to function: FunctionID, parameter: Int, on receivers: [ObjectID], at site: ExpressionID) {
    callees.insert(function)
    guard program.declaration(of: function).kind != .initializer, let summary = summary(of: function) else {
      return
    }
    let given = Summary.Path(root: .parameter(parameter), fields: [])
    for effect in summary.effects
    where effect.value == given && effect.closure == nil && effect.holder.root == .receiver {
      guard let slot = effect.replacedSlot, let property = property(of: slot) else { continue }
      // Beside what is in a list something new takes nothing's place; under a key it may.
      if effect.slot == .element {
        guard case .dictionary = inference.type(of: property),
          effect.steps.last?.span.map({ program.answersWithKey(of: $0, in: function) }) != true
        else { continue }
      }
      for holder in receivers {
        // What this function has put under a key itself, it hardly replaces; the key may be another.
        let collection = effect.slot == .element ? existing(.field(holder, slot)) : nil
        let isFilledHere = keeps.contains {
          $0.holder == collection && $0.slot == .element && $0.site != site
        }
        guard !isFilledHere else { continue }
        noteReplaced(slot, of: holder, at: site)
      }
    }
  }

  /// `_query = Tracked("")`: the wrapper behind a property is replaced, and with it what it projects.
  func noteReplacedWrapper(_ name: Symbol, of holders: [ObjectID], with value: ExpressionID, at site: ExpressionID) {
    let text = name.text
    guard text.first == "_", let context = frame.context, keepsNothing(value),
      let property = program.property(named: Symbol(String(text.dropFirst())), of: context),
      !program.declaration(of: property).attributes.isEmpty
    else { return }
    let slot = slot(of: property)
    for holder in holders {
      noteReplaced(slot, of: holder, at: site)
      noteReplaced(Slot(name: Symbol("$\(slot.name)"), owner: slot.owner), of: holder, at: site)
      noteReplaced(Slot(name: name, owner: slot.owner), of: holder, at: site)
    }
  }

  /// `object[key] = nil`: the element of a collection, or what a subscript of the program forwards to.
  func noteEmptied(elementOf base: ExpressionID, at site: ExpressionID) {
    for holder in value(of: base) {
      if case .field(_, let slot) = self[holder].kind { noteClear(slot, at: site) }
      if case .parameter(let index) = self[holder].kind, program.isReference(self[holder].type) == false {
        emptying.parameters.insert(index)
      }
    }
    guard let type = inference.type(of: base, in: frame).nominal,
      case .functions(let subscripts)? = program.member(Names.subscript_, of: type)
    else { return }
    for function in subscripts {
      callees.insert(function)
      for slot in summary(of: function)?.emptying.taken ?? [] { noteClear(slot, at: site) }
    }
  }

  /// `newValue` in a subscript: whoever assigns nothing to the subscript empties what it is put into.
  func noteTaken(_ value: ExpressionID, into target: ExpressionID) {
    guard case .local(let local) = facts.code[value], local == frame.declaration.setterLocal else { return }
    let target: ExpressionID = if case .subscripted(let base, _) = facts.code[target] { base } else { target }
    for object in self.value(of: target) {
      if case .field(_, let slot) = self[object].kind { emptying.taken.insert(slot) }
    }
  }

  // MARK: Calls

  /// What a function of the program lets go of among the things it is handed.
  func noteEmptying(by function: FunctionID, receiver: [ObjectID], arguments: [Int: [ObjectID]], at site: ExpressionID)
  {
    guard let emptying = summary(of: function)?.emptying, !emptying.isEmpty else { return }
    if emptying.receiver { for object in receiver { release(object, at: site) } }
    for index in emptying.parameters.sorted() { for object in arguments[index] ?? [] { release(object, at: site) } }
    for index in emptying.contents.sorted() {
      for object in arguments[index] ?? [] { release(object, .contents, at: site) }
    }
  }

  /// `timer.invalidate()`, `bag.removeAll()`, `center.removeObserver(token)`.
  func noteRelease(
    _ name: Symbol, on receivers: [ObjectID], arguments: ArraySlice<Argument>, at site: ExpressionID
  ) {
    if program.knowledge[.endsReceiver].contains(name) {
      let takesOut = program.knowledge[.takesOut].begins(name)
      let extent: Clear.Extent = takesOut && !program.knowledge[.takesAll].contains(name) ? .oneElement : .all
      for object in receivers {
        // A block that is never to run is held all the same.
        let stays = program.knowledge[.cancelsWorkItem].contains(name) && isWorkItem(self[object].type)
        release(object, extent: stays ? .nothing : extent, tellsToEnd: !takesOut, at: site)
      }
    }
    if program.knowledge[.takesOffScreen].contains(name) {
      for object in receivers { release(object, .contents, at: site) }
    }
    noteReleaseOfEach(name, receivers, arguments, at: site)
    if program.knowledge[.endsArgument].contains(name) {
      for argument in arguments { for object in value(of: argument.value) { release(object, at: site) } }
    }
  }

  /// `tokens.forEach(center.removeObserver)`: a method that is handed on is called with each element.
  private func noteReleaseOfEach(
    _ name: Symbol, _ lists: [ObjectID], _ arguments: ArraySlice<Argument>, at site: ExpressionID
  ) {
    guard program.knowledge[.handsOutElements].contains(name), arguments.count == 1, let argument = arguments.first,
      case .member(_, let called) = facts.code[argument.value], program.knowledge[.endsArgument].contains(called)
    else { return }
    for list in lists {
      release(element(of: list, .site(site)), at: site)
      // `token.map(center.removeObserver)`, of one that may not be there.
      if !isCollection(self[list].type) { release(list, at: site) }
    }
  }

  private func isCollection(_ type: Type) -> Bool {
    switch type {
    case .array, .dictionary: true
    default: program.isNamed(type, in: .listType)
    }
  }

  private func isWorkItem(_ type: Type) -> Bool {
    switch type {
    case .nominal(let id, _): program.inherits(id, fromAny: .workItem)
    case .foreign(let name): program.knowledge[.workItem].contains(name)
    default: false
    }
  }

  /// A function of which a table says that its receiver lets go of what it was given.
  func noteContentsGone(by name: Symbol, from receivers: [ObjectID], at site: ExpressionID) {
    let takesOut = program.knowledge[.takesOut].begins(name)
    for object in receivers { release(object, .contents, tellsToEnd: !takesOut, at: site) }
    drained.formUnion(receivers)
  }

  /// `.sheet(item: $model.slot)` empties the slot when what it shows is dismissed.
  func noteDismissal(_ name: Symbol, _ arguments: ArraySlice<Argument>, at site: ExpressionID) {
    let labels = program.knowledge[.presentsItem][name].map(\.argument)
    guard let item = arguments.first(where: { $0.label != nil && labels.contains($0.label) }) else { return }
    switch facts.code[item.value] {
    case .member(_, let slot):
      // Whatever the binding is a binding of, it is one to a property of this name.
      for candidate in program.names.stored[slot] ?? [] { noteClear(self.slot(of: candidate), at: site) }
    case .name(let projected, _):
      guard let context = frame.context, let property = program.projected(projected, of: context) else { return }
      noteClear(slot(of: property), at: site)
    default: return
    }
  }

  /// The names of functions of which it is known from the start that a call of them lets go of something.
  static func clearingNames(_ knowledge: Knowledge) -> Set<Symbol> {
    ([.endsReceiver, .endsArgument, .takesOffScreen, .presentsItem] as [Role]).reduce(into: []) {
      $0.formUnion(knowledge[$1].names)
    }
  }

  // MARK: Values that hold nothing

  /// `nil`, `[]`, `[:]`, or a new and empty collection or bag.
  func isEmptyValue(_ id: ExpressionID) -> Bool {
    switch facts.code[id] {
    case .literal(.null): return true
    case .array(let parts), .dictionary(let parts): return parts.count == 0
    case .call(let callee, let arguments):
      guard arguments.count == 0 else { return false }
      switch facts.code[callee] {
      case .name(let name, _):
        if program.knowledge[.emptyContainer].contains(name) { return true }
        // A new value of a struct has let go of what the old one held.
        if case .metatype(let type) = inference.type(of: callee, in: frame), let nominal = type.nominal {
          return program[nominal].kind == .struct
        }
        return false
      case .implicitMember(let name): return name == Names.init_
      case .type: return true
      default: return false
      }
    default: return false
    }
  }

  /// A closure that keeps nothing alive.
  func isIdleClosure(_ id: ExpressionID) -> Bool {
    guard case .closure(let closure) = facts.code[id] else { return false }
    return captures(of: closure).isEmpty
  }

  /// Whether a value keeps no object alive: plain data, or what is put together of such.
  func keepsNothing(_ id: ExpressionID) -> Bool {
    if isEmptyValue(id) || isIdleClosure(id) { return true }
    switch facts.code[id] {
    case .literal: return true
    case .closure: return false
    case .tuple(let parts): return facts.code[parts].allSatisfy { keepsNothing($0.value) }
    case .array(let parts), .dictionary(let parts): return facts.code[parts].allSatisfy(keepsNothing)
    case .call(_, let list):
      let target = inference.target(of: id, in: frame).kind
      if case .enumCase(let made) = target, carriesData(made) { return true }
      let isMade =
        switch target {
        case .memberwise(let made): program[made].isValueType
        case .enumCase: true
        case .functions(let functions):
          functions.allSatisfy { function in
            program.declaration(of: function).kind == .initializer
              && program.owner(of: function).map { program[$0].isValueType } ?? false
          }
        case .value, .foreign: false
        }
      if isMade { return facts.code[list].allSatisfy { keepsNothing($0.value) } }
    default: break
    }
    return isPlain(inference.type(of: id, in: frame))
  }

  /// Whether an initialiser of a class makes a value, given nothing that holds an object.
  func isNewAndKeepsNothing(_ id: ExpressionID) -> Bool {
    guard case .call(_, let list) = facts.code[id], facts.code[list].allSatisfy({ keepsNothing($0.value) }) else {
      return false
    }
    return switch inference.target(of: id, in: frame).kind {
    case .functions(let functions):
      functions.allSatisfy { function in
        if program.declaration(of: function).kind == .initializer {
          return program.owner(of: function).map { program[$0].kind == .class } ?? false
        }
        return answersWithNewThatKeepsNothing(function)
      }
    case .memberwise(let made), .foreign(let made?, _, isInitializer: true): program[made].kind == .class
    case .enumCase, .value, .foreign: false
    }
  }

  /// Whether a property has something in it from the start: what it is given later takes the place of that.
  func beginsFilled(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    guard !declaration.isLazy, let first = declaration.initialValue else { return false }
    let made = program.declaration(of: program.function(first, in: program.file(of: property)))
    let code = program[program.file(of: property)].facts.code
    return code[made.results].allSatisfy { code[$0] != .literal(.null) }
  }

  /// Whether values of a type are data alone, as those of the system's structs are.
  func isPlain(_ type: Type) -> Bool {
    func isData(_ name: Symbol) -> Bool {
      switch program.knowledge.types[name]?.kind {
      case .struct?, .enum?: true
      default: false
      }
    }
    switch type {
    case .array(let element): return isPlain(element)
    case .dictionary(let key, let value): return isPlain(key) && isPlain(value)
    case .tuple(let types): return types.allSatisfy(isPlain)
    case .nominal(let id, let arguments):
      return program[id].kind == .foreign && isData(program[id].name) && arguments.allSatisfy(isPlain)
    case .foreign(let name): return isData(name)
    case .parameter, .function, .composition, .metatype, .unknown: return false
    }
  }

  /// The case of an enum that an expression makes.
  func enumCase(_ value: ExpressionID) -> Symbol? {
    guard case .call = facts.code[value],
      case .enumCase(let made) = inference.target(of: value, in: frame).kind
    else { return nil }
    return program[made.declaration.file].facts[made.declaration.type].cases[Int(made.index)].name
  }

  /// `.idle`: a case that carries nothing takes the place of one that may.
  func isBareCase(_ value: ExpressionID, of property: PropertyID) -> Bool {
    guard case .implicitMember(let name) = facts.code[value], let type = inference.type(of: property).nominal else {
      return false
    }
    return program[type].kind == .enum || isEmptyConstant(name, of: type)
  }

  /// `static let none = Handlers()` of a struct: a value that holds nothing.
  private func isEmptyConstant(_ name: Symbol, of type: NominalID) -> Bool {
    guard program[type].kind == .struct, case .property(let constant)? = program.member(name, of: type),
      case let declaration = program.declaration(of: constant), declaration.isStatic, declaration.isLet,
      let first = declaration.initialValue.map({ program.function($0, in: program.file(of: constant)) })
    else { return false }
    let code = program[program.file(of: first)].facts.code
    return code[program.declaration(of: first).results].allSatisfy { value in
      if case .call(_, let list) = code[value] { list.count == 0 } else { false }
    }
  }
}

extension Program {
  /// Whether a property has a `willSet` or a `didSet`.
  public func isObserved(_ property: PropertyID) -> Bool {
    let file = file(of: property)
    let index = PropertyIndex(index: property.index - propertyNumbers.offsets[Int(file.index)])
    return self[file].facts.functions.contains { $0.kind == .observer(index) }
  }
}

extension Code {
  /// The statements of a body, in the order of the source.
  func statements(of declaration: FunctionDeclaration) -> ArraySlice<Statement> {
    guard declaration.firstStatement < declaration.endStatement else { return [] }
    return statements[Int(declaration.firstStatement)..<Int(declaration.endStatement)]
  }

  /// The statements in a closure, in the order of the source.
  func statements(of closure: Closure) -> ArraySlice<Statement> {
    let end = Int(statements[Int(closure.statement)].end)
    return statements[min(Int(closure.statement) + 1, end)..<end]
  }
}
