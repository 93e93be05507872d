import SwiftFacts

extension ReachWalk {
  /// Whether the `deinit` of an object calls a method on the object itself that an object of the cycle has, by its
  /// protocol or its superclass: of the cycle's own object the `deinit` never comes.
  func isAskedByOwnDeinit(_ site: Callers.Site, of function: FunctionID, in cycle: Cycle) -> Bool {
    guard program.declaration(of: site.function).kind == .deinitializer, site.closure == nil,
      let owner = program.owner(of: site.function), let asked = program.owner(of: function),
      case let lineage = program.lineage(of: owner), lineage.contains(asked),
      case .call(let callee, _) = program[program.file(of: site.function)].facts.code[site.call],
      program[program.file(of: site.function)].facts.code.selfMember(callee) != nil
    else { return false }
    return ([cycle.captured] + cycle.links.map(\.type)).contains { member in
      member.nominal.map { lineage.contains($0) && program.lineage(of: $0).contains(asked) } ?? false
    }
  }
}
