import SwiftFacts

/// Works out what one function does with the objects it has in hand, given what the functions it calls do.
///
/// Flow-insensitive: an object that may be somewhere counts as being there.
final class Evaluation {
  let program: Program
  let frame: Frame
  let facts: FileFacts
  let inference: Inference
  private let summaries: [Summary?]
  let function: FunctionID
  /// Names of functions that do something with what they are given; a call of any other is worked out only
  /// where its answer matters.
  private let telling: Set<Symbol>
  /// The functions of which it was asked what they do, and the names of which it was asked whether they tell.
  private(set) var asked: Set<FunctionID> = []
  private(set) var askedNames: Set<Symbol> = []

  var objects: [Object] = []
  var known: [Object.Kind: ObjectID] = [:]
  var keeps: [Keep] = []
  /// The first local that holds each new object; nil until cycles are described.
  var localNames: [ObjectID: String]?
  /// Slots that are emptied here.
  var clears: [Clear] = []
  private(set) lazy var emptiedPlaces = EmptiedPlaces(
    of: frame.declaration, in: facts.code, knowledge: program.knowledge)
  private(set) lazy var uses = ValueUses(of: function, in: program)
  /// By the position of a clear, the objects made here whose slot it is.
  var clearedNew: [Int: [ObjectID]] = [:]
  /// What of the things it is handed becomes empty here.
  var emptying = Emptying()
  /// Objects that something is told to let go of here.
  var released: Set<ObjectID> = []
  /// Objects that a table says let go here of what they were given.
  var drained: Set<ObjectID> = []
  /// The functions whose summaries were used.
  var callees: Set<FunctionID> = []
  var invocations: [Invocation] = []
  var handedOn: Set<Int> = []
  /// The types of screens that are made the first of a navigation controller here.
  var roots: Set<NominalID> = []

  /// By the expression or local; nothing of what has not been worked out.
  private var values: PlacedValues<Value>
  private var localValues: PlacedValues<[ObjectID]>
  private var underway: Set<LocalID> = []
  /// The expressions that are being worked out and were asked for meanwhile: what is made of their answers is not to be
  /// kept.
  private var askedOpen: Set<Int32> = []
  private(set) var assignments: [LocalID: [Definition]] = [:]
  /// The closures of the function, nested ones included.
  private(set) lazy var closures = facts.code.closures(in: program.expressions(of: frame.function))
  /// What calls pass to the parameters of closures.
  private var bound: [LocalID: [ObjectID]] = [:]
  var capturesOf: [ClosureID: [Capture]] = [:]
  /// By expression, what of the function is evaluated only if it is; nil where that is all of it.
  var scopes: [Int32: Range<Int32>?] = [:]
  /// How often something was left unknown because there was too much of it.
  var limitsHit = 0
  /// Whether it keeps more than is looked at, so that nothing is known of it.
  private(set) var hasTooMuch = false

  /// What an expression can be.
  private struct Value {
    var objects: [ObjectID]
    /// Whether that is still being worked out.
    var isOpen: Bool
  }

  struct Capture {
    var object: ObjectID
    var name: Symbol
    var site: ExpressionID
  }

  /// A value that a variable is given after it is declared.
  struct Definition {
    var value: ExpressionID
    var site: ExpressionID
  }

  init(_ function: FunctionID, inference: Inference, summaries: [Summary?], telling: Set<Symbol>) {
    program = inference.program
    frame = Frame(function, in: program)
    facts = frame.facts
    self.inference = inference
    self.summaries = summaries
    self.function = function
    self.telling = telling
    values = PlacedValues(from: frame.declaration.firstExpression, to: frame.declaration.endExpression)
    localValues = PlacedValues(from: frame.declaration.firstLocal, to: frame.declaration.endLocal)
  }

  /// What a function that is called here does; nil where that is nothing that can be noticed.
  func summary(of function: FunctionID) -> Summary? {
    if program.reads != nil { asked.insert(function) }
    return summaries[Int(function.index)]
  }

  private func isTelling(_ name: Symbol) -> Bool {
    if program.reads != nil { askedNames.insert(name) }
    return telling.contains(name)
  }

  func run() {
    let range = frame.declaration.firstExpression..<frame.declaration.endExpression
    guard !range.isEmpty else { return }
    for index in range {
      if case .assign(let target, let value) = facts.code[ExpressionID(index: index)],
        case .local(let local) = facts.code[target]
      {
        assignments[local, default: []].append(Definition(value: value, site: ExpressionID(index: index)))
      }
    }
    noteDataSource()
    pass(over: range)
    if !bound.isEmpty {
      // A second pass sees what the first learned of the arguments that closures are called with.
      reset()
      noteDataSource()
      pass(over: range)
    }
    storeInitialValue()
    settle()
  }

  /// Works out what is still owed: what is answered with, and what the closures that matter capture.
  private func settle() {
    noteMadeCells()
    _ = resultObjects()
    var index = 0
    while index < objects.count {
      if case .closure(let closure) = objects[index].kind { _ = captures(of: closure) }
      index += 1
    }
    forgetClearsOfUnkept()
    noteToldToEnd()
  }

  /// Forgets what was concluded, not which objects there are.
  private func reset() {
    keeps = []
    clears = []
    clearedNew = [:]
    emptying = Emptying()
    released = []
    drained = []
    values.removeAll()
    localValues.removeAll()
    invocations = []
    handedOn = []
    capturesOf = [:]
  }

  private func pass(over range: Range<Int32>) {
    for index in range {
      let id = ExpressionID(index: index)
      switch facts.code[id] {
      case .call(let callee, let list): if isTelling(callee, list) { _ = value(of: id) }
      case .assign(let target, let value): assign(value, to: target, at: id)
      case .mutate(let target, let value): mutate(target, with: value, at: id)
      case .operation(let name, _) where program.knowledge[.addingOperators].contains(name): _ = value(of: id)
      default: break
      }
    }
  }

  private func isTelling(_ callee: ExpressionID, _ list: ArgumentList) -> Bool {
    guard let name = facts.code.calledName(callee), !isTelling(name) else { return true }
    if isLikelyToKeep(callee) { return true }
    // A parameter that is called passes something on.
    if case .local(let local) = facts.code[callee], case .parameter = facts.code[local].kind { return list.count > 0 }
    return facts.code[list].contains { argument in
      switch facts.code[argument.value] {
      case .closure: return true
      case .local(let local):
        if case .function = facts.code[local].kind { return true }
      case .member(_, let name) where program.knowledge[.endsArgument].contains(name): return true
      default: break
      }
      return isFirstScreen(argument)
    }
  }

  /// `let x = …` in a type stores its value into `self.x`.
  private func storeInitialValue() {
    guard case .initialValue(let index) = frame.declaration.kind, let local = frame.declaration.selfLocal,
      let result = facts.code[frame.declaration.results].first
    else { return }
    let property = program.property(index, in: frame.file)
    guard program.declaration(of: property).isStored, !program.declaration(of: property).isStatic else { return }
    for holder in value(ofLocal: local) {
      store(value(of: result), into: property, of: holder, at: result)
    }
  }

  // MARK: Values

  func value(of id: ExpressionID) -> [ObjectID] {
    // An expression of another function says nothing here.
    guard values.has(id.index) else { return [] }
    if let known = values[id.index] {
      if known.isOpen { askedOpen.insert(id.index) }
      return known.objects
    }
    values.set(Value(objects: [], isOpen: true), at: id.index)
    let found = evaluate(id)
    if !askedOpen.isEmpty { askedOpen.remove(id.index) }
    // What may be too many things may be anything.
    let result = found.count > HeapLimits.values ? [] : found
    if found.count > HeapLimits.values { limitsHit += 1 }
    values.set(Value(objects: result, isOpen: false), at: id.index)
    return result
  }

  private func evaluate(_ id: ExpressionID) -> [ObjectID] {
    switch facts.code[id] {
    case .local(let local): return value(ofLocal: local, at: id)
    case .superReference(let local): return local.map(value(ofLocal:)) ?? []
    case .name(let name, let implicitSelf): return value(ofName: name, implicitSelf, at: id)
    case .member(let base, let name): return value(ofMember: name, base, at: id)
    case .call: return result(ofCall: id)
    case .subscripted(let base, let arguments):
      let key = elementKey(arguments, at: id)
      switch inference.type(of: base, in: frame) {
      case .array, .dictionary: return value(of: base).map { element(of: $0, key) }
      default:
        return value(of: base).map {
          object(.element($0, key), type: self.inference.type(of: id, in: self.frame), hold: .unknown)
        }
      }
    case .closure(let closure): return [object(.closure(closure), type: .unknown)]
    case .cast(let inner, let type):
      let target = frame.resolve(type)
      // What has been another class elsewhere, on another way say, is another object here.
      let list = value(of: inner).map { isOtherClass($0, than: target) ? object(.fresh(id), type: target) : $0 }
      for object in list { refine(object, to: target) }
      return list
    case .choice(let parts): return union(facts.code[parts].map(value(of:)))
    case .array(let parts), .dictionary(let parts):
      let contents = union(facts.code[parts].map(value(of:)))
      guard !contents.isEmpty else { return [] }
      let container = object(.fresh(id), type: self.inference.type(of: id, in: self.frame))
      for content in contents { keep(container, .element, content, .proven, at: id) }
      return [container]
    case .element(let source): return element(of: source, at: id)
    case .payload(let source, let name, let index):
      let slot = Slot.payload(name, Int(index))
      return value(of: source).map {
        object(.field($0, slot), type: self.inference.type(of: id, in: self.frame), hold: .strong(.proven))
      }
    case .tuple(let parts):
      // A tuple keeps its components, whoever it is handed to.
      let contents = facts.code[parts].map { (label: $0.label, values: value(of: $0.value)) }
      guard contents.contains(where: { !$0.values.isEmpty }) else { return [] }
      let tuple = object(.fresh(id), type: self.inference.type(of: id, in: self.frame))
      for (position, content) in contents.enumerated() {
        let slot = Slot.component(content.label ?? Symbol("\(position)"))
        for value in content.values { keep(tuple, slot, value, .proven, at: id) }
      }
      return [tuple]
    case .operation(let name, let parts): return result(ofOperator: name, facts.code[parts], at: id)
    case .type, .literal, .keyPath, .compound, .implicitMember, .assign, .mutate, .test: return []
    }
  }

  func union(_ lists: [[ObjectID]]) -> [ObjectID] {
    var result: [ObjectID] = []
    for list in lists { for object in list where !result.contains(object) { result.append(object) } }
    return result
  }

  /// What a local can be where it is used; one that is given several values is what the last of them made it.
  func value(ofLocal id: LocalID, at use: ExpressionID) -> [ObjectID] {
    guard case .variable = facts.code[id].kind, let later = assignments[id], bound[id] == nil else {
      return value(ofLocal: id)
    }
    let type = inference.type(of: id, in: frame)
    if isValue(type) { return value(ofLocal: id) }
    let found = union(
      definitions(of: id, later, reaching: use).map { definition in
        value(of: definition).map { isOfEarlierRound($0, definition, at: use) ? object(.local(id), type: type) : $0 }
      })
    if let declared = facts.code[id].type {
      for object in found { refine(object, to: frame.resolve(declared)) }
    }
    return found.isEmpty ? [object(.local(id), type: type)] : found
  }

  func value(ofLocal id: LocalID) -> [ObjectID] {
    guard localValues.has(id.index) else { return [] }
    if let known = localValues[id.index] { return known }
    guard underway.insert(id).inserted else { return [] }
    defer { underway.remove(id) }
    return lasting(findValue(ofLocal: id)) { localValues.set($0, at: id.index) }
  }

  /// Works something out, and keeps it unless it was made of what is not worked out yet: a variable that is given an
  /// object whose closure captures the variable.
  func lasting<Answer>(_ answer: @autoclosure () -> Answer, keep: (Answer) -> Void) -> Answer {
    let asked = askedOpen
    askedOpen = []
    let result = answer()
    if askedOpen.isEmpty { keep(result) }
    askedOpen.formUnion(asked)
    return result
  }

  private func findValue(ofLocal id: LocalID) -> [ObjectID] {
    let local = facts.code[id]
    switch local.kind {
    case .selfReference: return frame.declaration.isStatic ? [] : [selfObject]
    case .parameter(let index):
      let object = object(.parameter(Int(index)), type: self.inference.type(of: id, in: self.frame))
      return union([[object]] + (assignments[id] ?? []).map { value(of: $0.value) })
    case .closureParameter(let closure, _):
      if let bound = bound[id], !bound.isEmpty { return bound }
      let served = servedList(id, closure)
      if !served.isEmpty { return served }
      return [object(.local(id), type: self.inference.type(of: id, in: self.frame))]
    case .function(let closure): return [object(.closure(closure), type: .unknown)]
    case .capture(_, let value): return self.value(of: value)
    case .variable(let isLet):
      let type = inference.type(of: id, in: frame)
      // A variable of a value type is a copy, which what it was copied from does not see.
      if !isLet, isValue(type) { return [object(.local(id), type: type)] }
      let sources = (local.initializer.map { [$0] } ?? []) + (assignments[id] ?? []).map(\.value)
      let found = union(sources.map(value(of:)))
      if let declared = local.type {
        let type = frame.resolve(declared)
        for object in found { refine(object, to: type) }
      }
      return found.isEmpty ? [object(.local(id), type: type)] : found
    }
  }

  func isValue(_ type: Type) -> Bool {
    switch type {
    case .array, .dictionary, .tuple: true
    case .nominal(let id, _): program[id].isValueType
    default: false
    }
  }

  private func value(ofName name: Symbol, _ implicitSelf: LocalID?, at id: ExpressionID) -> [ObjectID] {
    for (depth, scope) in program.scopes(from: frame.context).enumerated() {
      guard let member = program.valueMember(name, of: scope) else { continue }
      if depth == 0, let implicitSelf {
        return value(of: member, named: name, on: value(ofLocal: implicitSelf), at: id)
      }
      return value(ofStatic: member, in: scope, named: name, at: id)
    }
    if let context = frame.context, let implicitSelf, let property = program.projected(name, of: context) {
      return field(property, name, of: value(ofLocal: implicitSelf))
    }
    if let property = program.globalProperty(named: name, from: frame.file) { return global(property, at: id) }
    return implicitSelf.map { likelyMember(name, of: $0) } ?? []
  }

  private func value(ofMember name: Symbol, _ base: ExpressionID, at id: ExpressionID) -> [ObjectID] {
    let type = inference.type(of: base, in: frame)
    if case .metatype(let instance) = type, let owner = instance.nominal {
      if let member = program.member(name, of: owner) { return value(ofStatic: member, in: owner, named: name, at: id) }
      return [object(.global(program[owner].name), type: instance)]
    }
    let bases = value(of: base)
    guard !bases.isEmpty else { return [] }
    switch type {
    case .array:
      if program.knowledge[.oneElement].contains(name) { return bases.map { element(of: $0, .constant(name)) } }
      return []
    case .tuple(let types): return component(name, of: bases, types, at: id)
    case .dictionary: return program.knowledge[.allValues].contains(name) ? bases : []
    case .composition(let types):
      for case .nominal(let id, _) in types {
        if let member = program.member(name, of: id) { return value(of: member, named: name, on: bases, at: base) }
      }
      return []
    default:
      if let owner = type.nominal {
        if let member = program.valueMember(name, of: owner) {
          return value(of: member, named: name, on: bases, at: id)
        }
        if let property = program.projected(name, of: owner) { return field(property, name, of: bases) }
      }
      // Where the type of the expression tells nothing, the objects may be known to be of one.
      return union(
        bases.map { base in
          if let owner = self[base].type.nominal, let member = program.valueMember(name, of: owner) {
            return value(of: member, named: name, on: [base], at: id)
          }
          if case .tuple(let types) = self[base].type { return component(name, of: [base], types, at: id) }
          return [field(named: name, of: base)]
        })
    }
  }

  /// `pair.0`, `pair.name`: what a tuple has in one place.
  private func component(_ name: Symbol, of bases: [ObjectID], _ types: [Type], at id: ExpressionID) -> [ObjectID] {
    bases.flatMap { base -> [ObjectID] in
      // An entry of a dictionary is known by its value alone.
      if case .element(_, _) = self[base].kind, types.count == 2, program.isReference(self[base].type) != false,
        self[base].type == types[1]
      {
        return name == "1" || name == "value" ? [base] : []
      }
      let position = Int(name.text)
      let type = position.flatMap { types.indices.contains($0) ? types[$0] : nil } ?? inference.type(of: id, in: frame)
      return [object(.field(base, .component(name)), type: type, hold: .strong(.proven))]
    }
  }

  private func field(_ property: PropertyID, _ name: Symbol, of bases: [ObjectID]) -> [ObjectID] {
    let owner = program.owner(of: property)
    return bases.map {
      object(
        .field($0, Slot(name: name, owner: owner)), type: self.inference.projectedType(of: property, as: name),
        hold: hold(of: property))
    }
  }

  private func value(of member: Member, named name: Symbol, on bases: [ObjectID], at id: ExpressionID) -> [ObjectID] {
    switch member {
    case .property(let property):
      let declaration = program.declaration(of: property)
      if declaration.isStatic { return global(property, at: id) }
      if !declaration.isStored, let getter = declaration.getter {
        let found = results(of: program.function(getter, in: program.file(of: property)), on: bases, at: id)
        if !found.isEmpty { return found }
      }
      return bases.map { field(property, of: $0) }
    case .known(let entry):
      return bases.map { base in
        field(entry, name, owner: self[base].type.nominal ?? frame.context ?? NominalID(index: 0), of: base)
      }
    case .functions(let functions):
      // A static function keeps no object.
      if functions.allSatisfy({ program.declaration(of: $0).isStatic }) { return [] }
      return bases.map { object(.method(of: $0, name, id), type: .unknown) }
    case .type, .enumCase, .alias: return []
    }
  }

  private func value(ofStatic member: Member, in scope: NominalID, named name: Symbol, at id: ExpressionID)
    -> [ObjectID]
  {
    switch member {
    case .property(let property): return global(property, at: id)
    case .known(let entry):
      return [
        object(
          .global(Symbol("\(program[scope].name).\(name)")),
          type: self.inference.type(ofKnown: entry, on: .unknown, from: self.frame.file))
      ]
    case .functions, .type, .enumCase, .alias: return []
    }
  }

  /// What a global or a static property of the program holds.
  private func global(_ property: PropertyID, at id: ExpressionID) -> [ObjectID] {
    let declaration = program.declaration(of: property)
    if declaration.isStored { return [field(property, of: process)] }
    guard let getter = declaration.getter else { return [] }
    return results(of: program.function(getter, in: program.file(of: property)), on: [], at: id)
  }

  func bind(_ parameter: LocalID, to objects: [ObjectID]) {
    guard !objects.isEmpty else { return }
    bound[parameter] = union([bound[parameter] ?? [], objects])
  }

  // MARK: Keeping

  func keep(
    _ holder: ObjectID, _ slot: Slot, _ value: ObjectID, _ proof: Proof, at site: ExpressionID, steps: [Step] = [],
    closure: RemoteClosure? = nil, isAdded: Bool = false, only: NominalID? = nil
  ) {
    guard holder != value || closure != nil || slot != .element else { return }
    guard canHave(holder, slot), closure != nil || fits(value, slot, of: holder) else { return }
    guard keeps.count < HeapLimits.keeps else {
      hasTooMuch = true
      return
    }
    if let at = keeps.firstIndex(where: {
      $0.holder == holder && $0.slot == slot && $0.value == value && $0.closure == closure
    }) {
      // By another way something else gets there.
      if keeps[at].only != only { keeps[at].only = nil }
      if keeps[at].site < site { keeps[at].lastSite = max(keeps[at].lastSite ?? site, site) }
      return
    }
    keeps.append(
      Keep(
        holder: holder, slot: slot, value: value, proof: proof, site: site, steps: steps, closure: closure,
        isAdded: isAdded, only: only))
  }
}
