public import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// `compare:` a declaration before and after.
extension Inspector {
  /// What the rules say of a change by itself: neither program has it without the other.
  public func changes(_ matching: Matching) -> [Sighting] {
    var found: [Question: [Alteration]] = [:]
    var sightings: [Sighting] = []
    for rule in rules {
      guard case .compare(let kind) = rule.search, kind.isOfChangeAlone else { continue }
      for question in Question.allCases where rule.cases.contains(where: { question.answers($0.conditions, about: kind) }) {
        let alterations = found[question] ?? question.ask(matching)
        found[question] = alterations
        let clues = alterations.filter { kind.includes($0.kind) }.map { clue(of: $0, in: matching.after) }
        sightings += self.sightings(of: clues, rule, matching.after)
      }
    }
    sightings = sightings.filter { !isAllowed($0, in: matching.after) }
    sightings.sort { Finding.reportingOrder($0.finding, $1.finding) }
    Sighting.number(&sightings)
    return sightings
  }

  /// Whether a rule asks what a change did inside of tests.
  public var comparesTests: Bool { rules.contains { $0.search == .compare(.test) } }

  private func clue(of alteration: Alteration, in program: Program) -> Clue {
    let certain = alteration.evidence.prefix(8).enumerated().map { index, span in
      let says = index > 0 && alteration.kind == .gainedRequiredField ? "this field is new and required as well" : alteration.kind.evidence(alteration)
      return Reason(place: program.place(span), says: says, certainty: .proven)
    }
    return Clue(
      answers: [alteration.kind.condition], span: alteration.span,
      essence: "\(alteration.name)|\(alteration.before)|\(alteration.after)", reasons: Array(certain),
      values: [
        .name: alteration.name, .before: alteration.before, .after: alteration.after,
        .affected: enumerated(alteration.affected),
      ], others: alteration.evidence)
  }
}

/// A question that is put to a matching once, however many rules want the answer.
private enum Question: CaseIterable {
  case storage, keys, switches, tests, teardowns, handlers, calls, defaults, requirements, delegates, equalities, resets

  func ask(_ matching: Matching) -> [Alteration] {
    switch self {
    case .storage: matching.storageAlterations()
    case .keys: matching.storageKeyAlterations()
    case .switches: matching.hiddenCases()
    case .tests: matching.weakenedTests()
    case .teardowns: matching.lostTeardowns()
    case .handlers: matching.emptiedHandlers()
    case .calls: matching.lostCalls()
    case .defaults: matching.changedDefaults()
    case .requirements: matching.defaultedRequirements()
    case .delegates: matching.keptDelegates()
    case .equalities: matching.brokenEqualities()
    case .resets: matching.lostResets()
    }
  }

  private var kinds: Set<Alteration.Kind> {
    switch self {
    case .storage: [.lostStoredName, .changedRawValue, .changedStoredType, .gainedRequiredField]
    case .keys: [.changedStorageKey, .partedStorageKey]
    case .switches: [.gainedHiddenCase]
    case .tests: [.lostAssertion, .lostRun, .lostStart]
    case .teardowns: [.lostTeardown]
    case .handlers: [.lostErrorHandling]
    case .calls: [.lostCompletionCall, .lostSuperCall]
    case .defaults: [.changedDefaultArgument]
    case .requirements: [.gainedDefaultedRequirement]
    case .delegates: [.lostWeakDelegate]
    case .equalities: [.lostEquality]
    case .resets: [.lostReset]
    }
  }

  /// Whether conditions can hold of what it answers with. Those that name nothing lost, gained or changed hold of all.
  func answers(_ conditions: [Condition], about kind: Comparison) -> Bool {
    let named = conditions.filter { condition in
      switch condition {
      case .lost, .gained, .changed: true
      default: false
      }
    }
    return kinds.contains { one in kind.includes(one) && named.allSatisfy { $0 == one.condition } }
  }
}

extension Comparison {
  /// Whether an alteration is of such a declaration.
  fileprivate func includes(_ kind: Alteration.Kind) -> Bool {
    switch (self, kind) {
    case (.declaration, _): true
    case (.type, .lostStoredName), (.type, .gainedRequiredField), (.type, .gainedHiddenCase), (.type, .changedRawValue),
      (.type, .changedStoredType), (.type, .lostTeardown), (.type, .lostEquality), (.type, .lostReset):
      true
    case (.protocol, .gainedDefaultedRequirement): true
    case (.function, .lostErrorHandling), (.function, .changedDefaultArgument), (.function, .lostCompletionCall), (.function, .lostSuperCall): true
    case (.test, .lostAssertion), (.test, .lostRun), (.test, .lostStart): true
    default: false
    }
  }
}

extension Alteration.Kind {
  fileprivate var condition: Condition {
    switch self {
    case .lostStoredName: .lost(.storedName)
    case .lostAssertion: .lost(.assertion)
    case .lostRun: .lost(.run)
    case .lostStart: .lost(.start)
    case .lostTeardown: .lost(.teardown)
    case .lostErrorHandling: .lost(.errorHandling)
    case .lostWeakDelegate: .lost(.weakDelegate)
    case .lostCompletionCall: .lost(.completionCall)
    case .lostSuperCall: .lost(.superCall)
    case .lostEquality: .lost(.equality)
    case .lostReset: .lost(.reset)
    case .gainedRequiredField: .gained(.requiredField)
    case .gainedHiddenCase: .gained(.hiddenCase)
    case .gainedDefaultedRequirement: .gained(.defaultedRequirement)
    case .changedRawValue: .changed(.rawValue)
    case .changedStoredType: .changed(.storedType)
    case .changedStorageKey: .changed(.storageKey)
    case .partedStorageKey: .changed(.partedKey)
    case .changedDefaultArgument: .changed(.defaultArgument)
    }
  }

  /// What a place that shows it shows.
  fileprivate func evidence(_ alteration: Alteration) -> String {
    switch self {
    case .lostStoredName, .gainedRequiredField, .changedRawValue, .changedStoredType: "the program stores such values, or reads them back"
    case .changedStorageKey: "the key is used for a stored value"
    case .partedStorageKey: "here it is still `\(alteration.before)`"
    case .gainedHiddenCase: "this `default:` takes the new case"
    case .changedDefaultArgument: "this call leaves `\(alteration.name)` to its default"
    case .gainedDefaultedRequirement: "this meets the requirement by doing nothing, or is met by it"
    case .lostAssertion: "this test asserts less, too"
    case .lostRun: "this test no longer runs, either"
    case .lostStart: "this flag starts as what is asserted, too"
    case .lostEquality: "this is what two values may differ in"
    case .lostTeardown, .lostReset, .lostErrorHandling, .lostWeakDelegate, .lostCompletionCall, .lostSuperCall: "the change took it away"
    }
  }
}
