import BundledRules
import Git
import ProgramModel
import ReviewModel
import Reviewing
import RuleEngine
import RulePages
import TestRepository
import Testing

/// What is said of a program is the same alone and in company.
@Suite struct CompanyTests {
  /// Small programs whose names clash: types, members, globals, extensions.
  private static let programs: [String: [String: String]] = [
    "Leaking": [
      "Sources/Leaking/Screen.swift": """
        final class Screen {
          let store = Store()
          func start() { store.done = { self.show() } }
          func show() {}
        }
        """,
      "Sources/Leaking/Store.swift": "final class Store { var done: (() -> Void)? }",
    ],
    "Sound": [
      "Sources/Sound/Screen.swift": """
        final class Screen {
          let store = Store()
          func start() { store.done = { self.show() } }
          func show() {}
          func reset() { store.done = nil }
        }
        extension Store { func clear() { done = nil } }
        """,
      "Sources/Sound/Store.swift": "struct Store { var done: (() -> Void)? { get { nil } set {} } }",
    ],
    "Ended": [
      "Sources/Ended/Screen.swift": """
        final class Screen {
          let store = Store()
          init() { store.done = { self.show() } }
          func show() {}
          func close() { store.clear() }
        }
        let shared = Screen()
        """,
      "Sources/Ended/Store.swift": """
        final class Store { var done: (() -> Void)? }
        extension Store { func clear() { done = nil } }
        func finish(_ screen: Screen) { screen.close() }
        """,
    ],
    "Delegating": [
      "Sources/Delegating/Screen.swift": """
        protocol Watcher: AnyObject { func changed() }
        final class Store { var watcher: Watcher? }
        final class Screen: Watcher {
          let store = Store()
          init() { store.watcher = self }
          func changed() {}
        }
        """
    ],
  ]

  private func said(_ files: [String: String], below folder: String = "") throws -> Set<String> {
    let repository = try TestRepository()
    for (path, text) in files { try repository.write(path, text) }
    try repository.commit()
    let pages = BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page }
    let reviewer = Reviewer(
      repository: try Repository(at: repository.path), inspector: Inspector(rules: pages), knowledge: Knowledge(), threads: 2)
    return Set(try reviewer.audit("HEAD").introduced.map {
      "\(folder)\($0.place.path):\($0.place.span.start.line) \($0.level) \($0.rule): \($0.message)"
    })
  }

  private static func manifest(_ name: String) -> String {
    """
    import PackageDescription
    let package = Package(name: "\(name)", targets: [.target(name: "\(name)")])
    """
  }

  @Test(arguments: [true, false])
  func `Programs side by side are told what each is told alone`(_ hasManifests: Bool) throws {
    var together: [String: String] = [:]
    var alone: Set<String> = []
    for (name, files) in Self.programs {
      var files = files
      if hasManifests { files["Package.swift"] = Self.manifest(name) }
      alone.formUnion(try said(files, below: name + "/"))
      for (path, text) in files { together["\(name)/\(path)"] = text }
    }
    #expect(!alone.isEmpty)
    #expect(try said(together) == alone)
  }

  @Test func `A file that a change adds beside a program changes nothing that is said of it`() throws {
    let leaking = try #require(Self.programs["Leaking"])
    var files = leaking
    files["Package.swift"] = Self.manifest("Leaking")
    let before = try said(files)
    files["Examples/Package.swift"] = Self.manifest("Other")
    files["Examples/Sources/Other/Store.swift"] = "final class Store { weak var done: AnyObject? }"
    #expect(try said(files) == before)
  }
}
