public import SwiftFacts

/// A closure that runs later and holds its object weakly, where nothing keeps the object until then.
public struct DroppedWork: Hashable, Sendable {
  public var function: FunctionID
  public var closure: ClosureID
  /// Where the closure captures the object.
  public var span: SourceSpan
  /// What runs the closure.
  public var callee: Symbol
  /// As the closure calls the object.
  public var captured: Symbol
  public var typeName: String
  /// The objects that are made, used for one call, and freed.
  public var made: [SourceSpan]
  /// Whether the program itself is seen to let go of such an object; else it hands them all out, and keeps none.
  public var isSeen: Bool
}

extension Program {
  /// Work that is lost because the object that does it is gone before it begins, in the order of files.
  public func droppedWork(threads: Int) -> [DroppedWork] {
    let names = weaklyWorkingNames
    let makers = Set(names.flatMap { calls(threads: threads).callers[$0] ?? [] }).sorted()
    let uses = Workers.map(count: makers.count, threads: threads, state: { Inference(program: self) }) {
      inference, index in
      self.objectUses(in: makers[index], names, inference)
    }
    var byType: [NominalID: ObjectUses] = [:]
    for (type, use) in uses.joined() { byType[type, default: ObjectUses()].add(use) }
    // Who keeps any objects of a type is asked of few.
    lazy var kept = keptTypes(threads: threads)
    let types = byType.keys.sorted().filter { type in
      guard let use = byType[type], isPlainObject(type), !isTest(type),
        // Whatever runs such an object keeps it until it says that it is done.
        !inherits(type, fromAny: .keptUntilDone)
      else { return false }
      return !use.dropped.isEmpty || use.isHandedOut && !use.isKept && !kept.contains(type)
    }
    let fates = ClosureEscape(inference: Inference(program: self))
    let found = types.flatMap { type in byType[type].map { droppedWork(of: type, $0, fates) } ?? [] }
    return (found + handedOverWork()).sorted { $0.span < $1.span }
  }

  /// The names of classes with closures that hold their object weakly; there is nothing to lose with any other.
  private var weaklyWorkingNames: Set<Symbol> {
    if reads != nil { return asking("classes that hold themselves weakly") { $0.weaklyWorkingNames } }
    var types: Set<NominalID> = []
    for (index, file) in files.enumerated() {
      let id = FileID(index: Int32(index))
      let code = file.facts.code
      guard !isTest(id),
        code.closures.contains(where: { closure in closure.captureList.contains { code[$0].kind.isWeakCapture } })
      else {
        continue
      }
      for type in file.facts.types.indices { types.insert(nominal(of: TypeIndex(index: Int32(type)), in: id)) }
    }
    return Set(types.flatMap { [$0] + (descendants[$0] ?? []) }.filter { isPlainObject($0) }.map { self[$0].name })
  }

  /// The types of properties, and what their objects can be known as.
  private func keptTypes(threads: Int) -> Set<NominalID> {
    let held = Set(heldTypes(threads: threads).map(\.type))
    // What a property of a protocol's type holds may be any that conform.
    return held.union(held.flatMap { descendants[$0] ?? [] })
  }

  // MARK: What becomes of objects

  private struct ObjectUses: Sendable {
    /// Where one is made and freed again at the end of the function, with the methods called on it until then.
    var dropped: [(span: SourceSpan, methods: [FunctionID])] = []
    var isHandedOut = false
    var isKept = false

    mutating func add(_ other: ObjectUses) {
      dropped += other.dropped
      isHandedOut = isHandedOut || other.isHandedOut
      isKept = isKept || other.isKept
    }
  }

  private func objectUses(in id: FunctionID, _ names: Set<Symbol>, _ inference: Inference) -> [(NominalID, ObjectUses)]
  {
    let file = file(of: id)
    guard declaration(of: id).hasBody, !isTest(file) else { return [] }
    let code = self[file].facts.code
    var context: (frame: Frame, uses: ValueUses)?
    var result: [(NominalID, ObjectUses)] = []
    for index in expressions(of: id) {
      let call = ExpressionID(index: Int32(index))
      guard case .call(let callee, _) = code[call], let name = code.calledName(callee), names.contains(name) else {
        continue
      }
      let here = context ?? (Frame(id, in: self), ValueUses(of: id, in: self))
      context = here
      guard let type = inference.madeObject(call, in: here.frame) else { continue }
      result.append((type, fate(of: call, here.frame, here.uses, inference)))
    }
    return result
  }

  private func fate(of call: ExpressionID, _ frame: Frame, _ uses: ValueUses, _ inference: Inference) -> ObjectUses {
    let code = frame.facts.code
    let made = SourceSpan(file: frame.file, bytes: code.span(of: call))
    if uses.isResult(call) {
      // What SwiftUI asks for, it keeps.
      if case .function = frame.declaration.kind, !knowledge[.makesCoordinator].contains(frame.declaration.name) {
        return ObjectUses(isHandedOut: true)
      }
      return ObjectUses(isKept: true)
    }
    // Whoever waits keeps what it waits for.
    if waits(frame) { return ObjectUses(isKept: true) }
    if let method = method(calledOn: call, uses, frame, inference) { return ObjectUses(dropped: [(made, [method])]) }
    guard let local = uses.variable(givenBy: call), !uses.mentions(of: local).isEmpty else {
      return ObjectUses(isKept: true)
    }
    let inside = uses.closure(around: call)
    var methods: [FunctionID] = []
    for use in uses.mentions(of: local) {
      guard uses.closure(around: use) == inside else { return ObjectUses(isKept: true) }
      if let method = method(calledOn: use, uses, frame, inference) {
        methods.append(method)
      } else if !inference.isSetUp(use, uses, frame) {
        return uses.isResult(use) ? ObjectUses(isHandedOut: true) : ObjectUses(isKept: true)
      }
    }
    // Who uses it after waiting has kept it meanwhile.
    let last = uses.mentions(of: local).map(\.index).max() ?? call.index
    let isAwaited = code.statements(of: frame.declaration).contains {
      $0.kind == .awaiting && call.index < $0.firstExpression && $0.endExpression <= last
    }
    let asked = uses.mentions(of: local).filter { method(calledOn: $0, uses, frame, inference) != nil }
    let isHeldMeanwhile = isAwaited || isAskedAfterOtherWork(asked, frame)
    return methods.isEmpty || isHeldMeanwhile ? ObjectUses(isKept: true) : ObjectUses(dropped: [(made, methods)])
  }

  /// Whether something else is done between two calls on an object: it is kept until the second, which is what
  /// comes of the first.
  private func isAskedAfterOtherWork(_ asked: [ExpressionID], _ frame: Frame) -> Bool {
    let code = frame.facts.code
    guard let first = asked.min(by: { $0.index < $1.index }), let last = asked.max(by: { $0.index < $1.index }),
      first != last
    else { return false }
    let between = code.span(of: first).end..<code.span(of: last).start
    return expressions(of: frame.function).contains { index in
      let id = ExpressionID(index: Int32(index))
      guard case .call(let callee, _) = code[id], case let span = code.span(of: id),
        between.lowerBound < span.start, span.end <= between.upperBound
      else { return false }
      let isOnObject = asked.contains { span.start <= code.span(of: $0).start && code.span(of: $0).end <= span.end }
      return !isOnObject && !isLogging(callee, code)
        && !asked.contains { code.span(of: callee).start == code.span(of: $0).start }
    }
  }

  /// The program's own function that a call runs on an object.
  private func method(calledOn object: ExpressionID, _ uses: ValueUses, _ frame: Frame, _ inference: Inference)
    -> FunctionID?
  {
    guard let member = uses.parent(of: object), case .member(object, _) = frame.facts.code[member],
      let call = uses.parent(of: member),
      case .call(member, _) = frame.facts.code[call],
      case .functions(let functions) = inference.target(of: call, in: frame).kind,
      functions.count == 1
    else { return nil }
    return functions[0]
  }

  private func waits(_ frame: Frame) -> Bool {
    let code = frame.facts.code
    return (frame.declaration.firstExpression..<frame.declaration.endExpression).contains { index in
      guard case .call(let callee, _) = code[ExpressionID(index: index)] else { return false }
      return code.calledName(callee).map { knowledge[.waitsInPlace].contains($0) } ?? false
    }
  }

  // MARK: What is lost with them

  private func droppedWork(of type: NominalID, _ use: ObjectUses, _ fates: ClosureEscape) -> [DroppedWork] {
    let starts: [FunctionID]
    if use.dropped.isEmpty {
      starts = functions(of: type).filter {
        declaration(of: $0).kind == .function && !declaration(of: $0).isPrivate && !declaration(of: $0).isStatic
      }
    } else {
      starts = Array(Set(use.dropped.flatMap(\.methods))).sorted()
    }
    var result: [DroppedWork] = []
    var seen: Set<FunctionID> = []
    for start in starts where owner(of: start).map({ lineage(of: type).contains($0) }) ?? false {
      guard !givesAwaySelf(start) else { continue }
      let made = use.dropped.filter { $0.methods.contains(start) }.map(\.span)
      for function in [start] + ownCalls(from: start)
      where seen.insert(function).inserted && !isTest(file(of: function)) {
        // Where nobody is seen to let go, what keeps the closure may well be with whoever keeps the object.
        let lost = lostClosures(in: function, fates).filter { !use.dropped.isEmpty || $0.fate == .later }
        result += lost.map {
          DroppedWork(
            function: function, closure: $0.closure, span: $0.span, callee: $0.callee, captured: Names.self_,
            typeName: name(of: type), made: made, isSeen: !use.dropped.isEmpty)
        }
      }
    }
    return result
  }

  /// The methods that a function calls on its own object outside closures.
  private func ownCalls(from start: FunctionID) -> [FunctionID] {
    guard let own = declaration(of: start).selfLocal, let type = owner(of: start) else { return [] }
    let code = self[file(of: start)].facts.code
    var result: [FunctionID] = []
    for index in expressions(of: start) {
      let id = ExpressionID(index: Int32(index))
      guard case .call(let callee, _) = code[id], let name = code.ownCall(callee, own), !code.isInsideClosure(id),
        case .functions(let functions)? = member(name, of: type), functions.count == 1
      else { continue }
      result.append(functions[0])
    }
    return result
  }

  private func lostClosures(in function: FunctionID, _ fates: ClosureEscape) -> [(
    closure: ClosureID, span: SourceSpan, callee: Symbol, fate: ClosureFate
  )] {
    let frame = Frame(function, in: self)
    guard !waits(frame) else { return [] }
    let code = frame.facts.code
    var result: [(ClosureID, SourceSpan, Symbol, ClosureFate)] = []
    for id in code.closures(in: expressions(of: function)) {
      let closure = code[id]
      guard
        let capture = closure.captureList.first(where: { code[$0].name == Names.self_ && code[$0].kind.isWeakCapture }),
        // The outer one of two has the object first.
        !code.isInsideClosure(closure.expression), let call = closure.call, case .call(let callee, _) = code[call],
        let name = code.calledName(callee), doesSomething(closure, with: capture, code)
      else { continue }
      guard !asksEachRound(closure, for: capture, frame) else { continue }
      let summary = fates.summary(of: id, in: frame)
      let fate = summary.fate
      // What is kept to be told again and again is not waited for.
      if fate == .kept { guard case .once(_, let proof, _) = summary.runs, proof > .guessed else { continue } }
      if fate >= .later { result.append((id, SourceSpan(file: frame.file, bytes: code[capture].span), name, fate)) }
    }
    return result
  }

  /// Whether a closure looks for its object in loops alone, as what goes on for as long as the object is there.
  private func asksEachRound(_ closure: Closure, for capture: LocalID, _ frame: Frame) -> Bool {
    let code = frame.facts.code
    let loops = code.statements(of: closure).filter { if case .loop = $0.kind { true } else { false } }
    guard !loops.isEmpty else { return false }
    return (closure.firstExpression..<closure.endExpression).allSatisfy { index in
      switch code[ExpressionID(index: index)] {
      case .local(capture), .name(_, implicitSelf: capture):
        loops.contains { $0.firstExpression <= index && index < $0.endExpression }
      default: true
      }
    }
  }

  /// Whether a closure calls something with its object: what it only writes into the object is not missed once
  /// the object is gone.
  private func doesSomething(_ closure: Closure, with capture: LocalID, _ code: Code) -> Bool {
    var names: Set<LocalID> = [capture]
    for index in closure.firstLocal..<closure.endLocal {
      let local = LocalID(index: index)
      if let value = code[local].initializer, case .local(let source) = code[value], names.contains(source) {
        names.insert(local)
      }
    }
    func isOfObject(_ id: ExpressionID) -> Bool {
      switch code[id] {
      case .local(let local), .name(_, implicitSelf: let local?): names.contains(local)
      case .member(let base, _): isOfObject(base)
      default: false
      }
    }
    return (closure.firstExpression..<closure.endExpression).contains { index in
      guard case .call(let callee, let list) = code[ExpressionID(index: index)] else { return false }
      return isOfObject(callee) && !isLogging(callee, code) || code[list].contains { isOfObject($0.value) }
    }
  }

  private func isLogging(_ callee: ExpressionID, _ code: Code) -> Bool {
    code.calledName(callee).map { knowledge[.logs].begins($0) || $0.isCapitalized } ?? false
  }
}

extension Local.Kind {
  fileprivate var isWeakCapture: Bool { if case .capture(.weak, _) = self { true } else { false } }
}
