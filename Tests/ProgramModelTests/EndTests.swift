import ProgramModel
import SwiftFacts
import Testing

/// What ends a cycle, who gets there, and what only looks as if it did.
struct EndTests {
  private static let types = """
    final class Loader { var onDone: (() -> Void)?; var all: [() -> Void] = []; func add(_ f: @escaping () -> Void) { all.append(f) } }

    """

  /// A screen that keeps a loader whose closure keeps the screen, and `body` inside of it.
  private func screen(_ body: String, around: String = "") -> String {
    Self.types + """
      final class Screen {
        let loader = Loader()
        func start() { loader.onDone = { self.show() } }
        func show() {}
      \(body)
      }
      \(around)
      """
  }

  private static let use = "func use() { let s = Screen(); s.start() }"

  @Test func `Nothing ends it`() {
    #expect(ends(screen("")) == """
      A.swift:4 Screen ─loader→ Loader ─onDone→ closure ─self→ Screen
        never ended

      """)
  }

  @Test func `A method that is called ends it`() {
    #expect(told(screen("func f() { loader.onDone = nil }", around: "func use() { let s = Screen(); s.start(); s.f() }")) == [])
  }

  @Test func `A method whose callers are out of sight may end it`() {
    #expect(told(screen("func f() { loader.onDone = nil }")) == [])
  }

  @Test func `A method that nobody calls ends nothing, where the program makes the objects`() {
    #expect(ends(screen("func f() { loader.onDone = nil }", around: Self.use)) == """
      A.swift:4 Screen ─loader→ Loader ─onDone→ closure ─self→ Screen
        never ended
        Loader.onDone is let go of in Screen.f() (A.swift:6): nobody calls it in time

      """)
  }

  @Test(arguments: ["close", "stop", "dismiss", "f", "populate", "endpointChanged"])
  func `Names decide nothing`(_ name: String) {
    #expect(told(screen("func \(name)() { loader.onDone = nil }", around: Self.use)) == [4])
    #expect(told(screen("func \(name)() { loader.onDone = nil }", around: "func use() { let s = Screen(); s.\(name)() }")) == [])
  }

  @Test func `What is public may be called from anywhere`() {
    let source = screen("public func f() { loader.onDone = nil }", around: Self.use)
    #expect(told(source.replacing("final class Screen", with: "public final class Screen")) == [])
    #expect(told(source) == [4])
  }

  @Test func `A selector, a method handed on and an action are calls`() {
    #expect(told(screen("@objc func f() { loader.onDone = nil }", around: Self.use)) == [])
    #expect(told(screen("func f() { loader.onDone = nil }\nfunc g() { other(f) }", around: Self.use)) == [])
  }

  @Test func `The deinit of a member never runs in a cycle`() {
    #expect(ends(screen("func f() { loader.onDone = nil }\ndeinit { f() }", around: Self.use)) == """
      A.swift:4 Screen ─loader→ Loader ─onDone→ closure ─self→ Screen
        never ended
        Loader.onDone is let go of in Screen.f() (A.swift:6): in a deinit that never runs in a cycle

      """)
  }

  @Test func `The deinit of an owner outside of the cycle ends it`() {
    let owner = "final class Owner { let screen = Screen()\ninit() { screen.start() }\ndeinit { screen.f() } }\nlet o = Owner()"
    #expect(told(screen("func f() { loader.onDone = nil }", around: owner)) == [])
  }

  @Test func `What only the stored closure does ends it only if the closure is called`() {
    let source = screen("", around: Self.use).replacing("{ self.show() }", with: "{ self.show(); self.loader.onDone = nil }")
    #expect(ends(source).contains("only if the closure is called"))
  }

  @Test func `An inout helper empties what it is handed`() {
    let helper = "func clear(_ f: inout (() -> Void)?) { f = nil }\n"
    #expect(told(screen("func f() { clear(&loader.onDone) }", around: helper + Self.use.replacing("s.start()", with: "s.start(); s.f()"))) == [])
  }

  @Test func `A computed property empties what it forwards to`() {
    let property = "var done: (() -> Void)? { get { loader.onDone } set { loader.onDone = newValue } }\nfunc f() { done = nil }"
    #expect(told(screen(property, around: Self.use.replacing("s.start()", with: "s.start(); s.f()"))) == [])
  }

  @Test func `A setter function that is handed nothing empties what it stores into`() {
    let setter = "func set(_ f: (() -> Void)?) { loader.onDone = f }\nfunc f() { set(nil) }"
    #expect(told(screen(setter, around: Self.use.replacing("s.start()", with: "s.start(); s.f()"))) == [])
  }

  @Test func `A subscript empties what it forwards to`() {
    let source = """
      final class Board {
        var all: [String: () -> Void] = [:]
        subscript(key: String) -> (() -> Void)? { get { all[key] } set { all[key] = newValue } }
      }
      final class Screen {
        let board = Board()
        func start() { board.all["a"] = { self.show() } }
        func show() {}
        func f() { END }
      }
      func use() { let s = Screen(); s.start(); s.f() }
      """
    #expect(told(source.replacing("END", with: "board[\"a\"] = nil")) == [])
    #expect(told(source.replacing("END", with: "print(board)")) == [7])
  }

  @Test func `A default implementation empties what its types have`() {
    let source = """
      protocol Ending: AnyObject { var onDone: (() -> Void)? { get set } }
      extension Ending { func f() { onDone = nil } }
      final class Loader: Ending { var onDone: (() -> Void)? }
      final class Screen {
        let loader = Loader()
        func start() { loader.onDone = { self.show() } }
        func show() {}
      }
      func use() { let s = Screen(); s.start(); END }
      """
    #expect(told(source.replacing("END", with: "s.loader.f()")) == [])
    #expect(told(source.replacing("END", with: "print(s)")) == [6])
  }

  @Test func `Emptied further down, or in a defer, it is emptied`() {
    func start(_ body: String) -> String { screen("", around: Self.use).replacing("loader.onDone = { self.show() }", with: body) }
    #expect(told(start("loader.onDone = { self.show() }; run(); loader.onDone = nil")) == [])
    #expect(told(start("defer { loader.onDone = nil }; loader.onDone = { self.show() }; run()")) == [])
    #expect(told(start("loader.onDone = nil; loader.onDone = { self.show() }")) == [4])
  }

  @Test func `Emptied on one way only, it is not`() {
    func start(_ body: String) -> String { screen("", around: Self.use).replacing("loader.onDone = { self.show() }", with: body) }
    #expect(told(start("loader.onDone = { self.show() }; if isOver { loader.onDone = nil }")) == [4])
    #expect(told(start("loader.onDone = { self.show() }; guard isOver else { return }; loader.onDone = nil")) == [4])
  }

  @Test func `Ended by whoever makes the object, on some ways or on all`() {
    let made = screen("func f() { loader.onDone = nil }", around: "func use() { let s = Screen(); s.start(); CALL }")
    #expect(told(made.replacing("CALL", with: "s.f()")) == [])
    #expect(told(made.replacing("CALL", with: "if isOver { return }; other()\ns.f()")) == [4])
    #expect(told(made.replacing("CALL", with: "if let one = other { s.f() }")) == [])
    #expect(ends(made.replacing("CALL", with: "if isOver { s.f() }")) == """
      A.swift:4 Screen ─loader→ Loader ─onDone→ closure ─self→ Screen
        ended on some ways
        Loader.onDone is let go of in Screen.f() (A.swift:6): on some ways through use()

      """)
  }

  @Test func `A closure that keeps nothing takes the place of one that does`() {
    let called = Self.use.replacing("s.start()", with: "s.start(); s.f()")
    #expect(told(screen("func f() { loader.onDone = {} }", around: called)) == [])
    #expect(told(screen("func f() { loader.onDone = { [weak self] in self?.show() } }", around: called)) == [])
    #expect(told(screen("let other = Loader()\nfunc f() { other.onDone = {} }", around: called)) == [4])
  }

  @Test func `A requirement that a type of the system meets ends what the system's function ends`() {
    let source = """
      protocol Ending { func cancel() }
      extension WorkItem: Ending {}
      final class Screen {
        var item: WorkItem?
        func start() { item = WorkItem { self.show() } }
        func show() {}
        func f() { END }
      }
      func use() { let s = Screen(); s.start(); s.f() }
      """
    #expect(told(source.replacing("END", with: "item?.cancel()")) == [])
    #expect(told(source.replacing("END", with: "item?.perform()")) == [5])
  }

  @Test func `A list that is emptied in a loop`() {
    let source = screen("func f() { while !loader.all.isEmpty { loader.all.removeLast()() } }").replacing("loader.onDone = { self.show() }", with: "loader.add { self.show() }")
    #expect(told(source + "\nfunc use() { let s = Screen(); s.start(); s.f() }") == [])
    #expect(told(source + "\n" + Self.use) == [4])
  }

  @Test func `A partner that takes both ends apart`() {
    let source = """
      final class Left { var right: Right?; func f() { right?.left = nil; right = nil } }
      final class Right { var left: Left? }
      final class Pair {
        let left = Left(), right = Right()
        init() { left.right = right; right.left = left }
      }
      func use() { let p = Pair(); END }
      """
    #expect(told(source.replacing("END", with: "p.left.f()")) == [])
  }

  @Test func `A free function that a program which begins in sight never calls ends nothing`() {
    let source = screen("", around: "func tidy(_ s: Screen) { s.loader.onDone = nil }")
    #expect(told(source + "\n" + Self.use) == [])
    let app = "\n@main enum App { static func main() { show(); show() }; static func show() { let s = Screen(); s.start(); END } }"
    #expect(told(source + app.replacing("END", with: "")) == [4])
    #expect(told(source + app.replacing("END", with: "tidy(s)")) == [])
  }

  @Test func `The slot of another object that is only made for it ends nothing`() {
    #expect(told(screen("func f() { let other = Loader(); other.onDone = nil }", around: "func use() { let s = Screen(); s.start(); s.f() }")) == [4])
  }

  @Test func `An object that is given itself`() {
    let node = "final class Node { var next: Node?; func f() { next = nil } }\n"
    #expect(told(node + "func use() { let n = Node(); n.next = n }") == [1])
    #expect(told(node + "func use() { let n = Node(); n.next = n; n.f() }") == [])
    #expect(told(node + "func use() { var n = Node(); n.next = Node(); n = n.next! }") == [])
  }

  @Test func `A cycle that nobody makes leaks nothing`() {
    #expect(told(screen("", around: "func use() { let s = Screen(); s.show() }")) == [])
    #expect(told(screen("", around: "func use() { let s = Screen(); s.show() }\nfunc other(_ s: Screen) { later(s.start) }")) == [4])
    #expect(told(screen("func again() { start() }", around: "func use() { let s = Screen(); s.show() }")) == [])
  }

  @Test func `What is made anew each time lives no longer because its maker does`() {
    let root = "@main final class App { static func main() { let a = App(); a.open() } BODY }"
    #expect(told(screen("", around: root.replacing("BODY", with: "func open() { for _ in 0..<3 { Screen().start() } }"))) == [4])
    #expect(told(screen("", around: root.replacing("BODY", with: "let screen = Screen(); func open() { screen.start() }"))) == [])
    #expect(told(screen("", around: root.replacing("BODY", with: "var screen: Screen?; func open() { tap(); tap() }; func tap() { later { self.fill() } }; func fill() { screen = Screen(); screen?.start() }"))) == [4])
    #expect(told(screen("", around: root.replacing("BODY", with: "var screen: Screen?; func open() { later { self.fill() } }; func fill() { if screen == nil { screen = Screen() }; screen?.start() }"))) == [])
  }

  @Test func `Objects of which there is one for the process leak nothing`() {
    #expect(told(screen("static let main = Screen()")) == [])
    #expect(told(screen("", around: "let only = Screen()")) == [])
    #expect(told(screen("static let main = Screen()", around: Self.use)) == [4])
    #expect(ends(screen("", around: "final class Root { static let it = Root(); let screen = Screen() }")).contains("lives as long as the process"))
  }

  // MARK: Helpers

  private func ends(_ source: String) -> String {
    let (program, ownership) = OwnershipOfSource.made(of: source)
    return ownership.describeEnds(in: program.file(at: "A.swift") ?? FileID(index: 0), of: program)
  }

  /// The lines of what is told.
  private func told(_ source: String) -> [Int] {
    let (program, ownership) = OwnershipOfSource.made(of: source)
    return ownership.cycles.map { program.files[0].facts.position(of: $0.closingSpan(in: program).bytes.start).line }.sorted()
  }
}
