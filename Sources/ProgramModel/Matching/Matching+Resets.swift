import SwiftFacts

/// What a reused view set back before a change, and leaves as the last row had it since.
extension Matching {
  public func lostResets() -> [Alteration] {
    types.sorted { $0.key < $1.key }.flatMap { type, old -> [Alteration] in
      guard let was = before.reuseHook(of: old), let place = after.nameSpan(of: type), !after.isTest(place.file) else { return [] }
      let now = after.reuseHook(of: type)
      let (resets, left) = (before.resets(in: was), now.map { after.resets(in: $0) } ?? [])
      // What is called anew may do it.
      guard Set(left.filter(\.isCall).map(\.target)).isSubset(of: resets.filter(\.isCall).map(\.target)) else { return [] }
      let kept = Set(left.map(\.target))
      // Without the override, the view may have become one that is set as a whole.
      let lost = resets.filter { !kept.contains($0.target) && isSetElsewhere($0, in: type, besides: now) }
      guard let first = lost.first else { return [] }
      return [
        Alteration(
          kind: .lostReset, span: now.map { after.span(of: $0) } ?? place, name: first.root.text, before: first.spelling,
          affected: [after.name(of: type)])
      ]
    }
  }

  /// Whether the property that a reset is about is still there, and something else still sets it or calls it.
  private func isSetElsewhere(_ reset: Reset, in type: NominalID, besides hook: FunctionID?) -> Bool {
    guard let property = after.property(named: reset.root, of: type) else { return false }
    let functions = after.functions(of: type).filter { $0 != hook && after.declaration(of: $0).kind != .initializer }
    func isAbout(_ other: Reset) -> Bool { other.target == reset.target || !reset.path.isEmpty && other.target.hasPrefix(reset.path) }
    let now = functions.flatMap { after.resets(in: $0) }.filter(isAbout).count
    let then = types[type].map { before.functions(of: $0) } ?? []
    let was = then.filter { before.declaration(of: $0).kind != .initializer && before.declaration(of: $0).name != "prepareForReuse" }
    // What is set in more places than before may be set for every row.
    if now > was.flatMap({ before.resets(in: $0) }).filter(isAbout).count { return false }
    if now > 0 { return true }
    // What others may set, they set.
    return !after.declaration(of: property).isPrivate && !functions.isEmpty
  }
}

/// A statement that puts something of the object itself in a state.
private struct Reset {
  /// The property of the object that it begins with.
  var root: Symbol
  /// What is assigned to, or called, as it is spelled without `self.`.
  var target: String
  /// The same without its last component.
  var path: String
  var isCall: Bool
  var spelling: String
}

extension Program {
  fileprivate func reuseHook(of type: NominalID) -> FunctionID? {
    functions(of: type).first { function in
      let declaration = declaration(of: function)
      return declaration.name == "prepareForReuse" && declaration.isOverride && declaration.hasBody && declaration.parameters.isEmpty
    }
  }

  /// The name of a type where it is declared.
  fileprivate func nameSpan(of type: NominalID) -> SourceSpan? {
    self[type].declarations.first.map { SourceSpan(file: $0.file, bytes: self[$0.file].facts[$0.type].nameSpan) }
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
      guard let first = parts.first, first != "super", !first.contains("("), !isCall || parts.count > 1 || !first.isEmpty else { return nil }
      let root = Symbol(first.hasSuffix("?") || first.hasSuffix("!") ? String(first.dropLast()) : String(first))
      return Reset(
        root: root, target: spelled, path: parts.dropLast().joined(separator: "."), isCall: isCall, spelling: code.spelling(of: id))
    }
  }
}
