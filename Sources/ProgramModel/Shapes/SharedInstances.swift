import SwiftFacts

/// A call on something of which the program has one for all: `DownloadsManager.shared.state(of: episode)`, a method of
/// an object in a global, a static function of a type that keeps something in statics.
public struct SharedCall: Hashable, Sendable {
  /// The type of the one for all.
  public var service: NominalID
  /// Where it is named.
  public var span: SourceSpan
  /// The type whose code calls it.
  public var caller: NominalID
  /// Whether nothing takes the answer: the call is there for what it does.
  public var isCommand: Bool
  /// Whether it asks for what the object holds, by a property of it alone.
  public var isRead = false

  fileprivate struct Purpose: Hashable {
    var caller: NominalID
    var service: NominalID
    var isCommand: Bool
    var isRead: Bool
  }

  fileprivate var purpose: Purpose {
    Purpose(caller: caller, service: service, isCommand: isCommand, isRead: isRead)
  }
}

extension Program {
  /// The calls of the code of types, the first for each caller, service and purpose, in the order of files.
  public func sharedCalls(threads: Int) -> [SharedCall] {
    let tables = SharedTables(of: self, threads: threads)
    let found = foundByFile(
      .sharedCalls, tables: tables, threads: threads, state: { SharedReader($0, tables) }
    ) { program, reader, file in program.sharedCalls(in: file, reader) }
    var seen: Set<SharedCall.Purpose> = []
    return found.filter { seen.insert($0.purpose).inserted }
  }

  private func sharedCalls(in file: FileID, _ reader: SharedReader) -> [SharedCall] {
    // What shows how to use a library is shown in one way.
    guard !isTest(file), !isExample(file) else { return [] }
    var result: [SharedCall] = []
    var seen: Set<SharedCall.Purpose> = []
    for function in self[file].facts.functions.indices.map({ function(FunctionIndex(index: Int32($0)), in: file) }) {
      // What is added to a type of the system is called by those who choose to.
      guard let caller = owner(of: function), self[caller].kind != .foreign, !expressions(of: function).isEmpty else {
        continue
      }
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      lazy var isOfView = inherits(caller, fromAny: .viewClass)
      var uses: ValueUses?
      for index in expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        let (service, place, isCommand): (NominalID, ExpressionID, Bool)
        var isRead = false
        switch code[id] {
        case .call(let callee, let list):
          guard case .member(let base, let name) = code[callee],
            // What is given the view itself is there for views.
            !code[list].contains(where: { code.isItself($0.value) }),
            let found = reader.service(calling: name, on: base, in: frame), !isInside(caller, found.0)
          else { continue }
          let known = uses ?? ValueUses(of: function, in: self)
          uses = known
          if isStandIn(id, code, known) { continue }
          (service, place, isCommand) = (found.0, found.1, reader.isCommand(id, in: frame, known))
        case .member:
          guard
            let found = reader.service(keeping: id, in: frame)
              ?? (isOfView ? reader.service(askedBy: id, in: frame) : nil),
            !isInside(caller, found),
            !expressions(of: function).contains(where: {
              if case .assign(id, _) = code.expressions[$0] { true } else { false }
            })
          else {
            guard isOfView, let found = reader.service(showing: id, in: frame),
              !isInside(caller, found.0), !frame.declaration.parameters.contains(where: { $0.defaultValue == id })
            else { continue }
            let known = uses ?? ValueUses(of: function, in: self)
            uses = known
            // What is asked of the answer is told as a call, and what is given a value asks nothing.
            if let outer = known.parent(of: id), code.goesOn(from: id, outer) || isStandIn(id, code, known) { continue }
            (service, place, isCommand, isRead) = (found.0, found.1, false, true)
            break
          }
          (service, place, isCommand) = (found, id, false)
        default: continue
        }
        let call = SharedCall(
          service: service, span: SourceSpan(file: frame.file, bytes: code.span(of: place)), caller: caller,
          isCommand: isCommand, isRead: isRead)
        if seen.insert(call.purpose).inserted { result.append(call) }
      }
    }
    return result
  }

  /// Whether an expression is asked only where a parameter holds nothing: whoever shows the view may hand it over.
  private func isStandIn(_ id: ExpressionID, _ code: Code, _ uses: ValueUses) -> Bool {
    guard let parent = uses.parent(of: id), case .choice(let parts) = code[parent], let first = code[parts].first,
      first != id, case .local(let local) = code[first], case .parameter = code[local].kind
    else { return false }
    return true
  }

  private func isInside(_ caller: NominalID, _ service: NominalID) -> Bool {
    scopes(from: caller).contains(service) || scopes(from: service).contains(caller)
      || lineage(of: caller).contains(service)
  }

  /// Whether a type is there for drawing or reporting: a view, a theme, a log.
  public func servesTheScreen(_ id: NominalID) -> Bool {
    knowledge[.servesScreen].fits(self[id].name) || inherits(id, fromAny: .viewClass)
      || inherits(id, fromAny: .viewControllerClass) || inherits(id, fromAny: .responderClass)
  }
}

/// Tells what of a program is there once for all.
private final class SharedReader {
  let program: Program
  private let inference: Inference
  private let tables: SharedTables
  private var stateful: [FunctionID: Bool] = [:]
  private lazy var alone = AnswersAlone(inference, tables)

  init(_ inference: Inference, _ tables: SharedTables) {
    program = inference.program
    self.inference = inference
    self.tables = tables
  }

  /// How many statics and globals keep an object of a type.
  private func keepers(of type: NominalID) -> Int? {
    program.lookUp(\SharedTables.keepers, type, in: tables) { $0.keepers[$1] }
  }

  /// The type of the one for all that a method is called on, and where that is named; nil where it is an object like
  /// others.
  func service(calling method: Symbol, on base: ExpressionID, in frame: Frame) -> (NominalID, ExpressionID)? {
    let code = frame.facts.code
    if let found = shared(base, in: frame) {
      if onlyMakesViews(method, of: found.0) { return nil }
      if case .functions(let functions)? = program.member(method, of: found.0), isSameAnywhere(functions) { return nil }
      return found
    }
    guard case .name(let name, _) = code[base], let type = program.nominal(named: name, from: frame.file), isOwn(type),
      case .functions(let functions)? = program.member(method, of: type), let function = functions.first,
      functions.allSatisfy({ program.declaration(of: $0).isStatic && program.declaration(of: $0).kind == .function }),
      program.knowledge[.isService].ends(program[type].name) && !isOneOfMany(type) || readsState(function),
      !isSameAnywhere(functions)
    else { return nil }
    return (type, base)
  }

  /// The type that a value is kept in once for all, in a static that some function sets: `Session.account`.
  func service(keeping id: ExpressionID, in frame: Frame) -> NominalID? {
    let code = frame.facts.code
    guard case .member(let base, let name) = code[id], case .name(let typeName, _) = code[base],
      program.lookUp(\SharedTables.set, name, in: tables, { $0.set.contains($1) }),
      let type = program.nominal(named: typeName, from: frame.file), isOwn(type),
      !program.servesTheScreen(type),
      // What all objects of a type share is a setting of theirs, and the type no service.
      !isOneOfMany(type), let property = program[type].properties[name]
    else { return nil }
    let declaration = program.declaration(of: property)
    let kept = inference.type(of: property)
    guard declaration.isStored, declaration.isStatic, !declaration.isLet, isPlain(kept),
      !program.isNamed(kept, in: .drawnWith)
    else { return nil }
    return type
  }

  /// The object that there is once for all and that is asked for what it holds: `Session.current.isMember`, as far as
  /// that can change and is a plain value.
  func service(showing id: ExpressionID, in frame: Frame) -> (NominalID, ExpressionID)? {
    guard case .member(let base, let name) = frame.facts.code[id] else { return nil }
    if let (type, place) = shared(base, in: frame), let property = program.property(named: name, of: type) {
      let declaration = program.declaration(of: property)
      let kept = inference.type(of: property)
      guard !declaration.isStatic, !declaration.isLet, isState(kept), !program.isNamed(kept, in: .drawnWith)
      else { return nil }
      return (type, place)
    }
    return service(showing: base, in: frame)
  }

  /// Whether something is a value of the language's own or of the program's, and nothing that is drawn or written with.
  private func isState(_ type: Type) -> Bool {
    switch type {
    case .nominal(let id, _):
      program[id].kind == .foreign
        ? program.knowledge[.plainValue].contains(program[id].name)
        : program[id].isValueType && !program.servesTheScreen(id)
    case .array(let element): isState(element)
    case .dictionary(_, let value): isState(value)
    case .foreign(let name): program.knowledge[.plainValue].contains(name)
    default: false
    }
  }

  /// The service that a value asks by itself where a property of it is read: `row.isSaved`, which looks it up.
  func service(askedBy id: ExpressionID, in frame: Frame) -> NominalID? {
    guard case .member(let base, let name) = frame.facts.code[id],
      case .nominal(let type, _) = inference.type(of: base, in: frame), program[type].isValueType,
      let property = program.property(named: name, of: type),
      let getter = program.declaration(of: property).getter
    else { return nil }
    let inner = Frame(program.function(getter, in: program.file(of: property)), in: program)
    for index in program.expressions(of: inner.function) {
      let asked = ExpressionID(index: Int32(index))
      guard case .call(let callee, _) = inner.facts.code[asked],
        case .member(let service, let method) = inner.facts.code[callee],
        let found = self.service(calling: method, on: service, in: inner)
          // `Saved.shared.ids.contains(id)`
          ?? inner.facts.code.memberBase(service).flatMap({ shared($0, in: inner) })
      else { continue }
      return found.0
    }
    return nil
  }

  /// Whether a value is no object that is asked itself, and nothing that is there for drawing.
  private func isPlain(_ type: Type) -> Bool {
    switch type {
    case .nominal(let id, _):
      program[id].kind != .class && program[id].kind != .actor && program[id].kind != .protocol
        && !program.servesTheScreen(id)
    case .array(let element): isPlain(element)
    case .dictionary(_, let value): isPlain(value)
    case .foreign: true
    default: false
    }
  }

  /// Whether a call is there for what it does: it answers with nothing, or nothing takes the answer.
  func isCommand(_ call: ExpressionID, in frame: Frame, _ uses: ValueUses) -> Bool {
    let code = frame.facts.code
    if case .functions(let targets) = inference.target(of: call, in: frame).kind,
      targets.allSatisfy({ program.declaration(of: $0).kind == .function && program.declaration(of: $0).result == nil })
    {
      return true
    }
    if code[frame.declaration.results].contains(call) { return frame.declaration.result == nil }
    return uses.isDropped(call)
      && !(frame.declaration.firstStatement..<frame.declaration.endStatement).contains { index in
        switch code.statement(index).kind {
        case .condition(_, let value): value == call
        case .selection(let subject): subject == call
        default: false
        }
      }
  }

  /// The object of a static or a global, or what it is a part of, followed through a local.
  private func shared(_ id: ExpressionID, in frame: Frame, depth: Int = 0) -> (NominalID, ExpressionID)? {
    guard depth < 4 else { return nil }
    let code = frame.facts.code
    switch code[id] {
    case .local(let local):
      guard case .variable = code[local].kind, let value = code[local].initializer else { return nil }
      return shared(value, in: frame, depth: depth + 1)
    case .name(let name, _):
      guard !program.scopes(from: frame.context).contains(where: { program.member(name, of: $0) != nil }),
        let property = program.globalProperty(named: name, from: frame.file)
      else { return nil }
      return object(in: property).map { ($0, id) }
    case .member(let base, let name):
      if case .name(let typeName, _) = code[base], let type = program.nominal(named: typeName, from: frame.file),
        isOwn(type)
      {
        guard let property = program[type].properties[name], program.declaration(of: property).isStatic,
          !isReplaced(property)
        else { return nil }
        return object(in: property).map { ($0, id) }
      }
      return shared(base, in: frame, depth: depth + 1)
    default: return nil
    }
  }

  /// Whether somebody puts another object into a static that has one to begin with, as for a test or a preview.
  private func isReplaced(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    guard !declaration.isLet, declaration.initialValue != nil, let owner = program.owner(of: property) else {
      return false
    }
    let name = SharedTables.StaticName(type: program[owner].name, name: declaration.name)
    return program.lookUp(\SharedTables.replaced, name, in: tables) { $0.replaced.contains($1) }
  }

  /// The type of the object that a static or a global keeps.
  private func object(in property: PropertyID) -> NominalID? {
    guard program.declaration(of: property).isStored, let type = inference.type(of: property).nominal, isOwn(type),
      program[type].kind == .class || program[type].kind == .actor || isHandle(type), isOnly(property, of: type)
    else { return nil }
    return type
  }

  /// Whether values of a type stand for one object of the system, which answers for them: a struct with the user's
  /// defaults in a property.
  private func isHandle(_ type: NominalID) -> Bool {
    program[type].kind == .struct
      && program.storedProperties(of: type).contains { property in
        guard !program.declaration(of: property).isStatic,
          let system = program.outsideName(of: inference.type(of: property))
        else { return false }
        return program.knowledge.types[system]?.kind == .class && !program.knowledge[.drawnWith].contains(system)
          && !program.knowledge[.plainValue].contains(system)
      }
  }

  /// Whether no other static or global keeps an object of a type: of several, each is a value and none the service.
  private func isOnly(_ property: PropertyID, of type: NominalID) -> Bool {
    keepers(of: type) == 1
  }

  /// Whether it is a type of the program that could be a service: what one file keeps to itself is a part of that file,
  /// and the cases of an enum are values, none of which is the one for all.
  private func isOwn(_ type: NominalID) -> Bool {
    program[type].kind != .foreign && program[type].kind != .protocol && !program.inherits(type, fromAny: .viewProtocol)
      && program[type].access > .file && (program[type].kind != .enum || program[type].cases.isEmpty)
  }

  /// Whether objects of a type are values beside each other: each has something of its own, and no static keeps one for
  /// all.
  private func isOneOfMany(_ type: NominalID) -> Bool {
    keepers(of: type) == nil && program.storedProperties(of: type).contains { !program.declaration(of: $0).isStatic }
  }

  /// Whether what is called is there for drawing, on an object that has nothing of its own: each call answers with a
  /// new view, made of what it is given.
  private func onlyMakesViews(_ method: Symbol, of type: NominalID) -> Bool {
    guard !program.lineage(of: type).contains(where: { ancestor in
        program.storedProperties(of: ancestor).contains { !program.declaration(of: $0).isStatic }
      }), case .functions(let functions)? = program.member(method, of: type)
    else { return false }
    return functions.allSatisfy { function in
      guard let view = inference.resultType(of: function).nominal else { return false }
      return program.servesTheScreen(view) && !readsState(function)
    }
  }

  /// Whether what functions answer is the same wherever they are asked, or what views are drawn with.
  private func isSameAnywhere(_ functions: [FunctionID]) -> Bool {
    functions.allSatisfy { program.isNamed(inference.resultType(of: $0), in: .drawnWith) || alone.contains($0) }
  }

  /// Whether what a static function answers with or does depends on more than it is given, as far as the source shows.
  private func readsState(_ function: FunctionID) -> Bool {
    if let known = stateful[function] { return known }
    let result = readsState(function, within: [])
    stateful[function] = result
    return result
  }

  /// - Parameter callers: The functions by which it is come to. What is known of them is not known of it.
  private func readsState(_ function: FunctionID, within callers: [FunctionID]) -> Bool {
    guard callers.count < 4, !callers.contains(function) else { return false }
    let frame = Frame(function, in: program)
    let code = frame.facts.code
    return program.expressions(of: function).contains { index in
      let id = ExpressionID(index: Int32(index))
      switch code[id] {
      case .name(let name, _):
        for scope in program.scopes(from: frame.context) {
          if let property = program[scope].properties[name] { return isState(property) }
        }
        return program.globalProperty(named: name, from: frame.file).map(isState) ?? false
      case .member(let base, let name):
        guard case .name(let typeName, _) = code[base], let type = program.nominal(named: typeName, from: frame.file),
          isOwn(type)
        else { return false }
        return program[type].properties[name].map(isState) ?? false
      case .call:
        guard case .functions(let targets) = inference.target(of: id, in: frame).kind, targets.count == 1,
          program.declaration(of: targets[0]).isStatic
        else { return false }
        return readsState(targets[0], within: callers + [function])
      default: return false
      }
    }
  }

  /// Whether a static or a global can change, or keeps an object that can; what is there for drawing is no state.
  private func isState(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    guard declaration.isStored, declaration.isStatic || declaration.parent == nil else { return false }
    if let type = inference.type(of: property).nominal, program.servesTheScreen(type) { return false }
    // What nobody gives another value is a table of constants, whatever it is declared as.
    return !declaration.isLet && tables.isChanged(declaration.name, in: program) || object(in: property) != nil
  }
}

extension Code {
  fileprivate func isItself(_ id: ExpressionID) -> Bool {
    if case .local(let local) = self[id] {
      self[local].kind == .selfReference || self[local].name == Names.self_
    } else {
      false
    }
  }
}

extension Code {
  /// Whether an expression is what another one goes on from, or gives a value to.
  fileprivate func goesOn(from id: ExpressionID, _ outer: ExpressionID) -> Bool {
    switch self[outer] {
    case .member: true
    case .call(let callee, _): callee == id
    case .assign(let target, _), .mutate(let target, _): target == id
    default: false
    }
  }

  /// What a member is one of.
  func memberBase(_ id: ExpressionID) -> ExpressionID? {
    if case .member(let base, _) = self[id] { base } else { nil }
  }
}
