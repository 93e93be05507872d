/// Summaries by key, to a fixpoint: what depends on itself begins with the bottom and is made again until it stays the
/// same.
///
/// Keys that depend on one another are a component. The first key of it that is asked for makes all of it anew, round
/// after round, each key once a round, until none of them changes; only what that key comes to is kept, so the order of
/// questions changes nothing. Not safe for use from several threads.
///
/// - Complexity: For a component of n keys, n of `make` a round, and for each key `Limits.rounds` rounds at most.
final class Fixpoint<Key: Hashable, Value: Equatable> {
  /// What a key came to in this round, under what is assumed of keys that are still being made.
  private struct Draft {
    var value: Value
    /// The outermost key that it depends on.
    var outermost: Int
  }

  private let bottom: Value
  private let unknown: Value
  private var settled: [Key: Value] = [:]
  /// What keys of components that are not settled came to in the round before.
  private var assumed: [Key: Value] = [:]
  private var drafts: [Key: Draft] = [:]
  /// The keys of the drafts, in the order in which they were made.
  private var drafted: [Key] = []
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
    if let depth = depths[key] {
      outermost = min(outermost, depth)
      return assumed[key] ?? bottom
    }
    if let draft = drafts[key] {
      outermost = min(outermost, draft.outermost)
      return draft.value
    }
    let depth = depths.count
    guard depth < Limits.callDepth else {
      // Whoever is cut off here is unknown because of who asked, so it is not kept.
      outermost = min(outermost, 0)
      return Limits.hit(.callDepth) ?? unknown
    }
    let outer = outermost
    let mark = drafted.count
    depths[key] = depth
    var members: Set<Key> = [key]
    var rounds = 0
    var value: Value
    var isNew: Bool
    repeat {
      rounds += 1
      outermost = .max
      value = make()
      isNew = false
      // Only the first key of a component makes it again: for those in it, it does.
      if outermost == depth { isNew = assume(value, of: key, and: mark, &members) }
    } while isNew && rounds < Limits.rounds
    depths[key] = nil
    if outermost < depth {
      keepDraft(value, of: key, since: mark)
      outermost = min(outer, outermost)
      return value
    }
    for member in members { assumed[member] = nil }
    if isNew { value = Limits.hit(.rounds) ?? unknown }
    settled[key] = value
    outermost = outer
    return value
  }

  /// Takes what a round has come to for what the next one begins with; false where that is the same.
  private func assume(_ value: Value, of key: Key, and mark: Int, _ members: inout Set<Key>) -> Bool {
    var isNew = assumed.updateValue(value, forKey: key) ?? bottom != value
    for other in drafted[mark...] {
      members.insert(other)
      guard let draft = drafts.removeValue(forKey: other) else { continue }
      if assumed.updateValue(draft.value, forKey: other) ?? bottom != draft.value { isNew = true }
    }
    drafted.removeSubrange(mark...)
    return isNew
  }

  /// Keeps what a key came to that depends on one further out, on which then depends whatever depends on it.
  private func keepDraft(_ value: Value, of key: Key, since mark: Int) {
    for other in drafted[mark...] {
      guard let draft = drafts[other], draft.outermost > outermost else { continue }
      drafts[other]?.outermost = outermost
    }
    drafts[key] = Draft(value: value, outermost: outermost)
    drafted.append(key)
  }
}
