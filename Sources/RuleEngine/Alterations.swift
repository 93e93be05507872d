public import ProgramModel
import ReviewModel
import RulePages
import SwiftFacts

/// What a change did to what was there before it, or brought in.
extension Inspector {
  /// What the rules say of a change by itself: neither program has it without the other.
  public func changes(_ matching: Matching, threads: Int) -> [Sighting] {
    let asking = rules.filter(\.isOfChangeAlone).map { (rule: $0, origins: $0.origins) }
    let origins = asking.reduce(into: Set<Origin>()) { $0.formUnion($1.origins) }
    let questions = Question.allCases.filter { $0.kinds.contains { origins.contains(.analysis($0.source)) } }
    let found = Workers.map(over: questions, threads: threads, state: { () }) { _, question in question.ask(matching) }
    var sightings: [Sighting] = []
    let judge = Judge(program: matching.after)
    for (rule, origins) in asking {
      let isAsked = { (kind: Alteration.Kind) in origins.contains(.analysis(kind.source)) }
      for (question, alterations) in zip(questions, found) where question.kinds.contains(where: isAsked) {
        let candidates = alterations.filter { isAsked($0.kind) }.map { candidate(of: $0, in: matching.after) }
        sightings += candidates.compactMap { sighting(of: $0, rule, judge) }
      }
    }
    sightings = sightings.filter { !isAllowed($0, in: matching.after) }
    sightings.sort { Finding.reportingOrder($0.finding, $1.finding) }
    Sighting.number(&sightings)
    return sightings
  }

  /// Whether a rule asks what a change did inside of tests.
  public var comparesTests: Bool {
    rules.contains { rule in
      [Source.lostAssertions, .skippedTests, .settledAssertions].contains { rule.origins.contains(.analysis($0)) }
    }
  }

  private func candidate(of alteration: Alteration, in program: Program) -> Candidate {
    let certain = alteration.evidence.prefix(8).enumerated().map { index, span in
      Reason(place: program.place(span), says: alteration.kind.evidence(alteration, index), certainty: .proven)
    }
    let kind = alteration.kind.source.kinds.min { $0.rawValue < $1.rawValue } ?? .call
    return Candidate(
      kind: kind, span: alteration.span, facts: alteration.kind.facts,
      essence: "\(alteration.name)|\(alteration.before)|\(alteration.after)", reasons: Array(certain),
      words: [
        .name: alteration.name, .before: alteration.before, .after: alteration.after,
        .affected: enumerated(alteration.affected),
      ], others: alteration.evidence)
  }
}

/// A question that is put to a matching once, however many rules want the answer.
private enum Question: CaseIterable {
  case storage, keys, switches, families, payloads, tests, teardowns, handlers, calls, defaults, requirements,
    delegates, equalities, resets
  case indexChecks, shadows, callbacks, protocols, dependencies, openings, results, frozen, copies, failures
  case targets, entries, unowned, removals, hops, owners, loosened, weakened, texts, captures, views, outcomes, schemes
  case optionals, lostKeys

  func ask(_ matching: Matching) -> [Alteration] {
    switch self {
    case .storage: matching.storageAlterations()
    case .keys: matching.storageKeyAlterations()
    case .switches: matching.hiddenCases()
    case .families: matching.hiddenTypes() + matching.missingConformances()
    case .payloads: matching.shiftedPayloads()
    case .tests: matching.weakenedTests()
    case .teardowns: matching.lostTeardowns()
    case .handlers: matching.emptiedHandlers()
    case .calls: matching.lostCalls()
    case .defaults: matching.changedDefaults()
    case .requirements: matching.defaultedRequirements()
    case .delegates: matching.keptDelegates()
    case .equalities: matching.brokenEqualities()
    case .resets: matching.lostResets()
    case .indexChecks: matching.lostIndexChecks()
    case .shadows: matching.grownShadows()
    case .callbacks: matching.unsetCallbacks()
    case .protocols: matching.replacedProtocols()
    case .dependencies: matching.ungivenValues()
    case .openings: matching.openedSwitches()
    case .results: matching.erasedResults()
    case .frozen: matching.frozenProperties()
    case .copies: matching.sharedCopies()
    case .failures: matching.lostFailureChecks()
    case .targets: matching.keptTargets() + matching.lostProxies()
    case .entries: matching.leftEntries() + matching.leftSlots() + matching.lateTakings()
    case .unowned: matching.unownedReferences()
    case .removals: matching.lostRemovals()
    case .hops: matching.lostMainHops()
    case .owners: matching.keptOwners()
    case .loosened: matching.loosenedEnds()
    case .weakened: matching.weakenedReferences() + matching.weakenedMakings()
    case .texts: matching.textsMadeInViews()
    case .captures: matching.keptCaptures() + matching.keptWhileWaiting()
    case .views: matching.selfServedViews()
    case .outcomes: matching.splitOutcomes()
    case .schemes: matching.lostSchemeChecks()
    case .optionals: matching.spelledOptionals()
    case .lostKeys: matching.lostKeys()
    }
  }

  var kinds: Set<Alteration.Kind> {
    switch self {
    case .storage: [.lostStoredName, .changedRawValue, .changedStoredType, .gainedRequiredField]
    case .keys: [.changedStorageKey, .partedStorageKey]
    case .switches: [.gainedHiddenCase, .gainedEndingCase]
    case .families: [.gainedHiddenType, .gainedEndingType, .missingConformance]
    case .payloads: [.shiftedPayload]
    case .tests: [.lostAssertion, .blindStandIn, .lostRun, .lostStart]
    case .teardowns:
      [
        .lostTeardown, .leftTeardown, .lostFarewell, .lostRegistrationEnd, .repeatedRegistration, .overwrittenStart,
        .lostOldValue, .lostEndOnOneWay, .lostEndOnExit, .lostToken, .lostLocalEnd, .lostOwnedEnd, .lostOwnEnd,
      ]
    case .handlers: [.lostErrorHandling]
    case .calls:
      [
        .lostCompletionCall, .lostSuperCall, .lostOnlyCall, .lostOnceCheck, .lostAnswer, .emptiedCallback,
        .repeatedAnswer, .doubledAnswer, .lostCancellationCheck,
      ]
    case .defaults: [.changedDefaultArgument]
    case .requirements: [.gainedDefaultedRequirement]
    case .delegates: [.lostWeakDelegate]
    case .equalities: [.lostEquality]
    case .resets: [.lostReset]
    case .indexChecks: [.lostIndexCheck, .lostOptionalRead, .lostWalk]
    case .shadows: [.grownShadow]
    case .callbacks: [.unsetCallback, .lostSetter, .firstUnset, .unsetAlone, .lostMakingSetter, .lostSetterOnWay]
    case .protocols: [.replacedProtocol]
    case .dependencies:
      [.lostRequirement, .loosenedRequirement, .silentRequirement, .forgottenGift, .unaskedGift, .neverGiven]
    case .openings: [.openedSwitch, .openedByCasts, .openedWithout, .openedToEnd, .openedToNothing]
    case .results: [.erasedResult, .erasedValue]
    case .frozen: [.frozenProperty]
    case .copies: [.sharedCopy]
    case .failures: [.untoldFailure, .untoldElse, .endingFailure, .unreadError, .unreadOutcome]
    case .targets: [.keptTarget, .lostProxy]
    case .entries: [.leftEntry, .leftSlot, .lateTaking]
    case .unowned: [.unownedReference]
    case .removals: [.lostRemoval]
    case .hops: [.lostMainHop]
    case .owners: [.lostWeakOwner, .lostWeakReference]
    case .loosened: [.loosenedEnd]
    case .weakened: [.weakenedReference, .weakenedUntold, .weakenedMaking]
    case .texts: [.textMadeInView, .newValueForView]
    case .captures: [.keptCapture, .keptWhileWaiting]
    case .views: [.askedInView, .toldByView]
    case .outcomes: [.splitOutcome]
    case .schemes: [.lostSchemeCheck]
    case .optionals: [.spelledOptional]
    case .lostKeys: [.lostKey]
    }
  }
}

extension Alteration.Kind {
  fileprivate var source: Source {
    switch self {
    case .lostStoredName: .storedNames
    case .lostAssertion, .blindStandIn: .lostAssertions
    case .lostRun: .skippedTests
    case .lostStart: .settledAssertions
    case .lostTeardown, .leftTeardown, .lostFarewell, .lostRegistrationEnd, .repeatedRegistration, .overwrittenStart,
      .lostOldValue, .lostEndOnOneWay, .lostEndOnExit, .lostToken, .lostLocalEnd, .lostOwnedEnd, .lostOwnEnd:
      .lostTeardowns
    case .leftEntry, .leftSlot, .lateTaking: .leftEntries
    case .unownedReference: .unownedReferences
    case .lostRemoval: .lostRemovals
    case .lostMainHop: .lostMainHops
    case .lostErrorHandling: .emptiedHandlers
    case .lostWeakDelegate: .keptDelegates
    case .lostWeakOwner, .lostWeakReference: .keptOwners
    case .keptCapture, .keptWhileWaiting: .keptCaptures
    case .weakenedReference, .weakenedUntold, .weakenedMaking: .weakenedReferences
    case .textMadeInView, .newValueForView: .textsInViews
    case .askedInView, .toldByView: .servedViews
    case .splitOutcome: .splitOutcomes
    case .lostSchemeCheck: .lostSchemeChecks
    case .spelledOptional: .spelledOptionals
    case .lostKey: .lostKeys
    case .keptTarget, .lostProxy: .keptTargets
    case .lostCompletionCall, .lostOnlyCall, .lostOnceCheck, .lostAnswer, .emptiedCallback, .repeatedAnswer,
      .doubledAnswer, .lostCancellationCheck:
      .lostCompletions
    case .loosenedEnd: .loosenedClosures
    case .lostSuperCall: .lostSupers
    case .lostEquality: .lostEqualities
    case .lostReset: .lostResets
    case .lostIndexCheck, .lostOptionalRead, .lostWalk: .lostIndexChecks
    case .grownShadow: .grownShadows
    case .unsetCallback, .lostSetter, .firstUnset, .unsetAlone, .lostMakingSetter, .lostSetterOnWay: .unsetCallbacks
    case .replacedProtocol: .replacedProtocols
    case .lostRequirement, .loosenedRequirement, .silentRequirement: .lostRequirements
    case .forgottenGift, .unaskedGift, .neverGiven: .forgottenGifts
    case .openedSwitch, .openedByCasts, .openedWithout, .openedToEnd, .openedToNothing: .openedSwitches
    case .erasedResult: .erasedResults
    case .erasedValue: .erasedValues
    case .frozenProperty: .frozenProperties
    case .sharedCopy: .sharedCopies
    case .untoldFailure, .untoldElse, .endingFailure, .unreadError, .unreadOutcome: .lostFailureChecks
    case .gainedRequiredField: .newFields
    case .gainedHiddenCase, .gainedEndingCase: .newCases
    case .gainedHiddenType, .gainedEndingType, .missingConformance: .newTypes
    case .shiftedPayload: .shiftedPayloads
    case .gainedDefaultedRequirement: .newRequirements
    case .changedRawValue: .storedValues
    case .changedStoredType: .storedTypes
    case .changedStorageKey, .partedStorageKey: .storageKeys
    case .changedDefaultArgument: .changedDefaults
    }
  }

  /// What is known of it; all that its analysis can say, where that is one thing only.
  fileprivate var facts: Facts {
    switch self {
    case .changedStorageKey: [.role: .role(.storageKey), .changed: .one(Value.Altered.value)]
    case .partedStorageKey: [.role: .role(.storageKey), .changed: .one(Value.Altered.oneSide)]
    case .lostIndexCheck: [.now: .of(.mayBe, .one(Value.Possibility.outside))]
    case .lostOptionalRead:
      [.was: .of(.mayBe, .one(Value.Possibility.null)), .now: .of(.mayBe, .one(Value.Possibility.outside))]
    case .lostCompletionCall: [.role: .role(.completion), .now: .of(.is, .is(.gone))]
    case .lostOnlyCall: [.role: .role(.completion), .now: .of(.is, .is(.skipped))]
    case .lostAnswer: [.role: .role(.completion), .now: .of(.is, .is(.absent))]
    case .emptiedCallback: [.role: .role(.completion), .now: .of(.is, .is(.empty))]
    case .lostCancellationCheck: [.role: .role(.completion), .now: .of(.when, .when(.cancelledBefore))]
    case .leftEntry:
      [.role: .role(.completion), .now: .entity([.times: .times(.again), .held: .held(.strongly)])]
    case .leftSlot:
      [.role: .role(.completion), .now: .entity([.times: .times(.atEvents), .held: .held(.strongly)])]
    case .lateTaking: [.role: .role(.completion), .now: .of(.held, .held(.nowhere))]
    case .repeatedAnswer:
      [.role: .role(.completion), .was: .of(.times, .times(.once)), .now: .of(.times, .times(.atEvents))]
    case .doubledAnswer:
      [.role: .role(.completion), .was: .of(.times, .times(.once)), .now: .of(.times, .times(.again))]
    case .lostOwnedEnd:
      [.role: .role(.registration), .was: Self.withOwner, .now: .of(.ended, .ended(.notWithOwner))]
    case .lostOwnEnd: [.role: .role(.registration), .was: Self.withOwner, .now: .of(.ended, .ended(.never))]
    case .keptTarget: [.was: .of(.held, .held(.weakly)), .now: .of(.held, .held(.strongly))]
    case .lostWeakOwner:
      [.role: .role(.owner), .was: .of(.held, .held(.weakly)), .now: .of(.held, .held(.strongly))]
    case .keptCapture:
      [.role: .role(.callback), .was: .of(.held, .held(.weakly)), .now: .of(.held, .held(.strongly))]
    case .keptWhileWaiting:
      [.role: .role(.subscription), .was: .of(.held, .held(.weakly)), .now: .of(.held, .held(.strongly))]
    case .weakenedReference:
      [.was: .of(.held, .held(.strongly)), .now: .entity([.held: .held(.weakly), .is: .is(.given)])]
    case .lostAssertion: [.role: .role(.assertion), .now: .of(.is, .is(.gone))]
    case .blindStandIn: [.role: .role(.assertion), .now: .of(.ignores, .one(Value.Ignored.newValue))]
    case .weakenedUntold:
      [.was: .of(.held, .held(.strongly)), .now: .entity([.held: .held(.weakly), .is: .is(.throws_)])]
    case .weakenedMaking:
      [.was: .of(.held, .held(.strongly)), .now: .entity([.held: .held(.weakly), .is: .is(.madeHere)])]
    case .lostWeakReference:
      [
        .role: .role(.owner), .was: .entity([.held: .held(.weakly), .is: .is(.given)]),
        .now: .of(.held, .held(.strongly)),
      ]
    case .lostProxy: [.was: .of(.held, .held(.weakly)), .now: .entity([.held: .held(.strongly), .is: .is(.itself)])]
    case .lostOnceCheck: [.role: .role(.completion), .now: .of(.times, .times(.atEvents))]
    case .lostWalk: [.was: .of(.is, .is(.walked)), .now: .of(.mayBe, .one(Value.Possibility.outside))]
    case .lostRequirement:
      [.was: .of(.is, .is(.required)), .now: .entity([.is: .is(.optional), .mayBe: .one(Value.Possibility.null)])]
    case .silentRequirement:
      [
        .was: .of(.is, .is(.required)),
        .now: .entity([.is: .is(.optional), .metBy: .one(Value.Witness.defaultValue)]),
      ]
    case .loosenedRequirement: [.was: .of(.is, .is(.required)), .now: .of(.is, .is(.unasked))]
    case .forgottenGift: [.was: .of(.is, .is(.given)), .now: .of(.is, .is(.unasked))]
    case .unaskedGift:
      [.was: .of(.is, .is(.given)), .now: .entity([.is: .is(.optional), .mayBe: .one(Value.Possibility.null)])]
    case .neverGiven: [.was: .of(.is, .is(.absent)), .now: .of(.is, .is(.unasked))]
    case .askedInView: [.was: .of(.is, .is(.given)), .now: .of(.is, .is(.shared))]
    case .toldByView: [.was: .of(.role, .role(.callback)), .now: .of(.is, .is(.shared))]
    case .openedSwitch: [.was: .of(.is, .is(.exhaustive)), .now: .of(.metBy, .one(Value.Witness.defaultValue))]
    case .openedToNothing: [.was: .of(.is, .is(.exhaustive)), .now: .of(.metBy, .one(Value.Witness.emptyDefault))]
    case .openedByCasts: [.was: .of(.is, .is(.exhaustive)), .changed: .one(Value.Altered.type)]
    case .openedWithout: Self.opened(.defaultValue)
    case .openedToEnd: Self.opened(.ending)
    case .lostTeardown: [.role: .role(.teardown), .now: .of(.is, .is(.gone))]
    case .lostRegistrationEnd: [.role: .role(.registration), .now: .of(.is, .is(.gone))]
    case .repeatedRegistration: [.role: .role(.registration), .now: .of(.times, .times(.again))]
    case .overwrittenStart: [.role: .role(.registration), .now: .of(.ended, .ended(.never))]
    case .lostOldValue: [.role: .role(.registration), .now: .of(.held, .held(.strongly))]
    case .lostEndOnOneWay: [.role: .role(.registration), .now: .of(.when, .when(.someBranches))]
    case .lostEndOnExit: [.role: .role(.teardown), .now: .of(.when, .when(.someBranches))]
    case .lostToken: [.role: .role(.registration), .now: .of(.held, .held(.nowhere))]
    case .lostLocalEnd: [.role: .role(.registration), .now: .of(.ended, .ended(.notWithOwner))]
    case .leftTeardown: [.role: .role(.teardown), .now: .of(.ended, .ended(.whereSetUp))]
    case .lostFarewell: [.role: .role(.teardown), .now: .of(.ended, .ended(.notWithOwner))]
    case .unsetCallback: Self.unset(.absent)
    case .lostSetter, .lostMakingSetter: Self.unset(.given)
    case .lostSetterOnWay:
      [
        .was: .of(.is, .is(.given)),
        .now: .entity([.role: .role(.callback), .is: .is(.empty), .mayBe: .one(Value.Possibility.null)]),
      ]
    case .firstUnset: Self.unset(.empty)
    case .unsetAlone:
      [
        .was: .of(.is, .is(.absent)),
        .now: .entity([.role: .role(.callback), .is: .is(.empty), .mayBe: .one(Value.Possibility.null)]),
      ]
    case .untoldFailure, .untoldElse: [.role: .role(.errorHandling), .now: .of(.is, .is(.gone))]
    case .unreadError:
      [.role: .role(.errorHandling), .now: .of(.is, .is(.gone)), .ignores: .one(Value.Ignored.error)]
    case .unreadOutcome:
      [.role: .role(.errorHandling), .now: .of(.is, .is(.skipped)), .ignores: .one(Value.Ignored.error)]
    case .endingFailure: [.role: .role(.errorHandling), .now: .of(.metBy, .one(Value.Witness.ending))]
    case .gainedHiddenCase, .gainedHiddenType: Self.met(.defaultValue)
    case .gainedEndingCase, .gainedEndingType: Self.met(.ending)
    case .missingConformance: Self.met(.typeAlone)
    case .textMadeInView: [.was: .of(.is, .is(.stored)), .now: .of(.role, .role(.shown))]
    case .newValueForView: [.was: .of(.is, .is(.absent)), .now: .of(.role, .role(.shown))]
    default: source.facts
    }
  }

  private static func opened(_ rest: Value.Witness) -> Facts {
    [.was: .of(.is, .is(.exhaustive)), .changed: .one(Value.Altered.type), .now: .of(.metBy, .one(rest))]
  }

  private static let withOwner: Facts.Content = .of(.ended, .ended(.withOwner))

  private static func unset(_ was: Value.Quality) -> Facts {
    [.was: .of(.is, .is(was)), .now: .entity([.role: .role(.callback), .is: .is(.empty)])]
  }

  private static func met(_ witness: Value.Witness) -> Facts {
    [.was: .of(.is, .is(.absent)), .now: .of(.metBy, .one(witness))]
  }

  /// What a place that shows it shows.
  fileprivate func evidence(_ alteration: Alteration, _ index: Int) -> String {
    switch self {
    case .gainedRequiredField where index > 0: "this field is new and required as well"
    case .sharedCopy where index > 0: "a `\(alteration.before)` is no longer copied whole since the change"
    case .lostStoredName, .gainedRequiredField, .changedRawValue, .changedStoredType:
      "the program stores such values, or reads them back"
    case .changedStorageKey: "the key is used for a stored value"
    case .partedStorageKey: "here it is still `\(alteration.before)`"
    case .gainedHiddenCase: "this `default:` takes the new case"
    case .gainedEndingCase: "this `default:` ends the program"
    case .gainedHiddenType: "this is asked for every other type, and not for the new one"
    case .missingConformance: "here those are picked out that say so"
    case .gainedEndingType: "the program ends where none of these types is there"
    case .shiftedPayload: "this pattern still takes `\(alteration.before)` from where `\(alteration.after)` is now"
    case .changedDefaultArgument: "this call leaves `\(alteration.name)` to its default"
    case .gainedDefaultedRequirement: "this meets the requirement by doing nothing, or is met by it"
    case .lostAssertion: "this test asserts less, too"
    case .blindStandIn: "here it is called, and what it is given is passed over or noted"
    case .lostRun: "this test no longer runs, either"
    case .lostStart: "this flag starts as what is asserted, too"
    case .grownShadow: "`\(alteration.before)` conforms here, with nothing of the program's own"
    case .lostSetter: "`\(alteration.name)` was set in here before the change"
    case .unsetCallback, .firstUnset: "another closure of `\(alteration.after)` is set here"
    case .unsetAlone, .lostMakingSetter, .lostSetterOnWay: "one is made here"
    case .lostRequirement: "one is used here that may have been given no `\(alteration.name)`"
    case .loosenedRequirement: "this ends the program where `\(alteration.name)` was not given"
    case .forgottenGift: "this ends the program where `\(alteration.name)` was not given"
    case .unaskedGift: "nobody has to give it"
    case .neverGiven: "here it is read as if it were there"
    case .replacedProtocol: "this may be left out as well"
    case .lostEquality: "this is what two values may differ in"
    case .keptTarget: "the block of the timer held it weakly before the change"
    case .frozenProperty: "`\(alteration.after)` is changed here"
    case .lostWeakOwner: "this keeps what it holds"
    case .keptCapture: "the closure comes to `\(alteration.name)` here"
    case .keptWhileWaiting: "this goes round until no more values come"
    case .weakenedMaking: "it is made here, and freed at once"
    case .weakenedReference, .weakenedUntold: "nothing is done here where it is gone"
    case .lostSchemeCheck: "here it is opened"
    case .lostKey: "here `\(alteration.name)` is read, or listened to, as before"
    case .splitOutcome: "nothing says that this is `nil` where `\(alteration.name)` is there"
    case .textMadeInView, .newValueForView: "here the text was kept, or made, before the change"
    case .silentRequirement: "where `\(alteration.name)` was not given, this leaves without a word"
    case .sharedCopy: "this changes what `\(alteration.name)` holds, too"
    case .erasedResult, .erasedValue: "what it is, is asked for its type here"
    case .lostRegistrationEnd, .lostTeardown, .lostEndOnExit: "here it is started"
    case .unownedReference, .lostOnlyCall, .lostOnceCheck, .repeatedRegistration,
      .overwrittenStart, .lostOldValue, .lostEndOnOneWay, .leftTeardown, .lostFarewell, .leftEntry,
      .leftSlot, .lateTaking, .lostToken, .lostLocalEnd, .lostRemoval, .lostMainHop, .lostReset, .lostIndexCheck,
      .lostOptionalRead, .lostWalk, .openedSwitch, .openedByCasts, .openedWithout, .openedToEnd, .openedToNothing,
      .untoldElse,
      .lostErrorHandling, .lostAnswer, .lostProxy, .lostWeakDelegate,
      .lostWeakReference, .lostOwnedEnd, .lostOwnEnd, .emptiedCallback, .repeatedAnswer, .doubledAnswer, .loosenedEnd,
      .lostCompletionCall, .lostCancellationCheck, .lostSuperCall, .unreadError, .unreadOutcome, .untoldFailure,
      .endingFailure,
      .askedInView, .toldByView, .spelledOptional:
      "the change took it away"
    }
  }
}
