/// Something that a change did to a declaration which is there on both sides of it.
public struct Alteration: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case lostStoredName, lostAssertion, blindStandIn, lostRun, lostStart, lostTeardown, lostErrorHandling,
      lostWeakDelegate, lostCompletionCall, lostCancellationCheck
    case lostSuperCall, lostEquality, lostReset, lostIndexCheck, lostOptionalRead, lostWalk
    case gainedRequiredField, gainedHiddenCase, gainedEndingCase, gainedHiddenType, gainedEndingType
    case gainedDefaultedRequirement, shiftedPayload, grownShadow, unsetCallback, replacedProtocol,
      lostSetter, firstUnset, unsetAlone, lostRequirement, loosenedRequirement, openedSwitch,
      openedByCasts, openedWithout, openedToEnd, openedToNothing, lostMakingSetter, lostSetterOnWay, untoldElse,
      erasedResult, erasedValue,
      frozenProperty, sharedCopy, untoldFailure, unreadError, unreadOutcome, endingFailure,
      leftTeardown, keptTarget, leftEntry, leftSlot, lostFarewell, lostRemoval
    case lostOnlyCall, lostOnceCheck, lostRegistrationEnd, repeatedRegistration, overwrittenStart,
      lostOldValue, lostEndOnOneWay, lostEndOnExit, unownedReference, lostMainHop, lostWeakOwner, lostToken,
      lostLocalEnd,
      weakenedReference, weakenedUntold, weakenedMaking, silentRequirement, textMadeInView, newValueForView,
      askedInView, toldByView,
      splitOutcome, lostSchemeCheck, spelledOptional, lostKey,
      lostAnswer, lostProxy, lostOwnedEnd, lostOwnEnd, emptiedCallback, repeatedAnswer, loosenedEnd,
      doubledAnswer, lateTaking, keptCapture, keptWhileWaiting, lostWeakReference, forgottenGift, unaskedGift,
      neverGiven,
      missingConformance
    case changedRawValue, changedStoredType, changedStorageKey, partedStorageKey, changedDefaultArgument
  }

  public var kind: Kind
  /// In the program after the change.
  public var span: SourceSpan
  /// What was lost, gained or changed.
  public var name: String
  public var before = ""
  public var after = ""
  /// Declarations that it makes a difference to.
  public var affected: [String] = []
  /// Places of the program after the change that show it.
  public var evidence: [SourceSpan] = []
}
