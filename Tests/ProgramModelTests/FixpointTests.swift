import Testing

@testable import ProgramModel

/// Summaries that depend on one another.
struct FixpointTests {
  /// What each key reaches, in a graph whose edges are given, with the count of how often one was made.
  private func reached(
    from first: Int, _ edges: [[Int]], _ fixpoint: Fixpoint<Int, Set<Int>>, _ made: inout Int
  ) -> Set<Int> {
    var count = 0
    func value(_ key: Int) -> Set<Int> {
      fixpoint.value(of: key) {
        count += 1
        return edges[key].reduce(into: [key]) { $0.formUnion(value($1)) }
      }
    }
    defer { made += count }
    return value(first)
  }

  @Test func `A component where each depends on each is made once a round`() {
    let edges = (0..<60).map { key in (0..<60).filter { $0 != key } }
    var made = 0
    let fixpoint = Fixpoint<Int, Set<Int>>(bottom: [], unknown: [-1])
    #expect(reached(from: 0, edges, fixpoint, &made) == Set(0..<60))
    #expect(made <= 60 * 4)
    for key in 1..<60 { #expect(reached(from: key, edges, fixpoint, &made) == Set(0..<60)) }
    #expect(made <= 60 * 60 * 4)
  }

  @Test func `A component comes to the same whoever is asked first`() {
    // Two rings that share a key, a way out of them, and one that stands alone.
    let edges = [[1], [2], [0, 3], [4], [2, 5], [], [6]]
    let expected: [Set<Int>] = [
      [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5], [5], [6],
    ]
    for first in edges.indices {
      var made = 0
      let fixpoint = Fixpoint<Int, Set<Int>>(bottom: [], unknown: [-1])
      for key in [first] + Array(edges.indices) {
        #expect(reached(from: key, edges, fixpoint, &made) == expected[key])
      }
    }
  }

  @Test func `What never settles is unknown`() {
    let fixpoint = Fixpoint<Int, Int>(bottom: 0, unknown: -1)
    func value(_ key: Int) -> Int { fixpoint.value(of: key) { value(1 - key) + 1 } }
    #expect(value(0) == -1)
  }
}
