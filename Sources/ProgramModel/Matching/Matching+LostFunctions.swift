import SwiftFacts

/// Functions that ended something when the system called them, and that a type does not have any more.
extension Matching {
  /// What a class starts as before, and ended in a function that has gone: others end it still, at other times, and
  /// none has come to do it since.
  func lostEndingFunctions() -> [Alteration] {
    types.sorted { $0.key < $1.key }.flatMap { type, old -> [Alteration] in
      guard after[type].kind == .class, !after.isTest(type) else { return [] }
      let gone = lostFunctions.filter { before.owner(of: $0) == old && before.isCalledBySystem($0) }
      return gone.flatMap { function -> [Alteration] in
        let name = before.declaration(of: function).name.text
        var told: Set<Symbol> = []
        return before.endCalls(in: function, of: old).compactMap { end -> Alteration? in
          if let place = joining(end, of: type), told.insert(end.method).inserted {
            return Alteration(
              kind: .lostEndOnOneWay, span: place, name: end.name, before: end.spelling, after: name,
              affected: [after.name(of: type)])
          }
          guard case .held(let held, isOwn: true) = end.ended, told.insert(held).inserted,
            !gainedCallNames.contains(end.method),
            let property = after.property(named: held, of: type), after.owner(of: property) == type,
            after.declaration(of: property).isStored, !after.endsWhenLetGo(property),
            let place = after.gift(to: property, of: type)
          else { return nil }
          return Alteration(
            kind: .lostEndOnOneWay, span: place, name: held.text, before: end.spelling, after: name,
            affected: [after.name(of: type)])
        }
      }
    }
  }
}

extension Matching {
  /// Where the object is still handed to what took it out, which nothing does now.
  private func joining(_ end: EndCall, of type: NominalID) -> SourceSpan? {
    guard case .joined(let receiver) = end.ended, !gainedCallNames.contains(end.method) else { return nil }
    let all = after.functions(of: type)
    let isLeft = all.contains { one in after.endCalls(in: one, of: type).contains { $0.ended == end.ended } }
    if isLeft { return nil }
    return all.first { after.joins(receiver, in: $0, before: end.method) && !after.runsOnce($0, in: type) }
      .map(after.span)
  }
}

extension Program {
  /// Whether the system calls a function, and the program does not.
  fileprivate func isCalledBySystem(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    return declaration.kind == .function
      && (declaration.isOverride || knowledge[.comesWhenDropped].contains(declaration.name))
  }
}
