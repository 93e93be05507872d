import SwiftFacts

/// Work that is made and has to be begun by a call of its own.
extension Matching {
  /// Calls whose answer was begun, and is thrown away since the change: what they were given to call never runs.
  func lostBegins(in function: FunctionID, _ old: FunctionID) -> [Alteration] {
    let was = before.madeWork(in: old).filter { $0.begin != nil }
    guard !was.isEmpty, callsNothingNew(function, since: old) else { return [] }
    let now = after.madeWork(in: function)
    let uses = ValueUses(of: function, in: after)
    let code = after[after.file(of: function)].facts.code
    return Dictionary(grouping: was, by: \.name).sorted { $0.key.text < $1.key.text }.compactMap { name, begun in
      let alike = now.filter { $0.name == name }
      guard alike.count == begun.count, alike.count(where: { $0.begin != nil }) < begun.count,
        let idle = alike.first(where: { $0.begin == nil && uses.isUntouched($0.call) }),
        let begin = begun[0].begin
      else { return nil }
      return Alteration(
        kind: .lostCompletionCall,
        span: SourceSpan(file: after.file(of: function), bytes: code.span(of: idle.callee)), name: name.text,
        before: begin)
    }
  }
}

/// A call that makes work and is given a closure for the end of it.
private struct MadeWork {
  var name: Symbol
  var call: ExpressionID
  var callee: ExpressionID
  /// What begins it, as it is spelled: `task.resume()`.
  var begin: String?
}

extension Program {
  /// Such calls of a body, in the order of the source.
  fileprivate func madeWork(in function: FunctionID) -> [MadeWork] {
    let code = self[file(of: function)].facts.code
    let begun = knowledge[.beginsMade]
    var begins: [ExpressionID: String] = [:]
    for at in expressions(of: function) {
      guard case .call(let callee, let list) = code.expressions[at], list.count == 0,
        case .member(let base, let name) = code[callee], begun.contains(name)
      else { continue }
      var made = base
      if case .local(let local) = code[base], let value = code[local].initializer { made = value }
      guard case .call(let maker, _) = code[made] else { continue }
      let isNamed = made != base
      begins[made] = isNamed ? code.spelling(of: ExpressionID(index: Int32(at))) : "\(code.calleeName(maker)).\(name)()"
    }
    return expressions(of: function).compactMap { at -> MadeWork? in
      let id = ExpressionID(index: Int32(at))
      guard case .call(let callee, let list) = code[id], let name = code.calledName(callee),
        begins[id] != nil || code[list].contains(where: { code.closure($0.value) != nil })
      else { return nil }
      return MadeWork(name: name, call: id, callee: callee, begin: begins[id])
    }
  }
}
