import SwiftFacts

/// What is known at a place of a body. States only grow when they are joined.
protocol Lattice: Equatable {
  /// Takes in what is known on another way to the same place.
  mutating func join(_ other: Self)
  /// Keeps a chain of ever larger states from going on without end. `visits` counts from 1.
  mutating func widen(from old: Self, visits: Int)
}

extension Lattice {
  mutating func widen(from old: Self, visits: Int) {}
}

enum Direction { case forward, backward }

/// What expressions and edges do to a state.
protocol Transfer {
  associatedtype State: Lattice
  var direction: Direction { get }
  func step(_ state: inout State, at expression: ExpressionID)
  /// Answers false where no run takes the edge in this state.
  func cross(_ state: inout State, _ edge: FlowGraph.Edge) -> Bool
}

extension Transfer {
  var direction: Direction { .forward }
  func cross(_ state: inout State, _ edge: FlowGraph.Edge) -> Bool { true }
}

/// The states at the blocks of a graph; nil at those that no run gets to.
struct Solution<State: Lattice> {
  /// Before the first expression of each block, in the direction of the analysis.
  var before: [State?]
  /// After its last one.
  var after: [State?]
}

extension FlowGraph {
  /// The least solution of a transfer, found with a worklist in reverse postorder; nil where a block is come to too
  /// often.
  ///
  /// - Parameter start: What is known where the analysis begins: at the entry, or at each exit.
  /// - Parameter order: The order of the blocks; it changes how long it takes, not what comes out.
  func solve<T: Transfer>(_ transfer: T, from start: T.State, order: [Int]? = nil) -> Solution<T.State>? {
    let isForward = transfer.direction == .forward
    let order = order ?? (isForward ? reversePostorder : reversePostorder.reversed())
    var solution = Solution<T.State>(
      before: Array(repeating: nil, count: blocks.count), after: Array(repeating: nil, count: blocks.count))
    var visits = Array(repeating: 0, count: blocks.count)
    var isDue = Array(repeating: false, count: blocks.count)
    for block in isForward ? [Self.entry] : exits.map(\.block) {
      solution.before[block] = start
      isDue[block] = true
    }
    var isDone = false
    while !isDone {
      isDone = true
      for block in order where isDue[block] {
        isDue[block] = false
        isDone = false
        visits[block] += 1
        guard visits[block] <= Limits.visits else { return Limits.hit(.visits) }
        guard var state = solution.before[block] else { continue }
        run(transfer, &state, block)
        guard state != solution.after[block] else { continue }
        solution.after[block] = state
        for index in isForward ? blocks[block].successors : blocks[block].predecessors {
          let edge = edges[index]
          let to = isForward ? edge.to : edge.from
          var crossing = state
          guard transfer.cross(&crossing, edge) else { continue }
          guard let old = solution.before[to] else {
            solution.before[to] = crossing
            isDue[to] = true
            continue
          }
          var joined = old
          joined.join(crossing)
          if joined != old { joined.widen(from: old, visits: visits[to] + 1) }
          guard joined != old else { continue }
          solution.before[to] = joined
          isDue[to] = true
        }
      }
    }
    return solution
  }

  private func run<T: Transfer>(_ transfer: T, _ state: inout T.State, _ block: Int) {
    if transfer.direction == .forward {
      for range in blocks[block].ranges {
        for index in range { transfer.step(&state, at: ExpressionID(index: index)) }
      }
    } else {
      for range in blocks[block].ranges.reversed() {
        for index in range.reversed() { transfer.step(&state, at: ExpressionID(index: index)) }
      }
    }
  }
}
