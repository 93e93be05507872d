import Foundation
import TestRepository
import Testing

/// The findings that a team has decided to live with for now.
@Suite struct BaselineCommandTests {
  let repository: TestRepository
  private let name = ".nitless-baseline.json"

  init() throws {
    repository = try TestRepository()
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
  }

  private func entries() throws -> [[String: Any]] {
    let data = try Data(contentsOf: URL(fileURLWithPath: repository.path + "/" + name))
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    return try #require(file["findings"] as? [[String: Any]])
  }

  /// The same mistake in another class.
  private var another: String { Source.leaking.replacing("Viewer", with: "Reader").replacing("Downloader", with: "Loader") }

  @Test func `What is written down is no longer told`() throws {
    #expect(try repository.nitless("audit").status == 1)
    let outcome = try repository.nitless("baseline", "write")
    #expect(outcome.status == 0 && outcome.output == "\(name): 1 finding (1 bug)\n", "\(outcome)")
    #expect(try entries().map { $0["rule"] as? String } == ["closure-retain-cycle"])
    #expect(try repository.nitless("audit").status == 0)
    try repository.write("Reader.swift", another)
    #expect(try repository.nitless("audit").status == 1)
  }

  @Test func `What is set aside is counted for what is asked about, and its fixes are not offered`() throws {
    try repository.write("App/Reader.swift", another)
    _ = try repository.nitless("baseline", "write")
    #expect(try repository.nitless("audit").output.hasSuffix(" · 2 set aside by the baseline\n"))
    #expect(try repository.nitless("audit", "App").output.hasSuffix(" · 1 set aside by the baseline\n"))
    #expect(try repository.nitless("audit", "--path", "App/**").output.hasSuffix(" · 1 set aside by the baseline\n"))
    #expect(try !repository.nitless("audit", "--rule", "weak-dropped").output.contains("set aside"))
    let fix = try repository.nitless("fix", "--audit", "App")
    let says = "no safe fix to apply\n1 finding is set aside by the baseline, so that no fix is offered\n"
    #expect(fix.status == 0 && fix.errors == says, "\(fix)")
  }

  @Test func `It shrinks by itself and grows when asked`() throws {
    _ = try repository.nitless("baseline", "write")
    try repository.write("Reader.swift", another)
    let again = try repository.nitless("baseline", "write")
    #expect(again.output == "\(name): 1 finding (1 bug), as before\n1 finding has come since and is not in it; --grow takes it in\n", "\(again)")
    #expect(try entries().count == 1)
    #expect(try repository.nitless("baseline", "write", "--grow").output == "\(name): 2 findings (2 bugs), 1 more than before\n")
    try repository.write("Viewer.swift", Source.sound)
    #expect(try repository.nitless("baseline", "prune").output == "\(name): 1 finding (1 bug), 1 fewer than before\n")
    #expect(try entries().map { $0["path"] as? String } == ["Reader.swift"])
    let bytes = try Data(contentsOf: URL(fileURLWithPath: repository.path + "/" + name))
    _ = try repository.nitless("baseline", "prune")
    #expect(try Data(contentsOf: URL(fileURLWithPath: repository.path + "/" + name)) == bytes)
  }

  @Test func `Of what is told together each is set aside by itself`() throws {
    let two = Source.leaking.replacing(
      "downloader.onDone = { self.show() }",
      with: "downloader.onDone = { self.show() }; downloader.onDone = { print(self) }")
    try repository.write("Viewer.swift", two)
    try repository.commit()
    #expect(try repository.nitless("baseline", "write").status == 0)
    #expect(try repository.nitless("audit").status == 0)
    let first = try repository.git("rev-list", "--max-parents=0", "HEAD").trimmingCharacters(in: .whitespacesAndNewlines)
    for request in [["review", "\(first)..HEAD"], ["review", "4b825dc642cb6eb9a060e54bf8d69288fbee4904..HEAD"]] {
      let outcome = try Command.run(request, in: repository.path)
      #expect(outcome.status == 0, "\(request): \(outcome.output)")
    }
  }

  @Test func `A finding stays the same where its code moves`() throws {
    _ = try repository.nitless("baseline", "write")
    try repository.write("Viewer.swift", "import Foundation\n\n\n" + Source.leaking)
    #expect(try repository.nitless("audit").status == 0)
    try repository.delete("Viewer.swift")
    try repository.write("Elsewhere/Viewer.swift", Source.leaking)
    #expect(try repository.nitless("audit").status == 0)
  }

  @Test func `A change that brings back what is written down is not told of it`() throws {
    _ = try repository.nitless("baseline", "write")
    try repository.write("Viewer.swift", Source.sound)
    try repository.commit()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("Viewer.swift", Source.leaking)
    #expect(try repository.nitless("review").status == 0)
  }

  @Test func `Another file may be named`() throws {
    try repository.write(".nitless.yml", "baseline: ci/standing.json\n")
    try FileManager.default.createDirectory(atPath: repository.path + "/ci", withIntermediateDirectories: true)
    #expect(try repository.nitless("baseline", "write").output == "ci/standing.json: 1 finding (1 bug)\n")
    #expect(try repository.nitless("audit").status == 0)
  }

  @Test func `What says less of a change than a finding that is set aside is not told in its place`() throws {
    let repository = try TestRepository()
    let source = """
      protocol CounterPort: AnyObject { func show(_ count: Int) }
      final class Counter {
        weak var port: CounterPort?
        func tick() { port?.show(1) }
      }
      final class Screen: CounterPort {
        private let counter = Counter()
        init() { counter.port = self }
        func show(_ count: Int) {}
        func start() { counter.tick() }
      }
      func open() { Screen().start() }

      """
    try repository.write("Screen.swift", source)
    try repository.commit()
    try repository.write("Screen.swift", source.replacing("weak var", with: "var"))
    try repository.commit()
    let review = ["review", "HEAD~1..HEAD"]
    #expect(try Command.run(review, in: repository.path).status == 1)
    _ = try repository.nitless("baseline", "write")
    let outcome = try Command.run(review, in: repository.path)
    #expect(outcome.status == 0 && outcome.output.hasPrefix("no findings"), "\(outcome.output)")
  }

  @Test func `What is no baseline is refused, and left alone`() throws {
    try repository.write(name, "{ \"schema\": 1, \"findings\": [\n<<<<<<< HEAD\n")
    for arguments in [["audit"], ["baseline", "write"], ["baseline", "prune"]] {
      let outcome = try Command.run(arguments, in: repository.path)
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasPrefix("error: \(name):1:1: it is not JSON of the form"), "\(outcome.errors)")
    }
    try repository.write(name, "{ \"schema\": 7, \"findings\": [] }\n")
    #expect(try repository.nitless("audit").errors.contains("schema 7 is not known here"))
    try repository.delete(name)
    #expect(try repository.nitless("baseline", "prune").errors.hasPrefix("error: there is no baseline `\(name)`"))
  }
}
