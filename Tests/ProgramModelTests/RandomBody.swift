/// A body made at random, as a tree, as source, and as what it does when its questions are answered in turn.
struct RandomBody {
  indirect enum Node {
    case call(Int)
    case branch([Node], [Node]?)
    case guarding([Node])
    case whileLoop([Node])
    case each([Node])
    case repeated([Node])
    case deferred(Int)
    case attempt([Node], [Node])
    case trying(Int)
    case leave(Exit)
  }

  enum Exit: String { case `return`, `break`, `continue`, `throw` }

  var numbers: Numbers
  private var names = 0

  init(numbers: Numbers) { self.numbers = numbers }

  private mutating func name() -> Int {
    names += 1
    return names
  }

  mutating func block(depth: Int, isLoop: Bool) -> [Node] {
    var result: [Node] = []
    for _ in 0..<1 + numbers.below(4) {
      let node = self.node(depth: depth, isLoop: isLoop)
      result.append(node)
      if case .leave = node { break }
    }
    return result
  }

  private mutating func node(depth: Int, isLoop: Bool) -> Node {
    guard depth > 0 else { return .call(name()) }
    switch numbers.below(13) {
    case 0, 1: return .branch(block(depth: depth - 1, isLoop: isLoop), nil)
    case 2: return .branch(block(depth: depth - 1, isLoop: isLoop), block(depth: depth - 1, isLoop: isLoop))
    case 3: return .guarding([.call(name()), .leave(isLoop ? .continue : .return)])
    case 4: return .whileLoop(block(depth: depth - 1, isLoop: true))
    case 5: return .each(block(depth: depth - 1, isLoop: true))
    case 6: return .repeated(block(depth: depth - 1, isLoop: true))
    case 7: return .deferred(name())
    case 8: return .attempt(block(depth: depth - 1, isLoop: isLoop), block(depth: depth - 1, isLoop: isLoop))
    case 9: return .trying(name())
    case 10: return .leave(isLoop ? [.return, .break, .continue, .throw][numbers.below(4)] : [.return, .throw][numbers.below(2)])
    default: return .call(name())
    }
  }

  static func source(_ nodes: [Node], _ indent: String) -> String {
    nodes.map { indent + source($0, indent) }.joined(separator: "\n")
  }

  private static func source(_ node: Node, _ indent: String) -> String {
    func inner(_ nodes: [Node]) -> String { "{\n\(source(nodes, indent + "  "))\n\(indent)}" }
    switch node {
    case .call(let name): return "c\(name)()"
    case .branch(let first, let second): return "if ask() \(inner(first))" + (second.map { " else \(inner($0))" } ?? "")
    case .guarding(let block): return "guard ask() else \(inner(block))"
    case .whileLoop(let block): return "while ask() \(inner(block))"
    case .each(let block): return "for _ in list \(inner(block))"
    case .repeated(let block): return "repeat \(inner(block)) while ask()"
    case .deferred(let name): return "defer { c\(name)() }"
    case .attempt(let block, let handler): return "do \(inner(block)) catch \(inner(handler))"
    case .trying(let name): return "try c\(name)()"
    case .leave(.throw): return "throw error"
    case .leave(let exit): return exit.rawValue
    }
  }

  /// One run through the tree.
  struct Run {
    var answers: [Bool]
    var calls: [String] = []
    private var asked = 0

    init(answers: [Bool]) { self.answers = answers }

    /// Whether the run is given up: every question is answered.
    private var isOver: Bool { asked >= answers.count }

    private enum Stop: Error { case over }

    private mutating func ask() throws -> Bool {
      guard !isOver else { throw Stop.over }
      asked += 1
      return answers[asked - 1]
    }

    mutating func run(_ nodes: [Node]) -> Exit? { (try? walk(nodes)) ?? nil }

    private mutating func walk(_ nodes: [Node]) throws -> Exit? {
      var deferred: [Int] = []
      var exit: Exit?
      for node in nodes {
        if case .deferred(let name) = node {
          deferred.append(name)
          continue
        }
        exit = try step(node)
        if exit != nil { break }
      }
      for name in deferred.reversed() { calls.append("c\(name)") }
      return exit
    }

    private mutating func step(_ node: Node) throws -> Exit? {
      switch node {
      case .call(let name): calls.append("c\(name)")
      case .branch(let first, let second):
        if try ask() { return try walk(first) }
        if let second { return try walk(second) }
      case .guarding(let block):
        if try !ask() { return try walk(block) }
      case .whileLoop(let block), .each(let block):
        while try ask() {
          let exit = try walk(block)
          if exit == .break { break }
          if let exit, exit != .continue { return exit }
        }
      case .repeated(let block):
        repeat {
          let exit = try walk(block)
          if exit == .break { return nil }
          if let exit, exit != .continue { return exit }
        } while try ask()
      case .deferred: break
      case .attempt(let block, let handler):
        let exit = try walk(block)
        return exit == .throw ? try walk(handler) : exit
      case .trying(let name):
        if try ask() { return .throw }
        calls.append("c\(name)")
      case .leave(let exit): return exit
      }
      return nil
    }
  }
}
