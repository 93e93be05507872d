import Foundation
import TestRepository
import Testing

/// Comments that allow a finding: what they need, and what is told of them.
@Suite struct AllowCommentTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.commit()
    try repository.git("checkout", "-q", "-b", "topic")
  }

  private func review(allowing comment: String, in source: String = Source.leaking) throws -> (status: Int32, notices: [String]) {
    try repository.write("Viewer.swift", source.replacing("    downloader.onDone", with: "    \(comment)\n    downloader.onDone"))
    let outcome = try repository.nitless("review", "--format", "json")
    let review = try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    return (outcome.status, (review["notices"] as? [[String: Any]] ?? []).compactMap { $0["says"] as? String })
  }

  @Test func `With a reason it allows, and the review lists it`() throws {
    let (status, notices) = try review(allowing: "// nitless:allow closure-retain-cycle - there is one viewer, for good")
    #expect(status == 0)
    #expect(notices == ["The change allows `closure-retain-cycle` here: there is one viewer, for good"])
    #expect(try repository.nitless("review").output.contains("there is one viewer, for good"))
  }

  @Test func `What says less of the same change is allowed with it`() throws {
    let source = """
      protocol Presenting: AnyObject {
        func tap(_ fail: @escaping (Int) -> Void)
      }
      class Presenter: Presenting {
        let logic: Logic
        init(logic: Logic) { self.logic = logic }
        func tap(_ fail: @escaping (Int) -> Void) {
          logic.start { [weak self] result in
            guard let self else { return }
            self.note()
            fail(result)
          }
        }
        func note() {}
      }
      final class Logic {
        var done: ((Int) -> Void)?
        func start(_ done: @escaping (Int) -> Void) { self.done = done }
      }
      final class Screen {
        let presenter: any Presenting
        init(presenter: any Presenting) { self.presenter = presenter }
        func start() {
          presenter.tap { [weak self] result in self?.show(result) }
        }
        func show(_ result: Int) {}
      }
      func open() {
        let screen = Screen(presenter: Presenter(logic: Logic()))
        screen.start()
      }
      """
    try repository.write("Screen.swift", source)
    try repository.commit()
    try repository.git("branch", "-f", "main")
    let strong = source.replacing("[weak self] result in self?.show", with: "result in self.show")
    try repository.write("Screen.swift", strong)
    let told = try repository.nitless("review").output
    #expect(told.contains("weak-dropped") && !told.contains("weak-capture-dropped"), "\(told)")
    let comment = "// nitless:allow weak-dropped - one screen, for good\n    presenter.tap"
    try repository.write("Screen.swift", strong.replacing("presenter.tap", with: comment))
    let outcome = try repository.nitless("review")
    #expect(outcome.status == 0 && !outcome.output.contains("weak-capture-dropped"), "\(outcome.output)")
  }

  @Test func `What stood before is not listed again`() throws {
    _ = try review(allowing: "// nitless:allow closure-retain-cycle - there is one viewer, for good")
    try repository.commit()
    try repository.write("Other.swift", "let other = 1\n")
    #expect(try !repository.nitless("review", "HEAD").output.contains("for good"))
  }

  @Test(arguments: ["// nitless:allow closure-retain-cycle", "// nitless:allow closure-retain-cycle -", "// nitless:allow closure-retain-cycle - !"])
  func `Without a reason it allows nothing`(comment: String) throws {
    let (status, notices) = try review(allowing: comment)
    #expect(status == 1)
    #expect(notices.count == 1 && notices[0].contains("gives no reason to allow `closure-retain-cycle`"), "\(notices)")
  }

  @Test func `One that allows nothing any more is told of`() throws {
    let (status, notices) = try review(
      allowing: "// nitless:allow closure-retain-cycle - there is one viewer, for good", in: Source.sound)
    #expect(status == 0)
    #expect(notices.contains { $0.hasPrefix("There is nothing left for this comment to allow of `closure-retain-cycle`") }, "\(notices)")
  }

  @Test func `Of several rules, the idle ones are named`() throws {
    let (status, notices) = try review(
      allowing: "// nitless:allow closure-retain-cycle, strong-delegate-cycle - there is one viewer, for good")
    #expect(status == 0)
    #expect(notices.contains { $0.hasPrefix("There is nothing left for this comment to allow of `strong-delegate-cycle`") }, "\(notices)")
  }

  @Test func `A rule that there is not is named with the one that was meant`() throws {
    let (status, notices) = try review(allowing: "// nitless:allow closure-retain-cylce - there is one viewer, for good")
    #expect(status == 1)
    #expect(
      notices.contains { $0.contains("Viewer.swift:4 allows `closure-retain-cylce`, which is no rule; did you mean `closure-retain-cycle`?") },
      "\(notices)")
  }

  @Test(arguments: [
    "// nitless: allow closure-retain-cycle - there is one viewer, for good",
    "// nitless:allow closure-retain-cycle: there is one viewer, for good",
  ])
  func `A comment that is written as others write theirs allows as well`(comment: String) throws {
    let (status, notices) = try review(allowing: comment)
    #expect(status == 0)
    #expect(notices == ["The change allows `closure-retain-cycle` here: there is one viewer, for good"])
  }

  @Test func `One that names no rule is told of`() throws {
    let (status, notices) = try review(allowing: "// nitless:allow - there is one viewer, for good")
    #expect(status == 1)
    #expect(notices.contains { $0.contains("Viewer.swift:4 allows nothing, for it names no rule") }, "\(notices)")
  }
}
