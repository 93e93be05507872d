import Synchronization
import Testing

@testable import ProgramModel

/// Work that is spread comes to the same on any number of threads.
@Suite struct WorkersTests {
  @Test(arguments: [1, 2, 8])
  func `Results stand in the order of what was asked, whatever is spread meanwhile`(_ threads: Int) {
    for round in 0..<200 {
      let inner = Mutex<[Int]>([])
      let squares = Workers.map(
        count: round, threads: threads, state: { 1 },
        after: {
          let cubes = Workers.map(count: 50, threads: threads, state: { () }) { _, index in index * index * index }
          inner.withLock { $0 = cubes }
        }
      ) { one, index in
        one * Workers.map(count: 5, threads: threads, state: { index }) { own, other in own * index + 0 * other }[3]
      }
      #expect(squares == (0..<round).map { $0 * $0 })
      #expect(inner.withLock { $0 } == (0..<50).map { $0 * $0 * $0 })
    }
  }

  @Test func `Several who spread work at once each get their own`() async {
    let sums = await withTaskGroup(of: Int.self) { group in
      for count in 0..<64 {
        group.addTask {
          Workers.map(over: Array(0..<count), threads: 4, fewest: 1, state: { () }) { _, part in part }.reduce(0, +)
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(sums.sorted() == (0..<64).map { $0 * ($0 - 1) / 2 })
  }
}
