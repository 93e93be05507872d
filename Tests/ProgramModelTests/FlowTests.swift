import SwiftFacts
import Synchronization
import Testing

@testable import ProgramModel

/// The control flow graph of bodies, as text; dominators and walks against brute force.
struct FlowTests {
  /// The graph of the first function of a source.
  private func graph(_ body: String) throws -> (graph: FlowGraph, code: Code) {
    let facts = FactsMaker().facts(of: Array("func run() {\n\(body)\n}".utf8))
    let function = try #require(facts.functions.first)
    let code = facts.code
    let graph = try #require(
      code.flow(of: function.firstStatement) { call in
        guard case .call(let callee, _) = code[call] else { return false }
        return code.spelling(of: callee) == "fatalError"
      })
    return (graph, code)
  }

  private func text(_ body: String) throws -> String {
    let (graph, code) = try graph(body)
    return graph.description(in: code)
  }

  @Test(arguments: FlowShapes.all) func `A body has the graph that its statements say`(_ shape: FlowShape) throws {
    #expect(try text(shape.body) == shape.graph)
  }

  // MARK: Dominators

  @Test(arguments: 0..<40) func `Dominators are those that brute force finds`(_ seed: Int) throws {
    var numbers = Numbers(seed: UInt64(seed))
    var graph = FlowGraph(root: nil)
    let count = 3 + numbers.below(9)
    for _ in 1..<count { _ = graph.addBlock() }
    for _ in 0..<count * 2 { graph.connect(numbers.below(count), numbers.below(count), .next) }
    graph.leave(count - 1, .return, nil)
    graph.leave(numbers.below(count), .return, nil)
    let dominators = Dominators(of: graph)
    let post = Dominators.post(of: graph)
    let exits = Set(graph.exits.map(\.block))
    for one in 0..<count {
      for other in 0..<count {
        let reaches = reached(from: [0], in: graph, without: nil).contains(other) && reached(from: [0], in: graph, without: nil).contains(one)
        let must = !reached(from: [0], in: graph, without: one).contains(other)
        #expect(dominators.dominates(one, other) == (reaches && must))
        let leaves = !reached(from: [other], in: graph, without: nil).isDisjoint(with: exits)
        let ends = !reached(from: [one], in: graph, without: nil).isDisjoint(with: exits)
        let passes = reached(from: [other], in: graph, without: one).isDisjoint(with: exits)
        #expect(post.dominates(one, other) == (leaves && ends && passes))
      }
    }
  }

  private func reached(from starts: [Int], in graph: FlowGraph, without hole: Int?) -> Set<Int> {
    var seen: Set<Int> = []
    var stack = starts.filter { $0 != hole }
    while let next = stack.popLast() {
      guard seen.insert(next).inserted else { continue }
      stack += graph.successors(of: next).filter { $0 != hole }
    }
    return seen
  }

  // MARK: Walks

  /// A random body, run as a tree and walked as a graph: the same calls in the same order.
  @Test(arguments: 0..<120) func `A random body does in its graph what it does as it is written`(_ seed: Int) throws {
    var numbers = Numbers(seed: UInt64(seed) &* 77)
    var program = RandomBody(numbers: numbers)
    let tree = program.block(depth: 3, isLoop: false)
    let (graph, code) = try graph(RandomBody.source(tree, ""))
    numbers = program.numbers
    for _ in 0..<8 {
      let answers = (0..<200).map { _ in numbers.below(2) == 0 }
      var run = RandomBody.Run(answers: answers)
      _ = run.run(tree)
      #expect(walk(graph, code, answers) == run.calls, "\(RandomBody.source(tree, ""))")
    }
  }

  /// What a run through the graph calls, the conditions being answered in turn.
  private func walk(_ graph: FlowGraph, _ code: Code, _ answers: [Bool]) -> [String] {
    var calls: [String] = []
    var asked = 0
    var block = FlowGraph.entry
    while true {
      for index in graph.blocks[block].ranges.flatMap({ $0 }) {
        if case .call(let callee, _) = code[ExpressionID(index: index)] {
          let name = code.spelling(of: callee)
          if name != "ask" { calls.append(name) }
        }
      }
      let edges = graph.blocks[block].successors.map { graph.edges[$0] }
      guard !edges.isEmpty else { return calls }
      if edges.count == 1 {
        block = edges[0].to
        continue
      }
      guard asked < answers.count else { return calls }
      let answer = answers[asked]
      asked += 1
      let next = edges.first { edge in
        switch edge.kind {
        case .test(_, let holds): holds == answer
        case .thrown: answer
        case .next: !answer
        case .round: answer
        case .done: !answer
        default: false
        }
      }
      guard let next else { return calls }
      block = next.to
    }
  }

  // MARK: The driver

  @Test(arguments: 0..<30) func `The order in which blocks are visited changes nothing`(_ seed: Int) throws {
    var program = RandomBody(numbers: Numbers(seed: UInt64(seed) &* 31))
    let (graph, code) = try graph(RandomBody.source(program.block(depth: 4, isLoop: false), ""))
    let transfer = Called(code: code)
    let solution = try #require(graph.solve(transfer, from: Names()))
    let shuffled = program.numbers.shuffled(Array(graph.blocks.indices))
    let other = try #require(graph.solve(transfer, from: Names(), order: shuffled))
    #expect(solution.before == other.before)
    #expect(solution.after == other.after)
  }

  private struct Names: Lattice {
    var all: Set<String> = []
    mutating func join(_ other: Self) { all.formUnion(other.all) }
  }

  /// What may have been called.
  private struct Called: Transfer {
    let code: Code
    func step(_ state: inout Names, at expression: ExpressionID) {
      if case .call(let callee, _) = code[expression] { state.all.insert(code.spelling(of: callee)) }
    }
  }

  @Test func `Ways that are told apart are joined alike in any order, and joining twice changes nothing`() {
    var numbers = Numbers(seed: 5)
    func some(_ numbers: inout Numbers) -> Reaches {
      Reaches(
        (0..<1 + numbers.below(4)).map { _ in
          var reach = Reach()
          reach.count = [.never, .once, .unknown][numbers.below(3)]
          reach.isDoubtful = numbers.below(2) == 0
          reach.passed = numbers.below(3)
          return reach
        })
    }
    func same(_ one: Reaches, _ other: Reaches) -> Bool { Set(one.all) == Set(other.all) }
    for _ in 0..<200 {
      let (a, b, c) = (some(&numbers), some(&numbers), some(&numbers))
      func joined(_ list: [Reaches]) -> Reaches {
        var result = Reaches()
        for one in list { result.join(one) }
        return result
      }
      #expect(same(joined([a, b]), joined([b, a])))
      #expect(same(joined([joined([a, b]), c]), joined([a, joined([b, c])])))
      #expect(same(joined([a, a]), joined([a])))
      #expect(same(joined([a, b, a]), joined([a, b])))
    }
  }

  @Test func `A body of a thousand statements with hundreds of closures is derived and solved in linear time`() throws {
    func body(_ count: Int) -> String {
      (0..<count).map { "if ask(\($0)) { later { done\($0)() } } else { x = \($0) }" }.joined(separator: "\n")
    }
    /// How many expressions the driver looks at, and how many blocks there are.
    func cost(_ count: Int) throws -> (steps: Int, blocks: Int) {
      let (graph, code) = try graph("var x = 0\n" + body(count))
      let transfer = Counting(code: code)
      _ = try #require(graph.solve(transfer, from: Names()))
      _ = try #require(Definitions(graph, in: code))
      return (transfer.steps.withLock { $0 }, graph.blocks.count)
    }
    let (small, large) = (try cost(250), try cost(1000))
    #expect(large.steps <= small.steps * 4 + 100)
    #expect(large.blocks <= small.blocks * 4 + 100)
  }

  /// Counts the expressions that it is shown.
  private final class Counting: Transfer {
    let code: Code
    let steps = Mutex(0)
    init(code: Code) { self.code = code }
    func step(_ state: inout Names, at expression: ExpressionID) { steps.withLock { $0 += 1 } }
  }

  // MARK: Definitions

  @Test func `A read has the writes that may have come last`() throws {
    let (graph, code) = try graph(
      """
      var x = one()
      if ask() { x = two() }
      use(x)
      x = three()
      use(x)
      """)
    let definitions = try #require(Definitions(graph, in: code))
    let reads = code.expressions.indices.compactMap { index -> [String]? in
      guard case .call(let callee, let list) = code.expressions[index], code.spelling(of: callee) == "use", let value = code[list].first?.value
      else { return nil }
      return definitions.definitions(of: value)?.compactMap { $0.value.map { code.spelling(of: $0) } }.sorted()
    }
    #expect(reads == [["one()", "two()"], ["three()"]])
  }

  @Test func `What a closure writes to is not known`() throws {
    let (graph, code) = try graph("var x = one()\nlater { x = two() }\nuse(x)")
    let definitions = try #require(Definitions(graph, in: code))
    let last = try #require(code.expressions.indices.last { if case .local = code.expressions[$0] { true } else { false } })
    #expect(definitions.definitions(of: ExpressionID(index: Int32(last))) == nil)
  }
}

/// Random numbers that are the same on every run.
struct Numbers {
  private var state: UInt64
  init(seed: UInt64) { state = seed &+ 0x9E37_79B9_7F4A_7C15 }

  mutating func below(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }

  mutating func shuffled<Element>(_ list: [Element]) -> [Element] {
    var list = list
    for index in list.indices.reversed() { list.swapAt(index, below(index + 1)) }
    return list
  }
}
