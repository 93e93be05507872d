import ProgramModel
import Quoting
import ReviewModel
import Reviewing
import RuleEngine
import RulePages

/// What there is to say about a line, for people.
struct LineAccountText {
  private let account: LineAccount
  /// The one rule to speak of; nil for all.
  private let rule: RulePage?
  /// Whether every condition is shown, and every rule is named.
  private let isInFull: Bool

  init(_ account: LineAccount, of rule: RulePage? = nil, inFull isInFull: Bool = false) {
    (self.account, self.rule, self.isInFull) = (account, rule, isInFull || rule != nil)
  }

  var text: String {
    var parts = [head]
    parts.append(section("Told here", account.told.flatMap { lines(of: $0) }))
    let keptBack = account.keptBack.flatMap { lines(of: $0.finding) + ["    not told: \(says($0.because))"] }
    parts.append(section("Found here and not told", keptBack))
    let allowed = account.allowed.flatMap { one in
      ["  \(one.rule), by the comment on line \(one.line): \(one.reason)"] + (one.finding.map { lines(of: $0) } ?? [])
        .map { "  " + $0 }
    }
    parts.append(section("Allowed here", allowed))
    if account.told.isEmpty, account.keptBack.isEmpty, account.allowed.isEmpty { parts.append(silence) }
    let cycles = account.cycles.split(separator: "\n").map { "  \($0)" }
    parts.append(section("Cycles that close here, and what ends them", cycles))
    parts.append(
      section(
        "Closures given to what is outside the program", account.given.map { "  `\($0.api)` \(says($0.lifetime))" }))
    let assertions = account.assertions.map { one in
      "  `\(one.assertion)`\(one.name.isEmpty ? "" : " of `\(one.name)`"): \(says(one.because))"
    }
    parts.append(section("Assertions that are not told of", assertions))
    parts.append(section("Looked at, and silent", silent))
    if let rule, rulesTold.isEmpty, account.silent.isEmpty { parts.append(nothingLookedAt(by: rule)) }
    parts.append(
      section(
        "Told elsewhere in \(account.declaration)",
        account.nearby.map {
          "  line \($0.place.span.start.line): \($0.level) \($0.rule): \($0.message)"
        }))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var head: String {
    let declaration = account.declaration.isEmpty ? "" : " in \(account.declaration)"
    var lines = ["\(account.path.visible):\(account.line)\(declaration)"]
    lines += account.modules.split(separator: "\n").filter { !$0.hasPrefix("  ") }.map { "\($0)" }
    if account.isTest { lines.append("the file is for tests, of which most rules do not ask") }
    if let flaw = account.flaw { lines.append("what follows is of the rest of the file: \(flaw)") }
    if account.neverRuns {
      lines.append("no run comes here that is in sight: what calls this code, or makes its object, is told of it")
    } else if account.isUncalled {
      lines.append("nothing that the application comes to names this code: only `nitless audit --all` tells of it")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private var silence: String {
    """
    Nothing is found here.
      nitless inspect body \(account.path.visible):\(account.line) shows how the code was understood.

    """
  }

  /// The rules of which something is found here, told or not.
  private var rulesTold: Set<String> {
    Set((account.told + account.keptBack.map(\.finding)).map(\.rule) + account.allowed.map(\.rule))
  }

  /// Why a rule that was asked for says nothing at all of the line.
  private func nothingLookedAt(by rule: RulePage) -> String {
    let kinds = rule.search.kinds.map(\.rawValue).sorted()
      .map { ("aeiou".contains($0.prefix(1)) ? "an " : "a ") + $0 }.joined(separator: " or ")
    let says =
      switch rule.search {
      case .find: "it looks at \(kinds), and at none that begins on this line and that it could be about"
      case .pattern: "it looks for code of the shapes on its page, and none begins on this line"
      case .compare: "it is about what a change does to \(kinds), which `nitless review` asks, and no line by itself"
      }
    return "\(rule.id) looked at nothing here: \(says)\n  nitless rules explain \(rule.id) shows what it finds\n"
  }

  /// The rules that looked at something here: of those that came near, what keeps them silent; of the others, the
  /// names, or how many there are.
  private var silent: [String] {
    // What a rule tells here is above; of what else it looked at on the line, only who asks for all wants to know.
    let near = account.silent.filter { trace in
      rule == nil ? isNear(trace) && (isInFull || !rulesTold.contains(trace.rule)) : trace.rule == rule?.id
    }
    let far = account.silent.filter { rule == nil && !isNear($0) }
    // The same may be said of many things on a line.
    var columns: [[String]: Set<Int>] = [:]
    for trace in near { columns[lines(of: trace), default: []].insert(trace.place.span.start.column) }
    let details = columns.sorted { ($0.value.min() ?? 0, $0.key[0]) < ($1.value.min() ?? 0, $1.key[0]) }
      .flatMap { lines, columns in
        let places = columns.sorted().map(String.init).joined(separator: ", ")
        return ["  \(lines[0]), at column \(places):"] + lines.dropFirst()
      }
    let others = Set(far.map(\.rule)).subtracting(near.map(\.rule)).subtracting(rulesTold).sorted()
    if isInFull {
      guard !others.isEmpty else { return details }
      return details + ["  nothing here is what these are about (--rule ID says it of one):"]
        + others.map { "    \($0)" }
    }
    var more = details.isEmpty ? [] : ["--all shows every condition as the rule's page has it"]
    if !others.isEmpty {
      let count = others.count == 1 ? "1 rule" : "\(others.count) rules"
      let are = others.count == 1 ? "it is" : "they are"
      more.append("\(details.isEmpty ? "" : "another ")\(count) asked, and nothing here is what \(are) about")
      if details.isEmpty { more.append("--all names \(others.count == 1 ? "it" : "them")") }
    }
    return details + (more.isEmpty ? [] : ["  (\(more.joined(separator: "; ")))"])
  }

  /// The rule with the kind of thing that it looked at, then its conditions that do not hold, or are unknown.
  private func lines(of trace: Trace) -> [String] {
    ["\(trace.rule), at the \(trace.kind.rawValue)"]
      + (isInFull ? conditions(of: trace) : trace.steps.filter { $0.answer != .yes }.map { "    \(words(of: $0))" })
  }

  /// What keeps a rule silent, in words: `how it is held: weakly, and it asks for strongly`.
  private func words(of step: Trace.Step) -> String {
    guard let attribute = step.attribute else {
      return step.answer == .unknown ? "unknown: `\(step.condition)`" : "it is not so: `\(step.condition)`"
    }
    let clause = attribute.says.prefix { !".,:;".contains($0) }
    let asked = clause.prefix(1).lowercased() + clause.dropFirst()
    guard step.answer == .no else { return "\(asked): that is not known" }
    let wanted = step.condition.dropFirst(attribute.rawValue.count + 2)
    guard !step.known.isEmpty, !wanted.contains("{") else { return "\(asked): it is another than the rule asks for" }
    return "\(asked): \(step.known), and the rule asks for \(wanted)"
  }

  /// What came of each condition, as the rule's page has it.
  private func conditions(of trace: Trace) -> [String] {
    trace.steps.filter { rule != nil || $0.answer != .yes }.map { step in
        let known = step.known.isEmpty ? "" : " (it is: \(step.known))"
        let says =
          switch step.answer {
          case .yes: "holds"
          case .no: "does not hold"
          case .unknown: "unknown"
          }
        return "    \(says): \(step.condition)\(known)"
      }
  }

  /// Whether at least half of what the rule asks of the thing holds, and so does what the thing is to be: the rest is
  /// what keeps it silent. In which files it looks says nothing of the thing.
  private func isNear(_ trace: Trace) -> Bool {
    let steps = trace.steps.filter { $0.attribute != .in }
    let holding = steps.count { $0.answer == .yes }
    let isOfTheRole = steps.allSatisfy { $0.answer == .yes || $0.attribute != .role }
    return holding > 0 && holding * 2 >= steps.count && isOfTheRole
  }

  private func section(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : ([title] + lines).map { $0 + "\n" }.joined()
  }

  private func lines(of finding: Finding) -> [String] {
    ["  \(finding.level) \(finding.rule): \(finding.message)"]
      + finding.why.map { reason in
        let place = reason.place.map { " (\($0.path.visible):\($0.span.start.line))" } ?? ""
        return "    \(reason.certainty): \(reason.says)\(place)"
      }
  }

  private func says(_ lifetime: Knowledge.Lifetime?) -> String {
    switch lifetime {
    case .call: "runs the closure before it returns"
    case .once: "keeps the closure until it has run, or the work has ended"
    case .receiver: "makes the object that it is called on keep the closure"
    case .result: "makes what it answers with keep the closure"
    case .token: "makes the subscription keep the closure"
    case .forever: "keeps the closure until it is told otherwise"
    case nil: "is in no table: what becomes of the closure is unknown, and no rule speaks of it"
    }
  }

  private func says(_ because: AssertionAccount.Because) -> String {
    switch because {
    case .othersCanFail: "it holds on every run, but something else in this test can fail"
    case .asksTwice: "both sides are the same code, which may answer otherwise the second time"
    case .equalityIsOwn:
      "both sides are the same value, but its type says itself what `==` is, or it may be worked out each time"
    case .equalityIsTested: "both sides are the same value, but this test is about `==` or `hash` itself"
    case .isKeptAlive: "both sides are the same value, which nothing else mentions: it is kept alive"
    case .mayBeOtherwise: "what it looks at may be otherwise, or is not known"
    }
  }

  private func says(_ because: LineAccount.Because) -> String {
    switch because {
    case .ruleIsOff: "the rule is off; `nitless config` shows where that is said, and which rules are off by themselves"
    case .fileIsExcluded: "the configuration excludes the file"
    case .fileIsGenerated: "a comment at its top says that a program has written the file"
    case .standsInBaseline: "the baseline counts it as standing"
    case .standsAlready: "it stands, and its rule tells of it only where a change brings it in"
    }
  }
}
