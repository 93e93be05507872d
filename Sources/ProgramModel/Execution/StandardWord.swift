import SwiftFacts

/// Names of the standard library of which the interpreter knows what they do: part of the language, as its operators
/// are.
enum StandardWord: String, CaseIterable {
  // Types.
  case AnyIterator, AnySequence, CancellationError
  case Set, Optional, ObjectIdentifier, Substring, Character, Range, AnyHashable, Result
  // Members.
  case count, isEmpty, first, last, indices, keys, values, key, value, startIndex, endIndex, lowerBound, upperBound
  case rawValue, none, some, hashValue, description, lazy, offset, element, capacity, success, failure
  case max, min, underestimatedCount, unsafelyUnwrapped, lowercased, uppercased, hasPrefix, hasSuffix, split, id
  case everyCase = "allCases"
  // Functions.
  case append, insert, remove, removeAll, removeFirst, removeLast, popLast, popFirst, removeValue, updateValue, update
  case map, forEach, filter, compactMap, flatMap, reduce, contains, allSatisfy, sorted, sort, reversed, reverse
  case firstIndex, lastIndex, dropFirst, dropLast, prefix, suffix, enumerated, joined, shuffled, formUnion, union
  case subtract, subtracting, intersection, isDisjoint, isSubset, swapAt, reserveCapacity, toggle, merge, mapValues
  case compactMapValues, index, makeIterator, next, randomElement, elementsEqual, starts, zip, stride, print, debugPrint
  case precondition, assert, preconditionFailure, assertionFailure, fatalError, swap, abs, type, withExtendedLifetime
  case isKnownUniquelyReferenced, isMultiple, quotientAndRemainder, hash, combine, callAsFunction, get, mapError
  case autoreleasepool, signum, distance, advanced, repeating, replaceSubrange, dump, identity, negate, insertion
  case inserted, memberAfterInsert, through, into
  case grouping, merging, drop, ArraySlice, ContiguousArray
  // Time, and what comes in time.
  case now, milliseconds, microseconds, nanoseconds, timedOut, result, throwing, with, stream, continuation
  case makeStream, onTermination, waitForAll, cancelAll, checkCancellation
  // Result builders.
  case buildBlock, buildPartialBlock, buildExpression, buildOptional, buildEither, buildArray, buildFinalResult
  case accumulated, second
  // Texts.
  case components, offsetBy, after, before, to, replacingOccurrences, maxSplits, isLetter, isNumber, isWhitespace
  case isUppercase, isLowercase, isPunctuation, isNewline, wholeNumberValue, asciiValue, capitalized
  case whitespaces, whitespacesAndNewlines, utf8, utf16
  case makeAsyncIterator, dynamicMember
  case addingTimeInterval, timeIntervalSince, timeIntervalSinceNow, rounded
  case removeSubrange, removingFirst, formIntersection, symmetricDifference, trimmingCharacters, replacing

  private static let bySymbol = Dictionary(uniqueKeysWithValues: allCases.map { (Symbol($0.rawValue), $0) })

  init?(_ symbol: Symbol) {
    guard let word = Self.bySymbol[symbol] else { return nil }
    self = word
  }

  /// The label of what a dictionary answers with where it has nothing.
  static let default_: Symbol = "default"

  var symbol: Symbol { Symbol(rawValue) }

  /// Whether it answers with what all elements come to.
  var isOfAll: Bool {
    switch self {
    case .reduce, .contains, .allSatisfy, .max, .min: true
    default: false
    }
  }

  /// Whether it is the name of a type or of a function outside of types.
  var isFree: Bool {
    switch self {
    case .print, .debugPrint, .dump, .type, .zip, .stride, .abs, .swap, .precondition, .assert, .preconditionFailure,
      .assertionFailure, .fatalError, .withExtendedLifetime, .autoreleasepool, .isKnownUniquelyReferenced:
      true
    default: rawValue.first?.isUppercase ?? false
    }
  }
}
