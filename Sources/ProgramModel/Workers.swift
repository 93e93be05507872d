import Platform
import Synchronization

/// Work spread over threads whose stacks are deep enough for deeply nested source.
package enum Workers {
  /// Fewer pieces of work are done where they are asked for, if the stack is deep enough there.
  package static let usualFewest = 4

  /// Calls `body` for each index below `count`, on up to `threads` threads at once, each of which has a state of its
  /// own, and answers with the results in the order of indices.
  ///
  /// - Parameters:
  ///   - fewest: How many make it worth while to call others.
  ///   - first: What is done before by who asks, while others are at work already. What it spreads in turn is shared
  ///     with those who have nothing else to do.
  package static func map<State, Result: Sendable>(
    count: Int, threads: Int, fewest: Int = usualFewest, state: @escaping @Sendable () -> State,
    after first: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable (inout State, Int) -> Result
  ) -> [Result] {
    // What is spread already is not spread again: the threads around this one are at work on its like. Nor is what
    // would be done by the time that other threads have begun.
    if count == 0 || DeepThread.isShared || (count < fewest || threads <= 1) && DeepThread.isCurrent {
      first()
      guard count > 0 else { return [] }
      var own = state()
      return (0..<count).map { body(&own, $0) }
    }
    let board = Board<Result>(count: count)
    let share = { @Sendable in
      Crew.shared.share(with: min(threads, count) - 1, after: first) {
        guard var range = board.next() else { return }
        var own = state()
        while true {
          let results = range.map { body(&own, $0) }
          board.put(results, at: range)
          guard let next = board.next() else { return }
          range = next
        }
      }
    }
    if DeepThread.isCurrent { share() } else { DeepThread.apart(share) }
    return board.results()
  }

  /// The same for each of some elements.
  package static func map<Element: Sendable, State, Result: Sendable>(
    over elements: [Element], threads: Int, fewest: Int = usualFewest, state: @escaping @Sendable () -> State,
    _ body: @escaping @Sendable (inout State, Element) -> Result
  ) -> [Result] {
    map(count: elements.count, threads: threads, fewest: fewest, state: state) { state, index in
      body(&state, elements[index])
    }
  }

  private final class Board<Result: Sendable>: Sendable {
    private struct Contents {
      var next = 0
      var slots: [Result?]
    }

    private let count: Int
    private let chunk: Int
    private let contents: Mutex<Contents>

    init(count: Int) {
      self.count = count
      // Few pieces of work may be of very different sizes.
      chunk = max(1, min(16, count / 64))
      contents = Mutex(Contents(slots: Array(repeating: nil, count: count)))
    }

    func next() -> Range<Int>? {
      contents.withLock { contents in
        guard contents.next < count else { return nil }
        let range = contents.next..<min(contents.next + chunk, count)
        contents.next = range.upperBound
        return range
      }
    }

    func put(_ results: [Result], at range: Range<Int>) {
      contents.withLock { contents in
        for (index, result) in zip(range, results) { contents.slots[index] = result }
      }
    }

    func results() -> [Result] {
      contents.withLock { contents in contents.slots.compactMap { $0 } }
    }
  }
}
