/// An analysis that finds candidates with facts which source alone does not say.
///
/// What each can say stands here, so that a page which asks for what none of them says is refused when it is
/// read, and so that only the analyses are run that a page asks for.
public enum Source: CaseIterable, Hashable, Sendable {
  // Who keeps whom, until when.
  case closureCycles, propertyCycles, owningDelegates, lentScreens, inlineObjects
  case unownedCaptures, deinitClosures, droppedWork, droppedObjects, droppedTokens
  case systemGuests, lastingWork, subscribers, addedHandlers, endlessTasks
  case references, allocations
  // Ways through bodies.
  case completions, continuations, superCalls, earlyResets, lockedCallbacks
  case deafObservers
  case ownQueues, lateCallbacks, sleepingLoops, reusedViews, earlyOutlets, backgroundUpdates, uncountedUpdates
  case lateCells
  // Values.
  case sentinels, fallbackIndices, textParts, assumedElements, halfBounds, divisions, selfComparisons, hiddenErrors,
    emptyDecoders
  case optionalTexts, dateFormats, deafKeys, webAddresses, emptyAddresses, unfilledCells
  case assertions, unawaited, branches, setters, equalities
  // Shapes of declarations.
  case conformances, resultPairs, payloads, questions, typeChains, sharedCalls
  case nearMisses, redeclarations, blindCallbacks, bridgedParameters
  // What is called for nothing, or by the wrong name.
  case idleCalls, shimCalls, segueCasts
  // What a change did.
  case storedNames, storedValues, storedTypes, storageKeys, newFields, newCases, newTypes, newRequirements,
    shiftedPayloads
  case lostAssertions, skippedTests, settledAssertions, lostTeardowns, emptiedHandlers, lostCompletions, lostSupers
  case lostResets, changedDefaults, keptDelegates, keptTargets, leftEntries, lostEqualities, keptReferences
  case unownedReferences, keptOwners, loosenedClosures
  case lostIndexChecks, grownShadows, unsetCallbacks, replacedProtocols, lostRequirements, forgottenGifts
  case openedSwitches, erasedResults, erasedValues, frozenProperties, sharedCopies, lostFailureChecks, lostRemovals
  case lostMainHops, weakenedReferences, textsInViews, keptCaptures, servedViews, splitOutcomes
  case lostSchemeChecks, spelledOptionals, lostKeys

  /// Whether it compares a program with the one before the change.
  public var isOfChange: Bool { Self.ofChange.contains(self) }

  private static let ofChange = Set(
    announced.filter { _, facts in [Attribute.was, .now, .changed].contains { facts.answers[$0] != nil } }.keys)

  /// What kind of things it finds.
  public var kinds: Set<Kind> {
    switch self {
    case .closureCycles, .unownedCaptures, .deinitClosures, .droppedWork, .hiddenErrors, .backgroundUpdates,
      .lateCells:
      [.closure]
    case .propertyCycles, .owningDelegates, .lentScreens, .inlineObjects, .earlyOutlets, .frozenProperties: [.property]
    case .droppedObjects, .droppedTokens, .systemGuests, .lastingWork, .subscribers, .endlessTasks, .references,
      .allocations, .lockedCallbacks, .ownQueues, .sleepingLoops, .sharedCalls,
      .uncountedUpdates, .webAddresses, .addedHandlers, .idleCalls, .shimCalls:
      [.call]
    case .completions, .continuations, .superCalls: [.path]
    case .earlyResets, .lateCallbacks, .reusedViews, .sharedCopies, .deafObservers: [.assignment]
    case .sentinels, .fallbackIndices, .textParts, .assumedElements, .halfBounds: [.subscript]
    case .divisions, .selfComparisons, .segueCasts: [.operation]
    case .optionalTexts, .dateFormats, .deafKeys, .emptyAddresses, .spelledOptionals, .lostKeys:
      [.text]
    case .assertions, .unawaited: [.assertion]
    case .branches: [.branch]
    case .setters: [.accessor]
    case .equalities, .nearMisses, .redeclarations, .blindCallbacks, .emptyDecoders, .unfilledCells:
      [.function]
    case .conformances: [.conformance]
    case .resultPairs, .bridgedParameters: [.parameter]
    case .payloads: [.enumCase]
    case .questions: [.type]
    case .typeChains, .openedSwitches: [.switch]
    case .storedNames, .storedTypes, .newFields, .keptDelegates, .keptOwners, .erasedValues, .weakenedReferences:
      [.property]
    case .storedValues, .newCases, .shiftedPayloads: [.enumCase]
    case .newTypes: [.type]
    case .storageKeys: [.text]
    case .newRequirements, .grownShadows: [.function]
    case .unsetCallbacks, .lostRequirements, .forgottenGifts: [.property]
    case .replacedProtocols, .splitOutcomes: [.type]
    case .lostIndexChecks: [.subscript]
    case .lostAssertions, .settledAssertions: [.assertion]
    case .skippedTests, .lostEqualities, .erasedResults: [.function]
    case .lostTeardowns, .lostCompletions, .lostSupers, .lostResets, .keptTargets, .leftEntries, .lostRemovals,
      .lostMainHops, .textsInViews, .servedViews, .lostSchemeChecks:
      [.call]
    case .emptiedHandlers, .lostFailureChecks: [.branch]
    case .changedDefaults: [.parameter]
    case .keptReferences, .unownedReferences: [.closure, .property]
    case .loosenedClosures, .keptCaptures: [.closure]
    }
  }

  /// All that it can say of what it finds. O(1).
  public var facts: Facts { Self.announced[self] ?? [:] }

  /// Every page asks this of every analysis.
  private static let announced = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.announcement) })

  private var announcement: Facts {
    switch self {
    case .closureCycles:
      Self.cycle.adding(.captured, .of(.held, .held(.strongly)))
        .adding(.keptBy, .of(.is, .is(.capturedObject)), .of(.lives, .lives(.program)))
    case .propertyCycles: Self.cycle.adding(.held, .held(.strongly))
    case .owningDelegates: [.held: .held(.strongly), .role: .role(.delegate)]
    case .lentScreens:
      [
        .held: .held(.strongly), .role: .role(.screen), .is: .is(.itself), .inside: .of(.lives, .lives(.program)),
        .ended: .ended(.never),
      ]
    case .inlineObjects: [.is: .is(.madeHere)]
    case .unownedCaptures:
      [
        .captured: .entity([.held: .held(.unowned), .keptBy: .of(.is, .is(.nothing))]), .runs: .runs(.later),
        .keptBy: .of(.lives, .lives(.longer)),
      ]
    case .deinitClosures:
      ([.runs: .runs(.later), .calledBy: .of(.name, .word("deinit"))] as Facts)
        .adding(
          .captured, .entity([.name: .word("self"), .held: .held(.weakly)]),
          .entity([.name: .word("self"), .held: .held(.strongly)]))
    case .droppedWork:
      [
        .runs: .runs(.later),
        .captured: .entity(
          ([.held: .held(.weakly)] as Facts).adding(.keptBy, .of(.is, .is(.nothing)), .of(.is, .is(.caller)))),
      ]
    case .droppedObjects: [.answer: .of(.held, .held(.weakly))]
    case .droppedTokens: [.answer: .of(.held, .held(.nowhere)), .role: .role(.subscription)]
    case .systemGuests:
      ([.keptBy: .of(.type, .anyName)] as Facts)
        .adding(.ended, .ended(.byDeinit), .ended(.whereSetUp), .ended(.never))
    case .lastingWork:
      ([.held: .held(.weakly)] as Facts).adding(.keptBy, .of(.type, .anyName), .of(.is, .is(.ownClosure)))
        .adding(.ended, .ended(.never), .ended(.notWithOwner))
        .adding(.times, .times(.once), .times(.again), .times(.atEvents))
    case .subscribers:
      ([.keptBy: .of(.lives, .lives(.program))] as Facts).adding(.ended, .ended(.never), .ended(.byDeinit))
        .adding(.ended, .ended(.notWithOwner)).adding(.is, .is(.given), .is(.itself), .is(.madeHere))
    case .endlessTasks:
      ([.times: .times(.endless)] as Facts).adding(.times, .times(.likelyEndless))
        .adding(.held, .held(.strongly), .held(.weakly))
        .adding(.ended, .ended(.never), .ended(.byDeinit))
    case .references: ([:] as Facts).adding(.receiver, .of(.is, .is(.owned)), .of(.is, .is(.borrowed)))
    case .allocations: [.role: .role(.allocation), .ended: .ended(.never)]
    case .completions: Self.path(.completion)
    case .continuations: Self.path(.continuation)
    case .superCalls: Self.path(.superclass)
    case .earlyResets: [.inside: .of(.kind, .kind(.defer)), .before: .of(.runs, .runs(.later))]
    case .lockedCallbacks:
      [
        .role: .role(.callback), .after: .of(.role, .role(.lock)), .before: .of(.role, .role(.unlock)),
        .is: .is(.oneOfSeveral),
      ]
    case .ownQueues: ([:] as Facts).adding(.receiver, .of(.is, .is(.ownQueue)), .of(.is, .is(.heldLock)))
    case .lateCallbacks:
      ([.after: .of(.calls, .of(.is, .is(.itself)))] as Facts)
        .adding(.role, .role(.callback), .role(.subscription), .role(.screen))
    case .deafObservers: [.calledBy: .of(.name, .word("deinit")), .ended: .ended(.never)]
    case .sleepingLoops: [.times: .times(.endless), .ignores: .one(Value.Ignored.error)]
    case .reusedViews: [.role: .role(.reusedView), .when: .when(.someBranches)]
    case .idleCalls:
      [
        .role: .role(.calculation), .answer: .entity([.held: .held(.nowhere), .is: .is(.madeHere)]),
        .ignores: .one(Value.Ignored.reference),
      ]
    case .shimCalls: [.role: .role(.shim)]
    case .segueCasts: [.role: .role(.screen), .is: .is(.unasked)]
    case .emptyAddresses: [.mayBe: .one(Value.Possibility.emptyText)]
    case .webAddresses: [.ignores: .one(Value.Ignored.scheme)]
    case .unfilledCells: [.ignores: .one(Value.Ignored.otherTypes), .role: .role(.reusedView)]
    case .addedHandlers:
      ([
        .role: .role(.callback), .held: .held(.weakly), .ended: .ended(.never),
        .keptBy: .of(.lives, .lives(.program)),
      ] as Facts).adding(.times, .times(.again), .times(.atEvents))
    case .deafKeys:
      [.mayBe: .one(Value.Possibility.null), .held: .held(.nowhere), .role: .role(.payloadKey)]
    case .textParts: [.mayBe: .one(Value.Possibility.missing)]
    case .selfComparisons: [.compares: .one(Value.Compared.itself)]
    case .assumedElements: [.mayBe: .one(Value.Possibility.assumed)]
    case .earlyOutlets: [.mayBe: .one(Value.Possibility.null), .role: .role(.screen)]
    case .backgroundUpdates: [.runs: .runs(.offMain), .calls: .of(.role, .role(.screen))]
    case .uncountedUpdates:
      [.role: .role(.rowUpdate), .after: .of(.role, .role(.modelChange)), .before: .of(.role, .role(.modelChange))]
    case .emptyDecoders: [.ignores: .one(Value.Ignored.error)]
    case .halfBounds:
      ([:] as Facts).adding(
        .mayBe, .one(Value.Possibility.outside), .one(Value.Possibility.beyond), .one(Value.Possibility.count))
    case .sentinels: [.mayBe: .one(Value.Possibility.notFound)]
    case .fallbackIndices: [.mayBe: .one(Value.Possibility.fallback)]
    case .divisions: [.mayBe: .one(Value.Possibility.zero)]
    case .hiddenErrors: [.ignores: .one(Value.Ignored.error)]
    case .optionalTexts: [.mayBe: .one(Value.Possibility.null), .role: .role(.shown)]
    case .dateFormats:
      ([.role: .role(.dateFormat)] as Facts)
        .adding(
          .ignores, .one(Value.Ignored.locale), .one(Value.Ignored.week), .one(Value.Ignored.halfDay))
    case .assertions:
      ([.compares: .one(Value.Compared.itself)] as Facts)
        .adding(.compares, .one(Value.Compared.zero)).adding(.is, .is(.constant), .is(.literal), .is(.alwaysThere))
    case .unawaited:
      ([.runs: .runs(.afterTest)] as Facts)
        .adding(.role, .role(.assertion), .role(.expectation), .role(.looseExpectation))
    case .branches:
      ([:] as Facts).adding(
        .sameAs, .one(Value.Sameness.allBranches), .one(Value.Sameness.otherObject), .one(Value.Sameness.otherCase))
    case .setters: [.ignores: .one(Value.Ignored.newValue)]
    case .equalities:
      ([.role: .role(.equality)] as Facts).adding(
        .compares, .one(Value.Compared.unlikeParts), .one(Value.Compared.itself), .one(Value.Compared.mostCases),
        .one(Value.Compared.lessThanHash))
    case .conformances:
      ([.metBy: .one(Value.Witness.typeAlone)] as Facts)
        .adding(.declaredIn, .one(Value.Origin.library), .one(Value.Origin.program))
        .adding(.conformsTo, .anyName).adding(.type, .anyName)
        .adding(.has, .entity([.kind: .kind(.parameter), .is: .is(.pointer)]))
    case .lateCells: [.runs: .runs(.later), .calls: .of(.role, .role(.reusedView))]
    case .bridgedParameters: [.is: .is(.pointer)]
    case .resultPairs: [.mayBe: .one(Value.Possibility.both)]
    case .payloads: [.has: .entity([.kind: .kind(.parameter), .is: .is(.positional)])]
    case .questions: [.has: .entity([.kind: .kind(.property), .is: .is(.optional), .role: .role(.question)])]
    case .typeChains:
      ([.has: .entity([.kind: .kind(.type), .declaredIn: .one(Value.Origin.program)])] as Facts)
        .adding(
          .metBy, .one(Value.Witness.defaultValue), .one(Value.Witness.ending), .one(Value.Witness.debugEnding)
        ).adding(.type, .anyName)
    case .sharedCalls:
      [
        .receiver: .entity([
          .is: .is(.shared), .declaredIn: .one(Value.Origin.program), .role: .role(.service),
        ]), .answer: .entity([.held: .held(.nowhere), .is: .is(.stored)]),
      ]
    case .nearMisses:
      [.sameAs: .one(Value.Sameness.nearRequirement), .metBy: .one(Value.Witness.defaultValue)]
    case .redeclarations:
      ([:] as Facts).adding(.sameAs, .one(Value.Sameness.extensionMember), .one(Value.Sameness.inheritedDefault))
    case .blindCallbacks: [.role: .role(.callback), .ignores: .one(Value.Ignored.sender)]
    case .storedNames: [.role: .role(.stored), .changed: .one(Value.Altered.name)]
    case .storedValues: [.role: .role(.stored), .changed: .one(Value.Altered.value)]
    case .storedTypes: [.role: .role(.stored), .changed: .one(Value.Altered.type)]
    case .storageKeys:
      ([.role: .role(.storageKey)] as Facts)
        .adding(.changed, .one(Value.Altered.value), .one(Value.Altered.oneSide))
    case .newFields: Self.new([.is: .is(.required)]).adding(.role, .role(.stored))
    case .newCases:
      Self.new(([:] as Facts).adding(.metBy, .one(Value.Witness.defaultValue), .one(Value.Witness.ending)))
    case .newTypes:
      Self.new(
        ([:] as Facts).adding(
          .metBy, .one(Value.Witness.defaultValue), .one(Value.Witness.ending), .one(Value.Witness.typeAlone)))
    case .shiftedPayloads: [.changed: .one(Value.Altered.order)]
    case .newRequirements: Self.new([.metBy: .one(Value.Witness.emptyDefault)])
    case .grownShadows: Self.new([.metBy: .one(Value.Witness.typeAlone)])
    case .unsetCallbacks:
      ([:] as Facts)
        .adding(
          .now, .entity([.role: .role(.callback), .is: .is(.empty)]),
          .entity([.role: .role(.callback), .is: .is(.empty), .mayBe: .one(Value.Possibility.null)])
        )
        .adding(.was, .of(.is, .is(.absent)), .of(.is, .is(.given)), .of(.is, .is(.empty)))
    case .openedSwitches:
      ([.was: .of(.is, .is(.exhaustive)), .changed: .one(Value.Altered.type)] as Facts)
        .adding(
          .now, .of(.metBy, .one(Value.Witness.defaultValue)), .of(.metBy, .one(Value.Witness.ending)),
          .of(.metBy, .one(Value.Witness.emptyDefault)))
    case .frozenProperties: [.was: .of(.is, .is(.computed)), .now: .of(.is, .is(.stored))]
    case .sharedCopies: [.was: .of(.is, .is(.copied)), .now: .of(.is, .is(.aliased))]
    case .lostFailureChecks:
      ([.role: .role(.errorHandling), .ignores: .one(Value.Ignored.error)] as Facts)
        .adding(.now, .of(.is, .is(.gone)), .of(.is, .is(.skipped)), .of(.metBy, .one(Value.Witness.ending)))
    case .erasedResults, .erasedValues: [.changed: .one(Value.Altered.type), .now: .of(.is, .is(.untyped))]
    case .lostRequirements:
      ([.was: .of(.is, .is(.required))] as Facts)
        .adding(
          .now, .entity([.is: .is(.optional), .mayBe: .one(Value.Possibility.null)]),
          .entity([.is: .is(.optional), .metBy: .one(Value.Witness.defaultValue)]),
          .entity([.is: .is(.unasked)]))
    case .forgottenGifts:
      ([:] as Facts).adding(.was, .of(.is, .is(.given)), .of(.is, .is(.absent)))
        .adding(
          .now, .of(.is, .is(.unasked)), .entity([.is: .is(.optional), .mayBe: .one(Value.Possibility.null)]))
    case .replacedProtocols:
      [
        .was: .of(.has, .of(.role, .role(.delegate))),
        .now: .of(.has, .entity([.kind: .kind(.property), .is: .is(.optional), .role: .role(.callback)])),
      ]
    case .lostIndexChecks:
      ([.now: .of(.mayBe, .one(Value.Possibility.outside))] as Facts)
        .adding(.was, .of(.mayBe, .one(Value.Possibility.null)), .of(.is, .is(.walked)))
    case .lostAssertions:
      Self.lost(.assertion).adding(.now, .of(.ignores, .one(Value.Ignored.newValue)))
    case .skippedTests: [.role: .role(.test), .now: .of(.is, .is(.skipped))]
    case .settledAssertions: [.role: .role(.assertion), .now: .of(.is, .is(.constant))]
    case .lostTeardowns:
      Self.lost(.teardown).adding(.role, .role(.registration)).adding(
        .now, .of(.ended, .ended(.whereSetUp)), .of(.ended, .ended(.notWithOwner)), .of(.times, .times(.again)),
        .of(.held, .held(.strongly)), .of(.held, .held(.nowhere)), .of(.when, .when(.someBranches)),
        .of(.ended, .ended(.never))
      ).adding(.was, .of(.ended, .ended(.withOwner)))
    case .emptiedHandlers: [.role: .role(.errorHandling), .now: .of(.is, .is(.empty))]
    case .lostCompletions:
      Self.lost(.completion).adding(
        .now, .of(.is, .is(.skipped)), .of(.is, .is(.absent)), .of(.is, .is(.empty)), .of(.times, .times(.atEvents)),
        .of(.times, .times(.again)), .of(.when, .when(.cancelledBefore))
      ).adding(.was, .of(.times, .times(.once)))
    case .lostSupers: Self.lost(.superclass)
    case .lostResets: Self.lost(.reset)
    case .changedDefaults: [.changed: .one(Value.Altered.value)]
    case .keptDelegates: Self.weakened.adding(.role, .role(.delegate))
    case .keptOwners:
      Self.weakened.adding(.role, .role(.owner)).adding(.was, .entity([.held: .held(.weakly), .is: .is(.given)]))
    case .keptCaptures:
      Self.weakened.adding(.role, .role(.callback), .role(.subscription))
    case .weakenedReferences:
      ([.was: .of(.held, .held(.strongly))] as Facts).adding(
        .now, .entity([.held: .held(.weakly), .is: .is(.given)]), .entity([.held: .held(.weakly), .is: .is(.madeHere)]),
        .entity([.held: .held(.weakly), .is: .is(.throws_)]))
    case .textsInViews:
      ([.now: .of(.role, .role(.shown))] as Facts).adding(.was, .of(.is, .is(.stored)), .of(.is, .is(.absent)))
    case .lostKeys: [.role: .role(.payloadKey), .was: .of(.is, .is(.given)), .now: .of(.is, .is(.gone))]
    case .spelledOptionals: [.was: .of(.is, .is(.required)), .now: .of(.mayBe, .one(Value.Possibility.null))]
    case .lostSchemeChecks: [.now: .of(.ignores, .one(Value.Ignored.scheme))]
    case .splitOutcomes: [.was: .of(.is, .is(.exhaustive)), .now: .of(.mayBe, .one(Value.Possibility.both))]
    case .servedViews:
      ([.now: .of(.is, .is(.shared))] as Facts).adding(.was, .of(.is, .is(.given)), .of(.role, .role(.callback)))
    case .keptTargets: Self.weakened.adding(.now, .entity([.held: .held(.strongly), .is: .is(.itself)]))
    case .lostRemovals: [.role: .role(.callback), .now: .of(.ended, .ended(.never))]
    case .lostMainHops: [.calls: .of(.role, .role(.screen)), .now: .of(.runs, .runs(.offMain))]
    case .leftEntries:
      ([.role: .role(.completion)] as Facts).adding(
        .now, .entity([.times: .times(.again), .held: .held(.strongly)]),
        .entity([.times: .times(.atEvents), .held: .held(.strongly)]), .of(.held, .held(.nowhere)))
    case .lostEqualities:
      [
        .role: .role(.equality), .was: .of(.compares, .one(Value.Compared.everyProperty)),
        .now: .of(.compares, .one(Value.Compared.someProperties)),
      ]
    case .unownedReferences: [.was: .of(.held, .held(.weakly)), .now: .of(.held, .held(.unowned))]
    case .loosenedClosures:
      [.role: .role(.teardown), .was: .of(.held, .held(.strongly)), .now: .of(.held, .held(.weakly))]
    case .keptReferences: Self.weakened.adding(.cycle, .entity(Self.newRing))
    }
  }

  private static let ring = ([:] as Facts)
    .adding(.edges, .one(Value.Sureness.must), .one(Value.Sureness.may), .one(Value.Sureness.guessed))
    .adding(.joins, .one(Value.Joint.this), .one(Value.Joint.some)).adding(
      .ended, .ended(.never), .ended(.notWithOwner))

  /// A cycle that a change has closed may be one that does no harm so far.
  private static let newRing = ring.adding(.lives, .lives(.program), .lives(.inNoRun))

  private static let cycle: Facts = [.cycle: .entity(ring)]

  private static let weakened: Facts = [
    .was: .of(.held, .held(.weakly)), .now: .of(.held, .held(.strongly)),
  ]

  private static func path(_ role: Value.Role) -> Facts {
    ([.misses: .of(.role, .role(role)), .repeats: .of(.role, .role(role))] as Facts).adding(
      .when, .when(.objectGone), .when(.throwing), .when(.nothing), .when(.leaves), .when(.runsOut))
  }

  private static func lost(_ role: Value.Role) -> Facts { [.role: .role(role), .now: .of(.is, .is(.gone))] }

  private static func new(_ facts: Facts) -> Facts { [.was: .of(.is, .is(.absent)), .now: .entity(facts)] }

  /// What a message about what it finds may name.
  public var placeholders: [Placeholder] {
    switch self {
    case .closureCycles, .keptReferences: [.captured, .keeper, .cycle, .fate, .slot, .declaration]
    case .propertyCycles: [.property, .type, .owner, .keeper, .cycle, .fate, .declaration]
    case .owningDelegates: [.property, .type, .owner, .keeper, .declaration]
    case .lentScreens: [.property, .type, .owner, .keeper, .declaration]
    case .inlineObjects: [.property, .owner, .other, .type, .declaration]
    case .unownedCaptures, .droppedWork: [.captured, .callee, .keeper, .declaration]
    case .deinitClosures: [.captured, .callee, .path, .declaration]
    case .droppedTokens: [.callee, .keeper, .declaration]
    case .droppedObjects: [.name, .other, .owner, .declaration]
    case .addedHandlers: [.type, .keeper, .name, .declaration]
    case .systemGuests: [.type, .keeper, .callee, .name, .other, .declaration]
    case .lastingWork, .subscribers, .endlessTasks: [.type, .keeper, .callee, .name, .other, .declaration]
    case .references, .allocations, .ownQueues, .lateCallbacks, .sleepingLoops, .reusedViews, .sentinels,
      .deafObservers,
      .fallbackIndices, .halfBounds, .divisions, .earlyOutlets, .backgroundUpdates, .uncountedUpdates, .emptyDecoders,
      .textParts, .assumedElements, .selfComparisons, .deafKeys, .idleCalls, .shimCalls, .segueCasts, .webAddresses,
      .emptyAddresses, .unfilledCells, .lateCells, .bridgedParameters, .hiddenErrors, .redeclarations, .nearMisses,
      .blindCallbacks, .optionalTexts,
      .equalities:
      [.name, .other, .owner, .type, .declaration]
    case .superCalls: [.name, .path, .other, .type, .declaration]
    case .completions, .continuations, .earlyResets, .lockedCallbacks: [.name, .path, .type, .declaration]
    case .dateFormats: [.name, .type, .declaration]
    case .assertions: [.name, .value, .declaration]
    case .unawaited: [.name, .callee, .declaration]
    case .branches: [.count, .declaration]
    case .setters: [.property, .name, .declaration]
    case .conformances: [.type, .protocol, .owner, .list, .declaration]
    case .resultPairs: [.parameter, .value, .error, .declaration]
    case .payloads: [.case, .count, .declaration]
    case .questions: [.type, .list, .declaration]
    case .typeChains: [.value, .type, .list, .declaration]
    case .sharedCalls: [.type, .service, .declaration]
    case .storedNames, .storedValues, .storedTypes, .storageKeys, .newFields, .newCases, .newTypes, .newRequirements,
      .shiftedPayloads, .lostAssertions, .skippedTests, .settledAssertions, .lostTeardowns, .emptiedHandlers,
      .lostCompletions,
      .lostSupers, .lostResets, .changedDefaults, .keptDelegates, .keptTargets, .leftEntries, .lostEqualities,
      .lostIndexChecks, .unownedReferences, .keptOwners, .loosenedClosures,
      .grownShadows,
      .unsetCallbacks, .replacedProtocols, .lostRequirements, .forgottenGifts,
      .openedSwitches, .erasedResults, .erasedValues, .frozenProperties, .sharedCopies, .lostFailureChecks,
      .lostRemovals, .lostMainHops, .weakenedReferences, .textsInViews, .keptCaptures, .servedViews,
      .splitOutcomes, .lostSchemeChecks, .spelledOptionals, .lostKeys:
      [.name, .before, .after, .affected, .type, .declaration]
    }
  }
}
