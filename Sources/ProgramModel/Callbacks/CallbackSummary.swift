import SwiftFacts

/// What a function does with the callbacks and delegates of its object, and of what that has: which it may call before
/// it returns, and which it sets. Paths are members, from `self`.
struct CallbackSummary: Equatable {
  /// Called, and not set before; each with where.
  var wants: [[Symbol]: SourceSpan] = [:]
  var gives: Set<[Symbol]> = []
  /// By the place of a parameter, what is called of the object that is given for it.
  var wantsOfGiven: [Int: [[Symbol]: SourceSpan]] = [:]
  /// By the place of a parameter, what is set of the object that is given for it; each with where.
  var givesOfGiven: [Int: [[Symbol]: SourceSpan]] = [:]
  /// What is called of a new object that it answers with.
  var wantsOfMade: [[Symbol]: SourceSpan] = [:]
  /// What it wants and tells nothing by but the value that a property was given.
  var echoes: Set<[Symbol]> = []
  /// By what it wants for one value of a flag alone: the place of the parameter, and that value.
  var asked: [[Symbol]: AskedFlag] = [:]

  static let nothing = CallbackSummary()
}

/// What runs when the properties of a file are given something: that stands beside them. Kept with the file's facts.
private struct ObserversInFile: Sendable {
  private(set) var functions: [PropertyIndex: [FunctionIndex]] = [:]

  init(_ facts: FileFacts) {
    for index in facts.functions.indices {
      guard case .observer(let property) = facts.functions[index].kind else { continue }
      functions[property, default: []].append(FunctionIndex(index: Int32(index)))
    }
  }
}

/// Summaries of functions, each made once.
///
/// Not safe for use from several threads: each worker has its own.
final class CallbackSummaries {
  let program: Program
  let inference: Inference
  private let escape: ClosureEscape
  private let known = Fixpoint<FunctionID, CallbackSummary>(bottom: .nothing, unknown: .nothing)
  let frames: Frames
  private static let longestPath = 4

  init(_ program: Program) {
    self.program = program
    inference = Inference(program: program)
    frames = Frames(of: program)
    escape = ClosureEscape(inference: inference)
  }

  func summary(of function: FunctionID) -> CallbackSummary {
    guard program.declaration(of: function).hasBody else { return .nothing }
    let type = program.owner(of: function)
    return known.value(of: function) { make(of: function, type) }
  }

  private func make(of function: FunctionID, _ type: NominalID?) -> CallbackSummary {
    let body = Body(function, in: program)
    let frame = frames[function]
    let code = body.code
    var result = CallbackSummary()
    let later = laterClosures(body, frame)
    for id in body.expressions where !later.contains(where: { $0.contains(id.index) }) {
      switch code[id] {
      case .assign(let target, _), .mutate(let target, _):
        guard let path = code.ownPath(target) else {
          if case .assign(_, let value) = code[id], code[value] != .literal(.null) {
            noteGift(to: target, in: body, frame, &result)
          }
          continue
        }
        if case .assign(_, let value) = code[id], code[value] != .literal(.null) {
          result.gives.insert(path)
          // What the initialiser of a part calls, before anybody can have set it.
          if let initializer = making(value, in: frame)?.initializer, initializer != function {
            add(summary(of: initializer), behind: path, to: &result)
          }
        }
        // An initialiser's own assignments are not observed.
        guard path.count == 1, frame.declaration.kind != .initializer, let type else { continue }
        for observer in observers(of: path[0], in: type) {
          var told = summary(of: observer)
          if isGivenByCaller(id, in: body) { told.wants = told.wants.filter { !told.echoes.contains($0.key) } }
          add(told, behind: [], to: &result)
        }
      case .call(let callee, _):
        addGiven(id, callee, in: body, frame, to: &result)
        guard let type else { continue }
        for path in called(callee, in: code)
        where isSlot(path, of: type) && !result.gives.contains(path) && !tellsCallerItsOwn(id, in: body, frame) {
          note(path, at: id, in: body, frame, &result)
        }
        if let subject = sentThrough(callee, in: frame, type), result.wants[[subject]] == nil {
          result.wants[[subject]] = body.span(of: id)
        }
        guard let (prefix, target) = method(id, in: frame, { _ in nil }), case .local(let local) = prefix.root,
          code[local].kind == .selfReference, prefix.members.count < Self.longestPath
        else { continue }
        add(
          summary(of: target).called(by: id, of: program.declaration(of: target), in: code), behind: prefix.members,
          to: &result)
      default: break
      }
    }
    return result
  }

  /// Notes what a call in a body calls of the objects that the body was given.
  private func addGiven(
    _ call: ExpressionID, _ callee: ExpressionID, in body: Body, _ frame: Frame, to result: inout CallbackSummary
  ) {
    let code = body.code
    func add(_ path: AccessPath, _ wants: some Sequence<(key: [Symbol], value: SourceSpan)>) {
      guard case .local(let local) = path.root else { return }
      guard case .parameter(let place) = code[local].kind else {
        if isAnswer(local, of: frame) {
          for (slot, span) in wants { result.wantsOfMade[path.members + slot] = span }
        }
        return
      }
      for (slot, span) in wants {
        let slot = path.members + slot
        if slot.count <= Self.longestPath, result.wantsOfGiven[Int(place)]?[slot] == nil {
          result.wantsOfGiven[Int(place), default: [:]][slot] = span
        }
      }
    }
    var slots = [code.unwrapped(callee)]
    if case .member(let base, _) = code[callee] { slots.append(code.unwrapped(base)) }
    for slot in slots {
      guard let path = code.accessPath(slot), !path.members.isEmpty, case .local(let local) = path.root,
        case .parameter = code[local].kind, let type = inference.type(of: local, in: frame).nominal,
        isSlot(path.members, of: type)
      else { continue }
      add(path, [(key: [], value: body.span(of: call))])
    }
    if let (path, target) = method(call, in: frame, { _ in nil }) { add(path, summary(of: target).wants) }
    for (path, wants) in wantsOfGiven(by: call, in: frame) { add(path, wants) }
  }

  /// Notes that a slot of an object which a body was given is set, and not asked for before.
  private func noteGift(to target: ExpressionID, in body: Body, _ frame: Frame, _ result: inout CallbackSummary) {
    let code = body.code
    guard let path = code.accessPath(target), !path.members.isEmpty, path.members.count <= Self.longestPath,
      case .local(let local) = path.root, case .parameter(let place) = code[local].kind, !code.isSelf(local),
      let type = inference.type(of: local, in: frame).nominal, isSlot(path.members, of: type)
    else { return }
    if result.givesOfGiven[Int(place)]?[path.members] == nil {
      result.givesOfGiven[Int(place), default: [:]][path.members] = body.span(of: target)
    }
  }

  /// What a call sets of the objects that it is given, with where they are.
  func givesOfGiven(by call: ExpressionID, in frame: Frame) -> [(AccessPath, [[Symbol]: SourceSpan])] {
    ofGiven(by: call, in: frame, \.givesOfGiven).filter { path, gives in
      // What it calls of them as well may be for what has come before.
      !ofGiven(by: call, in: frame, \.wantsOfGiven).contains { other, wants in
        other == path && gives.keys.contains { wants[$0] != nil }
      }
    }
  }

  /// Whether a local is all that a function answers with.
  private func isAnswer(_ local: LocalID, of frame: Frame) -> Bool {
    guard case .variable(isLet: true) = frame.facts.code[local].kind else { return false }
    let results = frame.facts.code[frame.declaration.results]
    return results.count == 1 && results.allSatisfy { frame.facts.code[$0] == .local(local) }
  }

  /// What a function calls of the new object that it answers with.
  func wantsOfMade(
    by call: ExpressionID, as local: LocalID, in frame: Frame
  ) -> [(AccessPath, [[Symbol]: SourceSpan])] {
    guard case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
      program.declaration(of: targets[0]).kind == .function
    else { return [] }
    return [(AccessPath(root: .local(local)), summary(of: targets[0]).wantsOfMade)]
  }

  /// What a call calls of the objects that it is given, with where they are.
  func wantsOfGiven(by call: ExpressionID, in frame: Frame) -> [(AccessPath, [[Symbol]: SourceSpan])] {
    ofGiven(by: call, in: frame, \.wantsOfGiven)
  }

  private func ofGiven(
    by call: ExpressionID, in frame: Frame, _ part: KeyPath<CallbackSummary, [Int: [[Symbol]: SourceSpan]]>
  ) -> [(AccessPath, [[Symbol]: SourceSpan])] {
    let code = frame.facts.code
    guard case .call(_, let list) = code[call], code[list].contains(where: { code.accessPath($0.value) != nil }),
      case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
      let match = program.declaration(of: targets[0]).match(code[list])
    else { return [] }
    let known = summary(of: targets[0])[keyPath: part]
    guard !known.isEmpty else { return [] }
    return code[list].enumerated().compactMap { at, argument in
      guard let path = code.accessPath(argument.value), let own = known[match[at]] else { return nil }
      return (path, own)
    }
  }

  private func add(_ inner: CallbackSummary, behind prefix: [Symbol], to result: inout CallbackSummary) {
    for (path, span) in inner.wants {
      let path = prefix + path
      if path.count <= Self.longestPath, !result.gives.contains(path), result.wants[path] == nil {
        result.wants[path] = span
      }
    }
    result.gives.formUnion(inner.gives.lazy.map { prefix + $0 }.filter { $0.count <= Self.longestPath })
  }

  /// The observers of a property of a type, by its name.
  func observers(of name: Symbol, in type: NominalID) -> [FunctionID] {
    guard case .property(let property)? = program.valueMember(name, of: type) else { return [] }
    let file = program.file(of: property)
    let facts = program[file].facts
    let index = PropertyIndex(index: property.index - program.property(PropertyIndex(index: 0), in: file).index)
    return (facts.derived { ObserversInFile(facts) }.functions[index] ?? []).map { program.function($0, in: file) }
  }

  /// The closures of a body that do not run where they stand, as a block for `sync` or `forEach` does.
  private func laterClosures(_ body: Body, _ frame: Frame) -> [Range<Int32>] {
    body.code.closures(in: body.range).compactMap { id in
      let closure = body.code[id]
      guard closure.firstExpression < closure.endExpression else { return nil }
      let runs = !closure.isLocalFunction && escape.fate(of: id, in: frame) == .inPlace
      return runs ? nil : closure.firstExpression..<closure.endExpression
    }
  }

  /// The slots that a call may call: `onDone?(…)`, `delegate?.didFinish(…)`, a local that was given one of them.
  private func called(_ callee: ExpressionID, in code: Code) -> [[Symbol]] {
    var result: [[Symbol]] = []
    if let path = code.ownPath(code.unwrapped(callee)) { result.append(path) }
    if case .member(let base, _) = code[callee], let path = code.ownPath(code.unwrapped(base)) { result.append(path) }
    return result
  }

  /// The method that a call runs, and the object that it runs on.
  ///
  /// - Parameter made: The class of the object at a path, where it is known better than its type says.
  func method(_ call: ExpressionID, in frame: Frame, _ made: (AccessPath) -> NominalID?) -> (AccessPath, FunctionID)? {
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[call] else { return nil }
    let path: AccessPath
    switch code[callee] {
    case .name(_, let own?): path = AccessPath(root: .local(own))
    case .member(let base, let name):
      guard let found = code.accessPath(base) else { return nil }
      path = found
      if let type = made(path), case .functions(let functions)? = program.member(name, of: type) {
        let fitting = functions.filter {
          program.declaration(of: $0).hasBody && program.declaration(of: $0).match(code[list]) != nil
        }
        return fitting.count == 1 ? (path, fitting[0]) : nil
      }
      if program.knowledge[.runsOwnMethod].contains(name),
        let type = made(path) ?? inference.type(of: base, in: frame).nominal,
        let run = ownMethod(runBy: name, of: type)
      {
        return (path, run)
      }
    default: return nil
    }
    guard case .functions(let targets) = inference.target(of: call, in: frame).kind, targets.count == 1,
      let target = targets.first,
      !program.declaration(of: target).isStatic
    else { return nil }
    // What makes an object does nothing to its own.
    if case .name = code[callee], program.declaration(of: target).kind == .initializer { return nil }
    return (path, target)
  }

  /// The method of the program's own that the system runs within a call of one of its own: `main` of an operation
  /// within `start`.
  private func ownMethod(runBy name: Symbol, of type: NominalID) -> FunctionID? {
    let rows = program.knowledge[.runsOwnMethod][name].filter { row in
      row.type.map { program.inherits(type, from: $0) } ?? false
    }
    return rows.lazy.compactMap(\.argument).compactMap { run -> FunctionID? in
      guard case .functions(let found)? = self.program.member(run, of: type), found.count == 1,
        self.program.declaration(of: found[0]).hasBody
      else { return nil }
      return found[0]
    }.first
  }

  /// The initialiser that a call runs and the class that it makes an object of; nil for anything else.
  func making(_ call: ExpressionID, in frame: Frame) -> (type: NominalID, initializer: FunctionID?)? {
    guard case .call = frame.facts.code[call] else { return nil }
    switch inference.target(of: call, in: frame).kind {
    case .functions(let functions):
      guard functions.count == 1, program.declaration(of: functions[0]).kind == .initializer,
        let type = inference.type(of: call, in: frame).nominal ?? program.owner(of: functions[0])
      else { return nil }
      return (type, functions[0])
    case .foreign(_, _, isInitializer: true), .memberwise:
      guard let type = inference.type(of: call, in: frame).nominal, program[type].kind != .foreign else { return nil }
      return (type, nil)
    default: return nil
    }
  }

  /// The same, or the function by which a call comes by a new object that nobody else knows, and that was not given
  /// anything to call.
  func making(_ call: ExpressionID, orHandingOutIn frame: Frame) -> (type: NominalID, initializer: FunctionID?)? {
    if let made = making(call, in: frame) { return made }
    guard case .functions(let functions) = inference.target(of: call, in: frame).kind, functions.count == 1,
      program.declaration(of: functions[0]).kind == .function, program.declaration(of: functions[0]).hasBody,
      let type = inference.madeObject(call, in: frame)
    else { return nil }
    let code = program[program.file(of: functions[0])].facts.code
    let isSetUp = program.expressions(of: functions[0]).contains { index in
      guard case .assign(let target, _) = code.expressions[index], let name = code.writtenName(target),
        case .property(let property)? = program.valueMember(name, of: type)
      else { return false }
      return isSlot(property)
    }
    return isSetUp ? nil : (type, nil)
  }

  /// Whether a property of a type, or of what its properties have, is there to be called back through: an optional
  /// closure, or a delegate.
  func isSlot(_ path: [Symbol], of type: NominalID) -> Bool {
    var here = type
    for (index, name) in path.enumerated() {
      guard case .property(let property)? = program.valueMember(name, of: here) else { return false }
      if index == path.count - 1 { return isSlot(property) }
      guard let next = inference.type(of: property).nominal else { return false }
      here = next
    }
    return false
  }

  func isSlot(_ property: PropertyID) -> Bool {
    let declaration = program.declaration(of: property)
    guard declaration.isStored, !declaration.isLet, program.isOptional(property), let type = declaration.type else {
      return false
    }
    let file = program.file(of: property)
    let code = program[file].facts.code
    if case .optional(let wrapped) = code[type] {
      if case .function = code[wrapped] { return true }
      if case .function = program.resolve(wrapped, in: file, context: program.owner(of: property)) { return true }
    }
    return declaration.strength == .weak
      && (declaration.name.text.words.last.map { program.knowledge[.isTold].contains($0) } == true || isTold(property))
  }

  /// Whether a property is for an object that is told something by a protocol of the program and asked nothing.
  private func isTold(_ property: PropertyID) -> Bool {
    guard let asked = inference.type(of: property).nominal, program[asked].kind == .protocol else { return false }
    let requirements = program.ownRequirements(of: asked)
    return !requirements.isEmpty
      && program[asked].declarations.allSatisfy { place in
        program.functions(in: place).allSatisfy { program.declaration(of: $0).result == nil }
          && program.properties(in: place).isEmpty
      }
  }
}

extension Code {
  /// The members from `self` to what an expression reads; nil for what is no part of it, and for `self`.
  fileprivate func ownPath(_ id: ExpressionID) -> [Symbol]? {
    guard let path = accessPath(id), case .local(let local) = path.root, self[local].kind == .selfReference,
      !path.members.isEmpty
    else { return nil }
    return path.members
  }

  /// What a local was given where it is declared, or the expression itself.
  fileprivate func unwrapped(_ id: ExpressionID) -> ExpressionID {
    guard case .local(let local) = self[id], case .variable = self[local].kind, let value = self[local].initializer
    else { return id }
    return value
  }
}
