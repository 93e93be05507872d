import BundledRules
import Git
import ProgramModel
import ReviewModel
import Reviewing
import RuleEngine
import RulePages
import Synchronization
import TestRepository
import Testing

/// A session, which takes over what its last review found, says after each save what a review by itself says.
@Suite struct SessionTests {
  private static let files = [
    "Base.swift": """
      import UIKit
      class Base: UIViewController {}
      class Shape {}
      final class Circle: Shape { let area = 1 }
      """,
    "Loader.swift": """
      final class Loader {
        weak var watcher: Watcher?
        var done: (() -> Void)?
        func keep(_ work: @escaping () -> Void) { done = work }
        func fetch(_ answer: @escaping (Int?, Error?) -> Void) { answer(nil, nil) }
      }
      final class Watcher { func told() {} }
      protocol Running { func run(_ work: @escaping (Bool) -> Void) }
      struct Runner: Running { func run(_ work: @escaping (Bool) -> Void) { work(true) } }
      """,
    "Screen.swift": """
      import UIKit
      final class Screen: Base {
        let loader = Loader()
        var total = 0
        override func viewDidAppear(_ animated: Bool) { total += 1 }
        func watch() { let watcher = Watcher(); loader.watcher = watcher }
        func begin() { loader.keep { self.show() } }
        func show() {}
        func count() { loader.fetch { value, error in self.total = value ?? 0 } }
      }
      """,
    "Drawing.swift": """
      func mean(of sums: Sums) -> Int { sums.all.reduce(0, +) / sums.all.count }
      func value(_ runner: Runner) async -> Int {
        await withCheckedContinuation { continuation in
          runner.run { isDone in if isDone { continuation.resume(returning: 1) } }
        }
      }
      """,
    "Sums.swift": "struct Sums { var all: [Int] = [] }",
    "App.swift": """
      import UIKit
      @main
      final class AppDelegate: UIResponder, UIApplicationDelegate {
        let store = Store()
      }
      final class Store {
        let loader = Loader()
        func begin() { loader.keep { self.load() } }
        func load() {}
      }
      """,
    "Card.swift": """
      import UIKit
      final class Card: UIView {
        let label = UILabel()
        var shown = ""
        func draw(_ badge: Badge) { shown = Words.title(of: badge) }
        func layout() { label.text = shown }
      }
      """,
    "Words.swift": "enum Words { static func title(of badge: Badge) -> String { \"Badge \\(badge.title)\" } }",
    "Badge.swift": "struct Badge { let title: String? }",
  ]

  /// Each is one file with another content, which says something else of another file; nil for one that is gone.
  private static let saves: [(path: String, source: String?)] = [
    ("Base.swift", files["Base.swift"]?.replacing("Base: UIViewController", with: "Base: NSObject")),
    ("Base.swift", files["Base.swift"]?.replacing("UIViewController {", with: "UIViewController { let more = 1")),
    ("Loader.swift", files["Loader.swift"]?.replacing("weak var", with: "var")),
    ("Loader.swift", files["Loader.swift"]?.replacing("Error?) ->", with: "String?) ->")),
    ("Loader.swift", files["Loader.swift"]?.replacing("{ done = work }", with: "{ work() }")),
    ("Loader.swift", files["Loader.swift"]?.replacing("func fetch(_", with: "func fetch(from place: Int = 0, _")),
    ("Loader.swift", files["Loader.swift"]?.replacing("{ work(true) }", with: "{ kept.append(work) }")),
    ("Loader.swift", files["Loader.swift"].map { "// Two lines\n// more.\n" + $0 }),
    ("Sums.swift", "struct Sums { var all = Totals() }\nstruct Totals { let count = 1.5; func reduce() {} }"),
    ("Sums.swift", nil),
    ("Ended.swift", "extension Loader { func end() { done = nil } }\nextension Screen { func end() { loader.end() } }"),
    ("Another.swift", "struct Sums { var all = 1 }"),
    ("Z.swift", "typealias Answer = Int"),
    ("Again.swift", "func again() { for _ in 0..<2 { Store().begin() } }"),
    ("Again.swift", "func again() -> Store { .init() }"),
    ("App.swift", files["App.swift"]?.replacing("@main", with: "")),
    ("Badge.swift", "struct Badge { let title: String }"),
    ("Words.swift", files["Words.swift"]?.replacing("badge.title", with: "1")),
    ("Card.swift", files["Card.swift"]?.replacing("label.text = shown", with: "label.text = nil")),
  ]

  @Test func `What is taken over from save to save is what would be found`() throws {
    let repository = try TestRepository()
    try repository.write("README.md", "Nothing yet.")
    try repository.commit()
    for (path, source) in Self.files { try repository.write(path, source) }
    let store = FactsStore()
    store.beginSession()
    var seen: Set<[String]> = [try told(of: repository, store)]
    for (path, source) in Self.saves {
      try save(path, source, in: repository)
      seen.insert(try told(of: repository, store))
      // And back again.
      try save(path, Self.files[path], in: repository)
      try told(of: repository, store)
    }
    #expect(seen.count > 6)
  }

  @Test func `What is taken over by other tables is nothing`() throws {
    let repository = try TestRepository()
    try repository.write("README.md", "Nothing yet.")
    try repository.commit()
    for (path, source) in Self.files { try repository.write(path, source) }
    let store = FactsStore()
    store.beginSession()
    let all = try told(of: repository, store)
    #expect(try told(of: repository, store, tables: 0) != all)
    #expect(try told(of: repository, store) == all)
  }

  /// Each review reads the tables anew, as an editor's server does, where a save may have changed them.
  @Test func `A save works out again what it reaches alone`() throws {
    let repository = try TestRepository()
    try repository.write("README.md", "Nothing yet.")
    try repository.commit()
    for (path, source) in Self.files { try repository.write(path, source) }
    let store = FactsStore()
    store.beginSession()
    let notes = Mutex<[String]>([])
    _ = try review(repository, store, .max) { note in notes.withLock { $0.append(note) } }
    try save("Sums.swift", Self.files["Sums.swift"].map { "// More.\n" + $0 }, in: repository)
    _ = try review(repository, store, .max) { note in notes.withLock { $0.append(note) } }
    let evaluations = notes.withLock { $0.filter { $0.contains("functions worked out") } }
    #expect(evaluations.first?.hasSuffix(" 0 taken over") == true, "\(evaluations)")
    #expect(evaluations.last?.hasSuffix(" 0 taken over") == false, "\(evaluations)")
  }

  private func save(_ path: String, _ source: String?, in repository: TestRepository) throws {
    if let source { try repository.write(path, source) } else { try repository.delete(path) }
  }

  /// What is introduced, in a session and by itself.
  @discardableResult
  private func told(of repository: TestRepository, _ store: FactsStore, tables: Int = .max) throws -> [String] {
    let (kept, fresh) = (try review(repository, store, tables), try review(repository, nil, tables))
    #expect(kept.introduced == fresh.introduced && kept.fixed == fresh.fixed && kept.standing == fresh.standing)
    #expect(kept.suppressed == fresh.suppressed && kept.notices == fresh.notices && kept.skipped == fresh.skipped)
    return fresh.introduced.map { "\($0.rule) \($0.place)" }
  }

  private func review(
    _ repository: TestRepository, _ store: FactsStore?, _ count: Int,
    note: @escaping @Sendable (String) -> Void = { _ in }
  ) throws -> Review {
    var tables = KnowledgeReader()
    for table in BundledRules.knowledge.prefix(count) { tables.read(table.text, path: table.path) }
    let knowledge = tables.knowledge
    let pages = BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page }.filter(\.isEnabled)
    let name: @Sendable () -> String = { "\(count) tables" }
    let reviewer = Reviewer(
      repository: try Repository(at: repository.path), inspector: Inspector(rules: pages), knowledge: knowledge,
      threads: 2, rulesName: store == nil ? nil : name, store: store, note: note)
    return try reviewer.review(.workTree)
  }
}
