public import SwiftFacts

/// A closure made while its object is being freed, which keeps the object or refers to it weakly.
public struct DeinitEscape: Hashable, Sendable {
  /// The function that makes the closure.
  public var function: FunctionID
  public var closure: ClosureID
  public var span: SourceSpan
  public var strength: Strength
  /// How `deinit` gets there: the functions it calls, one by the other; empty where it makes the closure itself.
  public var path: [FunctionID]
  /// What the closure is given to.
  public var callee: Symbol
}

extension Program {
  /// The closures that outlive the object in whose `deinit` they are made, in the order of files.
  public func deinitEscapes(threads: Int) -> [DeinitEscape] {
    foundByFunction(.deinitEscapes, threads: threads, state: { ClosureEscape(inference: $0) }) { program, fates, id in
      guard program.declaration(of: id).kind == .deinitializer, let type = program.owner(of: id),
        !program.isTest(program.file(of: id))
      else { return [] }
      return program.deinitEscapes(from: id, of: type, fates)
    }.filter { escape in
      // What is never freed never comes there.
      !(owner(of: escape.function).map(livesForever) ?? false)
    }
  }

  private func deinitEscapes(from start: FunctionID, of type: NominalID, _ fates: ClosureEscape) -> [DeinitEscape] {
    var result: [DeinitEscape] = []
    var queue: [(function: FunctionID, path: [FunctionID], given: Refinement)] = [(start, [], Refinement())]
    var seen: Set<FunctionID> = [start]
    while let (function, path, given) = queue.first {
      queue.removeFirst()
      let frame = Frame(function, in: self)
      // What is given may exclude a way: `stop(fromDeinit: true)`.
      let reached = flow(of: function).flatMap { Reachability($0, in: frame.facts.code, given: given) }
      result += escapes(in: frame, path, of: type, fates).filter {
        reached?.contains(frame.facts.code[$0.closure].expression) ?? true
      }
      guard path.count < 3 else { continue }
      for (next, call) in ownCalls(in: frame, fates.inference)
      where reached?.contains(call) ?? true && seen.insert(next).inserted {
        guard case .call(_, let list) = frame.facts.code[call] else { continue }
        let code = self[file(of: next)].facts.code
        queue.append(
          (next, path + [next], frame.facts.code.given(frame.facts.code[list], to: declaration(of: next), in: code)))
      }
    }
    return result
  }

  /// The methods that a function calls on its own object, outside closures.
  private func ownCalls(in frame: Frame, _ inference: Inference) -> [(function: FunctionID, call: ExpressionID)] {
    guard let selfLocal = frame.declaration.selfLocal else { return [] }
    let code = frame.facts.code
    var result: [(function: FunctionID, call: ExpressionID)] = []
    for index in frame.declaration.firstExpression..<frame.declaration.endExpression {
      let id = ExpressionID(index: index)
      guard case .call = code[id], !code.isInsideClosure(id) else { continue }
      let target = inference.target(of: id, in: frame)
      guard case .functions(let functions) = target.kind, functions.count == 1 else { continue }
      switch target.receiver {
      case .local(let local) where local == selfLocal: result.append((functions[0], id))
      case .expression(let base) where code[base] == .local(selfLocal): result.append((functions[0], id))
      default: continue
      }
    }
    return result.filter { !declaration(of: $0.function).isStatic && declaration(of: $0.function).kind == .function }
  }

  private func escapes(in frame: Frame, _ path: [FunctionID], of type: NominalID, _ fates: ClosureEscape)
    -> [DeinitEscape]
  {
    let code = frame.facts.code
    var result: [DeinitEscape] = []
    for id in code.closures(in: expressions(of: frame.function)) {
      let closure = code[id]
      guard !code.isInsideClosure(closure.expression),
        let strength = code.strengthOfSelf(in: closure, frame.declaration),
        strength != .unowned, let call = closure.call, case .call(let callee, _) = code[call],
        let name = code.calledName(callee)
      else { continue }
      // Only the Objective-C runtime refuses a weak reference to an object that is going.
      if strength == .weak, !isObjectiveC(type) { continue }
      guard fates.fate(of: id, in: frame) == .later else { continue }
      result.append(
        DeinitEscape(
          function: frame.function, closure: id,
          span: SourceSpan(file: frame.file, bytes: code.span(of: closure.expression)), strength: strength, path: path,
          callee: name))
    }
    return result
  }

  /// Whether objects of a type are Objective-C's: it inherits from a class of the system.
  private func isObjectiveC(_ type: NominalID) -> Bool {
    lineage(of: type).contains { ancestor in
      self[ancestor].kind == .foreign && knowledge.types[self[ancestor].name].map { $0.kind == .class } ?? false
        || self[ancestor].foreignSupertypes.contains(where: knowledge[.rootClass].contains)
    }
  }
}

extension Code {
  func isInsideClosure(_ expression: ExpressionID) -> Bool {
    closures.contains { $0.firstExpression <= expression.index && expression.index < $0.endExpression }
  }

  /// How a closure holds the `self` of the function around it; nil if it does not use it.
  func strengthOfSelf(in closure: Closure, _ declaration: FunctionDeclaration) -> Strength? {
    guard let selfLocal = declaration.selfLocal else { return nil }
    for capture in closure.captureList where self[capture].name == Names.self_ {
      if case .capture(let strength, _) = self[capture].kind { return strength }
    }
    for index in closure.firstExpression..<closure.endExpression {
      switch expressions[Int(index)] {
      case .local(let local) where local == selfLocal: return .strong
      default: continue
      }
    }
    return nil
  }
}
