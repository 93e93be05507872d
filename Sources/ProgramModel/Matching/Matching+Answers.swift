import SwiftFacts

/// Callbacks of the system's by which an object answered whoever waits, and that it does not have any more.
extension Matching {
  /// Where such a function called what a property holds, others still do, and none does so only since the change.
  func lostAnswers() -> [Alteration] {
    let earlier = Dictionary(types.map { ($0.value, $0.key) }, uniquingKeysWith: { first, _ in first })
    return lostFunctions.flatMap { old -> [Alteration] in
      guard !before.isTest(before.file(of: old)), let was = before.owner(of: old), let type = earlier[was],
        before.isCalledBySystem(old)
      else { return [] }
      return before.calledSlots(in: old).compactMap { slot -> Alteration? in
        guard let property = after.property(named: slot, of: type), after.declaration(of: property).isStored,
          after.functions(of: type).contains(where: { after.calledSlots(in: $0).contains(slot) }),
          newCallers(of: slot, in: type).isEmpty
        else { return nil }
        return Alteration(
          kind: .lostAnswer, span: after.span(of: property), name: slot.text,
          before: before.declaration(of: old).name.text, affected: [after.name(of: type)])
      }
    }
  }
}

extension Program {
  /// Whether a method takes an object of the system's first, as what the system asks of delegates does, and nothing in
  /// the program calls it.
  fileprivate func isCalledBySystem(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    guard declaration.kind == .function, !declaration.isPrivate, let type = declaration.parameters.first?.type,
      (calls(threads: 1).callers[declaration.name] ?? []).isEmpty
    else { return false }
    switch resolve(type, in: file(of: function), context: owner(of: function)) {
    case .foreign: return true
    case .nominal(let id, _): return isSystemType(id)
    default: return false
    }
  }
}
