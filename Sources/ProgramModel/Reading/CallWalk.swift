import SwiftFacts

/// Answers a question about calls, with what the program's own functions come to that are called on the way.
///
/// Not safe for use from several threads.
final class CallWalk {
  private let program: Program
  private let inference: Inference
  private let fates: ClosureEscape
  private let frames: Frames
  private let question: CallQuestion
  private let summaries = Fixpoint<Body, CallEffects>(bottom: [], unknown: [.same, .made, .undone])

  /// A body that is run, with the object that the calls are made on, as the body has it; nil for any object.
  private struct Body: Hashable {
    var function: FunctionID
    /// The statement of a closure in the function; nil for the function's own.
    var root: Int32?
    var object: AccessPath?
  }

  init(_ program: Program, _ inference: Inference, _ fates: ClosureEscape, _ frames: Frames, _ question: CallQuestion) {
    self.program = program
    self.inference = inference
    self.fates = fates
    self.frames = frames
    self.question = question
  }

  // MARK: Bodies

  /// Whether some way to an exit has not made a call; nil where the body is not understood.
  func misses(before block: Int, of function: FunctionID) -> Bool? {
    guard let (graph, tracking) = prepared(Body(function: function)), let solution = graph.solve(tracking, from: .start)
    else { return nil }
    return solution.after[block]?.ways.contains { $0.last != .made } ?? false
  }

  /// Whether some way to a call has made one on the same object, and undone none since; nil where that is not known.
  func repeats(_ call: ExpressionID, in function: FunctionID) -> Bool? {
    let frame = frames[function]
    guard let object = self.object(ofCall: call, in: frame), let (graph, tracking) = prepared(
      Body(function: function, object: object), towards: call), let solution = graph.solve(tracking, from: .start)
    else { return nil }
    for (block, state) in zip(graph.blocks, solution.before) {
      guard var state else { continue }
      for index in block.ranges.joined() {
        let id = ExpressionID(index: index)
        if id == call, state.ways.contains(where: { $0.last == .made }) { return true }
        tracking.step(&state, at: id)
      }
    }
    return false
  }

  private func prepared(_ body: Body, towards call: ExpressionID? = nil) -> (FlowGraph, CallTracking)? {
    let frame = frames[body.function]
    guard let graph = body.root.map({ program.flow(of: $0, in: frame.file) }) ?? program.flow(of: body.function),
      let root = graph.root
    else { return nil }
    let code = frame.facts.code
    let isSelf = body.object.map { self.isSelf($0, code) } ?? false
    let names = isSelf ? call.flatMap { self.names(saidBy: $0, in: frame) } : nil
    let tracking = CallTracking(
      code, code.expressions(in: root), of: body.object, leaning: question.leaning,
      mayTell: { [unowned self] id in
        guard let object = body.object, let (base, name) = member(id, in: frame), base == object else { return false }
        return names?.contains(name) ?? true
      },
      effects: { [unowned self] in effects(of: $0, on: body.object, in: frame) })
    return (graph, tracking)
  }

  private func summary(_ body: Body) -> CallEffects {
    summaries.value(of: body) {
      guard let (graph, tracking) = prepared(body), let solution = graph.solve(tracking, from: .start) else {
        return [.same, .made, .undone]
      }
      return graph.exits.reduce(into: []) { all, exit in
        if exit.manner != .end, let state = solution.after[exit.block] { all.formUnion(state.effects) }
      }
    }
  }

  // MARK: Expressions

  private func effects(of id: ExpressionID, on object: AccessPath?, in frame: Frame) -> CallEffects? {
    let code = frame.facts.code
    guard case .call(let callee, let list) = code[id] else { return nil }
    if question.isCall(id, frame.file), isSame(id, object, in: frame) { return .made }
    if question.isBetween(id, frame.file), isSame(id, object, in: frame) { return .undone }
    var done: CallEffects = .same
    for closure in closures(run: callee, list, in: frame) {
      var all = summary(Body(function: frame.function, root: code[closure.id].statement, object: object))
      if !closure.isCertain { all.formUnion(.same) }
      done = then(done, all.settled(question.leaning))
    }
    let target = inference.target(of: id, in: frame)
    guard case .functions(let functions) = target.kind else { return done }
    let given = functions.compactMap { function in
      translated(object, into: function, target.receiver, list, in: frame).map { Body(function: function, object: $0) }
    }
    // One that knows nothing of the object leaves it as it is.
    var all: CallEffects = given.count < functions.count ? .same : []
    for body in given { all.formUnion(summary(body)) }
    return then(done, all.settled(question.leaning))
  }

  private func then(_ first: CallEffects, _ second: CallEffects) -> CallEffects {
    first.isEmpty ? first : second == .same ? first : second
  }

  private func isSame(_ call: ExpressionID, _ object: AccessPath?, in frame: Frame) -> Bool {
    guard let object else { return true }
    return self.object(ofCall: call, in: frame) == object
  }

  /// The closures that a call runs before it returns, as far as is known, and whether it surely does.
  private func closures(
    run callee: ExpressionID, _ list: ArgumentList, in frame: Frame
  ) -> [(id: ClosureID, isCertain: Bool)] {
    let code = frame.facts.code
    switch code[callee] {
    case .closure(let closure): return [(closure, true)]
    case .local(let local):
      if case .function(let closure) = code[local].kind { return [(closure, true)] }
      if case .variable(isLet: true) = code[local].kind, let value = code[local].initializer,
        case .closure(let closure) = code[value]
      {
        return [(closure, true)]
      }
    default: break
    }
    return code[list].compactMap { argument -> (id: ClosureID, isCertain: Bool)? in
      guard case .closure(let closure) = code[argument.value] else { return nil }
      let summary = fates.summary(of: closure, in: frame)
      switch summary.fate {
      case .later, .kept: return nil
      case .unknown: return (closure, false)
      case .inPlace:
        if case .once(.inPlace, _, dropsErrors: _) = summary.runs { return (closure, true) }
        return (closure, false)
      }
    }
  }

  // MARK: Objects

  /// What a call is made on, by the one path that all spellings of it come to; nil for what is worked out.
  func object(ofCall id: ExpressionID, in frame: Frame) -> AccessPath? {
    let code = frame.facts.code
    guard case .call(let callee, _) = code[id] else { return nil }
    switch code[callee] {
    case .member(let base, _): return path(base, in: frame)
    // One of `self`, or a free function.
    case .name(_, let implicit?): return canonical(AccessPath(root: .local(implicit)), in: frame, depth: 0)
    case .name(let name, nil): return AccessPath(root: .name(name))
    default: return nil
    }
  }

  private func path(_ id: ExpressionID, in frame: Frame, depth: Int = 0) -> AccessPath? {
    let code = frame.facts.code
    if case .superReference(let implicit) = code[id] {
      return implicit.map { AccessPath(root: .local($0), members: [Names.super_]) }
        ?? AccessPath(root: .name(Names.super_))
    }
    guard areStored(id, in: frame) else { return nil }
    return code.accessPath(id).map { canonical($0, in: frame, depth: depth) }
  }

  /// A `let` stands for what it is given, and a capture for what it captures.
  private func canonical(_ path: AccessPath, in frame: Frame, depth: Int) -> AccessPath {
    guard depth < 8, case .local(let local) = path.root, let value = alias(local, frame.facts.code),
      let source = self.path(value, in: frame, depth: depth + 1), !isWritten(source, in: frame)
    else { return path }
    return AccessPath(root: source.root, members: source.members + path.members)
  }

  /// What a member is a member of, and its name; nil for what is none.
  private func member(_ id: ExpressionID, in frame: Frame) -> (base: AccessPath, name: Symbol)? {
    switch frame.facts.code[id] {
    case .name(let name, let implicit?): (canonical(AccessPath(root: .local(implicit)), in: frame, depth: 0), name)
    case .member(let base, let name): path(base, in: frame).map { ($0, name) }
    default: nil
    }
  }

  private func alias(_ local: LocalID, _ code: Code) -> ExpressionID? {
    switch code[local].kind {
    case .variable(isLet: true): code[local].initializer
    case .capture(_, let value): value
    default: nil
    }
  }

  /// Whether each property on a path is one that keeps its value: what is worked out may be another object each time.
  private func areStored(_ id: ExpressionID, in frame: Frame) -> Bool {
    let code = frame.facts.code
    let (base, owner, name): (ExpressionID?, NominalID?, Symbol)
    switch code[id] {
    case .name(let written, _?): (base, owner, name) = (nil, frame.context, written)
    case .member(let outer, let written):
      (base, owner, name) = (outer, inference.type(of: outer, in: frame).nominal, written)
    default: return true
    }
    if let owner, case .property(let property)? = program.valueMember(name, of: owner) {
      let declaration = program.declaration(of: property)
      if !declaration.isStored, !declaration.isRequirement { return false }
    }
    return base.map { areStored($0, in: frame) } ?? true
  }

  /// Whether a body puts something else where a path leads.
  private func isWritten(_ path: AccessPath, in frame: Frame) -> Bool {
    let code = frame.facts.code
    return program.expressions(of: frame.function).contains { index in
      let id = ExpressionID(index: Int32(index))
      guard let written = code.writtenPath(id) else { return false }
      return written.root == path.root && path.members.starts(with: written.members)
    }
  }

  private func isSelf(_ path: AccessPath, _ code: Code) -> Bool {
    guard path.members.isEmpty, case .local(let local) = path.root else { return false }
    return code[local].kind == .selfReference
  }

  /// The object as a function has it that is called; nil where it has nothing to do with it.
  private func translated(
    _ object: AccessPath?, into function: FunctionID, _ receiver: CallTarget.Receiver, _ list: ArgumentList,
    in frame: Frame
  ) -> AccessPath?? {
    let declaration = program.declaration(of: function)
    guard declaration.hasBody else { return nil }
    let code = frame.facts.code
    var on: AccessPath?
    switch receiver {
    case .local(let local): on = AccessPath(root: .local(local))
    case .expression(let base): on = path(base, in: frame)
    case .none: break
    }
    guard let object else {
      // What another object does about itself is another matter.
      if case .none = receiver {
        let owner = program.owner(of: function)
        return declaration.kind == .function && (owner == nil || owner == frame.context) ? .some(nil) : nil
      }
      guard let on, isSelf(on, code) else { return nil }
      return .some(nil)
    }
    func inner(_ outer: AccessPath, _ local: LocalID) -> AccessPath? {
      guard outer.root == object.root, object.members.starts(with: outer.members) else { return nil }
      return AccessPath(root: .local(local), members: Array(object.members.dropFirst(outer.members.count)))
    }
    let called = program[program.file(of: function)].facts.code
    if let on, let own = selfLocal(of: declaration, called), let path = inner(on, own) { return path }
    guard let match = declaration.match(code[list]) else { return nil }
    for (position, argument) in zip(match, code[list]) {
      guard let given = self.path(argument.value, in: frame),
        let path = inner(given, declaration.parameters[position].local)
      else { continue }
      return path
    }
    return nil
  }

  private func selfLocal(of declaration: FunctionDeclaration, _ code: Code) -> LocalID? {
    (declaration.firstLocal..<max(declaration.firstLocal, declaration.endLocal)).map { LocalID(index: $0) }.first {
      code[$0].kind == .selfReference
    }
  }

  // MARK: What tells

  /// The names in what a call runs, in the functions of the program that it leads to: what of the object may tell that
  /// it has been made. Nil where that cannot be said.
  private func names(saidBy call: ExpressionID, in frame: Frame) -> Set<Symbol>? {
    guard case .functions(let functions) = inference.target(of: call, in: frame).kind else { return nil }
    var due = functions
    var seen = Set(functions)
    var names: Set<Symbol> = []
    while let function = due.popLast() {
      guard program.declaration(of: function).hasBody, seen.count <= Limits.callDepth else { return nil }
      let inner = frames[function]
      for index in program.expressions(of: function) {
        let id = ExpressionID(index: Int32(index))
        switch inner.facts.code[id] {
        case .name(let name, _), .member(_, let name): names.insert(name)
        case .call:
          guard case .functions(let called) = inference.target(of: id, in: inner).kind else { continue }
          for next in called where seen.insert(next).inserted { due.append(next) }
        default: continue
        }
      }
    }
    return names
  }
}
