import ProgramModel
import ReviewModel
import Reviewing
import RuleEngine
import RulePages

/// What there is to say about a line, for people.
struct LineAccountText {
  private let account: LineAccount

  init(_ account: LineAccount) { self.account = account }

  var text: String {
    var parts = [head]
    parts.append(section("Told here", account.told.flatMap { lines(of: $0) }))
    let keptBack = account.keptBack.flatMap { lines(of: $0.finding) + ["    not told: \(says($0.because))"] }
    parts.append(section("Found here and not told", keptBack))
    parts.append(section("Allowed here", account.allowed.map { "  \($0.rule), by the comment on line \($0.line)" }))
    if account.told.isEmpty, account.keptBack.isEmpty, account.allowed.isEmpty { parts.append(silence) }
    let cycles = account.cycles.split(separator: "\n").map { "  \($0)" }
    parts.append(section("Cycles that close here, and what ends them", cycles))
    parts.append(
      section(
        "Closures given to what is outside the program", account.given.map { "  `\($0.api)` \(says($0.lifetime))" }))
    parts.append(section("Looked at, and silent", silent))
    parts.append(
      section(
        "Told elsewhere in \(account.declaration)",
        account.nearby.map {
          "  line \($0.place.span.start.line): \($0.level) \($0.rule): \($0.message)"
        }))
    return parts.filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var head: String {
    var lines = ["\(account.path):\(account.line)" + (account.declaration.isEmpty ? "" : " in \(account.declaration)")]
    lines += account.modules.split(separator: "\n").filter { !$0.hasPrefix("  ") }.map { "\($0)" }
    if account.isTest { lines.append("the file is for tests, of which most rules do not ask") }
    return lines.map { $0 + "\n" }.joined()
  }

  private var silence: String {
    """
    Nothing is found here.
      nitless inspect body \(account.path):\(account.line) shows how the code was understood.

    """
  }

  /// The rules that looked at something here: of those of which a word holds, the words that do not and those that are
  /// unknown; of the others, the names.
  private var silent: [String] {
    let (near, far) = (account.silent.filter(isNear), account.silent.filter { !isNear($0) })
    let details = near.flatMap { trace in
      ["  \(trace.rule), at the \(trace.kind.rawValue) at column \(trace.place.span.start.column):"]
        + trace.steps.filter { $0.answer != .yes }.map { step in
          let known = step.known.isEmpty ? "" : " (it is: \(step.known))"
          return "    \(step.answer == .no ? "does not hold" : "unknown"): \(step.condition)\(known)"
        }
    }
    let others = Set(far.map(\.rule)).subtracting(near.map(\.rule)).sorted()
    guard !others.isEmpty else { return details }
    return details + ["  nothing here is what these are about: \(others.joined(separator: ", "))"]
  }

  /// Whether a word of the rule holds, so that the others are what keeps it silent.
  private func isNear(_ trace: Trace) -> Bool {
    trace.steps.contains { $0.answer == .yes } || trace.steps.count == 1
  }

  private func section(_ title: String, _ lines: [String]) -> String {
    lines.isEmpty ? "" : ([title] + lines).map { $0 + "\n" }.joined()
  }

  private func lines(of finding: Finding) -> [String] {
    ["  \(finding.level) \(finding.rule): \(finding.message)"]
      + finding.why.map { reason in
        let place = reason.place.map { " (\($0.path):\($0.span.start.line))" } ?? ""
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

  private func says(_ because: LineAccount.Because) -> String {
    switch because {
    case .ruleIsOff: "the rule is off; `nitless config` shows where that is said, and which rules are off by themselves"
    case .fileIsExcluded: "the configuration excludes the file"
    case .fileIsGenerated: "a comment at its top says that a program has written the file"
    case .standsInBaseline: "the baseline counts it as standing"
    }
  }
}
