import SwiftFacts

/// What a reused view set back before a change, and leaves as the last row had it since.
extension Matching {
  public func lostResets() -> [Alteration] {
    types.sorted { $0.key < $1.key }.flatMap { type, old -> [Alteration] in
      guard let was = before.reuseHook(of: old), let place = after.span(of: type), !after.isTest(place.file) else {
        return []
      }
      let now = after.reuseHook(of: type)
      let (resets, left) = (before.resets(in: was), now.map { after.resets(in: $0) } ?? [])
      // What is called anew may do it, and what observes a property that is set anew.
      guard Set(left.filter(\.isCall).map(\.target)).isSubset(of: resets.filter(\.isCall).map(\.target)),
        !left.contains(where: { one in
          !resets.contains { $0.target == one.target }
            && after.property(named: one.root, of: type).map(after.isObserved) == true
        })
      else { return [] }
      let kept = Set(left.map(\.target))
      let elsewhere = (before.resets(outside: was, of: old), after.resets(outside: now, of: type))
      let first = resets.first { reset in
        !kept.contains(reset.target) && isSet(reset, of: type, besides: now, elsewhere)
          && !after.isSetForEachRow(reset, of: type, besides: now)
      }
      guard let first else { return [] }
      return [
        Alteration(
          kind: .lostReset, span: now.map { after.span(of: $0) } ?? place, name: first.root.text,
          before: first.spelling,
          affected: [after.name(of: type)])
      ]
    }
  }

  /// Whether the property that a reset is about is still there, and something else still sets it or calls it.
  private func isSet(
    _ reset: Reset, of type: NominalID, besides hook: FunctionID?, _ elsewhere: (was: [Reset], now: [Reset])
  ) -> Bool {
    guard let property = after.property(named: reset.root, of: type) else { return false }
    let places = elsewhere.now.count(where: { reset.isAboutTheSame(as: $0) })
    // What is set in more places than before may be set for every row.
    if places > elsewhere.was.count(where: { reset.isAboutTheSame(as: $0) }) { return false }
    // What others may set, they set.
    return places > 0
      || !after.declaration(of: property).isPrivate
        && after.functions(of: type).contains { $0 != hook && after.isAfterInit($0) }
  }
}

/// A statement that puts something of the object itself in a state.
private struct Reset {
  var id: ExpressionID
  /// The property of the object that it begins with.
  var root: Symbol
  /// What is assigned to, or called, as it is spelled without `self.`.
  var target: String
  /// The same without its last component.
  var path: String
  var isCall: Bool
  var spelling: String

  func isAboutTheSame(as other: Reset) -> Bool {
    other.target == target || !path.isEmpty && other.target.hasPrefix(path)
  }
}

extension Program {
  fileprivate func reuseHook(of type: NominalID) -> FunctionID? {
    functions(of: type).first { function in
      let declaration = declaration(of: function)
      return isOne(declaration, of: .preparesForReuse) && declaration.isOverride && declaration.hasBody
        && declaration.parameters.isEmpty
    }
  }

  fileprivate func isAfterInit(_ function: FunctionID) -> Bool { declaration(of: function).kind != .initializer }

  /// What the functions of a type put in a state, apart from one of them and from initialisers.
  fileprivate func resets(outside hook: FunctionID?, of type: NominalID) -> [Reset] {
    functions(of: type).filter { $0 != hook && isAfterInit($0) }.flatMap { resets(in: $0) }
  }

  /// Whether each function of a view that shows something sets what a reset is about, on every way through it.
  fileprivate func isSetForEachRow(_ reset: Reset, of type: NominalID, besides hook: FunctionID?) -> Bool {
    guard !reset.isCall else { return false }
    let fillers = functions(of: type).filter { function in
      function != hook && declaration(of: function).kind == .function && resets(in: function).contains { !$0.isCall }
    }
    return !fillers.isEmpty
      && fillers.allSatisfy { function in
        let (code, declaration) = (self[file(of: function)].facts.code, declaration(of: function))
        let start = code.statement(declaration.firstStatement).span.start + 1
        return resets(in: function).contains { one in
          one.target == reset.target && !one.isCall && code.innermostClosure(around: one.id) == nil
            && code.alwaysComes(from: start, to: code.span(of: one.id).start, in: declaration, bindingsHold: false)
        }
      }
  }

  fileprivate func resets(in function: FunctionID) -> [Reset] {
    let code = self[file(of: function)].facts.code
    return expressions(of: function).compactMap { index in
      let id = ExpressionID(index: Int32(index))
      let target: ExpressionID
      let isCall: Bool
      switch code[id] {
      case .assign(let left, _): (target, isCall) = (left, false)
      case .call(let callee, _): (target, isCall) = (callee, true)
      default: return nil
      }
      let spelled = code.plainSpelling(of: target)
      let parts = spelled.split(separator: ".")
      guard let first = parts.first, first != "super", !first.contains("(") else { return nil }
      let root = Symbol(first.hasSuffix("?") || first.hasSuffix("!") ? String(first.dropLast()) : String(first))
      return Reset(
        id: id, root: root, target: spelled, path: parts.dropLast().joined(separator: "."), isCall: isCall,
        spelling: code.spelling(of: id))
    }
  }
}
