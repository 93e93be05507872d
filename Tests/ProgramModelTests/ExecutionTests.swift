import ProgramModel
import SwiftFacts
import Testing

/// What is left of the objects of a program when it has run.
struct ExecutionTests {
  typealias Sample = ExecutionSample

  @Test(arguments: samples) func `What is left is what the language leaves`(_ sample: Sample) {
    var knowledge = Knowledge()
    knowledge[.tellsIdentity].add(
      .init(type: nil, labels: nil, source: TableLine(table: 0, line: 0)), named: "ObjectIdentifier")
    let facts = FactsMaker().facts(of: Array(sample.source.utf8))
    let program = Program(files: [SourceFile(path: "main.swift", facts: facts)], knowledge: knowledge)
    let file = FileID(index: 0)
    #expect(program.describeExecutions(from: file).split(separator: "\n").map(String.init) == sample.left)
  }

  @Test(arguments: [
    "var text = \"x\"; for _ in 0..<200 { text = text + text }", "var list = [1]; for _ in 0..<200 { list += list }",
    "indirect enum Tree { case leaf, pair(Tree, Tree) }; var tree = Tree.leaf; for _ in 0..<60 { tree = .pair(tree, tree) }",
    "while true {}", "func f() { f() }; f()", "let list = Array(repeating: 1, count: -1)", "let x = Int.max + 1",
    "let all = -9_000_000_000_000_000_000..<9_000_000_000_000_000_000; let x = all.count + Array(all).count",
    "enum Far: Int { case a = 9_223_372_036_854_775_807, b }; let x = Far.b.rawValue",
    "let text = \"abc\"; let x = text.index(text.startIndex, offsetBy: Int.max), y = text[text.index(after: x)]",
    "let text = String(repeating: String(repeating: \"x\", count: 9000), count: 9000)",
  ])
  func `What grows without bound or ends the program is not followed`(_ source: String) {
    let facts = FactsMaker().facts(of: Array(source.replacing("; ", with: "\n").utf8))
    let program = Program(files: [SourceFile(path: "main.swift", facts: facts)], knowledge: Knowledge())
    #expect(!program.describeExecutions(from: FileID(index: 0)).contains("leaked"))
  }

  @Test func `Statements outside of functions begin nothing beside a main file`() {
    let source = Self.pair + "let p = Parent(); p.action = { p.count += 1 }"
    let facts = FactsMaker().facts(of: Array(source.utf8))
    let files = ["Domain.swift", "Other.swift"].map { SourceFile(path: $0, facts: facts) }
    #expect(Program(files: files, knowledge: Knowledge()).describeExecutions(from: FileID(index: 0)).isEmpty)
  }

  private static let pair = """
    final class Child { var parent: Parent?; weak var host: Parent? }
    final class Parent { var child: Child?; var action: (() -> Void)? ; var count = 0 }

    """

  private static let samples: [Sample] = [
    .init("nothing kept", [], pair + "func go() { let p = Parent(); p.child = Child() }; go()"),
    .init(
      "two that keep each other", ["leaked: Child × 1", "leaked: Parent × 1"],
      pair + "func go() { let p = Parent(); let c = Child(); p.child = c; c.parent = p }; go()"),
    .init(
      "one of them weakly", [], pair + "func go() { let p = Parent(); let c = Child(); p.child = c; c.host = p }; go()"),
    .init(
      "let go of in time", [],
      pair + "func go() { let p = Parent(); let c = Child(); p.child = c; c.parent = p; c.parent = nil }; go()"),
    .init(
      "a closure in its own object", ["leaked: Parent × 2"],
      pair + "func go() { let p = Parent(); p.action = { p.count += 1 } }; go(); go()"),
    .init("weakly", [], pair + "func go() { let p = Parent(); p.action = { [weak p] in p?.count += 1 } }; go()"),
    .init(
      "let go of by deferred code", [],
      pair + "func go() { let p = Parent(); defer { p.action = nil }; p.action = { p.count += 1 } }; go()"),
    .init(
      "what a flag decides", ["leaked: Parent × 1"],
      pair + """
        func go(_ ends: Bool) { let p = Parent(); p.action = { p.count += 1 }; if ends { p.action = nil } }
        go(true); go(false)
        """),
    .init(
      "deinit runs when the last reference goes", ["kept: Log × 1", "kept: Note × 2"],
      """
      final class Note {}
      final class Log { static let shared = Log(); var notes: [Note] = [] }
      final class Part { deinit { Log.shared.notes.append(Note()) } }
      func go() { var part: Part? = Part(); part = Part(); part = nil }
      go()
      """),
    .init(
      "a weak reference is nil once its object is gone", ["kept: Log × 1"],
      """
      final class Log { static var hits: [Log] = [] }
      final class Part {}
      weak var seen: Part?
      func go() { let part = Part(); seen = part }
      go()
      if seen == nil { Log.hits.append(Log()) }
      """),
    .init(
      "a struct is copied", [],
      pair + """
        struct Box { var action: (() -> Void)?; mutating func set(_ new: @escaping () -> Void) { action = new } }
        func go() { let p = Parent(); var box = Box(); let copy = box; box.set { p.count += 1 }; _ = copy }
        go()
        """),
    .init(
      "a struct is changed where it is", ["leaked: Owner × 1"],
      """
      struct Box { var action: (() -> Void)?; mutating func set(_ new: @escaping () -> Void) { action = new } }
      final class Owner { var box = Box(); var n = 0; func go() { box.set { self.n += 1 } } }
      func go() { Owner().go() }
      go()
      """),
    .init(
      "overrides, super and didSet", ["leaked: Derived × 1"],
      """
      class Base { var n = 0 { didSet { changed() } }; func changed() {} ; func start() { n += 1 } }
      final class Derived: Base {
        var own: (() -> Void)?
        override func changed() { own = { self.n += 1 } }
        override func start() { super.start() }
      }
      func go() { Derived().start() }
      go()
      """),
    .init(
      "an initialiser is not watched", [],
      """
      final class Owner {
        var own: (() -> Void)?
        var n = 0 { didSet { own = { self.n += 1 } } }
        init() { n = 3 }
      }
      func go() { _ = Owner() }
      go()
      """),
    .init(
      "lazy and its closure", ["leaked: Owner × 1"],
      """
      final class Owner { var n = 0; lazy var text: () -> Int = { self.n } }
      func use() { let a = Owner(); _ = a.text() }
      func idle() { _ = Owner() }
      use(); idle()
      """),
    .init(
      "a method used as a closure", ["leaked: Owner × 1"],
      """
      final class Owner { var done: (() -> Void)?; func finish() {}; func begin() { done = finish } }
      func go() { Owner().begin() }
      go()
      """),
    .init(
      "payloads, patterns and loops", ["kept: Item × 2"],
      """
      final class Item {}
      enum State { case idle; case busy(Item, Int) }
      var kept: [Item] = []
      func go() {
        var states: [State] = []
        for n in 0..<4 { states.append(n.isMultiple(of: 2) ? .busy(Item(), n) : .idle) }
        for case .busy(let item, let n) in states where n >= 0 { kept.append(item) }
      }
      go()
      """),
    .init(
      "errors and what is caught", ["kept: Item × 2"],
      """
      final class Item {}
      enum Failure: Error { case small, large(Int) }
      var kept: [Item] = []
      func risk(_ n: Int) throws -> Int { if n > 2 { throw Failure.large(n) }; if n < 0 { throw Failure.small }; return n }
      func go(_ n: Int) {
        do { _ = try risk(n) } catch Failure.large(let size) where size > 3 { kept.append(Item()) } catch {}
        if (try? risk(n)) == nil { kept.append(Item()) }
      }
      go(1); go(5)
      """),
    .init(
      "protocols, defaults and generics", ["kept: Spare × 1", "leaked: Real × 1"],
      """
      protocol Worker: AnyObject { var again: (() -> Void)? { get set }; func work() }
      extension Worker { func work() { again = { self.work() } } }
      final class Real: Worker { var again: (() -> Void)? }
      final class Spare: Worker { var again: (() -> Void)?; func work() {} }
      var all: [Worker] = []
      func run<W: Worker>(_ worker: W) { worker.work() }
      func go() { run(Real()); let spare = Spare(); run(spare); all.append(spare) }
      go()
      """),
    .init(
      "sets, dictionaries and keys", ["kept: Item × 1"],
      """
      final class Item: Hashable {
        let n: Int
        init(_ n: Int) { self.n = n }
        static func == (a: Item, b: Item) -> Bool { a.n == b.n }
        func hash(into hasher: inout Hasher) { hasher.combine(n) }
      }
      var table: [ObjectIdentifier: Item] = [:]
      var items: Set<Item> = []
      func go() {
        let one = Item(1)
        items.insert(one); items.insert(Item(1))
        table[ObjectIdentifier(one)] = one
        table[ObjectIdentifier(one)] = nil
      }
      go()
      """),
    .init(
      "a wrapper of the program", ["leaked: Owner × 1"],
      """
      @propertyWrapper struct Held { var wrappedValue: (() -> Void)? = nil; var projectedValue: Int { 3 } }
      final class Owner { @Held var action; var n = 0; func go() { action = { self.n = self.$action } } }
      func go() { Owner().go() }
      go()
      """),
    .init(
      "a static made once", ["kept: Center × 1", "kept: Item × 2"],
      """
      final class Item {}
      final class Center { static let shared = Center(); var items: [Item] = [Item()]; func add() { items.append(Item()) } }
      func go() { Center.shared.add() }
      go()
      """),
    .init(
      "what nobody requires is chosen by the type that is seen", ["leaked: Timer × 1"],
      """
      protocol Stopping: AnyObject {}
      extension Stopping { func stop() {} }
      final class Timer: Stopping { var tick: (() -> Void)?; var n = 0; func start() { tick = { self.n += 1 } }
        func stop() { tick = nil } }
      func seen(_ timers: [Stopping]) { for timer in timers { timer.stop() } }
      func direct() { let timer = Timer(); timer.start(); timer.stop() }
      func go() { let timer = Timer(); timer.start(); seen([timer]) }
      direct(); go()
      """),
    .init(
      "what a protocol requires, the class answers that conforms", ["leaked: Deep × 1"],
      """
      protocol Stopping: AnyObject { func stop() }
      extension Stopping { func stop() {} }
      class Base: Stopping { var tick: (() -> Void)?; var n = 0; func start() { tick = { self.n += 1 } } }
      final class Deep: Base { func stop() { tick = nil } }
      final class Own: Stopping { var tick: (() -> Void)?; func start() { tick = { self.stop() } }
        func stop() { tick = nil } }
      func end(_ one: any Stopping) { one.stop() }
      func go() { let deep = Deep(); deep.start(); end(deep); let own = Own(); own.start(); end(own) }
      go()
      """),
    .init(
      "a closure after the values of a struct", ["leaked: Owner × 1"],
      """
      struct Job { let cost: Int; var name = "job"; let run: () -> Void }
      final class Owner { var jobs: [Job] = []; var n = 0
        func add(_ cost: Int) { jobs.append(Job(cost: cost) { self.n += 1 }) }
        func work(_ budget: Int) {
          var left = budget
          while let first = jobs.first, first.cost <= left { left -= first.cost; jobs.removeFirst().run() }
        }
      }
      func go(_ budget: Int) { let owner = Owner(); owner.add(2); owner.add(3); owner.work(budget) }
      go(4); go(5)
      """),
    .init(
      "members of what a collection has first and last", ["kept: Note × 1"],
      """
      final class Note { let text: String; init(_ text: String) { self.text = text } }
      enum Log {
        static var notes: [Note] = []
        static func add(_ note: Note) { if notes.last?.text.isEmpty == false { notes.removeLast() }; notes.append(note) }
      }
      Log.add(Note("one")); Log.add(Note("two"))
      """),
    .init(
      "a type's parameters are known where it is used", ["leaked: Node × 2"],
      """
      final class Node<Value> { let value: Value; var next: Node<Value>?; weak var owner: Node<Value>?; var back: Node?
        init(_ value: Value) { self.value = value } }
      final class Chain<Value> {
        var head: Node<Value>?
        var tail: Node<Value>?
        func append(_ value: Value) {
          let node = Node(value)
          if let tail { tail.next = node; node.back = tail } else { head = node }
          tail = node
        }
      }
      func go() { let names = Chain<Substring>(); for name in ["a", "b"] { names.append(.init(name)) } }
      go()
      """),
    .init(
      "cases that the type of a collection tells", ["kept: Item × 3"],
      """
      final class Item {}
      enum Level: Int, Comparable { case low, high; static func < (a: Level, b: Level) -> Bool { a.rawValue < b.rawValue } }
      var kept: [Item] = []
      func go() {
        var queues: [Level: [Item]] = [:]
        queues[.low, default: []].append(Item())
        var waiting: [(level: Level, item: Item)] = []
        waiting.append((level: .high, item: Item()))
        waiting.append((level: .low, item: Item()))
        waiting.removeAll { $0.level >= .high }
        if queues[Level.low]?.count == 1 { kept.append(Item()) }
        if waiting.first?.level == .low { kept += waiting.map { $0.item } }
        let levels: [Level] = [.low, .high, .low]
        if levels.contains(.high), levels.lastIndex(of: .low) == 2 { kept.append(Item()) }
      }
      go()
      """),
    .init(
      "groups, parts and the greatest", ["kept: Item × 4"],
      """
      final class Item { let n: Int; init(n: Int) { self.n = n } }
      var kept: [Item] = []
      func go() {
        let all = [3, 1, 2, 5].map { Item(n: $0) }
        let groups = Dictionary(grouping: all) { $0.n % 2 == 0 }
        kept += groups[true] ?? []
        if let most = all.max(by: { $0.n < $1.n }), most.n == 5 { kept.append(most) }
        var table = ["a": 1].merging(["a": 2, "b": 3]) { $0 + $1 }
        table.merge([("b", 4)]) { _, new in new }
        if table["a"] == 3, table["b"] == 4 { kept.append(Item(n: 9)) }
        var rest = ArraySlice(all)
        rest.removeSubrange(0..<1)
        if rest.prefix(while: { $0.n < 3 }).count == 2, rest.drop(while: { $0.n < 5 }).count == 1 { kept += rest.prefix(1) }
      }
      go()
      """),
    .init(
      "what is added to types of the standard library", ["kept: Item × 3"],
      """
      final class Item { let n: Int; init(_ n: Int) { self.n = n } }
      extension Array {
        subscript(safe index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
        mutating func take() -> Element? { isEmpty ? nil : removeFirst() }
      }
      var kept: [Item] = []
      func go() {
        var all = [1, 2].map(Item.init)
        if let first = all.take() { kept.append(first) }
        if all[safe: 1] == nil, let other = all[safe: 0] { kept.append(other) }
        if all.count == 1 { kept.append(Item(9)) }
      }
      go()
      """),
    .init(
      "a builder of the program's own", ["kept: Node × 5"],
      """
      final class Node { var parts: [Node] = []; init(@Parts _ parts: () -> [Node] = { [] }) { self.parts = parts() } }
      @resultBuilder enum Parts {
        static func buildBlock(_ parts: [Node]...) -> [Node] { parts.flatMap { $0 } }
        static func buildExpression(_ part: Node) -> [Node] { [part] }
        static func buildOptional(_ parts: [Node]?) -> [Node] { parts ?? [] }
        static func buildEither(first: [Node]) -> [Node] { first }
        static func buildEither(second: [Node]) -> [Node] { second }
        static func buildArray(_ parts: [[Node]]) -> [Node] { parts.flatMap { $0 } }
      }
      var kept: Node?
      func go(_ more: Bool) {
        kept = Node {
          Node()
          if more { Node(); Node() }
          if more { Node() } else { Node() }
          for _ in 0..<2 { Node() }
        }
      }
      go(false)
      """),
    .init(
      "units of texts, labels of what was first there, what a list begins with", ["kept: Item × 3"],
      """
      enum Kind { case plain, marked }
      final class Item { var size = (wide: 0, high: 0); let kind: Kind; init(_ kind: Kind) { self.kind = kind } }
      var kept: [Item] = []
      func go() {
        for (kind, high) in [(Kind.plain, 1), (.marked, 2)] {
          let item = Item(kind)
          item.size = ("ab".utf8.reduce(0) { $0 + Int($1) }, high)
          if item.size.wide == 195, "é".utf8.count == 2, "é".utf16.count == 1 { kept.append(item) }
          if item.kind == .marked, item.size.high == 2 { kept.append(Item(kind)) }
        }
      }
      go()
      """),
    .init(
      "a wrapper with arguments, labels of tuples, types as keys", ["kept: Item × 3"],
      """
      @propertyWrapper struct Clamped { var value: Int; let most: Int
        init(wrappedValue: Int, most: Int) { self.most = most; value = min(wrappedValue, most) }
        var wrappedValue: Int { get { value } set { value = min(newValue, most) } } }
      final class Item { @Clamped(most: 9) var size = 3; var place: (x: Int, y: Int); init(_ x: Int) { place = (x, 0) } }
      final class Table { var makers: [ObjectIdentifier: (Table) -> Any] = [:]
        func add<T>(_ type: T.Type, _ make: @escaping (Table) -> T) { makers[ObjectIdentifier(type)] = make }
        func find<T>(_ type: T.Type = T.self) -> T? { makers[ObjectIdentifier(type)]?(self) as? T } }
      var kept: [Item] = []
      func go() {
        let table = Table()
        table.add(Item.self) { _ in Item(4) }
        table.add(Int.self) { _ in 7 }
        var found: Item?
        found = table.find()
        if let found { found.size = 50; if found.size == 9, found.place.x == 4 { kept.append(found) } }
        if table.find(Int.self) == 7, table.find(Table.self) == nil { kept.append(Item(1)) }
        var late: Int?
        let set = { late = 3 }
        set()
        if late == 3 { kept.append(Item(2)) }
      }
      go()
      """),
    .init(
      "sequences of the program's own, and texts", ["kept: Item × 2"],
      """
      final class Item {}
      struct Down: Sequence, IteratorProtocol { var n: Int; mutating func next() -> Int? { defer { n -= 1 }; return n > 0 ? n : nil } }
      final class Chain: Sequence { var first: Int; init(_ n: Int) { first = n }
        func makeIterator() -> AnyIterator<Int> { var n = first; return AnyIterator { defer { n += 1 }; return n < 4 ? n : nil } } }
      var kept: [Item] = []
      func go() {
        if Down(n: 3).map({ $0 * 2 }) == [6, 4, 2], Chain(1).reduce(0, +) == 6 { kept.append(Item()) }
        let words = "one two".split(separator: " ").map(String.init)
        if words.count == 2, ("a"..."z").contains("q"), (words.count, 1) < (2, 2), (0..<3) ~= 2 { kept.append(Item()) }
      }
      go()
      """),
    .init(
      "setters of subscripts, names that are no members, paths", ["kept: Item × 4", "kept: Pair × 4"],
      """
      final class Item { var size = 3; let pair = Pair() }
      final class Pair { var left = 1 }
      final class Shelf { private var items: [Int: Item] = [:]
        subscript(at: Int) -> Item? { get { items[at] } set { guard let one = newValue else { return }; items[at] = one } } }
      @dynamicMemberLookup final class Record { private var fields: [String: Int] = [:]
        subscript(dynamicMember name: String) -> Int? { get { fields[name] } set { fields[name] = newValue } } }
      @dynamicMemberLookup struct Lens<Root> { let root: Root
        subscript<T>(dynamicMember path: KeyPath<Root, T>) -> T { root[keyPath: path] } }
      indirect enum Sum { case one(Int), both(Sum, Sum)
        static func + (a: Sum, b: Sum) -> Sum { .both(a, b) }
        var total: Int { switch self { case .one(let n): return n
          case .both(let a, let b): return a.total + b.total } } }
      struct Failure: Error {}
      var kept: [Item] = []
      func go() {
        let shelf = Shelf(), record = Record()
        shelf[1] = Item()
        record.width = 4
        if let item = shelf[1], record.width == 4, record.height == nil { kept.append(item) }
        if Lens(root: Item()).size + Lens(root: Item()).pair.left == 4 { kept.append(Item()) }
        let sum: Sum = .one(1) + .one(2)
        let tried = Result<Int, Error> { throw Failure() }
        if case .failure = tried, sum.total == 3 { kept.append(Item()) }
        if \\Item.size == \\.size, String(repeating: "ab", count: 2).count == 4 { kept.append(Item()) }
        #if DEBUG
        kept.removeAll()
        #endif
      }
      go()
      """),
    .init(
      "what is worked out later keeps what it names", ["leaked: Bill × 1", "leaked: Later × 1"],
      """
      final class Later { var work: (() -> Int)?; init(_ work: @autoclosure @escaping () -> Int) { self.work = work } }
      final class Bill {
        var sum = 0
        var total: Later?
        init(items: [Int]) { total = Later(items.reduce(0, +)) }
        init(of sum: Int) { total = Later(self.sum + sum) }
      }
      func go() { _ = Bill(items: [1, 2]); _ = Bill(of: 3) }
      go()
      """),
    .init(
      "what is unknown is not followed", ["not followed: unknownCondition at main.swift:3"],
      "import Other\nfunc go() {\n  if outside() {}\n}\ngo()"),
    .init(
      "what is handed out is not told of", ["out of sight: Item × 1"],
      "import Other\nfinal class Item { var own: Item? }\nfunc go() { let item = Item(); item.own = item; outside(item) }\ngo()"),
  ]
}
