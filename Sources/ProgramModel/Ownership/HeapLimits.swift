/// Every bound of the heap analysis. Where one is hit the answer is unknown, and the hit is counted.
enum HeapLimits {
  /// Objects that one expression can be.
  static let values = 8
  /// Effects that a summary tells; a function that does more is one of which nothing is known.
  static let effects = 384
  /// Facts of who keeps whom that one function makes; of one that makes more nothing is known.
  static let keeps = 4_096
  /// Slots of an access path that has a name outside its function.
  static let depth = 4
  /// How far back it is followed who makes the maker of an object. Beyond, it may be made again.
  static let makers = 32
  /// Access paths by which one object is known outside.
  static let names = 3
  /// Implementations of one requirement that a call may run.
  static let implementations = 12
  /// Facts that a reason keeps of what happens inside called functions.
  static let steps = 6
  /// Rounds after which functions that still change are given up as unknown.
  static let rounds = 48
  /// Rounds after which a summary keeps what it has told before, so that it can only grow.
  static let exactRounds = 8
}
