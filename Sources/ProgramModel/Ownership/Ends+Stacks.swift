import SwiftFacts

/// Stacks, of which one element is taken at a time.
extension Ends {
  /// Whether a place takes the newest element off a stack, and nothing that runs does so until none is left: an undo
  /// that is asked for once leaves the earlier steps where they are.
  ///
  /// Not where who puts something on takes it off again.
  func takesNewestAlone(_ place: Place, of cycle: Cycle, _ walk: ReachWalk) -> Bool {
    guard place.clear.extent == .oneElement, place.clear.closure == nil, cycle.lasting == nil,
      !walk.callers.isReferred(to: place.function), takesNewest(place)
    else { return false }
    var seen: Set<FunctionID> = [place.function]
    var work = [place.function]
    if isInLoop(place.clear.span, of: place.function, each: true) { return false }
    for depth in 0..<HeapLimits.depth {
      let sites = work.flatMap { walk.callers.sites(of: $0) }.filter { !walk.isDead($0.function) }
      for site in sites {
        let code = program[program.file(of: site.function)].facts.code
        guard site.closure == nil, site.function != cycle.function, !seen.contains(site.function),
          !isInLoop(code.span(of: site.call), of: site.function, each: depth == 0)
        else { return false }
      }
      work = Array(Set(sites.map(\.function))).sorted()
      seen.formUnion(work)
    }
    return true
  }

  private func takesNewest(_ place: Place) -> Bool {
    let code = program[program.file(of: place.function)].facts.code
    let name = program.declaration(of: place.function).name
    let calls = program.expressions(of: place.function).map { ExpressionID(index: Int32($0)) }.filter {
      if case .call = code[$0] { true } else { false }
    }
    func called(_ call: ExpressionID) -> Symbol? {
      if case .call(let callee, _) = code[call] { code.calledName(callee) } else { nil }
    }
    return calls.contains {
      code.span(of: $0) == place.clear.span && called($0).map { program.knowledge[.takesNewest].contains($0) } ?? false
    }
      && !calls.contains { call in
        guard case .call(let callee, _) = code[call] else { return false }
        return code.selfMember(callee) == name
      }
  }

  /// - Parameter each: Whether a loop over the elements of something counts, as of a stack it may be one over all.
  private func isInLoop(_ span: ByteSpan, of function: FunctionID, each: Bool) -> Bool {
    let code = program[program.file(of: function)].facts.code
    return code.statements(of: program.declaration(of: function)).contains { statement in
      guard case .loop(let kind) = statement.kind, each || kind != .each else { return false }
      return statement.span.contains(span)
    }
  }
}
