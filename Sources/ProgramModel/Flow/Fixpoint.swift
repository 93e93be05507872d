/// Summaries by key, to a fixpoint: what depends on itself begins with the bottom and is made again until it stays the
/// same.
///
/// Keys that depend on one another are a component; only what its first key comes to is kept before all of it is
/// settled, so the order of questions changes nothing. Not safe for use from several threads.
final class Fixpoint<Key: Hashable, Value: Equatable> {
  private let bottom: Value
  private let unknown: Value
  private var settled: [Key: Value] = [:]
  private var assumed: [Key: Value] = [:]
  private var depths: [Key: Int] = [:]
  /// The outermost key that the one being made depends on.
  private var outermost = Int.max

  /// - Parameter bottom: What is known of a key before anything is.
  /// - Parameter unknown: What is said of a key that does not settle.
  init(bottom: Value, unknown: Value) {
    self.bottom = bottom
    self.unknown = unknown
  }

  func value(of key: Key, _ make: () -> Value) -> Value {
    if let known = settled[key] { return known }
    if let depth = depths[key], let value = assumed[key] {
      outermost = min(outermost, depth)
      return value
    }
    let depth = depths.count
    guard depth < Limits.callDepth else {
      // Whoever is cut off here is unknown because of who asked, so it is not kept.
      outermost = min(outermost, 0)
      return Limits.hit(.callDepth) ?? unknown
    }
    let outer = outermost
    depths[key] = depth
    assumed[key] = bottom
    var rounds = 0
    var value = bottom
    repeat {
      outermost = .max
      rounds += 1
      if rounds > 1 { assumed[key] = value }
      value = rounds > Limits.rounds ? Limits.hit(.rounds) ?? unknown : make()
    } while value != assumed[key] && outermost <= depth && rounds <= Limits.rounds
    depths[key] = nil
    assumed[key] = nil
    if outermost >= depth { settled[key] = value }
    outermost = min(outer, outermost >= depth ? .max : outermost)
    return value
  }
}
