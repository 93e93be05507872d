import ProgramModel
import SwiftFacts
import Testing

/// What ends a cycle, and what only looks as if it did.
struct CycleEndTests {
  static let banner = """
    class UIView { func removeFromSuperview() {} }
    class UIViewController {}
    final class Banner: UIView { var onTap: (() -> Void)? }
    final class Screen: UIViewController {
      private var banner: Banner?
      func show() {
        let banner = Banner()
        banner.onTap = { self.reload() }
        self.banner = banner
      }
      func hide() { banner = nil }

    """

  @Test func `A banner that is hidden when there is nothing to tell may be there when the screen goes`() {
    #expect(cycles(Self.banner + "  func reload() { hide() }\n}") == ["8 self guessed"])
  }

  @Test(arguments: ["viewWillDisappear", "close", "dismissAll", "stopShowing"])
  func `What goes with the screen ends the cycle`(_ name: String) {
    #expect(cycles(Self.banner + "  func reload() { hide() }\n  func \(name)() { reload() }\n}") == [])
  }

  static let list = """
    final class Item { var onChange: (() -> Void)? }
    final class List {
      private var items: [Item] = []
      func add(_ item: Item) { items.append(item) }
      func remove(at index: Int) { items.remove(at: index) }
    }
    final class Screen {
      let list = List()
      func start() {
        let item = Item()
        item.onChange = { self.start() }
        list.add(item)
      }

    """

  @Test func `What nobody calls ends nothing`() {
    #expect(cycles(Self.list + "}") == ["11 self known"])
    #expect(cycles(Self.list + "  func go() { other.remove(from: 3) }\n}") == ["11 self known"])
  }

  @Test(arguments: ["func go() { list.remove(at: 0) }", "func go() { call(list.remove) }"])
  func `What somebody calls, or hands on, may end it`(_ caller: String) {
    #expect(cycles(Self.list + "  \(caller)\n}") == [])
  }

  static let loader = """
    final class Loader { var onDone: (() -> Void)?; func forget() { onDone = nil } }
    final class Screen {
      let loader = Loader()
      func listen() { loader.onDone = { self.show() } }
      func show() {}

    """

  @Test func `What is always filled again is never left empty`() {
    #expect(cycles(Self.loader + "  func reload() { loader.forget(); listen() }\n}") == ["4 self proven"])
    #expect(cycles(Self.loader + "  func reload() { loader.forget(); if isOver { return }; listen() }\n}") == [])
  }

  @Test func `Taking something out of an object does not end that it is kept`() {
    let view = """
      class UIView { func removeGestureRecognizer(_ tap: Tap) }
      class Tap {}
      final class Card: UIView {
        var background: UIView?
        let tap = Tap()
        init() { background = self }
        func off() { background?.removeGestureRecognizer(tap) }
      }
      """
    #expect(cycles(view) == ["4 background proven"])
    #expect(cycles(view + "\nextension Card { func end() { background = nil } }\nlet x = Card().end()") == [])
  }

  static let coordinator = """
    class UIViewController {}; class UINavigationController { init(rootViewController: UIViewController) {} }
    final class Coordinator {
      let navigation: UINavigationController
      init(navigation: UINavigationController) { self.navigation = navigation }
    }
    final class Form: UIViewController {
      var coordinator: Coordinator?
      func go() { coordinator = Coordinator(navigation: navigationController!) }
    }

    """

  @Test func `A screen that is first of its navigation controller goes with it, and another is taken off it`() {
    #expect(cycles(Self.coordinator + "func a() { let n = UINavigationController(rootViewController: Form()); n.first.go() }") == ["3 navigation guessed"])
    #expect(cycles(Self.coordinator + "func a(n: UINavigationController) { n.push(Form()) }") == [])
  }

  @Test func `Of two objects that a function may answer with, one is not the other`() {
    let source = """
      class Page { var model: Model? }
      final class Frame: Page {}
      final class Model { var frame: Page? }
      struct Maker {
        func make(isFramed: Bool) -> Page {
          let page = Page(), frame = Frame(), model = Model()
          model.frame = frame
          page.model = model
          return ANSWER
        }
      }
      final class Host {
        var page: Page?
        func go() { page = Maker().make(isFramed: true) }
      }
      """
    #expect(cycles(source.replacing("ANSWER", with: "isFramed ? frame : page")) == [])
    #expect(cycles(source.replacing("model.frame = frame", with: "model.frame = page").replacing("ANSWER", with: "page")).contains("3 frame proven"))
  }

  /// `line name proof` for each closure or property that closes a cycle.
  private func cycles(_ source: String) -> [String] { CyclesOfSource.found(in: source) }
}

/// Who keeps whom in one file, with what little of the system these tests are about.
enum OwnershipOfSource {
  static func made(of source: String) -> (program: Program, ownership: Ownership) {
    let file = SourceFile(path: "A.swift", facts: FactsMaker().facts(of: Array(source.utf8)))
    var knowledge = Knowledge()
    knowledge.objects[.init(type: nil, name: "append")] = [.init(labels: nil, fact: .init(keeper: .receiver, kept: .argument))]
    knowledge.closures[.init(type: nil, name: "append")] = [.init(labels: nil, fact: .init(lifetime: .receiver))]
    knowledge.closures[.init(type: "WorkItem", name: "init")] = [.init(labels: nil, fact: .init(lifetime: .result))]
    knowledge.clears = [.init(type: "UIView", name: "removeGestureRecognizer")]
    knowledge.properties[.init(type: "UIViewController", name: "navigationController")] = .init(
      holding: .weak, type: "UINavigationController", isClosure: false)
    func add(_ names: [Symbol], _ role: Role, argument: Symbol? = nil) {
      let source = TableLine(table: 0, line: 0)
      for name in names { knowledge[role].add(.init(type: nil, labels: nil, argument: argument, source: source), named: name) }
    }
    add(["forEach", "map", "first"], .handsOutElements)
    add(["map"], .mapsElements)
    add(["first", "last"], .oneElement)
    add(["zip"], .pairsUp)
    add(["enumerated"], .numbersElements)
    add(["viewControllers"], .screenStack)
    add(["rootViewController"], .firstScreenArgument)
    add(["navigationController"], .keptInListOf, argument: "viewControllers")
    add(["withLock"], .guardsByLock)
    add(["remove", "removeLast", "removeAll", "cancel"], .endsReceiver)
    add(["viewWillDisappear"], .comesWhenDropped)
    add(["UIView"], .shownPart)
    add(["UIViewController"], .screen)
    let program = Program(files: [file], knowledge: knowledge)
    return (program, Ownership(of: program, threads: 2))
  }
}

/// Cycles of one file.
enum CyclesOfSource {
  static func found(in source: String) -> [String] {
    let (program, ownership) = OwnershipOfSource.made(of: source)
    let facts = program.files[0].facts
    return ownership.cycles.map { cycle in
      switch cycle.closing {
      case .closure(let closure):
        "\(facts.position(of: closure.span.bytes.start).line) \(closure.captured) \(cycle.proof)"
      case .property(let property):
        "\(facts.position(of: program.declaration(of: property).nameSpan.start).line) \(program.declaration(of: property).name) \(cycle.proof)"
      }
    }.sorted()
  }
}
