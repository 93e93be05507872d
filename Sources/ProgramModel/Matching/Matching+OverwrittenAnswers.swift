import SwiftFacts

/// Completions that are put away for later, where another one may wait there already.
extension Matching {
  /// Places that are given a further completion and were asked for the one before, which was told as well; since the
  /// change it is thrown away.
  func overwrittenAnswers(in function: FunctionID, _ old: FunctionID) -> [Alteration] {
    guard callsNothingNew(function, since: old) else { return [] }
    let was = before.filledPlaces(in: old)
    return after.filledPlaces(in: function).compactMap { path, place -> Alteration? in
      guard !place.isRead, let told = was[path]?.told else { return nil }
      return Alteration(kind: .lostCompletionCall, span: place.span, name: path, before: told)
    }.sorted { $0.span < $1.span }
  }
}

/// A place that a function puts a completion into which it was given.
private struct FilledPlace {
  var span: SourceSpan
  /// Whether the function looks at what is there.
  var isRead = false
  /// The call of what is there, as it is spelled.
  var told: String?
}

extension Program {
  /// Such places, as they are spelled without `self.`.
  fileprivate func filledPlaces(in function: FunctionID) -> [String: FilledPlace] {
    let declaration = declaration(of: function)
    let code = self[file(of: function)].facts.code
    let given = Set(declaration.parameters.filter(\.isEscaping).map(\.local))
    if given.isEmpty { return [:] }
    var result: [String: FilledPlace] = [:]
    var targets: Set<ExpressionID> = []
    for at in expressions(of: function) {
      guard case .assign(let target, let value) = code.expressions[at],
        let path = code.completionPath(target, knowledge)
      else { continue }
      targets.insert(target)
      guard case .local(let local) = code[value], given.contains(local) else { continue }
      let span = SourceSpan(file: file(of: function), bytes: code.spans[at])
      if result[path] == nil { result[path] = FilledPlace(span: span) }
    }
    if result.isEmpty { return result }
    for at in expressions(of: function) {
      let id = ExpressionID(index: Int32(at))
      if !targets.contains(id), let path = code.completionPath(id, knowledge) { result[path]?.isRead = true }
      guard case .call(let callee, _) = code[id] else { continue }
      var called = callee
      // `if let earlier = waiting { earlier() }`
      if case .local(let local) = code[callee], let value = code[local].initializer { called = value }
      guard let path = code.completionPath(called, knowledge) else { continue }
      result[path]?.told = code.spelling(of: id)
    }
    return result
  }
}

extension Code {
  /// A property whose name says that it is called when something is done, of `self` or of a local.
  fileprivate func completionPath(_ id: ExpressionID, _ knowledge: Knowledge) -> String? {
    let name: Symbol
    switch self[id] {
    case .name(let own, implicitSelf: .some): name = own
    case .member(let base, let member):
      if case .local = self[base] {} else if ownProperty(base) == nil { return nil }
      name = member
    default: return nil
    }
    guard knowledge[.completes].fits(name) || knowledge[.isCompletion].fits(name) else { return nil }
    return plainSpelling(of: id)
  }
}
