import ProgramModel
import RulePages
import SwiftFacts

/// Finds candidates in one program.
struct Finder: Sendable {
  let program: Program
  let threads: Int
  let ownership: Ownership?

  /// - Parameter ownership: What is known of who keeps whom; nil where nobody asks.
  init(program: Program, threads: Int, ownership: Ownership?) {
    self.program = program
    self.threads = threads
    self.ownership = ownership
  }

  /// Who keeps whom in a program.
  ///
  /// - Parameter withHarmless: Whether to count cycles that do no harm for as long as there is one of their objects.
  private static func ownership(of program: Program, threads: Int, withHarmless: Bool) -> Ownership {
    var ownership = Ownership(of: program, threads: threads)
    guard withHarmless else { return ownership }
    ownership.cycles += ownership.harmless.filter(\.isHarmlessSoFar).map { cycle in
      var cycle = cycle
      for at in cycle.links.indices { cycle.links[at].proof = .guessed }
      return cycle
    }
    return ownership
  }

  /// What each of some analyses finds in the program by itself. They run side by side, each once, however many rules
  /// want its answer.
  ///
  /// Who keeps whom is found out by one long chain of short steps, which few threads can share; so one of them follows
  /// it while the others are at the analyses that do not ask for it.
  ///
  /// - Parameters:
  ///   - wantsOwnership: Whether some of them, or who asks, want to know who keeps whom.
  ///   - withHarmless: Whether to count cycles that do no harm for as long as there is one of their objects.
  static func candidates(
    of sources: [Source], in program: Program, threads: Int, wantsOwnership: Bool, withHarmless: Bool = false
  ) -> (finder: Finder, found: [Source: [Candidate]]) {
    program.prepare(threads: threads)
    if wantsOwnership { program.prepareOwnership(threads: threads) }
    let plain = Finder(program: program, threads: threads, ownership: nil)
    let others = sources.filter { !$0.asksWhoKeepsWhom }
    let first = Workers.map(
      count: others.count + 1, threads: threads, state: { () },
      after: { if wantsOwnership { _ = Ownership(of: program, threads: threads) } }
    ) { _, index -> [Candidate] in
      if index > 0 { return plain.find(others[index - 1]) }
      // What is asked of each of the candidates afterwards.
      program.prepareIdle()
      return []
    }
    var found = Dictionary(uniqueKeysWithValues: zip(others, first.dropFirst()))
    let finder = Finder(
      program: program, threads: threads,
      ownership: wantsOwnership ? ownership(of: program, threads: threads, withHarmless: withHarmless) : nil)
    let asking = sources.filter(\.asksWhoKeepsWhom)
    let last = Workers.map(count: asking.count, threads: threads, state: { () }) { _, index in
      finder.find(asking[index])
    }
    found.merge(zip(asking, last)) { first, _ in first }
    return (finder, found)
  }

  /// What an analysis of the program as a whole finds, or has found in an earlier one of which it asked no more.
  private func found<Found: Sendable>(_ source: Source, _ find: (Program, _ threads: Int) -> [Found]) -> [Found] {
    program.foundAsWhole("\(source)", threads: threads, find)
  }

  private func find(_ source: Source) -> [Candidate] {
    switch source {
    case .closureCycles: closureCycles()
    case .propertyCycles: propertyCycles()
    case .owningDelegates: owningDelegates()
    case .lentScreens: lentScreens()
    case .inlineObjects: inlineObjects()
    case .unownedCaptures:
      program.unownedCapturesThatRunLater(threads: threads).map { Candidate($0, in: program) }
    case .deinitClosures: program.deinitEscapes(threads: threads).map { Candidate($0, in: program) }
    case .droppedWork: found(source) { $0.droppedWork(threads: $1) }.map { Candidate($0, in: program) }
    case .droppedObjects: program.droppedTargets(threads: threads).map { Candidate($0, in: program) }
    case .droppedTokens: program.droppedTokens(threads: threads).map { Candidate($0, in: program) }
    case .systemGuests: program.systemGuests(threads: threads).map { Candidate($0, in: program) }
    case .lastingWork: found(source) { $0.lastingWork(threads: $1) }.map { Candidate($0, in: program) }
    case .subscribers: found(source) { $0.lastingSubscribers(threads: $1) }.map { Candidate($0, in: program) }
    case .endlessTasks: found(source) { $0.endlessTasks(threads: $1) }.map { Candidate($0, in: program) }
    case .references: candidates(of: found(source) { program, _ in program.mistakenReferences() })
    case .allocations: candidates(of: found(source) { program, _ in program.unfreedMemory() })
    case .ownQueues: candidates(of: found(source) { program, _ in program.waitsForOwnQueue() })
    case .lateCallbacks:
      candidates(
        of: program.lateCallbacks(threads: threads) + found(source) { program, _ in program.lateDependencies() })
    case .sleepingLoops: candidates(of: found(source) { program, _ in program.spinningLoops() })
    case .deafObservers: candidates(of: program.deafObservers(threads: threads))
    case .reusedViews: candidates(of: program.staleReuse(threads: threads))
    case .deafKeys: program.deafKeys(threads: threads).map { Candidate($0, in: program) }
    case .idleCalls: candidates(of: program.idleCalls(threads: threads))
    case .shimCalls: candidates(of: found(source) { program, _ in program.shimCalls() })
    case .segueCasts: candidates(of: found(source) { program, _ in program.segueCasts() })
    case .webAddresses: candidates(of: found(source) { program, _ in program.uncheckedAddresses() })
    case .emptyAddresses: candidates(of: found(source) { program, _ in program.emptyAddresses() })
    case .lateCells: candidates(of: found(source) { program, _ in program.lateCells() })
    case .bridgedParameters: candidates(of: found(source) { program, _ in program.bridgedParameters() })
    case .unfilledCells: candidates(of: program.unfilledCells(threads: threads))
    case .addedHandlers: found(source) { $0.addedHandlers(threads: $1) }.map { Candidate($0, in: program) }
    case .textParts: candidates(of: found(source) { program, _ in program.missingTextParts() })
    case .assumedElements: candidates(of: found(source) { program, _ in program.assumedElements() })
    case .selfComparisons: candidates(of: program.selfComparisons(threads: threads))
    case .earlyOutlets: candidates(of: found(source) { $0.earlyOutlets(threads: $1) })
    case .backgroundUpdates: candidates(of: found(source) { program, _ in program.backgroundUpdates() })
    case .uncountedUpdates: candidates(of: found(source) { program, _ in program.uncountedUpdates() })
    case .emptyDecoders: candidates(of: program.emptyDecoders(threads: threads))
    case .halfBounds: candidates(of: program.halfBounds(threads: threads))
    case .sentinels: candidates(of: program.sentinelIndices(threads: threads))
    case .fallbackIndices: candidates(of: program.fallbackIndices(threads: threads))
    case .divisions: candidates(of: program.divisionsByCount(threads: threads))
    case .hiddenErrors: candidates(of: program.hiddenErrors(threads: threads))
    case .completions: paths(.completion, program.missedCompletions(threads: threads))
    case .continuations: paths(.continuation, program.missedContinuations(threads: threads))
    case .superCalls: paths(.superclass, program.missedSuperCalls(threads: threads))
    case .earlyResets: earlyResets()
    case .lockedCallbacks: lockedCallbacks()
    case .optionalTexts: optionalTexts()
    case .dateFormats: dateFormats()
    case .nearMisses: nearMisses()
    case .redeclarations: redeclarations()
    case .blindCallbacks: blindCallbacks()
    case .equalities: equalities()
    case .assertions: program.vacuousAssertions(threads: threads).map { Candidate($0, in: program) }
    case .unawaited: program.unawaitedChecks(threads: threads).map { Candidate($0, in: program) }
    case .branches: program.repeatedBranches(threads: threads).map { Candidate($0, in: program) }
    case .setters: program.deafSetters().map { Candidate($0, in: program) }
    case .conformances: conformances()
    case .resultPairs: program.resultPairs.map { Candidate($0, in: program) }
    case .payloads: program.widePayloads(matchedAtLeast: 3).map { Candidate($0, in: program) }
    case .questions: program.closureQuestions.map { Candidate($0, in: program) }
    case .typeChains:
      program.typeChains(threads: threads).filter {
        ($0.types.count > 2 && ($0.ends || $0.isOfMany(in: program)) || $0.ends && $0.isOfAll(in: program)
          || $0.endsForOneMade(in: program) || $0.endsForOneOfList(in: program))
          && ($0.root != nil || $0.ends)
      }.map {
        Candidate($0, in: program)
      }
    case .sharedCalls: program.sharedCalls(threads: threads).map { Candidate($0, in: program) }
    // These compare two programs.
    case .storedNames, .storedValues, .storedTypes, .storageKeys, .newFields, .newCases, .newTypes, .newRequirements,
      .shiftedPayloads,
      .lostAssertions, .skippedTests, .settledAssertions, .lostTeardowns, .emptiedHandlers, .lostCompletions,
      .lostSupers, .lostResets, .changedDefaults, .keptDelegates, .keptTargets, .leftEntries, .lostEqualities,
      .unownedReferences, .keptOwners, .keptCaptures, .loosenedClosures,
      .keptReferences,
      .lostIndexChecks, .grownShadows, .unsetCallbacks, .replacedProtocols,
      .lostRequirements, .forgottenGifts, .openedSwitches, .erasedResults,
      .erasedValues, .frozenProperties, .sharedCopies,
      .lostFailureChecks, .lostRemovals, .lostMainHops, .weakenedReferences, .textsInViews,
      .servedViews, .splitOutcomes, .lostSchemeChecks, .spelledOptionals, .lostKeys:
      []
    }
  }
}

extension Source {
  /// Whether what it finds depends on who keeps whom.
  fileprivate var asksWhoKeepsWhom: Bool {
    switch self {
    case .closureCycles, .propertyCycles, .owningDelegates, .lentScreens, .subscribers: true
    default: false
    }
  }
}
