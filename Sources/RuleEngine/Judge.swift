import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// Whether something is so: `unknown` where nothing tells, which is silence.
public enum Answer: String, Sendable {
  case yes, no, unknown

  /// The opposite; of what is unknown, nothing.
  var opposite: Answer {
    switch self {
    case .yes: .no
    case .no: .yes
    case .unknown: .unknown
    }
  }
}

/// A candidate, or something that it has to do with, as conditions speak of it.
struct Thing {
  var kind: Kind
  var facts: Facts = [:]
  var node: Node?
  var span: SourceSpan?
  var bindings: [String: [ExpressionID]] = [:]
  var names: [String: Symbol] = [:]
  /// How people call it.
  var name = ""
}

/// What source says of a thing when it is asked for one word.
enum Reading {
  case words(Set<String>)
  /// The names that it goes by, and whether these are all.
  case names(Set<String>, isComplete: Bool)
  case callee(CodeReader.Callee)
  /// What it has to do with, and whether these are all.
  case things([Thing], isComplete: Bool)
  case unknown
}

/// Predicates put to the things of one program. Not safe for use from several threads.
final class Judge {
  let program: Program
  let reader: CodeReader
  let idle: IdleCode
  /// What each expression of a file is a part of, for the file that was asked about last.
  private var partsOfFile: (file: FileID, parents: Parents)?
  /// What stands where in the file that was asked about last.
  var placesOfFile: PlacesOfFile?

  /// Whether what no run comes to is told as well.
  let tellsIdle: Bool

  init(program: Program, tellsIdle: Bool = false) {
    self.program = program
    self.tellsIdle = tellsIdle
    reader = CodeReader(program: program)
    idle = IdleCode(program: program)
  }

  /// What each expression of a file is a part of. O(expressions) where another file was asked about before.
  func parents(in file: FileID) -> Parents {
    if let known = partsOfFile, known.file == file { return known.parents }
    let code = program[file].facts.code
    let made = Parents(of: code.expressions.indices, in: code, areFirst: true)
    partsOfFile = (file, made)
    return made
  }

  func thing(_ candidate: Candidate) -> Thing {
    Thing(
      kind: candidate.kind, facts: candidate.facts,
      node: candidate.node ?? node(of: candidate.kind, at: candidate.span),
      span: candidate.span, bindings: candidate.bindings, names: candidate.names)
  }

  /// Kleene's three values: what is unknown decides nothing, unless the rest does.
  func answer(_ predicate: Predicate, _ thing: Thing) -> Answer {
    switch predicate {
    case .all(let parts): return conjunction(parts.lazy.map { self.answer($0, thing) })
    case .any(let parts): return conjunction(parts.lazy.map { self.answer($0, thing).opposite }).opposite
    case .not(let part): return answer(part, thing).opposite
    case .test(let attribute, let wanted): return answer(attribute, wanted, thing)
    case .metavariable(let name, let inner):
      if let member = thing.names[name] {
        let node = Node.value(.unknown, name: member, hold: .strong)
        return answer(inner, Thing(kind: .object, node: node, name: member.text))
      }
      guard let bound = thing.bindings[name], let file = thing.span?.file else { return .unknown }
      return conjunction(bound.map { self.answer(inner, object($0, in: file)) })
    }
  }

  private func conjunction(_ answers: some Sequence<Answer>) -> Answer {
    var result = Answer.yes
    for answer in answers {
      if answer == .no { return .no }
      if answer == .unknown { result = .unknown }
    }
    return result
  }

  private func answer(_ attribute: Attribute, _ wanted: Predicate.Wanted, _ thing: Thing) -> Answer {
    let said = thing.facts[attribute]
    let read = attribute.readOff.contains(thing.kind) ? reading(attribute, of: thing) : .unknown
    switch wanted {
    case .words(let words):
      if said.contains(where: { if case .word(let word) = $0 { words.contains(word) } else { false } }) { return .yes }
      guard case .words(let own) = read else { return said.isEmpty ? .unknown : .no }
      if !own.isDisjoint(with: words) { return .yes }
      // Of words that source alone does not say, its silence says nothing.
      if let known = attribute.readOffWords(of: thing.kind), known.isDisjoint(with: words) {
        return said.isEmpty ? .unknown : .no
      }
      return .no
    case .names(let patterns):
      let names = said.compactMap { if case .word(let word) = $0 { word } else { nil } }
      if names.contains(where: { name in patterns.contains { $0.matches(name) } }) { return .yes }
      switch read {
      case .names(let own, let isComplete):
        if own.contains(where: { name in patterns.contains { $0.matches(name) } }) { return .yes }
        // A type of this program that it inherits would have been seen.
        let isOwn = patterns.allSatisfy { !$0.text.contains("*") && reader.declaresType($0.text) }
        return isComplete || isOwn ? .no : .unknown
      case .callee(let callee): return callee.answer(patterns)
      default: return names.isEmpty ? .unknown : .no
      }
    case .globs(let globs):
      guard let span = thing.span else { return .unknown }
      return globs.contains { $0.matches(program[span.file].path) } ? .yes : .no
    case .entity(let inner):
      var answers: [Answer] = []
      for case .entity(let facts) in said {
        for kind in attribute.entityKinds(of: [thing.kind]) {
          answers.append(answer(inner, Thing(kind: kind, facts: facts)))
        }
      }
      var isComplete = !said.isEmpty
      if let settled = answer(attribute, inner, onTheWayOf: thing) {
        answers.append(settled)
        isComplete = true
      } else if case .things(let things, let areAll) = read {
        answers += things.map { answer(inner, $0) }
        isComplete = areAll
      }
      if answers.contains(.yes) { return .yes }
      return answers.contains(.unknown) || !isComplete ? .unknown : .no
    }
  }
}

extension CodeReader.Callee {
  /// Whether it is meant by one of these: `on`, `EventBus.on`, `Timer.init`, `load(from:)`.
  func answer(_ patterns: [NamePattern]) -> Answer {
    var result = Answer.no
    for pattern in patterns {
      switch answer(pattern) {
      case .yes: return .yes
      case .unknown: result = .unknown
      case .no: continue
      }
    }
    return result
  }

  private func answer(_ pattern: NamePattern) -> Answer {
    let path = pattern.text.prefix(while: { $0 != "(" })
    let spelled = String(pattern.text.dropFirst(path.count))
    let written = labels.map { "\($0):" }.joined()
    if !spelled.isEmpty, spelled != "(\(written))" { return .no }
    guard let dot = path.lastIndex(of: ".") else {
      if NamePattern(String(path)).matches(name.text) { return .yes }
      // `Timer` alone is what makes one.
      return name == Names.init_ && owners.contains { NamePattern(String(path)).matches($0) } ? .yes : .no
    }
    guard NamePattern(String(path[path.index(after: dot)...])).matches(name.text) else { return .no }
    let owner = NamePattern(String(path[..<dot]))
    if owners.contains(where: owner.matches) { return .yes }
    // `DispatchQueue.main.async` is meant as it is written: who reaches the queue by another way is not asked about.
    if owner.text.contains("."), let spelled = self.path, owner.matches(spelled) { return .yes }
    return isResolved ? .no : .unknown
  }
}
