/// Which blocks every way to a block passes, or every way from it to an exit. By Cooper, Harvey and Kennedy.
struct Dominators {
  /// The nearest other block on every way; nil for where the ways begin and for what none gets to.
  private(set) var immediate: [Int?]
  private var order: [Int]

  /// Over the ways from the entry.
  init(of graph: FlowGraph) {
    self.init(
      count: graph.blocks.count, postorder: graph.reversePostorder.reversed(), root: FlowGraph.entry,
      predecessors: { graph.predecessors(of: $0) })
  }

  /// Over the ways to the exits; the block after the last one stands for all exits.
  static func post(of graph: FlowGraph) -> Dominators {
    let root = graph.blocks.count
    var exits: [Int: Bool] = [:]
    for exit in graph.exits { exits[exit.block] = true }
    func backward(_ block: Int) -> [Int] { block == root ? exits.keys.sorted() : graph.predecessors(of: block) }
    func forward(_ block: Int) -> [Int] {
      (block == root ? [] : graph.successors(of: block)) + (exits[block] == true ? [root] : [])
    }
    var seen: Set<Int> = [root]
    var postorder: [Int] = []
    var stack = [(block: root, next: 0)]
    while let (block, next) = stack.last {
      let steps = backward(block)
      if next < steps.count {
        stack[stack.count - 1].next += 1
        if seen.insert(steps[next]).inserted { stack.append((steps[next], 0)) }
      } else {
        postorder.append(block)
        stack.removeLast()
      }
    }
    return Dominators(count: root + 1, postorder: postorder, root: root, predecessors: forward)
  }

  private init(count: Int, postorder: [Int], root: Int, predecessors: (Int) -> [Int]) {
    order = Array(repeating: -1, count: count)
    for (position, block) in postorder.enumerated() { order[block] = position }
    immediate = Array(repeating: nil, count: count)
    immediate[root] = root
    var isChanged = true
    while isChanged {
      isChanged = false
      for block in postorder.reversed() where block != root {
        var nearest: Int?
        for before in predecessors(block) where immediate[before] != nil {
          nearest = nearest.map { meet($0, before) } ?? before
        }
        if nearest != immediate[block] {
          immediate[block] = nearest
          isChanged = true
        }
      }
    }
    immediate[root] = nil
  }

  private func meet(_ one: Int, _ other: Int) -> Int {
    var (left, right) = (one, other)
    while left != right {
      while order[left] < order[right], let up = immediate[left] { left = up }
      while order[right] < order[left], let up = immediate[right] { right = up }
    }
    return left
  }

  /// Whether every way to a block passes another, itself included. O(depth).
  func dominates(_ block: Int, _ other: Int) -> Bool {
    guard order[block] >= 0, order[other] >= 0 else { return false }
    var next: Int? = other
    while let this = next {
      if this == block { return true }
      next = immediate[this]
    }
    return false
  }
}
