import ProgramModel
import SwiftFacts
import Testing

/// What became of a file's declarations between two programs: new, the same, changed, gone.
struct DiffTests {
  @Test func `A function that is as it was`() {
    expect(
      """
      func f() { go() }
      """,
      """
      func f() { go() }
      """,
      """
      same: f()

      """)
  }

  @Test func `Layout and comments change nothing`() {
    expect(
      """
      func f() { go(1, 2) }
      """,
      """
      // why
      func f() {
        go(1,
           2)
      }
      """,
      """
      same: f()

      """)
  }

  @Test func `A new function is new`() {
    expect(
      """
      func f() { go() }
      """,
      """
      func f() { go() }
      func g() { stop() }
      """,
      """
      same: f()
      new: g()

      """)
  }

  @Test func `A function that is gone is told`() {
    expect(
      """
      func f() { go() }
      func g() { stop() }
      """,
      """
      func f() { go() }
      """,
      """
      same: f()
      gone: g()

      """)
  }

  @Test func `A call that goes and one that comes`() {
    expect(
      """
      func f() { start() }
      """,
      """
      func f() { stop() }
      """,
      """
      changed: f()
        -     start()
        +     stop()

      """)
  }

  @Test func `Renamed with the same body, it is the same function`() {
    expect(
      """
      final class Box {
        func fill() { items.append(load()); show(items) }
        var items: [Int] = []
      }
      """,
      """
      final class Box {
        func refill() { items.append(load()); show(items) }
        var items: [Int] = []
      }
      """,
      """
      same: Box.items
      same: Box.refill(), as Box.fill()

      """)
  }

  @Test func `Overloads are told apart by labels`() {
    expect(
      """
      func f(a: Int) { one() }
      func f(b: Int) { two() }
      """,
      """
      func f(a: Int) { one() }
      func f(b: Int) { three() }
      """,
      """
      same: f(a:)
      changed: f(b:)
        -     two()
        +     three()

      """)
  }

  @Test func `Overloads are told apart by types`() {
    expect(
      """
      func f(_ a: Int) { one() }
      func f(_ a: String) { two() }
      """,
      """
      func f(_ a: Int) { one() }
      func f(_ a: String) { three() }
      """,
      """
      same: f(_:)
      changed: f(_:)
        -     two()
        +     three()

      """)
  }

  @Test func `A property that becomes weak was there before`() {
    expect(
      """
      final class Cell { var delegate: Screen? }
      final class Screen {}
      """,
      """
      final class Cell { weak var delegate: Screen? }
      final class Screen {}
      """,
      """
      changed: Cell.delegate
        - var: Screen?
        + weak var: Screen?

      """)
  }

  @Test func `A new property is new`() {
    expect(
      """
      final class Box { var a = 1 }
      """,
      """
      final class Box { var a = 1; var b = 2 }
      """,
      """
      same: Box.a
      new: Box.b

      """)
  }

  @Test func `A guard that comes`() {
    expect(
      """
      func f(_ x: Int?) { use(x) }
      """,
      """
      func f(_ x: Int?) {
        guard let x else { return }
        use(x)
      }
      """,
      """
      changed: f(_:)
        +     guarding
        +       condition
        +         x
        +       block
        +         leave

      """)
  }

  @Test func `A capture list that goes`() {
    expect(
      """
      final class A {
        func f() { run { [weak self] in self?.g() } }
        func g() {}
      }
      """,
      """
      final class A {
        func f() { run { self.g() } }
        func g() {}
      }
      """,
      """
      changed: A.f()
        -       closure, captures weak self
        +       closure, captures self
        -         self
        -         skippable

      """)
  }

  @Test func `A method that moves into an extension stays itself`() {
    expect(
      """
      struct A { func f() { go() } }
      """,
      """
      struct A {}
      extension A { func f() { go() } }
      """,
      """
      same: A.f()

      """)
  }

  @Test func `A getter is told with its property`() {
    expect(
      """
      struct A { var n: Int { 1 } }
      """,
      """
      struct A { var n: Int { 2 } }
      """,
      """
      changed: A.n
        -   1
        +   2

      """)
  }

  @Test func `An initialiser is known by its labels`() {
    expect(
      """
      struct A { init(a: Int) { go() }; init(b: Int) { stop() } }
      """,
      """
      struct A { init(a: Int) { leave() }; init(b: Int) { stop() } }
      """,
      """
      changed: A.init(a:)
        -     go()
        +     leave()
      same: A.init(b:)

      """)
  }

  @Test func `The order of functions says nothing`() {
    expect(
      """
      func f() { one() }
      func g() { two() }
      """,
      """
      func g() { two() }
      func f() { one() }
      """,
      """
      same: g()
      same: f()

      """)
  }

  @Test func `A default that changes`() {
    expect(
      """
      func f(_ n: Int = 1) { go(n) }
      """,
      """
      func f(_ n: Int = 2) { go(n) }
      """,
      """
      changed: f(_:)
        -     1
        +     2

      """)
  }

  @Test func `A condition turned round`() {
    expect(
      """
      func f(_ b: Bool) { if b { one() } }
      """,
      """
      func f(_ b: Bool) { if !b { one() } }
      """,
      """
      changed: f(_:)
        -         b
        +         !b

      """)
  }

  @Test func `A case that comes into a switch`() {
    expect(
      """
      enum E { case a, b }
      func f(_ e: E) { switch e { case .a: one(); default: two() } }
      """,
      """
      enum E { case a, b }
      func f(_ e: E) { switch e { case .a: one(); case .b: three(); default: two() } }
      """,
      """
      changed: f(_:)
        -       one() ?? two()
        +       one() ?? three() ?? two()
        +       selectionCase
        +         matching
        +       block

      """)
  }

  @Test func `An async call awaited`() {
    expect(
      """
      func f() { Task { go() } }
      """,
      """
      func f() async { await go() }
      """,
      """
      changed: f()
        -     Task({ … })
        +     awaiting
        -     closure
        +     go()
        -       closure, captures nothing
        -         go()

      """)
  }

  @Test func `Of two that look alike, neither is taken for the other`() {
    expect(
      """
      func a() { go() }
      func b() { go() }
      """,
      """
      func c() { go() }
      func d() { go() }
      """,
      """
      new: c()
      new: d()
      gone: a()
      gone: b()

      """)
  }

  private func expect(_ before: String, _ after: String, _ text: String, _ at: SourceLocation = #_sourceLocation) {
    let maker = FactsMaker()
    func program(_ source: String) -> Program {
      Program(files: [SourceFile(path: "A.swift", facts: maker.facts(of: Array(source.utf8)))], knowledge: Knowledge())
    }
    let matching = Matching(before: program(before), after: program(after))
    let found = matching.after.file(at: "A.swift").map { matching.describe($0) }
    #expect(found == text, sourceLocation: at)
  }
}
