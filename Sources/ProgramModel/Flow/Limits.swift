import Synchronization

/// How far the analyses of types and bodies go. Where one of these is hit the answer is unknown, and is counted.
enum Limits {
  enum Kind: Int, CaseIterable {
    case flowBlocks, visits, states, callDepth, rounds, ancestors, deferredFlags, overloads
    case parts, callers, answers, clears, teardowns, methods, writes, renamings
  }

  /// Blocks of one control flow graph.
  static let flowBlocks = 20_000
  /// How often a block is come to before its state is given up.
  static let visits = 64
  /// States that are told apart at one place.
  static let states = 24
  /// Functions inside functions whose summaries are asked for while one is made.
  static let callDepth = 100
  /// How often a summary that depends on itself is made again.
  static let rounds = 16

  /// Classes and protocols that one type inherits from, directly or not.
  static let ancestors = 256
  /// More than any type of the tables has above it.
  static let knownAncestors = 16
  /// Statements of `defer` in one function that set flags.
  static let deferredFlags = 64
  /// Functions of one name among which a call is told which it runs.
  static let overloads = 512
  /// Properties that are gone through for the objects that come along with one.
  static let parts = 1_024
  /// Calls that are gone back over for whether anybody comes to a function.
  static let callers = 2_048
  /// Places at which one slot is emptied.
  static let clears = 192
  /// Methods of one type that are asked whether they call one of them.
  static let methods = 1_024
  /// Places at which something is put into a slot of one name.
  static let writes = 1_024
  /// Types that another one may have been, before it got its name.
  static let renamings = 512
  /// Calls of one type that end something.
  static let teardowns = 256
  /// Answers that tests have told on one way.
  static let answers = 96
  /// Properties one behind the other by which an object may keep another, as far as types say.
  static let keeperDepth = 3
  /// Names of types one of which stands for the next.
  static let aliases = 12

  private static let counts = Mutex(Array(repeating: 0, count: Kind.allCases.count))

  /// Counts a limit that is hit; the answer is nil, which is unknown.
  static func hit<Answer>(_ kind: Kind) -> Answer? {
    counts.withLock { $0[kind.rawValue] += 1 }
    return nil
  }

  /// How often a limit has been hit since the program started.
  static func count(of kind: Kind) -> Int { counts.withLock { $0[kind.rawValue] } }
}
