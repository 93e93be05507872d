import ProgramModel
import RulePages
import SwiftFacts

/// What the control flow graph says of calls on the ways through a body.
extension Judge {
  /// Whether calls of which something holds are missed, repeated, or made before or after; nil for other words.
  func answer(_ attribute: Attribute, _ inner: Predicate, onTheWayOf thing: Thing) -> Answer? {
    switch (attribute, thing.node) {
    case (.misses, .way(let way)?):
      return settled(
        yes: reader.misses(way, CallQuestion(leaning: .towardsCall, isCall: isCall(inner, atMost: .unknown))),
        no: reader.misses(way, CallQuestion(leaning: .awayFromCall, isCall: isCall(inner, atMost: .yes))))
    case (.repeats, .way(let way)?):
      let (call, between) = inner.withoutBetween
      let undoing = between ?? Predicate.any([])
      return settled(
        yes: reader.repeats(
          way,
          CallQuestion(
            leaning: .awayFromCall, isCall: isCall(call, atMost: .yes), isBetween: isCall(undoing, atMost: .unknown))),
        no: reader.repeats(
          way,
          CallQuestion(
            leaning: .towardsCall, isCall: isCall(call, atMost: .unknown), isBetween: isCall(undoing, atMost: .yes))))
    case (.after, .expression(let call, let file)?) where thing.kind == .call:
      return settled(
        yes: reader.follows(call, in: file, isCall(inner, in: file, atMost: .yes)),
        no: reader.follows(call, in: file, isCall(inner, in: file, atMost: .unknown)))
    case (.before, .expression(let call, let file)?) where thing.kind == .call:
      return settled(
        yes: reader.precedes(call, in: file, isCall(inner, in: file, atMost: .yes)),
        no: reader.precedes(call, in: file, isCall(inner, in: file, atMost: .unknown)))
    default: return nil
    }
  }

  /// Yes where the first is so, no where the second is not.
  private func settled(yes: Bool?, no: Bool?) -> Answer {
    yes == true ? .yes : no == false ? .no : .unknown
  }

  /// - Parameter atMost: `yes` for the calls that are meant for certain; `unknown` for those that may be, too.
  private func isCall(_ predicate: Predicate, atMost: Answer) -> (ExpressionID, FileID) -> Bool {
    { id, file in
      let code = self.program[file].facts.code
      guard case .call = code[id] else { return false }
      let thing = Thing(
        kind: .call, node: .expression(id, file), span: SourceSpan(file: file, bytes: code.span(of: id)))
      let answer = self.answer(predicate, thing)
      return answer == .yes || answer == atMost
    }
  }

  private func isCall(_ predicate: Predicate, in file: FileID, atMost: Answer) -> (ExpressionID) -> Bool {
    let isCall = isCall(predicate, atMost: atMost)
    return { isCall($0, file) }
  }

  /// On what occasion a way is taken.
  func occasions(of way: Way) -> Set<String> {
    guard case .exit(_, let isEarly, let isFailing) = way.end else { return [] }
    var occasions: Set<Value.Occasion> = [isEarly ? .leaves : .runsOut]
    if isFailing { occasions.insert(.failing) }
    return Set(occasions.map(\.rawValue))
  }
}

extension Predicate {
  /// What it says of a call, apart from what it says does not come in between.
  fileprivate var withoutBetween: (call: Predicate, between: Predicate?) {
    guard case .all(let parts) = self else { return (self, nil) }
    var between: Predicate?
    let call = parts.filter { part in
      guard case .test(.without, .entity(let inner)) = part else { return true }
      between = inner
      return false
    }
    return (.all(call), between)
  }
}
