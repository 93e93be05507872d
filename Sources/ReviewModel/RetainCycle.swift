/// Objects and closures that keep one another, in order, round to the first.
public struct RetainCycle: Hashable, Sendable {
  public struct Node: Hashable, Sendable {
    /// The type of an object; `closure`, or the name of the method that is used as one.
    public var name: String
    public var isObject: Bool
    /// What of it keeps the next one, such as a property or what a closure captures; nil where that has no name.
    public var slot: String?

    public init(name: String, isObject: Bool, slot: String?) {
      self.name = name
      self.isObject = isObject
      self.slot = slot
    }
  }

  public var nodes: [Node]

  public init(nodes: [Node]) { self.nodes = nodes }

  /// On one line, round to where it begins: `Screen ─loader→ Loader ─onDone→ closure ─self→ Screen`.
  public var drawn: String {
    guard let first = nodes.first else { return "" }
    let steps = nodes.indices.map { index in
      (nodes[index].slot.map { " ─\($0)→ " } ?? " → ") + nodes[(index + 1) % nodes.count].name
    }
    return first.name + steps.joined()
  }
}
