import ProgramModel
import ReviewModel
import RulePages

/// Rules about what a value is, and what it is taken for.
extension Finder {
  func candidates(of hazards: [Hazard]) -> [Candidate] {
    var seen: Set<Hazard> = []
    return hazards.filter { seen.insert($0).inserted }.map(candidate)
  }

  private func candidate(of hazard: Hazard) -> Candidate {
    let fix = hazard.replacement.map { replacement in
      Fix(
        title: "Use `\(replacement.text)`", applicability: .review,
        edits: [Fix.Edit(place: program.place(replacement.span), text: replacement.text)])
    }
    return Candidate(
      kind: hazard.source.kinds.first ?? .call, span: hazard.span, facts: hazard.facts,
      essence: "\(hazard.kind)|\(hazard.essence)",
      reasons: hazard.evidence.enumerated().map { index, span in
        Reason(place: program.place(span), says: hazard.says(index), certainty: hazard.certainty)
      },
      words: [.name: hazard.name, .other: hazard.other, .owner: hazard.owner, .callee: hazard.name, .keeper: ""],
      makeFix: fix.map { fix in { @Sendable (word: FixWord) in word == .replace ? fix : nil } })
  }
}

extension Hazard {
  fileprivate var source: Source {
    switch kind {
    case .leakedReference, .overreleasedReference: .references
    case .unfreedMemory: .allocations
    case .sentinelIndex: .sentinels
    case .fallbackIndex: .fallbackIndices
    case .missingPart: .textParts
    case .assumedElement: .assumedElements
    case .anyAddress: .webAddresses
    case .emptyAddress: .emptyAddresses
    case .unfilledCell: .unfilledCells
    case .earlyOutlet: .earlyOutlets
    case .backgroundUpdate: .backgroundUpdates
    case .countedBefore, .countedAfter: .uncountedUpdates
    case .emptyDecoder: .emptyDecoders
    case .halfBound, .openBound, .boundTooFar: .halfBounds
    case .zeroDivision: .divisions
    case .selfComparison: .selfComparisons
    case .idleCall, .idleObject, .unreadAnswer: .idleCalls
    case .shimCall: .shimCalls
    case .segueCast: .segueCasts
    case .waitsForItself, .locksAgain: .ownQueues
    case .lateCell: .lateCells
    case .bridgedParameter: .bridgedParameters
    case .lateCallback, .lateListener, .lateDependency: .lateCallbacks
    case .hiddenError: .hiddenErrors
    case .staleReuse: .reusedViews
    case .spinsWhenCancelled: .sleepingLoops
    case .deafObserver: .deafObservers
    }
  }

  /// What is known of it; all that its analysis can say, where that is one thing only.
  fileprivate var facts: Facts {
    switch kind {
    case .leakedReference: [.receiver: .of(.is, .is(.owned))]
    case .overreleasedReference: [.receiver: .of(.is, .is(.borrowed))]
    case .waitsForItself: [.receiver: .of(.is, .is(.ownQueue))]
    case .locksAgain: [.receiver: .of(.is, .is(.heldLock))]
    case .lateCallback: [.role: .role(.callback), .after: .of(.calls, .of(.is, .is(.itself)))]
    case .lateListener: [.role: .role(.subscription), .after: .of(.calls, .of(.is, .is(.itself)))]
    case .lateDependency: [.role: .role(.screen), .after: .of(.calls, .of(.is, .is(.itself)))]
    case .idleCall: [.role: .role(.calculation), .answer: .of(.held, .held(.nowhere))]
    case .idleObject:
      [.role: .role(.calculation), .answer: .entity([.held: .held(.nowhere), .is: .is(.madeHere)])]
    case .unreadAnswer: [.ignores: .one(Value.Ignored.reference)]
    case .shimCall: [.role: .role(.shim)]
    case .segueCast: [.role: .role(.screen), .is: .is(.unasked)]
    case .halfBound: [.mayBe: .one(Value.Possibility.outside)]
    case .openBound: [.mayBe: .one(Value.Possibility.beyond)]
    case .boundTooFar: [.mayBe: .one(Value.Possibility.count)]
    case .countedBefore: [.role: .role(.rowUpdate), .after: .of(.role, .role(.modelChange))]
    case .countedAfter: [.role: .role(.rowUpdate), .before: .of(.role, .role(.modelChange))]
    default: source.facts
    }
  }

  /// What its evidence shows.
  fileprivate func says(_ index: Int) -> String {
    switch kind {
    case .waitsForItself, .locksAgain:
      switch index {
      case 1 where kind == .locksAgain: "`\(name)` is held here"
      case 0 where evidence.count > 1: "`\(other)` waits for `\(name)`"
      case 2: "here it is given to the object that calls it there"
      default: "this runs on `\(name)`"
      }
    case .lateCallback: index == 0 ? "`\(other)` is called before" : "it may call back before it returns"
    case .lateDependency: index == 0 ? "this loads the view" : "it is read here as if it were there"
    case .lateListener: index == 0 ? "`\(other)` is called before" : "it may send before it returns"
    case .lateCell: "this goes on when something else has come to its end"
    case .bridgedParameter, .selfComparison: ""
    case .staleReuse: "this view may have shown another row before"
    case .deafObserver: "this would end what `\(name)` held"
    case .spinsWhenCancelled: "this loop does not ask whether its task is cancelled"
    case .hiddenError: "the error that `\(name)` may be missing for is not looked at"
    case .leakedReference: "the result of `\(other)` is the caller's to release"
    case .overreleasedReference: "the result of `\(other)` is not the caller's to release"
    case .idleCall, .idleObject: "nothing takes it"
    case .unreadAnswer: "nothing reads `\(other)` after it"
    case .shimCall: "this is what `\(name)` calls"
    case .segueCast: "here it is a `\(other)` that is asked for"
    case .halfBound: "this holds for an index below zero, too"
    case .openBound: "this holds for an index past the end, too"
    case .boundTooFar: "this lets the count itself through"
    case .emptyAddress: "nothing is done here where no address can be made"
    case .anyAddress: "others have written this"
    case .unfilledCell: "this is all that it asks for"
    case .assumedElement: "others fill it"
    case .missingPart: "this answers with one part where there is no separator"
    case .earlyOutlet: "here the screen was made or is about to be shown, and its view is not loaded yet"
    case .backgroundUpdate: index == 0 ? "this call is made off the main thread" : "here the view is changed"
    case .countedBefore: "`\(name)` is changed here, before the update begins"
    case .countedAfter: "`\(name)` is changed here, when the update is over"
    case .emptyDecoder: "what is not of its type leaves `nil` here"
    case .fallbackIndex: "`\(owner)` is taken where nothing is found"
    case .sentinelIndex: "this is `\(owner)` where there is none"
    case .zeroDivision: "nothing in this function compares `\(owner)` with anything"
    case .unfreedMemory: "`\(name)` holds it, and nothing in `\(owner)` frees it"
    }
  }

  /// What a name says by the rules of Core Foundation is known, not proven.
  fileprivate var certainty: Certainty {
    switch kind {
    case .leakedReference, .overreleasedReference, .sentinelIndex, .waitsForItself, .staleReuse, .spinsWhenCancelled,
      .earlyOutlet, .backgroundUpdate, .countedBefore, .countedAfter, .locksAgain, .lateCell, .segueCast:
      .known
    case .unfreedMemory, .zeroDivision, .lateCallback, .lateListener, .lateDependency, .hiddenError, .halfBound,
      .openBound, .idleCall, .idleObject, .unreadAnswer, .shimCall,
      .boundTooFar, .selfComparison,
      .fallbackIndex, .emptyDecoder, .missingPart, .assumedElement, .unfilledCell, .anyAddress, .emptyAddress,
      .bridgedParameter, .deafObserver:
      .proven
    }
  }
}
