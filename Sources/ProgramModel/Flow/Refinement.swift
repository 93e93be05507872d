import SwiftFacts

/// What tests have told about values on a way: a way on which they contradict one another is none.
struct Refinement: Hashable {
  /// What can be asked of a value.
  enum Question: Hashable {
    case isPresent(AccessPath)
    case isTrue(AccessPath)
    /// Against a literal or an implicit member, as it is spelled.
    case equals(AccessPath, String)
    case isSame(AccessPath, AccessPath)
    case isCase(AccessPath, Symbol)

    var paths: [AccessPath] {
      switch self {
      case .isPresent(let path), .isTrue(let path), .equals(let path, _), .isCase(let path, _): [path]
      case .isSame(let one, let other): [one, other]
      }
    }
  }

  private(set) var answers: [Question: Bool] = [:]
  /// Tells most refinements apart that are not the same, without a look at their answers: the sum of what each is mixed
  /// to.
  private var mark = 0

  private static func mark(_ question: Question, _ answer: Bool) -> Int {
    answer ? question.hashValue : ~question.hashValue
  }

  static func == (left: Self, right: Self) -> Bool { left.mark == right.mark && left.answers == right.answers }
  func hash(into hasher: inout Hasher) { hasher.combine(mark) }

  /// Leaves out those of the answers of which something holds.
  private mutating func remove(where isGone: (Question, Bool) -> Bool) {
    for (question, answer) in answers where isGone(question, answer) {
      answers[question] = nil
      mark &-= Self.mark(question, answer)
    }
  }

  var isEmpty: Bool { answers.isEmpty }
  /// Whether a way has been told more than is worth carrying along: each place on it would hold all of that.
  var isFull: Bool { answers.count > Limits.answers }

  /// Learns an answer; false if it cannot be so.
  mutating func learn(_ question: Question, _ answer: Bool) -> Bool {
    if let known = answers[question] { return known == answer }
    if answer {
      // A value is one literal and one case.
      let excluded = answers.contains { other, isSo in
        guard isSo else { return false }
        return switch (question, other) {
        case (.equals(let path, _), .equals(let twin, _)), (.isCase(let path, _), .isCase(let twin, _)): path == twin
        default: false
        }
      }
      if excluded { return false }
    }
    answers[question] = answer
    mark &+= Self.mark(question, answer)
    return true
  }

  mutating func learn(_ told: [(Question, Bool)]) -> Bool {
    for (question, answer) in told where !learn(question, answer) { return false }
    return true
  }

  /// Whether none of this contradicts what is known.
  func allows(_ told: [(Question, Bool)]) -> Bool {
    told.allSatisfy { question, answer in answers[question].map { $0 == answer } ?? true }
  }

  /// Forgets what was told of a place that is written to, and of all that is behind it.
  mutating func forget(_ path: AccessPath) {
    if answers.isEmpty { return }
    remove { question, _ in question.paths.contains { $0.overlaps(path) } }
  }

  /// Forgets what was told of the locals of which something holds.
  mutating func forget(where isGone: (LocalID) -> Bool) {
    remove { question, _ in
      question.paths.contains { if case .local(let local) = $0.root { isGone(local) } else { false } }
    }
  }

  /// What both ways agree on.
  func common(with other: Refinement) -> Refinement {
    var result = self
    result.remove { question, answer in other.answers[question] != answer }
    return result
  }
}

extension Code {
  /// What is told by an edge being taken.
  func told(by edge: FlowGraph.Edge.Kind) -> [(Refinement.Question, Bool)] {
    switch edge {
    case .next, .enter, .round, .done, .thrown: return []
    case .test(let statement, let holds):
      guard case .condition(let kind, let value?) = self.statement(statement).kind else { return [] }
      switch kind {
      case .binding: return isPresent(value, holds)
      case .test: return told(testing: value, holds)
      case .pattern, .availability: return []
      }
    case .pattern(let statement, let matches):
      guard case .matching(let pattern, let subject?, let condition) = self.statement(statement).kind else { return [] }
      // Where the condition after it failed, the pattern may have matched.
      if condition != nil, !matches { return [] }
      return told(self[pattern], subject, matches) + (condition.map { told(testing: $0, true) } ?? [])
    case .skippable(let statement, let runs):
      guard case .skippable(let skip, let value) = self.statement(statement).kind else { return [] }
      switch skip {
      case .chain: return isPresent(value, runs)
      case .coalescing: return isPresent(value, !runs)
      case .and: return told(testing: value, runs)
      case .or: return told(testing: value, !runs)
      }
    }
  }

  private func isPresent(_ value: ExpressionID, _ answer: Bool) -> [(Refinement.Question, Bool)] {
    accessPath(value).map { [(.isPresent($0), answer)] } ?? []
  }

  private func told(_ pattern: Pattern, _ subject: ExpressionID, _ matches: Bool) -> [(Refinement.Question, Bool)] {
    if let path = accessPath(subject) { return told(pattern, path, matches) }
    guard case .tuple(let list) = self[subject], case .tuple(let parts) = pattern, parts.count == self[list].count
    else { return [] }
    let pairs = zip(parts, self[list]).filter { !$0.0.isTotal }
    // Which of several parts does not match is not known.
    if !matches, pairs.count > 1 { return [] }
    return pairs.flatMap { told($0.0, $0.1.value, matches) }
  }

  private func told(_ pattern: Pattern, _ path: AccessPath, _ matches: Bool) -> [(Refinement.Question, Bool)] {
    switch pattern {
    case .enumCase(let name, let payload):
      if name == "none" { return [(.isPresent(path), !matches)] }
      return matches || payload.allSatisfy(\.isTotal) ? [(.isCase(path, name), matches)] : []
    case .optional(let inner):
      guard matches else { return inner.isTotal ? [(.isPresent(path), false)] : [] }
      return [(.isPresent(path), true)] + told(inner, path, true)
    case .value(let value):
      if case .literal(.boolean(let wanted)) = self[value] { return [(.isTrue(path), wanted == matches)] }
      return equals(path, value, matches)
    case .any, .binding, .tuple, .type, .unknown: return []
    }
  }

  /// What is known where a value is true, or where it is not; empty where nothing simple is.
  func told(testing value: ExpressionID, _ holds: Bool) -> [(Refinement.Question, Bool)] {
    guard case .operation(let name, let list) = self[value] else {
      return accessPath(value).map { [(.isTrue($0), holds)] } ?? []
    }
    let parts = Array(self[list])
    switch name.text {
    case "!" where parts.count == 1: return told(testing: parts[0], !holds)
    case "&&": return holds ? parts.flatMap { told(testing: $0, true) } : []
    case "||": return holds ? [] : parts.flatMap { told(testing: $0, false) }
    case "==", "!=", "===", "!==":
      guard parts.count == 2 else { return [] }
      let isEqual = name.text.hasPrefix("!") != holds
      if let path = accessPath(parts[0]) { return equals(path, parts[1], isEqual) }
      if let path = accessPath(parts[1]) { return equals(path, parts[0], isEqual) }
      return []
    default: return []
    }
  }

  private func equals(_ path: AccessPath, _ value: ExpressionID, _ isEqual: Bool) -> [(Refinement.Question, Bool)] {
    switch self[value] {
    case .literal(.null): return [(.isPresent(path), !isEqual)]
    case .literal(.boolean(let wanted)): return [(.isTrue(path), wanted == isEqual)]
    case .literal(.number), .literal(.string(.some)): return [(.equals(path, spelling(of: value)), isEqual)]
    case .implicitMember(let name): return [(.isCase(path, name), isEqual)]
    default:
      guard let other = accessPath(value) else { return [] }
      let pair = spellingKey(other) < spellingKey(path) ? (other, path) : (path, other)
      return [(.isSame(pair.0, pair.1), isEqual)]
    }
  }

  /// Whether a local is declared inside a stretch of the source.
  func isDeclared(_ local: LocalID, within span: ByteSpan) -> Bool { span.contains(self[local].span) }

  /// A key by which two places are put in one order.
  private func spellingKey(_ path: AccessPath) -> String {
    let root =
      switch path.root {
      case .local(let local): self[local].name.text
      case .name(let name): name.text
      }
    return ([root] + path.members.map(\.text)).joined(separator: ".")
  }
}
