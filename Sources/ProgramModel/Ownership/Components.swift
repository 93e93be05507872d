/// The strongly connected components of a graph: two nodes are of one where each can be reached from the other.
struct Components {
  /// By node; the same number for all nodes of a component.
  private(set) var ofNode: [Int32]

  /// O(nodes + edges), by Tarjan's algorithm without recursion.
  ///
  /// - Parameter successor: The node at a position in the list of those that a node leads to; nil behind its end.
  init(count: Int, successor: (_ node: Int, _ position: Int) -> Int?) {
    ofNode = Array(repeating: -1, count: count)
    var order = [Int32](repeating: -1, count: count)
    var lowest = order
    var (visited, found): (Int32, Int32) = (0, 0)
    var open: [Int] = []
    var path: [(node: Int, position: Int)] = []
    for root in 0..<count where order[root] < 0 {
      path.append((root, 0))
      while let (node, position) = path.last {
        if position == 0 {
          order[node] = visited
          lowest[node] = visited
          visited += 1
          open.append(node)
        }
        if let next = successor(node, position) {
          path[path.count - 1].position += 1
          if order[next] < 0 {
            path.append((next, 0))
          } else if ofNode[next] < 0 {
            lowest[node] = min(lowest[node], order[next])
          }
          continue
        }
        path.removeLast()
        if let outer = path.last?.node { lowest[outer] = min(lowest[outer], lowest[node]) }
        guard lowest[node] == order[node] else { continue }
        while let member = open.popLast() {
          ofNode[member] = found
          if member == node { break }
        }
        found += 1
      }
    }
  }
}
