import SwiftFacts

/// Stacks of screens that several have a hand in.
extension Ends {
  /// Whether a link is one to a screen on a stack that will be taken off it, or be replaced.
  func isOnStack(after index: Int, in cycle: Cycle) -> Bool {
    let link = cycle.links[index]
    switch link.how {
    case .knownProperty(let list):
      return program.knowledge[.screenStack].contains(list)
        && (!isRoot(after: index, in: cycle) || isOfSharedStack(index, in: cycle, walk.callers))
    case .store(.element):
      let name: Symbol? =
        if case .foreign(let name) = link.type { name } else { link.type.nominal.map { program[$0].name } }
      return name.map(program.knowledge[.screenStack].types.contains) ?? false
        && isOfSharedStack(index, in: cycle, walk.callers)
    default: return false
    }
  }

  /// Whether a link is one to the screens of a stack that its owner was given by somebody who has it in a property:
  /// what is shown next, by whoever it is, takes the place of the screens of the cycle.
  private func isOfSharedStack(_ index: Int, in cycle: Cycle, _ callers: Callers) -> Bool {
    let before = cycle.links[(index + cycle.links.count - 1) % cycle.links.count]
    guard case .property(let property) = before.how, let owner = program.owner(of: property),
      program.declaration(of: property).initialValue == nil
    else { return false }
    let given = callers.assignments(named: program.declaration(of: property).name).filter { function, target, _ in
      program.owner(of: function) == owner
        && program[program.file(of: function)].facts.code.ownProperty(target) != nil
    }
    return !given.isEmpty
      && given.allSatisfy { function, _, value in isOfAnothersProperty(value, in: function, callers) }
  }

  /// Whether a value is a parameter that all who call the function give one of their properties for.
  private func isOfAnothersProperty(_ value: ExpressionID, in function: FunctionID, _ callers: Callers) -> Bool {
    let code = program[program.file(of: function)].facts.code
    let sites = callers.sites(of: function)
    guard case .local(let local) = code[value], !sites.isEmpty,
      let position = program.declaration(of: function).parameters.firstIndex(where: { $0.local == local })
    else { return false }
    return sites.allSatisfy { site in
      guard let (given, _) = program.argument(position, of: site.call, to: function, in: site.function) else {
        return false
      }
      return program[program.file(of: site.function)].facts.code.ownProperty(given) != nil
    }
  }
}
