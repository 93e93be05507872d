import Manifests
import ProgramModel
import SwiftFacts
import Testing

/// Who keeps whom, asked of small programs. The rule pages hold many more of them.
struct OwnershipTests {
  @Test func `A closure passed through three functions is kept by the list it ends up in`() {
    let found = cycles([
      "Bus.swift": """
        final class Bus {
          private var handlers: [() -> Void] = []
          func subscribe(_ handler: @escaping () -> Void) { register(handler) }
          private func register(_ handler: @escaping () -> Void) { add(handler) }
          private func add(_ handler: @escaping () -> Void) { handlers.append(handler) }
        }
        """,
      "Screen.swift": """
        final class Screen {
          let bus = Bus()
          func start() { bus.subscribe { self.show() } }
          func show() {}
        }
        """,
    ])
    #expect(found == ["Screen.swift:3 self known"])
  }

  @Test func `A recursion between functions comes to an end`() {
    let found = cycles([
      "A.swift": """
        final class A {
          var f: (() -> Void)?
          func one(_ g: @escaping () -> Void, _ n: Int) { if n > 0 { two(g, n - 1) } else { f = g } }
          func two(_ g: @escaping () -> Void, _ n: Int) { one(g, n) }
          func go() { two({ self.go() }, 3) }
        }
        """
    ])
    #expect(found == ["A.swift:5 self proven"])
  }

  @Test func `Of two types with one name in one module neither is meant, and nothing is proven`() {
    let found = cycles([
      "App/Player.swift": "final class Player { var done: (() -> Void)? }",
      "App/Screen.swift": """
        final class Screen {
          let player = Player()
          func go() { player.done = { self.go() } }
        }
        """,
      "Kit/Player.swift": "final class Player { weak var done: AnyObject? }",
    ])
    #expect(found == ["App/Screen.swift:3 self guessed"])
  }

  @Test(arguments: [(20, ["A.swift:4 self proven"]), (600, [])])
  func `Among very many functions of one name nobody looks for the one that is called`(
    _ count: Int, _ expected: [String]
  ) {
    let others = (0..<count).map { "  func keep(_ value: T\($0), _ run: @escaping () -> Void) { run() }\n" }
    let types = (0..<count).map { "struct T\($0) {}\n" }
    let found = cycles([
      "A.swift": """
        final class A {
          var done: (() -> Void)?
          func keep(_ value: Own, _ run: @escaping () -> Void) { done = run }
          func go() { keep(Own()) { self.go() } }
        \(others.joined())}
        struct Own {}
        \(types.joined())
        """
    ])
    #expect(found == expected)
  }

  @Test func `A type nested in an extension of itself in name is no riddle`() {
    #expect(cycles(["A.swift": "extension A { class A { class A {} } }\nextension A.A { struct A {} }"]).isEmpty)
  }

  @Test func `Of what only others than the program's own source can make there may be one for good`() {
    let app = """
      @objc final class Desk: NSObject {
        var done: (() -> Void)?
        func go() { done = { self.go() } }
      }
      """
    let package = "let package = Package(name: \"App\", targets: [.executableTarget(name: \"App\")])"
    let map = ModuleMap(
      manifests: Manifest.read([ManifestSource(path: "Package.swift", bytes: Array(package.utf8))]),
      paths: ["Sources/App/Desk.swift", "Sources/App/Office.swift"], isTestName: { _ in false })
    let office = "final class Office { func open() { Desk().go() } }\nfunc run() { Office().open() }"
    #expect(cycles(["Sources/App/Desk.swift": app], in: map) == ["Sources/App/Desk.swift:3 self guessed"])
    #expect(
      cycles(["Sources/App/Desk.swift": app, "Sources/App/Office.swift": office], in: map)
        == ["Sources/App/Desk.swift:3 self proven"])
    // Whoever has a library makes what it offers.
    #expect(cycles(["Sources/App/Desk.swift": app]) == ["Sources/App/Desk.swift:3 self proven"])
  }

  @Test(arguments: [1, 2, 5])
  func `The number of threads changes nothing`(_ threads: Int) {
    let sources = Dictionary(
      uniqueKeysWithValues: (0..<40).map { index in
        (
          "F\(index).swift",
          """
          final class C\(index) {
            var next: C\((index + 1) % 40)?
            var f: (() -> Void)?
            func go() { f = { self.go() }; next?.f = { self.go() } }
          }
          """
        )
      })
    #expect(cycles(sources, threads: threads) == cycles(sources, threads: 1))
  }

  /// `path:line captured proof` for each closure that closes a cycle.
  private func cycles(_ sources: [String: String], in map: ModuleMap? = nil, threads: Int = 2) -> [String] {
    let maker = FactsMaker()
    let files = sources.map { SourceFile(path: $0.key, facts: maker.facts(of: Array($0.value.utf8))) }
    var knowledge = Knowledge()
    knowledge[.seenByObjectiveC].add(
      RoleTable.Row(type: nil, labels: nil, source: .init(table: 0, line: 0)), named: "objc")
    knowledge.objects[.init(type: nil, name: "append")] = [
      .init(labels: nil, fact: .init(keeper: .receiver, kept: .argument))
    ]
    let program = Program(files: files, knowledge: knowledge, modules: map)
    return Ownership(of: program, threads: threads).cycles.compactMap { cycle in
      guard case .closure(let closure) = cycle.closing else { return nil }
      let file = program[closure.span.file]
      return "\(file.path):\(file.facts.position(of: closure.span.bytes.start).line) \(closure.captured) \(cycle.proof)"
    }.sorted()
  }
}
