import SwiftFacts

/// What was held weakly before a change, and is held unowned since.
extension Matching {
  /// Closures that run after the call that they are given to, and stored properties.
  public func unownedReferences() -> [Alteration] {
    let finder = ClosureEscape(inference: Inference(program: after))
    let closures = functions.sorted { $0.key < $1.key }.flatMap { function, old -> [Alteration] in
      guard !after.isTest(after.file(of: function)) else { return [] }
      let (was, now) = (before.looseCaptures(in: old), after.looseCaptures(in: function))
      return now.compactMap { one -> Alteration? in
        func count(_ list: [LooseCapture], _ strength: Strength) -> Int {
          list.count { $0.key == one.key && $0.strength == strength }
        }
        guard one.strength == .unowned, count(was, .weak) > count(now, .weak), !runsInPlace(one, function, finder)
        else { return nil }
        return Alteration(
          kind: .unownedReference, span: SourceSpan(file: after.file(of: function), bytes: one.span), name: one.name,
          affected: [after.name(of: function)])
      }
    }
    let held = properties.sorted { $0.key < $1.key }.compactMap { property, old -> Alteration? in
      guard after.declaration(of: property).strength == .unowned, before.declaration(of: old).strength == .weak,
        !after.isTest(after.file(of: property)), !isOfItsKeeper(property, finder)
      else { return nil }
      return Alteration(
        kind: .unownedReference, span: after.span(of: property), name: after.declaration(of: property).name.text)
    }
    return closures + held
  }

  private func runsInPlace(_ one: LooseCapture, _ function: FunctionID, _ finder: ClosureEscape) -> Bool {
    let code = after[after.file(of: function)].facts.code
    guard let call = code[one.closure].call, case .call(_, let list) = code[call],
      let position = code[list].firstIndex(where: { $0.value == code[one.closure].expression })
    else { return false }
    return finder.summary(
      ofArgument: position - code[list].startIndex, of: call, in: Frame(function, in: after)
    ).fate == .inPlace
  }
}

/// An entry of a capture list that does not keep its object.
private struct LooseCapture {
  var closure: ClosureID
  var name: String
  var strength: Strength
  /// What the closure is given to, by a call or an assignment, and the name.
  var key: String
  var span: ByteSpan
}

extension Program {
  fileprivate func looseCaptures(in function: FunctionID) -> [LooseCapture] {
    let code = self[file(of: function)].facts.code
    var targets: [ExpressionID: String] = [:]
    for index in expressions(of: function) {
      guard case .assign(let target, let value) = code.expressions[index], case .closure = code[value] else { continue }
      targets[value] = code.plainSpelling(of: target)
    }
    return code.closures(in: expressions(of: function)).flatMap { id -> [LooseCapture] in
      let closure = code[id]
      return closure.captureList.compactMap { local -> LooseCapture? in
        guard case .capture(let strength, _) = code[local].kind, strength != .strong else { return nil }
        let name = code[local].name.text
        let callee = closure.call.flatMap { code.callee(of: $0) }?.text ?? targets[closure.expression] ?? ""
        return LooseCapture(
          closure: id, name: name, strength: strength, key: "\(callee) \(name)", span: code[local].span)
      }
    }
  }
}
