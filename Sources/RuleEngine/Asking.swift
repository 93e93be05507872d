public import ProgramModel
public import ReviewModel
public import RulePages
import SwiftFacts

/// What came of a rule at one thing near a place: which of its words held, which failed, which nothing tells.
public struct Trace: Sendable {
  /// The rule's id.
  public var rule: String
  /// Where the thing stands.
  public var place: Place
  /// What it is: `closure`.
  public var kind: Kind
  /// Whether the rule speaks of it.
  public var answer: Answer
  /// The lines of the case that came nearest, with what came of each.
  public var steps: [Step]

  public struct Step: Sendable {
    /// The word that it asks; nil for alternatives and what must not be.
    public var attribute: Attribute?
    /// As a page says it: `captured: { held: strongly }`.
    public var condition: String
    public var answer: Answer
    /// What is known instead: `weakly`. Empty where nothing is.
    public var known: String
  }
}

extension Trace: CustomStringConvertible {
  /// Several lines: the rule, the thing and what came of it, then each condition.
  public var description: String {
    let head =
      "\(rule): the \(kind.rawValue) at \(place.span.start.line):\(place.span.start.column): \(answer.rawValue)"
    let lines = steps.map { step in
      "  \(step.answer.rawValue): \(step.condition)" + (step.known.isEmpty ? "" : " (it is: \(step.known))")
    }
    return ([head] + lines).joined(separator: "\n")
  }
}

extension Inspector {
  /// What came of each rule about one program at the things that begin on a line, or the nearest of a kind around it.
  public func traces(at path: String, line: Int, in program: Program, threads: Int) -> [Trace] {
    guard let file = program.file(at: path) else { return [] }
    let (finder, found) = Finder.candidates(of: analyses, in: program, threads: threads, wantsOwnership: true)
    let judge = Judge(program: program)
    var traces: [Trace] = []
    for rule in rules {
      guard case .find(let kinds) = rule.search else { continue }
      var candidates: [Candidate] = []
      for source in Source.allCases where rule.origins.contains(.analysis(source)) {
        candidates += found[source] ?? []
      }
      for kind in kinds { candidates += finder.things(of: kind, in: { $0 == file }) }
      let near = candidates.filter { $0.span.file == file && covers(program.place($0.span), line) }
      var told: Set<SourceSpan> = []
      for candidate in near where told.insert(candidate.span).inserted {
        traces.append(judge.trace(candidate, by: rule))
      }
    }
    return traces
  }

  private func covers(_ place: Place, _ line: Int) -> Bool { place.span.start.line == line }
}

extension Judge {
  /// The case that came nearest tells what came of the rule.
  func trace(_ candidate: Candidate, by rule: RulePage) -> Trace {
    let thing = thing(candidate)
    let tried = rule.cases.map { one in
      (answer: answer(one.predicate, thing), steps: one.predicate.lines.map { step(of: $0, thing) })
    }
    let nearest =
      tried.first { $0.answer == .yes }
      ?? tried.min { left, right in left.steps.count { $0.answer != .yes } < right.steps.count { $0.answer != .yes } }
    return Trace(
      rule: rule.id, place: program.place(candidate.span), kind: candidate.kind, answer: nearest?.answer ?? .unknown,
      steps: nearest?.steps ?? [])
  }

  private func step(of predicate: Predicate, _ thing: Thing) -> Trace.Step {
    var known = ""
    var asked: Attribute?
    if case .test(let attribute, _) = predicate {
      asked = attribute
      let said = thing.facts[attribute].compactMap { if case .word(let word) = $0 { word } else { nil } }
      let read = attribute.readOff.contains(thing.kind) ? text(of: reading(attribute, of: thing)) : []
      known = (said + read.filter { !said.contains($0) }).joined(separator: ", ")
    }
    let answer = answer(predicate, thing)
    if answer == .unknown, case .test(_, .entity(let inner)) = predicate {
      let unsure = undecided(inner, thing)
      if !unsure.isEmpty { known = "nothing tells of " + unsure.joined(separator: ", ") }
    }
    return Trace.Step(attribute: asked, condition: predicate.description, answer: answer, known: known)
  }

  /// The calls in the body of a way of which nothing tells whether they are meant, as the source spells them.
  private func undecided(_ inner: Predicate, _ thing: Thing) -> [String] {
    guard case .way(let way)? = thing.node else { return [] }
    let code = program[way.span.file].facts.code
    var seen: Set<String> = []
    return program.expressions(of: way.function).compactMap { at in
      let id = ExpressionID(index: Int32(at))
      guard case .call = code[id] else { return nil }
      let call = Thing(
        kind: .call, node: .expression(id, way.span.file),
        span: SourceSpan(file: way.span.file, bytes: code.span(of: id)))
      let spelled = "`\(code.shown(id))`"
      return self.answer(inner, call) == .unknown && seen.insert(spelled).inserted ? spelled : nil
    }
  }

  private func text(of reading: Reading) -> [String] {
    switch reading {
    case .words(let words): words.sorted()
    case .names(let names, _): names.sorted()
    case .callee(let callee):
      [[callee.owner ?? callee.owners.sorted().first, callee.name.text].compactMap(\.self).joined(separator: ".")]
    case .things(let things, _): things.map(\.name).filter { !$0.isEmpty }
    case .unknown: []
    }
  }
}
