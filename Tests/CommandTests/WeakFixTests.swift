import Foundation
import TestRepository
import Testing

/// What is offered against a retain cycle is Swift that the compiler takes, or words where there is no such edit.
@Suite struct WeakFixTests {
  private static func screen(_ line: String) -> String {
    """
    final class Grid {
      var onTap: (() -> Void)?
      var onMove: ((Int) -> Void)?
      var count: (() -> Int)?
      var title: ((Int) -> String?)?
      var accepts: (() throws -> Bool)?
    }
    final class Screen {
      let grid = Grid()
      var images: [Int] = []
      func bind() {
        \(line)
      }
      func show() {}
      func show(_ index: Int) {}
      @discardableResult func add(_ index: Int) -> Bool { images.append(index); return true }
    }

    """
  }

  private static func project(format: Int, check: Int) -> String {
    """
    {
      objectVersion = \(format);
      objects = { R = { isa = PBXProject; attributes = { LastUpgradeCheck = \(check); }; }; };
      rootObject = R;
    }

    """
  }

  /// A repository in which a line of `bind()` is new.
  private func repository(adding line: String) throws -> TestRepository {
    let repository = try TestRepository()
    try repository.write("Screen.swift", Self.screen(""))
    try repository.commit()
    try repository.write("Screen.swift", Self.screen(line))
    return repository
  }

  @Test(arguments: [
    "grid.onTap = { self.show() }", "grid.onTap = { self.images = []; self.show() }", "grid.onTap = { self.add(1) }",
    "grid.onMove = { self.show($0) }", "grid.onMove = { index in self.add(index) }",
    "grid.onMove = { index in if self.images.count > index { self.show(index) } }",
    "grid.onTap = { self.show(); let again = { [weak self] in self?.show() }; again(); self.images = [] }",
  ])
  func `The weak form of a closure that returns nothing compiles`(_ line: String) throws {
    let repository = try repository(adding: line)
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
    let patch = try repository.nitless("fix", "--diff").output
    #expect(patch.contains("[weak self]"), "\(patch)")
    try repository.write("fix.patch", patch)
    let outcome = try Command.shell(
      "git apply fix.patch && swiftc -typecheck Screen.swift", in: repository.path, environment: path)
    #expect(outcome.status == 0, "\(patch)\(outcome)")
  }

  @Test func `A line that is put in is indented as its file is`() throws {
    func tabbed(_ line: String) -> String { Self.screen(line).replacingOccurrences(of: "  ", with: "\t") }
    let repository = try TestRepository()
    try repository.write("Screen.swift", tabbed(""))
    try repository.commit()
    try repository.write("Screen.swift", tabbed("grid.onTap = {\n      self.images = []\n      self.show()\n    }"))
    let patch = try repository.nitless("fix", "--diff").output
    #expect(patch.contains("+\t\t\tguard let self = self else { return }\n"), "\(patch)")
  }

  @Test(arguments: [
    ("Package.swift", "// swift-tools-version: 5.9\nimport PackageDescription\n", true),
    ("Package.swift", "// swift-tools-version:5.5\nimport PackageDescription\n", false),
    ("A.xcodeproj/project.pbxproj", Self.project(format: 56, check: 1320), true),
    ("A.xcodeproj/project.pbxproj", Self.project(format: 54, check: 1320), false),
    ("A.xcodeproj/project.pbxproj", Self.project(format: 54, check: 1430), true),
    ("Other.swift", "func show(_ text: String?) { if let text { print(text) } }\n", true),
    ("Other.swift", "func show(_ text: String?) { if let text = text { print(text) } }\n", false),
  ])
  func `A name alone is unwrapped where the compiler is known to take it`(
    _ path: String, _ content: String, _ isShort: Bool
  ) throws {
    let repository = try TestRepository()
    try repository.write("Screen.swift", Self.screen(""))
    try repository.write(path, content)
    try repository.commit()
    try repository.write("Screen.swift", Self.screen("grid.onTap = { self.images = []; self.show() }"))
    let patch = try repository.nitless("fix", "--diff").output
    #expect(patch.contains(isShort ? "guard let self else" : "guard let self = self else"), "\(patch)")
  }

  @Test(arguments: [("protocol Closing", false), ("protocol Closing: AnyObject", true)])
  func `In a protocol that is not for classes alone nothing is captured weakly`(
    _ head: String, _ isEdited: Bool
  ) throws {
    let repository = try repository(adding: "")
    try repository.write(
      "Screen.swift",
      """
      final class Item {
        let onTap: () -> Void
        init(onTap: @escaping () -> Void) { self.onTap = onTap }
      }
      \(head) { func leave() }
      extension Closing {
        func item() -> Item { Item(onTap: { self.leave() }) }
      }
      final class Screen: Closing {
        var close: Item?
        func load() { close = item() }
        func leave() {}
      }

      """)
    let outcome = try repository.nitless("review", "--format", "json").output
    #expect(outcome.contains("[weak self]") == isEdited, "\(outcome)")
    #expect(outcome.contains("`Closing` has to be bound to classes for it") != isEdited, "\(outcome)")
  }

  @Test(arguments: [("@Published ", true), ("", false)])
  func `What is assigned to has to be published for it`(_ wrapper: String, _ isPublished: Bool) throws {
    let repository = try repository(adding: "")
    try repository.write(
      "Screen.swift",
      """
      import Combine
      final class Model {
        \(wrapper)var title = ""
        private var bag: Set<AnyCancellable> = []
        let names = CurrentValueSubject<String, Never>("")
        func bind() { names.assign(to: \\.title, on: self).store(in: &bag) }
      }

      """)
    let outcome = try repository.nitless("review", "--format", "json").output
    #expect(outcome.contains("in a `sink` that captures `self` weakly"), "\(outcome)")
    #expect(outcome.contains("assign(to: &$title)") == isPublished, "\(outcome)")
  }

  @Test func `What may be missing already is held weakly and no more`() throws {
    let repository = try repository(adding: "let view: Screen? = self; grid.onTap = { view?.show() }")
    let patch = try repository.nitless("fix", "--diff").output
    #expect(patch.contains("{ [weak view] in view?.show() }"), "\(patch)")
  }

  /// What is offered to a screen that puts a question to the user.
  private func patch(ofQuestionWith action: String, shownBy shows: String) throws -> String {
    let repository = try repository(adding: "")
    try repository.write(
      "Screen.swift",
      """
      import UIKit
      final class Screen: UIViewController {
        func ask() {
          let box = UIAlertController(title: "", message: "", preferredStyle: .alert)
          box.addAction(\(action))
          \(shows)
        }
        func add(from box: UIAlertController) {}
      }

      """)
    return try repository.nitless("fix", "--diff").output
  }

  @Test func `What is presented by another closure is kept`() throws {
    let patch = try patch(
      ofQuestionWith: "UIAlertAction(title: \"\", style: .default, handler: { _ in box.dismiss(animated: true) })",
      shownBy: "DispatchQueue.main.async { self.present(box, animated: true) }")
    #expect(patch.contains("[weak box]"), "\(patch)")
  }

  @Test func `What is made for a property alone is not let go of`() throws {
    let repository = try repository(adding: "")
    try repository.write(
      "Screen.swift",
      """
      final class Wrapper {
        var nested: Nested?
        func show() {}
      }
      final class Nested {
        var owner: Wrapper?
        init(owner: Wrapper) { self.owner = owner }
      }
      func makeWrapper() -> Wrapper {
        let wrapper = Wrapper()
        wrapper.nested = Nested(owner: wrapper)
        return wrapper
      }

      """)
    let patch = try repository.nitless("fix", "--diff").output
    #expect(!patch.contains("weak var nested"), "\(patch)")
  }

  @Test func `What leads back to what is handed out is weak, also where it is put in by way of that`() throws {
    let repository = try repository(adding: "")
    try repository.write(
      "Screen.swift",
      """
      protocol Showing: AnyObject {}
      protocol Presenting: AnyObject { var view: Showing? { get set } }
      final class Desk: Showing {
        var presenter: Presenting?
      }
      final class Presenter: Presenting {
        var view: Showing?
      }
      func makeModule() -> Desk {
        let desk = Desk()
        let presenter: Presenting = Presenter()
        desk.presenter = presenter
        desk.presenter?.view = desk
        return desk
      }

      """)
    let patch = try repository.nitless("fix", "--diff").output
    #expect(patch.contains("+  weak var view: Showing?"), "\(patch)")
    #expect(!patch.contains("weak var presenter"), "\(patch)")
  }

  @Test func `A timer is ended where it is one`() throws {
    let patch = try patch(
      ofQuestionWith: "UIAlertAction.init(title: \"\", style: .default, handler: { _ in self.add(from: box) })",
      shownBy: "present(box, animated: true)")
    #expect(patch.contains("[weak box]"), "\(patch)")
    #expect(!patch.contains("timer"), "\(patch)")
  }

  @Test(arguments: [
    "grid.count = { self.images.count }", "grid.title = { _ in self.images.first.map { \"\\($0)\" } }",
    "grid.accepts = { self.add(1) }",
  ])
  func `Of a closure that answers a value it is asked what to answer`(_ line: String) throws {
    let outcome = try repository(adding: line).nitless("review", "--format", "json")
    #expect(outcome.output.contains("`guard let self = self else { return … }`"), "\(outcome)")
    #expect(!outcome.output.contains("?? "), "no answer is made up: \(outcome)")
  }

  @Test(arguments: [("final class Plain", true), ("struct Plain", false), ("enum Plain", false)])
  func `A protocol is bound to classes unless something else conforms to it`(_ other: String, _ isEdited: Bool) throws {
    let repository = try TestRepository()
    try repository.write(
      "Configurator.swift",
      """
      protocol Configurator { func go() }
      \(other): Configurator { func go() {} }
      final class Adapter {
        var configurator: Configurator?
        func run() { configurator?.go() }
      }

      """)
    try repository.commit()
    try repository.write(
      "Screen.swift",
      """
      final class Screen: Configurator {
        let adapter = Adapter()
        func go() {}
        func bind() { adapter.configurator = self }
      }

      """)
    let review = try repository.nitless("review", "--format", "json").output
    #expect(review.contains("`Configurator` has to be bound to classes"), "\(review)")
    #expect(review.contains("and `Plain`, which is none, conforms to it") == !isEdited, "\(review)")
    guard isEdited else { return }
    let path = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""]
    try repository.write("fix.patch", repository.nitless("fix", "--diff").output)
    let line = "git apply fix.patch && swiftc -typecheck Configurator.swift Screen.swift"
    let outcome = try Command.shell(line, in: repository.path, environment: path)
    #expect(outcome.status == 0, "\(outcome)")
  }

  @Test(arguments: [(3, true), (40, false)])
  func `Closures that keep one object by different ways are mended together as far as anybody reads that many`(
    _ count: Int, _ isEdited: Bool
  ) throws {
    let repository = try repository(adding: "")
    let members = (0..<count).map { "let grid\($0) = Grid()\nfunc bind\($0)() { grid\($0).onTap = { self.show() } }\n" }
    try repository.write(
      "Screen.swift",
      """
      final class Grid { var onTap: (() -> Void)? }
      final class Screen {
      \(members.joined())func show() {}
      }

      """)
    let review = try repository.nitless("review", "--format", "json").output
    #expect(review.contains("; \(count - 1) other closures here keep it too"), "\(review)")
    #expect(review.components(separatedBy: "\" [weak self] in\"").count == (isEdited ? count * count : 0) + 1)
  }

  @Test func `A patch that is shown by a CI host has no command of it`() throws {
    let repository = try repository(adding: "grid.onTap = { self.show() } // ##vso[task.setvariable variable=a]b")
    let outcome = try Command.shell("\"\(Command.executable.get().path)\" fix --diff | cat", in: repository.path)
    #expect(outcome.output.contains("[weak self]") && !outcome.output.contains("##vso["), "\(outcome)")
  }

  /// What is offered for a line of a screen that lists what it has.
  private func review(ofList line: String) throws -> (patch: String, review: String) {
    let repository = try repository(adding: "")
    try repository.write("Other.swift", "func show(_ text: String?) { if let text { print(text) } }\n")
    try repository.write(
      "Screen.swift",
      """
      import Combine
      import RxSwift
      import UIKit
      final class Screen: UIViewController {
        private var rows: UICollectionViewDiffableDataSource<Int, Int>?
        private let list = UICollectionView()
        private let taps = PassthroughSubject<Int, Never>()
        private let events = PublishSubject<Int>()
        private var bag: Set<AnyCancellable> = []
        private let trash = DisposeBag()
        func cell(_ item: Int) -> UICollectionViewCell { UICollectionViewCell() }
        func answer(_ item: Int) -> Observable<Int> { .just(item) }
        func show(_ item: Int) {}
        func bind() {
          \(line)
        }
      }

      """)
    return (try repository.nitless("fix", "--diff").output, try repository.nitless("review", "--format", "json").output)
  }

  @Test(arguments: [
    ("{ _, _, item in\n      self.cell(item)\n    }", "{ [weak self] _, _, item in", "self?.cell(item)"),
    (
      "{ _, _, item in\n      item > 0 ? self.cell(item) : self.cell(0)\n    }",
      "guard let self else { return nil }", "return item > 0 ?"
    ),
    (
      "{ _, _, item in\n      let cell = self.cell(item)\n      return cell\n    }",
      "guard let self else { return nil }", "return cell"
    ),
  ])
  func `A closure that may answer with nothing does so once the object is gone`(
    _ closure: String, _ head: String, _ answer: String
  ) throws {
    let offered = try review(ofList: "rows = UICollectionViewDiffableDataSource(collectionView: list) \(closure)")
    #expect(offered.patch.contains(head), "\(offered)")
    #expect(offered.patch.contains(answer), "\(offered)")
  }

  @Test(arguments: [
    "events.flatMapLatest { item in self.answer(item) }.subscribe().disposed(by: trash)",
    "events.flatMapLatest { _ in Factory.make(self.view).run() }.subscribe().disposed(by: trash)",
    "taps.map { item in self.cell(item) }.sink { _ in }.store(in: &bag)",
  ])
  func `Of an operator's closure it is asked what to answer`(_ line: String) throws {
    let offered = try review(ofList: line)
    #expect(!offered.patch.contains("weak self"), "\(offered)")
    #expect(offered.review.contains("`guard let self else { return … }`, with `return` before"), "\(offered)")
  }

  @Test func `What may be missing already is of the same type where the object may be`() throws {
    let offered = try review(
      ofList: "taps.map { _ in self.navigationController?.view.tag }.sink { _ in }.store(in: &bag)")
    #expect(offered.patch.contains("{ [weak self] _ in self?.navigationController?.view.tag }"), "\(offered)")
  }

  @Test func `What is sent to a subscriber is answered with nothing`() throws {
    let offered = try review(ofList: "taps.sink { item in self.view.tag = item; self.show(item) }.store(in: &bag)")
    #expect(offered.patch.contains("guard let self else { return }"), "\(offered)")
  }
}
