import SwiftFacts

/// Rows that are announced on their own, before there are any more or any less.
extension Program {
  /// Calls outside of any block of updates that put rows in or take them out, where what the list counts changes only
  /// after: the list counts at once.
  func rowsAnnouncedEarly() -> [Hazard] {
    let changes = knowledge[.putsRows].names.union(knowledge[.takesRows].names)
    var result: [Hazard] = []
    for function in functions(mentioning: changes) where !isTest(file(of: function)) {
      let body = Body(function, in: self)
      let code = body.code
      let calls = body.expressions.filter { id in
        guard case .call(let callee, _) = code[id], case .member(_, let name) = code[callee] else { return false }
        return changes.contains(name) && !body.isInClosure(id)
      }
      // One that follows another may take back what that has done.
      guard calls.count == 1, let call = calls.first, !mayBeInUpdates(function) else { continue }
      let counted = counted(in: body)
      guard !counted.isEmpty else { continue }
      let (start, end) = (Int32(body.range.lowerBound), Int32(body.range.upperBound))
      let isHere = { (id: ExpressionID) in !body.isInClosure(id) && body.isInBlock(of: id, call) }
      guard let later = write(to: counted, in: call.index + 1..<max(call.index + 1, end), body, where: isHere),
        write(to: counted, in: start..<call.index, body) == nil,
        !(start..<call.index).contains(where: { callsOwn(ExpressionID(index: $0), counted, body) })
      else { continue }
      result.append(
        Hazard(
          kind: .countedAfter, span: body.span(of: call), name: code.plainSpelling(of: later.written),
          other: code.callee(of: call)?.text ?? "", evidence: [body.span(of: later.place)],
          essence: code.callee(of: call)?.text ?? ""))
    }
    return result
  }

  /// Whether a type has a list begin updates and end them somewhere: what comes between counts in the end.
  private func mayBeInUpdates(_ function: FunctionID) -> Bool {
    let names = knowledge[.beginsBatch].names.union(knowledge[.runsBatch].names)
    guard let type = owner(of: function) else { return true }
    return functions(mentioning: names).contains { other in
      other == function || owner(of: other).map { $0 == type || lineage(of: type).contains($0) } ?? true
    }
  }

  /// Whether a method of the same type is called that has to do with what is counted.
  private func callsOwn(_ id: ExpressionID, _ counted: Counted, _ body: Body) -> Bool {
    guard case .call(let callee, _) = body.code[id], let name = ownName(callee, body.code),
      let type = owner(of: body.function)
    else { return false }
    return functions(of: type).contains { method in
      guard declaration(of: method).name == name else { return false }
      let code = self[file(of: method)].facts.code
      return expressions(of: method).contains { counted.contains(path(ExpressionID(index: Int32($0)), code)) }
    }
  }
}
