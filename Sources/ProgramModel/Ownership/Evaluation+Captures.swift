import SwiftFacts

/// What closures capture.
extension Evaluation {
  /// What a closure holds on to, strongly.
  func captures(of id: ClosureID) -> [Capture] {
    if let known = capturesOf[id] { return known }
    capturesOf[id] = []
    var kept: [Capture]?
    defer { capturesOf[id] = kept }
    return lasting(findCaptures(of: id)) { kept = $0 }
  }

  private func findCaptures(of id: ClosureID) -> [Capture] {
    let closure = facts.code[id]
    // What it captures, it lets go of when the call is over.
    if program.staysByUnspelledSelf(id, in: frame) { return [] }
    var result: [Capture] = []
    var seen: Set<LocalID> = []
    func note(_ local: LocalID, at site: ExpressionID) {
      let inside = closure.firstLocal <= local.index && local.index < closure.endLocal
      guard !inside, !facts.code[local].isWeak, seen.insert(local).inserted, !letsGo(of: local, in: closure),
        !isEmptiedByWhatItHolds(local)
      else { return }
      for object in held(by: local) {
        result.append(Capture(object: object, name: facts.code[local].name, site: site))
      }
    }
    for local in closure.captureList {
      guard case .capture(.strong, let value) = facts.code[local].kind else { continue }
      for object in self.value(of: value) {
        result.append(Capture(object: object, name: facts.code[local].name, site: value))
      }
    }
    for index in closure.firstExpression..<closure.endExpression {
      let id = ExpressionID(index: index)
      switch facts.code[id] {
      case .local(let local): note(local, at: id)
      case .superReference(let local?): note(local, at: id)
      case .name(let name, let local?):
        if isInstanceMember(name) { note(local, at: id) }
      default: break
      }
    }
    return result
  }

  /// What a captured local holds once the function around the closure is done with it.
  private func held(by local: LocalID) -> [ObjectID] {
    guard case .variable(isLet: false) = facts.code[local].kind, assignments[local] != nil, !isWholeValue(local) else {
      return value(ofLocal: local)
    }
    return union(definitionsAtEnd(of: local).map(value(of:)))
  }

  /// Whether a variable is of a value type, and so an object of its own.
  private func isWholeValue(_ local: LocalID) -> Bool { value(ofLocal: local) == existing(.local(local)).map { [$0] } }

  /// Whether a closure empties a variable that it captures, so that it holds nothing once it has run.
  private func letsGo(of local: LocalID, in closure: Closure) -> Bool {
    guard case .variable(isLet: false) = facts.code[local].kind else { return false }
    return isEmptied(local, in: closure.firstExpression..<closure.endExpression)
  }

  private func isEmptied(_ local: LocalID, in range: Range<Int32>) -> Bool {
    range.contains { index in
      guard case .assign(let target, let value) = facts.code[ExpressionID(index: index)] else { return false }
      return facts.code[target] == .local(local) && facts.code[value] == .literal(.null)
    }
  }

  /// Whether a variable holds closures that empty it as they run, and something else empties it where they do not.
  private func isEmptiedByWhatItHolds(_ local: LocalID) -> Bool {
    guard case .variable(isLet: false) = facts.code[local].kind, let later = assignments[local] else { return false }
    let given = later.map(\.value).filter { facts.code[$0] != .literal(.null) }
    return !given.isEmpty
      && given.allSatisfy { value in
        guard case .closure(let closure) = facts.code[value] else { return false }
        let own = facts.code[closure].firstExpression..<facts.code[closure].endExpression
        let function = frame.declaration.firstExpression..<frame.declaration.endExpression
        return isEmptied(local, in: own)
          && (isEmptied(local, in: function.lowerBound..<own.lowerBound)
            || isEmptied(local, in: own.upperBound..<function.upperBound))
      }
  }

  func isInstanceMember(_ name: Symbol) -> Bool {
    guard let context = frame.context, !frame.declaration.isStatic else { return false }
    return program.isInstanceMember(name, of: context)
  }
}
