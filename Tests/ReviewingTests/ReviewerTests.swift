import BundledRules
import Git
import ProgramModel
import ReviewModel
import Reviewing
import RuleEngine
import RulePages
import TestRepository
import Testing

/// What a change introduces, fixes and leaves standing, in repositories made for it.
@Suite struct ReviewerTests {
  let repository: TestRepository

  private static let viewer = """
    final class Viewer {
      let downloader = Downloader()
      func start() {
        downloader.whenDone { self.show() }
      }
      func show() {}
    }

    """

  /// A downloader that keeps what it is given.
  private static let keeping = """
    final class Downloader {
      private var onDone: (() -> Void)?
      func whenDone(_ run: @escaping () -> Void) {
        onDone = run
      }
    }

    """

  private static let calling = keeping.replacing("onDone = run", with: "run()")

  init() throws { repository = try TestRepository() }

  private func commit(_ files: [String: String]) throws {
    for (path, text) in files { try repository.write(path, text) }
    try repository.commit()
  }

  private func review(excluding path: String? = nil, knowledge: Knowledge = Knowledge()) throws -> Review {
    let pages = BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page }
    let reviewer = Reviewer(
      repository: try Repository(at: repository.path), inspector: Inspector(rules: pages),
      knowledge: knowledge,
      threads: 2, isExcluded: { $0 == path })
    return try reviewer.review(.range(from: "HEAD~", to: "HEAD"))
  }

  @Test func `A review says what it compared with what, an audit compares nothing`() throws {
    try commit(["Viewer.swift": Self.viewer])
    try commit(["Downloader.swift": Self.keeping])
    let review = try review()
    #expect(review.comparison?.hasPrefix("HEAD (") == true)
    let reviewer = Reviewer(
      repository: try Repository(at: repository.path), inspector: Inspector(rules: []),
      knowledge: Knowledge(), threads: 1)
    let head = try repository.git("rev-parse", "--short=7", "HEAD")
    #expect(try reviewer.review(.staged).comparison == "the index with HEAD (\(head) on main)")
    #expect(
      try reviewer.review(.workTree).comparison == "the work tree with HEAD (\(head) on main)")
    #expect(try reviewer.audit(nil).comparison == nil)
  }

  @Test func `What was there before and only comes into use by a change is counted, and listed apart`() throws {
    let app = """
      import SwiftUI
      @main struct PostApp: App { var body: some Scene { WindowGroup { MenuView() } } }
      struct MenuView: View {
        var body: some View { Button("New") { begin() } }
        private func begin() {}
      }

      """
    try commit([
      "Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(name: "Post", targets: [.executableTarget(name: "Post")])

        """,
      "Sources/Post/PostApp.swift": app, "Sources/Post/Viewer.swift": Self.viewer,
      "Sources/Post/Downloader.swift": Self.keeping,
      "Sources/Post/Desk.swift": "final class Desk {\n  func begin() { Viewer().start() }\n}\n",
    ])
    try commit(["Sources/Post/PostApp.swift": app.replacing("begin() {}", with: "begin() { Desk().begin() }")])
    let review = try review()
    #expect(review.introduced.isEmpty)
    #expect(review.surfaced.map(\.rule) == ["closure-retain-cycle"])
    #expect(review.standing == 1)
    #expect(
      review.notices == [
        .remark(
          "1 finding is in code that this change does not touch and only brings into use; `nitless audit` shows it")
      ])
  }

  @Test func `An audit counts what is wrong in code that nothing calls, and a review tells what a change brings there`()
    throws
  {
    let desk = """
      import UIKit
      final class Desk: NSObject, UITextFieldDelegate {
        func fill(times: Int = 1, completion: @escaping () -> Void) {
          if times == 0 { return completion() }
          completion()
        }
      }

      """
    try commit([
      "Package.swift": """
        // swift-tools-version: 5.9
        import PackageDescription
        let package = Package(name: "Post", targets: [.executableTarget(name: "Post")])

        """,
      "Sources/Post/PostApp.swift": """
        @main struct PostApp {
          static func main() { first() }
          static func first() { second() }
          static func second() { for _ in 0..<3 { _ = Desk() } }
        }

        """,
      "Sources/Post/Desk.swift": desk,
    ])
    try commit([
      "Sources/Post/Desk.swift": desk.replacing("return completion", with: "completion")
    ])
    let knowledge = BundledPagesTests.knowledge
    #expect(try review(knowledge: knowledge).introduced.map(\.rule) == ["completion-called-twice"])
    let pages = BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page }
    let reviewer = Reviewer(
      repository: try Repository(at: repository.path), inspector: Inspector(rules: pages), knowledge: knowledge,
      threads: 1)
    let audit = try reviewer.audit(nil)
    #expect(audit.introduced.isEmpty)
    #expect(audit.account.uncalled == 1)
    #expect(try reviewer.audit(nil, scope: .withUncalled).introduced.map(\.rule) == ["completion-called-twice"])
  }

  @Test func `A finding in a file that the change leaves alone names the changed line behind it`()
    throws
  {
    try commit(["Viewer.swift": Self.viewer, "Downloader.swift": Self.calling])
    try commit(["Downloader.swift": Self.keeping])
    let review = try review()
    #expect(review.introduced.map(\.place.path) == ["Viewer.swift"])
    #expect(review.introduced.map { $0.cause?.path } == ["Downloader.swift"])
    #expect(review.fixed.isEmpty && review.standing == 0)
  }

  @Test func `What goes away is fixed, in the old coordinates`() throws {
    try commit(["Viewer.swift": Self.viewer, "Downloader.swift": Self.keeping])
    try commit([
      "Viewer.swift": "// A line more.\n" + Self.viewer, "Downloader.swift": Self.calling,
    ])
    let review = try review()
    #expect(review.introduced.isEmpty)
    #expect(review.fixed.map(\.place.span.start.line) == [4])
  }

  @Test func `Layout, a moved file and a renamed function leave a finding standing`() throws {
    try commit(["Viewer.swift": Self.viewer, "Downloader.swift": Self.keeping])
    try repository.delete("Viewer.swift")
    let renamed = Self.viewer.replacing("  func start", with: "\n\n\tfunc begin")
    try commit(["Screens/Viewer.swift": renamed])
    let review = try review()
    #expect(review.introduced.isEmpty && review.fixed.isEmpty)
    #expect(review.standing == 1)
  }

  @Test func `A dropped weak reference is told as such`() throws {
    try commit([
      "Viewer.swift": Self.viewer.replacing("{ self.", with: "{ [weak self] in self?."),
      "Downloader.swift": Self.keeping,
    ])
    try commit(["Viewer.swift": Self.viewer])
    #expect(try review().introduced.map(\.rule) == ["weak-dropped"])
  }

  @Test func `What may have been wrong, and is so now, is introduced`() throws {
    let child = "protocol ChildDelegate: AnyObject {}\nfinal class Child { var delegate: ChildDelegate? }\n"
    let owner = "final class Owner: ChildDelegate {\n  let child = Child()\n  func start() {\n  }\n}\n"
    try commit(["Child.swift": child, "Owner.swift": owner])
    try commit(["Owner.swift": owner.replacing("start() {\n", with: "start() {\n    child.delegate = self\n")])
    let review = try review()
    #expect(review.introduced.map(\.level) == [.bug])
    #expect(review.introduced.map(\.rule) == ["strong-delegate-cycle"])
  }

  @Test func `Nothing is said about an excluded file`() throws {
    try commit(["Viewer.swift": Self.viewer, "Downloader.swift": Self.calling])
    try commit(["Downloader.swift": Self.keeping])
    #expect(try review(excluding: "Viewer.swift").introduced.isEmpty)
  }

  @Test func `A change without Swift files is an empty review`() throws {
    try commit(["Viewer.swift": Self.viewer, "Downloader.swift": Self.keeping])
    try commit(["README.md": "Hello"])
    let review = try review()
    #expect(review.introduced.isEmpty && review.extent?.files == 0)
  }
}
