import SwiftFacts

/// Calls that change a copy of a value, of which nothing else ever hears.
extension ReachWalk {
  /// Whether a method of a value is called on a variable that was given the value of a slot, and is put back nowhere:
  /// `var hooks = unit.hooks; hooks.removeAll()`.
  func isOnLoneCopy(_ site: Callers.Site, by method: FunctionID) -> Bool {
    guard let owner = program.owner(of: method), program[owner].isValueType,
      !program.declaration(of: method).isStatic
    else { return false }
    let code = program[program.file(of: site.function)].facts.code
    guard case .call(let callee, _) = code[site.call], case .member(let base, _) = code[callee],
      case .local(let local) = code[base], case .variable(isLet: false) = code[local].kind,
      let first = code[local].initializer, isOfSlot(first, code)
    else { return false }
    let uses = ValueUses(of: site.function, in: program)
    return uses.mentions(of: local).allSatisfy { use in
      guard let parent = uses.parent(of: use) else {
        return !uses.isResult(use) || isAnswerDropped(site.function)
      }
      if case .member(use, _) = code[parent] { return !isWrittenBack(parent, uses, code) }
      return false
    }
  }

  /// Whether a variable is given what a property or an object has, rather than something made for it.
  private func isOfSlot(_ id: ExpressionID, _ code: Code) -> Bool {
    switch code[id] {
    case .member, .name(_, implicitSelf: .some): true
    case .local: code.isSelf(id)
    default: false
    }
  }

  /// Whether a part of the copy goes somewhere: `unit.hooks.list = hooks.list`.
  private func isWrittenBack(_ part: ExpressionID, _ uses: ValueUses, _ code: Code) -> Bool {
    guard let parent = uses.parent(of: part) else { return uses.isResult(part) || uses.variable(givenBy: part) != nil }
    switch code[parent] {
    case .call(part, _): return false
    case .call(_, let list): return code[list].contains { $0.value == part }
    case .assign(let target, _), .mutate(let target, _): return target != part
    case .member: return isWrittenBack(parent, uses, code)
    default: return true
    }
  }

  /// Whether all who call a function leave lying what it answers with.
  private func isAnswerDropped(_ function: FunctionID) -> Bool {
    let sites = callers.sites(of: function)
    return !sites.isEmpty && !program.isSeenOutside(function) && !callers.isReferred(to: function)
      && callers.requirements(of: function).isEmpty
      && sites.allSatisfy { ValueUses(of: $0.function, in: program).isDropped($0.call) }
  }
}
