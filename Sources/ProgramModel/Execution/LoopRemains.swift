import SwiftFacts

/// What a loop has left that went on for much longer than it is written to, when it was over.
///
/// What is bounded is at its bound by then, and has let go of what came first; what has a key for each of a few is as
/// large as after the first rounds. What has done its work, and is there of each time that the rounds were as many as
/// they are written to be, is there for nothing.
struct LoopRemains {
  private let rounds: Range<Int>
  private var usages: [Piles.Key: [Usage]] = [:]
  /// Of which times something is there, and of which something that has done its work.
  private var times: [Piles.Key: Set<Int>] = [:]
  private let all: Int
  private let growing: Set<Piles.Key>
  private let piles: [ExecutedProgram.Pile]

  /// - Parameter rounds: Those of the loop.
  /// - Parameter block: How many of them are as many as the loop is written to make.
  init(_ graph: HeapGraph, _ rounds: Range<Int>, block: Int, _ program: Program) {
    self.rounds = rounds
    all = rounds.count / block
    let hidden = graph.outOfSight.union(graph.leaked)
    var worked: [Piles.Key: Set<Int>] = [:]
    var nodes: [(number: Int, key: Piles.Key)] = []
    for (number, thing) in graph.things.sorted(by: { $0.key < $1.key }) where !hidden.contains(number) {
      guard let key = Piles.Key(thing), rounds.contains(thing.round) else { continue }
      let time = (thing.round - rounds.lowerBound) / block
      nodes.append((number, key))
      times[key, default: []].insert(time)
      if case .object(let core) = thing {
        usages[key, default: []].append(core.usage)
        if !core.usage.hasWorked { continue }
      }
      worked[key, default: []].insert(time)
    }
    let count = all
    growing = Set(worked.filter { $0.value.count == count }.keys)
    // What has one alone is a chain of which it has the end, or lets go of one as the next comes.
    let found = Piles(nodes).piles(growing, graph, program)
    piles = found.filter { pile in found.count { $0.list == pile.list && $0.making == pile.making } > 1 }
  }

  /// Whether something of it is there of all times.
  func isUnbounded(_ key: Piles.Key) -> Bool { times[key]?.count == all }

  /// What is kept for nothing, now that the program is over, and what of it is there of all times.
  var done: (piles: [ExecutedProgram.Pile], growing: Set<Piles.Key>) {
    let found = piles.filter(isOver)
    return (found, found.isEmpty ? [] : growing)
  }

  /// Whether nobody comes back to what is kept: no later round, unless to tell it of what happens, and nothing when the
  /// loop is over, but for what its last rounds have left to be done.
  private func isOver(_ pile: ExecutedProgram.Pile) -> Bool {
    (usages[.object(pile.type, pile.making)] ?? []).allSatisfy { usage in
      (usage.lastTold < rounds.upperBound || rounds.upperBound - usage.round <= 2)
        && (pile.closure != nil || !usage.isUsedAgain || usage.last >= rounds.upperBound)
    }
  }
}
