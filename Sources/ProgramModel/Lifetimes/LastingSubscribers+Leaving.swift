import SwiftFacts

/// Ways out of a list that lasts, and why some are none.
extension Program {
  /// Whether an object that something keeps by a strong property of its own class cannot go before that.
  func holds(_ type: NominalID, _ other: NominalID) -> Bool {
    let inference = Inference(program: self)
    return lineage(of: type).flatMap { self[$0].storedProperties }.contains { property in
      let declaration = declaration(of: property)
      guard !declaration.isStatic, declaration.strength == .strong else { return false }
      guard let held = inference.type(of: property).nominal else { return false }
      return lineage(of: other).contains(held) || lineage(of: held).contains(other)
    }
  }

  /// Whether a function is the `deinit` of an object that cannot go as long as one of a type stays.
  func comesTooLate(_ function: FunctionID, for type: NominalID) -> Bool {
    guard declaration(of: function).kind == .deinitializer, let owner = owner(of: function) else { return false }
    return lineage(of: type).contains(owner) || holds(type, owner)
  }

  /// Whether the `deinit` of somebody whom an object does not keep calls a method of the object.
  func isCalledInTime(_ method: FunctionID, for type: NominalID, _ index: LifetimeIndex) -> Bool {
    (index.calls.callers[declaration(of: method).name] ?? []).contains { caller in
      guard declaration(of: caller).kind == .deinitializer, let owner = owner(of: caller) else { return false }
      return !lineage(of: type).contains(owner) && !holds(type, owner)
    }
  }

  /// Whether anybody calls a function or hands it on, or somebody out of sight may. The `deinit` of who made an object
  /// is in time, unless the object keeps that one.
  func mayBeRun(_ function: FunctionID, intoTimeFor type: NominalID) -> Bool {
    isSeenOutside(function) || isAskedBySystem(function) || hasCallersByAttribute(function)
      || functions(mentioning: [declaration(of: function).name]).contains {
        $0 != function && !comesTooLate($0, for: type)
      }
  }

  /// Whether a `deinit` has the name of a function in it.
  func isNamedByDeinit(_ function: FunctionID) -> Bool {
    functions(mentioning: [declaration(of: function).name]).contains { declaration(of: $0).kind == .deinitializer }
  }

  /// Who would have an object taken out that goes by a flag, where nobody ever comes to set it; nil where it may be.
  func idleSetters(of exit: Exit, _ type: NominalID, _ calling: Calling) -> [FunctionID]? {
    guard !exit.empties, !exit.flags.isEmpty else { return nil }
    var result: [FunctionID] = []
    for flag in exit.flags.sorted(by: { $0.text < $1.text }) {
      guard let property = property(named: flag, of: type), declaration(of: property).isStored,
        let given = calling.callers.values(givenTo: property)
      else { return nil }
      for (setter, value) in given {
        if self[file(of: setter)].facts.code[value] == .literal(.boolean(false)) { continue }
        guard calling.isUncalled(setter) else { return nil }
        result.append(setter)
      }
    }
    return result
  }

  /// What takes an object out further down in the function that puts it in, where a way leaves before that; nil where
  /// something else takes it out, or every way comes to it.
  func skippedWay(
    from join: SourceSpan, in function: FunctionID, by leavers: [FunctionID], _ exits: [FunctionID], _ calling: Calling
  ) -> FunctionID? {
    let code = self[file(of: function)].facts.code
    guard join.file == file(of: function), let first = leavers.first,
      let start = expressions(of: function).first(where: { code.spans[$0] == join.bytes })
    else { return nil }
    var ends: Set<Int32> = []
    for leaver in Set(leavers) {
      if leaver == function {
        let names = Set(exits.map { declaration(of: $0).name })
        for index in expressions(of: function) {
          guard case .call(let callee, _) = code.expressions[index], code.calledName(callee).map(names.contains) == true
          else { continue }
          guard code.innermostClosure(around: ExpressionID(index: Int32(index))) == nil else { return nil }
          ends.insert(Int32(index))
        }
        continue
      }
      guard !calling.callers.isReferred(to: leaver), !isSeenOutside(leaver), !mayBeCalledBySystem(leaver),
        calling.callers.requirements(of: leaver).isEmpty
      else { return nil }
      for site in calling.callers.sites(of: leaver) {
        guard site.function == function, site.closure == nil, code.isCalledOnSelf(site.call) else { return nil }
        ends.insert(site.call.index)
      }
    }
    guard !ends.isEmpty, ends.allSatisfy({ Int($0) > start }),
      let graph = flow(of: declaration(of: function).firstStatement, in: file(of: function)),
      let from = graph.block(evaluating: ExpressionID(index: Int32(start)))
    else { return nil }
    return graph.isLeft(from: from, past: ends) ? first : nil
  }
}

extension FlowGraph {
  /// Whether some way from a block leaves the body by a `return` or an error and comes by none of some expressions.
  fileprivate func isLeft(from start: Int, past ends: Set<Int32>) -> Bool {
    func stops(_ block: Int) -> Bool { blocks[block].ranges.contains { range in ends.contains(where: range.contains) } }
    var seen: Set<Int> = [start]
    var due = [start]
    while let block = due.popLast() {
      if stops(block) { continue }
      if exits.contains(where: { $0.block == block && $0.manner != .end }) { return true }
      for next in blocks[block].successors.map({ edges[$0].to }) where seen.insert(next).inserted { due.append(next) }
    }
    return false
  }
}

extension Code {
  /// `finish()`, `self.finish()`.
  fileprivate func isCalledOnSelf(_ call: ExpressionID) -> Bool {
    guard case .call(let callee, _) = self[call] else { return false }
    switch self[callee] {
    case .name(_, implicitSelf: .some): return true
    case .member(let base, _): return isSelf(base)
    default: return false
    }
  }
}

extension Code {
  /// `isDone` of `{ $0.isDone }`, if a call is given that and nothing else.
  func flag(asked arguments: ArgumentList) -> Symbol? {
    guard self[arguments].count == 1, let only = self[arguments].first, let closure = closure(only.value),
      self[self[closure].results].count == 1, let result = self[self[closure].results].first,
      case .member(let base, let name) = self[result], case .local(let local) = self[base],
      case .closureParameter(closure, _) = self[local].kind
    else { return nil }
    return name
  }
}
