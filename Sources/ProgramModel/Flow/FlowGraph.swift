import SwiftFacts

/// The control flow graph of one body: a function, an accessor, an initial value, a closure, a function declared in a
/// body.
///
/// Derived from the statements and from nothing else. A closure's body is a graph of its own; where the closure stands,
/// it is made and does not run. What `defer` holds stands in each way out of its block.
struct FlowGraph {
  struct Block: Equatable {
    /// The expressions that are evaluated one after another.
    var ranges: [Range<Int32>] = []
    var successors: [Int] = []
    var predecessors: [Int] = []
  }

  struct Edge: Hashable {
    enum Kind: Hashable {
      case next
      /// By a condition that holds, or does not.
      case test(Int32, holds: Bool)
      /// By a pattern that matches, or does not.
      case pattern(Int32, matches: Bool)
      /// By what `?`, `&&`, `||` or `??` leaves out, or by running it.
      case skippable(Int32, runs: Bool)
      /// Into a block of a statement that decides between blocks; past it where it has none for this.
      case enter(Int32, block: Int32?)
      /// Into a round of a loop.
      case round(Int32)
      /// Out of a loop that has gone round often enough.
      case done(Int32)
      /// By an error that what stands after `try` throws.
      case thrown(Int32)
    }

    var from: Int
    var to: Int
    var kind: Kind
  }

  /// A place where a body is left.
  struct Exit: Hashable {
    /// `end` where the program ends there.
    enum Manner: Hashable { case `return`, `throw`, end }
    var block: Int
    var manner: Manner
    /// The statement that leaves; nil for the end of the body, and of the program.
    var statement: Int32?
  }

  private(set) var blocks: [Block] = [Block()]
  private(set) var edges: [Edge] = []
  private(set) var exits: [Exit] = []
  /// The statement whose body it is; nil for a lone expression.
  let root: Int32?

  static let entry = 0

  init(root: Int32?) { self.root = root }

  // MARK: Building

  mutating func addBlock() -> Int {
    blocks.append(Block())
    return blocks.count - 1
  }

  mutating func connect(_ from: Int, _ to: Int, _ kind: Edge.Kind) {
    edges.append(Edge(from: from, to: to, kind: kind))
    blocks[from].successors.append(edges.count - 1)
    blocks[to].predecessors.append(edges.count - 1)
  }

  mutating func evaluate(_ range: Range<Int32>, in block: Int) {
    guard !range.isEmpty else { return }
    if let last = blocks[block].ranges.last, last.upperBound == range.lowerBound {
      blocks[block].ranges[blocks[block].ranges.count - 1] = last.lowerBound..<range.upperBound
    } else {
      blocks[block].ranges.append(range)
    }
  }

  mutating func leave(_ block: Int, _ manner: Exit.Manner, _ statement: Int32?) {
    exits.append(Exit(block: block, manner: manner, statement: statement))
  }

  // MARK: Reading

  /// The block that evaluates an expression. O(blocks).
  func block(evaluating expression: ExpressionID) -> Int? {
    blocks.firstIndex { $0.ranges.contains { $0.contains(expression.index) } }
  }

  func successors(of block: Int) -> [Int] { blocks[block].successors.map { edges[$0].to } }

  func predecessors(of block: Int) -> [Int] { blocks[block].predecessors.map { edges[$0].from } }

  /// The loops of the body, in order.
  var loops: [Int32] {
    Set(edges.compactMap { if case .round(let loop) = $0.kind { loop } else { nil } }).sorted()
  }

  /// Whether some way leads from expressions of a loop, of which something holds, to its next round. O(blocks + edges).
  func goesRound(_ loop: Int32, after holds: (Range<Int32>) -> Bool) -> Bool {
    var inside: Set<Int> = []
    var heads: Set<Int> = []
    var due: [Int] = []
    for edge in edges where edge.kind == .round(loop) {
      heads.insert(edge.from)
      if inside.insert(edge.to).inserted { due.append(edge.to) }
    }
    // A way that comes to the head again goes round; one by which the loop is done does not.
    func ahead(_ block: Int) -> [Int] {
      blocks[block].successors.map { edges[$0] }.filter { $0.kind != .done(loop) }.map(\.to)
    }
    func spread(_ seen: inout Set<Int>, _ due: inout [Int]) {
      while let block = due.popLast() {
        for next in ahead(block) where !heads.contains(next) && seen.insert(next).inserted { due.append(next) }
      }
    }
    spread(&inside, &due)
    let acting = inside.filter { blocks[$0].ranges.contains(where: holds) }
    var after = acting
    due = Array(acting)
    spread(&after, &due)
    return after.contains { ahead($0).contains { heads.contains($0) } }
  }

  /// The blocks that can be reached, each after those before it, loops aside. O(blocks + edges).
  var reversePostorder: [Int] {
    var seen = Array(repeating: false, count: blocks.count)
    var order: [Int] = []
    var stack = [(block: Self.entry, next: 0)]
    seen[Self.entry] = true
    while let (block, next) = stack.last {
      let successors = blocks[block].successors
      if next < successors.count {
        stack[stack.count - 1].next += 1
        let to = edges[successors[next]].to
        if !seen[to] {
          seen[to] = true
          stack.append((to, 0))
        }
      } else {
        order.append(block)
        stack.removeLast()
      }
    }
    return order.reversed()
  }
}
