import Manifests
import ProgramModel
import SwiftFacts
import Testing

/// What names mean, by scope, module, imports and access. Lines that are asked about end in `// ?`.
struct NameTests {
  private func names(_ tree: String) -> String {
    var sources: [ManifestSource] = []
    var files: [SourceFile] = []
    var asked: [(path: String, line: Int)] = []
    let maker = FactsMaker()
    for part in ("\n" + tree).split(separator: "\n--- ", omittingEmptySubsequences: false) {
      let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
      let path = String(lines[0])
      if path.isEmpty { continue }
      let bytes = Array(lines.dropFirst().joined(separator: "\n").utf8)
      sources.append(ManifestSource(path: path, bytes: bytes))
      if path == "Package.swift" { continue }
      files.append(SourceFile(path: path, facts: maker.facts(of: bytes)))
      for (index, line) in lines.enumerated() where line.hasSuffix("// ?") { asked.append((path, index)) }
    }
    var knowledge = Knowledge()
    let row = RoleTable.Row(type: nil, labels: nil, source: .init(table: 0, line: 0))
    for name in ["map", "forEach", "first"] as [Symbol] { knowledge[.handsOutElements].add(row, named: name) }
    knowledge[.mapsElements].add(row, named: "map")
    knowledge[.oneElement].add(row, named: "first")
    let map = ModuleMap(manifests: Manifest.read(sources), paths: files.map(\.path), isTestName: { $0 == "Tests" })
    let program = Program(files: files, knowledge: knowledge, modules: map)
    return asked.map { place in
      program.file(at: place.path).map { program.describeNames(in: $0, line: place.line) } ?? "no such file"
    }.joined(separator: "\n")
  }

  @Test func `Of two types of one name, a file means its own module's`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        import Core
        let here = Store() // ?
        --- Sources/App/Store.swift
        final class Store {}
        --- Sources/Core/Store.swift
        public final class Store { public init() {} }
        """) == """
        here: declares Store of Sources/App/Store.swift
        Store: is the type Store of Sources/App/Store.swift
        init(): calls something outside, on Store of Sources/App/Store.swift
        """)
  }

  @Test func `What is not imported is not seen`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        let here = Store() // ?
        --- Sources/Core/Store.swift
        public final class Store { public init() {} }
        """) == """
        here: declares Store (outside)
        Store: is the type Store (outside)
        Store(): calls something outside
        """)
  }

  @Test func `What is imported is seen if it is public`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        import Core
        var one: Store? // ?
        var two: Hidden? // ?
        --- Sources/Core/Store.swift
        public final class Store {}
        final class Hidden {}
        """) == """
        one: declares Store
        two: declares Hidden (outside)
        """)
  }

  @Test func `A test sees what is internal`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Tests/AppTests/A.swift
        @testable import App
        var one: Store? // ?
        --- Sources/App/Store.swift
        final class Store {}
        """) == """
        one: declares Store
        """)
  }

  @Test func `A module that is exported is imported as well`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        import Core
        var one: Store? // ?
        --- Sources/Core/B.swift
        @_exported import Extra
        --- Sources/Extra/Store.swift
        public final class Store {}
        """) == """
        one: declares Store
        """)
  }

  @Test func `What one file of a module exports, its other files see`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        var one: Store? // ?
        --- Sources/App/Exports.swift
        @_exported import Core
        --- Sources/Core/Store.swift
        public final class Store {}
        """) == """
        one: declares Store
        """)
  }

  @Test func `Of two that are imported, none is meant`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        import Core
        import Extra
        var one: Store? // ?
        var two: Core.Store? // ?
        --- Sources/Core/Store.swift
        public final class Store {}
        --- Sources/Extra/Store.swift
        public final class Store {}
        """) == """
        one: declares unknown
        two: declares Store of Sources/Core/Store.swift
        """)
  }

  @Test func `A private type is its file's alone`() {
    #expect(
      names(
        """
        --- A.swift
        private final class Row {}
        var one: Row? // ?
        --- B.swift
        private final class Row {}
        var two: Row? // ?
        --- C.swift
        var three: Row? // ?
        """) == """
        one: declares Row of A.swift
        two: declares Row of B.swift
        three: declares Row (outside)
        """)
  }

  @Test func `A test sees its own types first, and nothing else sees them`() {
    #expect(
      names(
        """
        --- Code/Store.swift
        final class Store {}
        var one: Store? // ?
        var two: Fake? // ?
        --- Tests/Store.swift
        final class Store {}
        final class Fake {}
        --- Tests/Use.swift
        var one: Store? // ?
        --- Tests/Other.swift
        var two: Fake? // ?
        """) == """
        one: declares Store of Code/Store.swift
        two: declares Fake (outside)
        one: declares Store of Tests/Store.swift
        two: declares Fake
        """)
  }

  @Test func `A type inside a body is seen there and not elsewhere`() {
    #expect(
      names(
        """
        --- A.swift
        func make() {
          struct Row { var name = "" }
          let row = Row()
          print(row.name) // ?
        }
        --- B.swift
        var two: Row? // ?
        """) == """
        print(): calls something outside
        row: a local, is Row
        name: is String (outside)
        two: declares Row (outside)
        """)
  }

  @Test func `A nested type goes before one outside, and an inherited one too`() {
    #expect(
      names(
        """
        --- A.swift
        struct Item {}
        class Base { struct Item {} }
        final class Derived: Base {
          var item: Item? // ?
          struct Other {}
        }
        struct Other {}
        var other: Other? // ?
        var nested: Derived.Other? // ?
        """) == """
        item: declares Base.Item of A.swift
        other: declares Other of A.swift
        nested: declares Derived.Other of A.swift
        """)
  }

  @Test func `What an extension adds is of the type that the file sees`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        final class Store {}
        extension Store { func open() {} }
        func go(_ store: Store) { store.open() } // ?
        --- Sources/Core/Store.swift
        final class Store {}
        extension Store { func open() {} }
        func go(_ store: Store) { store.open() } // ?
        """) == """
        store: a local, is Store of Sources/App/A.swift
        open(): calls Store.open() of Sources/App/A.swift
        store: a local, is Store of Sources/Core/Store.swift
        open(): calls Store.open() of Sources/Core/Store.swift
        """)
  }

  @Test func `An extension of a module's type names the module`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        import Core
        struct Store {}
        extension Core.Store { func open() {} }
        func go(_ store: Core.Store) { store.open() } // ?
        --- Sources/Core/Store.swift
        public final class Store {}
        """) == """
        store: a local, is Store of Sources/Core/Store.swift
        open(): calls Store.open() of Sources/App/A.swift
        """)
  }

  @Test func `A local and a parameter go before a member, a member before a global`() {
    #expect(
      names(
        """
        --- A.swift
        final class One {}
        final class Two {}
        final class Three {}
        let value = One()
        class Base { let value = Two() }
        final class Screen: Base {
          func show() { print(value) } // ?
          func show(value: Three) { print(value) } // ?
        }
        func show() { print(value) } // ?
        """) == """
        print(): calls something outside, on Screen
        value: is Two
        print(): calls something outside, on Screen
        value: a local, is Three
        print(): calls something outside
        value: is One
        """)
  }

  @Test func `Overloads are told apart by labels and by the types of arguments`() {
    #expect(
      names(
        """
        --- A.swift
        final class One {}
        final class Two {}
        final class Screen {
          func add(_ one: One) -> One { one }
          func add(_ two: Two) -> Two { two }
          func add(other: Two) -> Two { other }
          func go(_ two: Two) {
            let added = add(two) // ?
            add(other: two) // ?
          }
        }
        """) == """
        add(): calls Screen.add(_:)
        two: a local, is Two
        add(): calls Screen.add(other:)
        two: a local, is Two
        """)
  }

  @Test func `Global functions are their module's`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        func start() {}
        func go() { start() } // ?
        --- Sources/Core/B.swift
        func start(_ n: Int = 0) {}
        func go() { start() } // ?
        """) == """
        start(): calls start()
        start(): calls start(_:)
        """)
  }

  @Test func `Generic arguments go through members and methods, inherited ones as well`() {
    #expect(
      names(
        """
        --- A.swift
        final class Foo { var name = "" }
        class Box<Value> { var value: Value; init(_ value: Value) { self.value = value }; func take() -> Value { value } }
        final class FooBox: Box<Foo> {}
        final class Two<A, B> { var first: A; var box: Box<B> }
        func go(_ box: Box<Foo>, _ foos: FooBox, _ two: Two<Int, Foo>) {
          print(box.value) // ?
          print(foos.value, foos.take()) // ?
          print(two.box.value) // ?
        }
        """) == """
        print(): calls something outside
        box: a local, is Box<Foo>
        value: is Foo
        print(): calls something outside
        foos: a local, is FooBox
        value: is Foo
        foos: a local, is FooBox
        take(): calls Box.take()
        print(): calls something outside
        two: a local, is Two<Int (outside), Foo>
        box: is Box<Foo>
        value: is Foo
        """)
  }

  @Test func `Elements come out of lists and dictionaries, by subscripts, loops, closures and members`() {
    #expect(
      names(
        """
        --- A.swift
        final class Foo { var name = "" }
        func go(_ list: [Foo], _ table: [Int: Foo]) {
          let one = list.first
          let two = table[1]
          let three = list.map { $0.name } // ?
          for item in list { print(item) } // ?
          print(one, two) // ?
        }
        """) == """
        list: a local, is [Foo]
        map(): calls something outside
        $0: a local, is Foo
        name: is String (outside)
        list: a local, is [Foo]
        print(): calls something outside
        item: a local, is Foo
        print(): calls something outside
        one: a local, is Foo
        two: a local, is Foo
        """)
  }

  @Test func `The type of a property may be told by its value alone`() {
    #expect(
      names(
        """
        --- A.swift
        final class Foo {}
        struct Maker { func make() -> Foo { Foo() } }
        final class Screen {
          let maker = Maker()
          lazy var foo = maker.make() // ?
        }
        """) == """
        foo: declares Foo
        maker: is Maker
        make(): calls Maker.make()
        """)
  }

  @Test func `A type of the program hides one of the system only where it is seen`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        final class Timer {}
        var mine: Timer? // ?
        --- Sources/Core/B.swift
        var theirs: Timer? // ?
        """) == """
        mine: declares Timer
        theirs: declares Timer (outside)
        """)
  }

  @Test func `A member is looked up on the type of what stands before the dot`() {
    #expect(
      names(
        """
        --- A.swift
        final class One { func close() {} }
        final class Two { func close() {}; var inner = One() }
        func go(_ two: Two) {
          two.close() // ?
          two.inner.close() // ?
        }
        """) == """
        two: a local, is Two
        close(): calls Two.close()
        two: a local, is Two
        inner: is One
        close(): calls One.close()
        """)
  }

  @Test func `A requirement is what a call of a protocol's value runs`() {
    #expect(
      names(
        """
        --- A.swift
        protocol Player { var next: Player? { get }; func play() }
        final class Real: Player { var next: Player?; func play() {} }
        func go(_ player: any Player) { player.next?.play() } // ?
        """) == """
        player: a local, is Player
        next: is Player
        play(): calls Player.play()
        """)
  }

  @Test func `An alias means what it stands for, its own module's`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        final class Foo {}
        typealias Item = Foo
        var item: Item? // ?
        --- Sources/Core/B.swift
        struct Bar {}
        typealias Item = Bar
        var item: Item? // ?
        """) == """
        item: declares Foo
        item: declares Bar
        """)
  }

  @Test func `What one file declares twice is once for each platform`() {
    #expect(
      names(
        """
        --- A.swift
        final class Foo {}
        final class Bar {}
        #if os(iOS)
          typealias Native = Foo
          let made = Foo()
        #else
          typealias Native = Bar
          let made = Bar()
        #endif
        var native: Native? // ?
        func go() { use(made) } // ?
        """) == """
        native: declares Foo
        use(): calls something outside
        made: is Foo
        """)
  }

  @Test func `An enum case without its type is the one that the context wants`() {
    #expect(
      names(
        """
        --- Package.swift
        let package = Package(name: "P", targets: [.target(name: "App"), .target(name: "Core"), .target(name: "Extra"), .testTarget(name: "AppTests")])
        --- Sources/App/A.swift
        enum One { case done(Int) }
        enum Two { case done(Int) }
        func take(_ two: Two) {}
        func go() {
          take(.done(1)) // ?
          let one: One = .done(2) // ?
        }
        """) == """
        take(): calls take(_:)
        done(): makes a case of Two
        done(): makes a case of One
        """)
  }
}
