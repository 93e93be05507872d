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
}

extension Program {
  /// The calls of the code of types, the first for each caller, service and purpose, in the order of files.
  ///
  /// - Parameter isCaller: Which types are asked about.
  public func sharedCalls(of isCaller: (NominalID) -> Bool) -> [SharedCall] {
    let reader = SharedReader(program: self)
    var result: [SharedCall] = []
    var seen: Set<[Int32]> = []
    for function in productionFunctions {
      // What is added to a type of the system is called by those who choose to.
      guard let caller = owner(of: function), self[caller].kind != .foreign, isCaller(caller),
        // What shows how to use a library is shown in one way.
        !isExample(file(of: function))
      else { continue }
      let frame = Frame(function, in: self)
      let code = frame.facts.code
      var uses: ValueUses?
      for index in expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        let (service, place, isCommand): (NominalID, ExpressionID, Bool)
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
          guard let found = reader.service(keeping: id, in: frame), !isInside(caller, found),
            !expressions(of: function).contains(where: {
              if case .assign(id, _) = code.expressions[$0] { true } else { false }
            })
          else { continue }
          (service, place, isCommand) = (found, id, false)
        default: continue
        }
        guard seen.insert([caller.index, service.index, isCommand ? 1 : 0]).inserted else { continue }
        result.append(
          SharedCall(
            service: service, span: SourceSpan(file: frame.file, bytes: code.span(of: place)), caller: caller,
            isCommand: isCommand))
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
  private var stateful: [FunctionID: Bool] = [:]
  /// How many statics and globals keep an object of a type.
  private lazy var counts = keepers()

  init(program: Program) {
    self.program = program
    inference = Inference(program: program)
  }

  /// The type of the one for all that a method is called on, and where that is named; nil where it is an object like
  /// others.
  func service(calling method: Symbol, on base: ExpressionID, in frame: Frame) -> (NominalID, ExpressionID)? {
    let code = frame.facts.code
    if let found = shared(base, in: frame) { return onlyMakesViews(method, of: found.0) ? nil : found }
    guard case .name(let name, _) = code[base], let type = program.nominal(named: name, from: frame.file), isOwn(type),
      case .functions(let functions)? = program.member(method, of: type), let function = functions.first,
      functions.allSatisfy({ program.declaration(of: $0).isStatic && program.declaration(of: $0).kind == .function }),
      program.knowledge[.isService].ends(program[type].name) && !isOneOfMany(type) || readsState(function)
    else { return nil }
    return (type, base)
  }

  /// The type that a value is kept in once for all, in a static that some function sets: `Session.account`.
  func service(keeping id: ExpressionID, in frame: Frame) -> NominalID? {
    let code = frame.facts.code
    guard case .member(let base, let name) = code[id], case .name(let typeName, _) = code[base],
      setNames.contains(name), let type = program.nominal(named: typeName, from: frame.file), isOwn(type),
      !program.servesTheScreen(type),
      // What all objects of a type share is a setting of theirs, and the type no service.
      !isOneOfMany(type), let property = program[type].properties[name]
    else { return nil }
    let declaration = program.declaration(of: property)
    guard declaration.isStored, declaration.isStatic, !declaration.isLet,
      isPlain(inference.type(of: property))
    else { return nil }
    return type
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

  /// Whether something of a name is given a value, or changed where it is.
  private func isChanged(_ name: Symbol) -> Bool { changedNames.contains(name) }

  /// What production code gives a value to, changes in place or hands over to be changed, and what that is a part of.
  private lazy var changedNames: Set<Symbol> = program.productionFunctions.reduce(into: []) { names, function in
    let code = program[program.file(of: function)].facts.code
    for index in program.expressions(of: function) {
      let id = ExpressionID(index: Int32(index))
      if code.marks(of: id).contains(.inout) { names.formUnion(code.path(to: id)) }
      if case .assign(let target, _) = code[id] { names.formUnion(code.path(to: target)) }
      if case .mutate(let target, _) = code[id] { names.formUnion(code.path(to: target)) }
      guard case .call(let callee, _) = code[id], case .member(let base, let method) = code[callee],
        program.knowledge[.changesInPlace].contains(method)
      else { continue }
      names.formUnion(code.path(to: base))
    }
  }

  /// What production code assigns to, by name.
  private lazy var setNames: Set<Symbol> = program.productionFunctions.reduce(into: []) { names, function in
    let code = program[program.file(of: function)].facts.code
    for index in program.expressions(of: function) {
      switch code.expressions[index] {
      case .assign(let target, _), .mutate(let target, _):
        if let name = code.writtenName(target) { names.insert(name) }
      default: continue
      }
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
        guard let property = program[type].properties[name], program.declaration(of: property).isStatic else {
          return nil
        }
        return object(in: property).map { ($0, id) }
      }
      return shared(base, in: frame, depth: depth + 1)
    default: return nil
    }
  }

  /// The type of the object that a static or a global keeps.
  private func object(in property: PropertyID) -> NominalID? {
    guard program.declaration(of: property).isStored, let type = inference.type(of: property).nominal, isOwn(type),
      program[type].kind == .class || program[type].kind == .actor, isOnly(property, of: type)
    else { return nil }
    return type
  }

  /// Whether no other static or global keeps an object of a type: of several, each is a value and none the service.
  private func isOnly(_ property: PropertyID, of type: NominalID) -> Bool {
    counts[type] == 1
  }

  private func keepers() -> [NominalID: Int] {
    var result: [NominalID: Int] = [:]
    for property in program.allProperties {
      let declaration = program.declaration(of: property)
      guard declaration.isStored, declaration.isStatic || declaration.parent == nil,
        !program.isTest(program.file(of: property)), let type = inference.type(of: property).nominal
      else { continue }
      result[type, default: 0] += 1
    }
    return result
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
    counts[type] == nil && program.storedProperties(of: type).contains { !program.declaration(of: $0).isStatic }
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

  /// Whether what a static function answers with or does depends on more than it is given, as far as the source shows.
  private func readsState(_ function: FunctionID, depth: Int = 0) -> Bool {
    if let known = stateful[function] { return known }
    stateful[function] = false
    guard depth < 4 else { return false }
    let frame = Frame(function, in: program)
    let code = frame.facts.code
    let result = program.expressions(of: function).contains { index in
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
        return readsState(targets[0], depth: depth + 1)
      default: return false
      }
    }
    stateful[function] = result
    return result
  }

  /// Whether a static or a global can change, or keeps an object that can; what is there for drawing is no state.
  private func isState(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    guard declaration.isStored, declaration.isStatic || declaration.parent == nil else { return false }
    if let type = inference.type(of: property).nominal, program.servesTheScreen(type) { return false }
    // What nobody gives another value is a table of constants, whatever it is declared as.
    return !declaration.isLet && isChanged(declaration.name) || object(in: property) != nil
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

  /// The names on the way to a place: `limits`, `upper` and `count` of `Limits.upper[0].count`.
  fileprivate func path(to place: ExpressionID) -> [Symbol] {
    switch self[place] {
    case .member(let base, let name): [name] + path(to: base)
    case .subscripted(let base, _): path(to: base)
    case .name(let name, _): [name]
    default: []
    }
  }
}
