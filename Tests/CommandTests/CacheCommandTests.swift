import Foundation
import TestRepository
import Testing

/// What earlier runs kept changes nothing that is said.
@Suite struct CacheCommandTests {
  /// Two commits that bring a leak in, in several files.
  private func repository() throws -> TestRepository {
    let repository = try TestRepository()
    for text in [Source.sound, Source.leaking] {
      for index in 0..<6 {
        try repository.write("App/Part\(index).swift", text.replacing("Viewer", with: "Viewer\(index)").replacing("Downloader", with: "Loader\(index)"))
      }
      try repository.commit()
    }
    return repository
  }

  private func kept(in repository: TestRepository) -> [String] {
    let folder = repository.path + "/.git/nitless"
    return ((FileManager.default.enumerator(atPath: folder)?.allObjects as? [String]) ?? []).filter { $0.hasSuffix(".pack") }.sorted()
  }

  @Test func `Cold, warm, on any number of threads, in another work tree: the same bytes`() throws {
    let repository = try repository()
    let other = repository.outside("other")
    try repository.git("worktree", "add", "--quiet", other, "HEAD")
    let commands = [["audit", "HEAD~1"], ["review", "HEAD~1..HEAD"], ["audit", "HEAD"], ["review", "HEAD..HEAD~1"]]
    let said = try commands.map { try Command.run($0 + ["--no-cache", "--format", "json"], in: repository.path) }
    #expect(kept(in: repository).isEmpty)
    for (jobs, order) in [("2", [0, 1, 2, 3]), ("1", [3, 2, 1, 0]), ("8", [2, 0, 3, 1])] {
      for directory in [repository.path, other, repository.path] {
        for index in order {
          let outcome = try Command.run(commands[index] + ["--jobs", jobs, "--format", "json"], in: directory)
          #expect(outcome.output == said[index].output && outcome.errors == said[index].errors, "\(commands[index])")
          #expect(outcome.status == said[index].status)
        }
      }
      #expect(!kept(in: repository).isEmpty && kept(in: repository).count < 4)
      #expect(try Command.run(["cache", "clear"], in: other).status == 0)
      #expect(kept(in: repository).isEmpty)
    }
  }

  @Test func `What was looked at is not looked at again`() throws {
    let repository = try repository()
    let allowing = Source.leaking.replacing("Viewer", with: "Viewer0").replacing("Downloader", with: "Loader0")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.contains("self.show()") ? "\($0) // nitless:allow closure-retain-cycle - one of them" : String($0) }
    try repository.write("App/Part0.swift", allowing.joined(separator: "\n"))
    try repository.commit()
    // Nothing comes in.
    let review = ["review", "HEAD~1..HEAD", "--timings", "--format", "json"]
    let said = try Command.run(review + ["--no-cache"], in: repository.path)
    #expect(said.status == 0)
    for isFirst in [true, false] {
      let outcome = try Command.run(review, in: repository.path)
      #expect(outcome.output == said.output && outcome.status == said.status)
      #expect(outcome.errors.contains("\n0 functions worked out, 0 taken over") != isFirst, "\(outcome.errors)")
    }
    let audit = ["audit", "--format", "json"]
    let found = try Command.run(audit + ["--no-cache"], in: repository.path)
    for _ in 0..<2 { #expect(try Command.run(audit, in: repository.path).output == found.output) }
  }

  @Test func `A change that was reviewed is not looked at again, whatever is told of it`() throws {
    let repository = try repository()
    func edit(_ name: String, _ edit: (String) -> String) throws {
      let url = URL(fileURLWithPath: repository.path + "/App/\(name).swift")
      try repository.write("App/\(name).swift", edit(String(decoding: Data(contentsOf: url), as: UTF8.self)))
    }
    // A leak that is allowed, one that is mended, lines that do as before, a name that is another, a file that is none.
    try edit("Part0") {
      $0.split(separator: "\n", omittingEmptySubsequences: false)
        .map { $0.contains("self.show()") ? "\($0) // nitless:allow closure-retain-cycle - one of them" : String($0) }
        .joined(separator: "\n")
    }
    try repository.write("App/Part1.swift", Source.sound.replacing("Viewer", with: "Viewer1").replacing("Downloader", with: "Loader1"))
    try edit("Part2") { "// As before.\n\n" + $0 }
    try repository.git("mv", "App/Part3.swift", "App/Moved.swift")
    try repository.write("App/Part6.swift", Source.leaking.replacing("Viewer", with: "Viewer6").replacing("Downloader", with: "Loader6"))
    try repository.write("App/Part7.swift", "<<<<<<< one\nlet a = 1\n=======\nlet a = 2\n>>>>>>> other\n")
    try repository.write("Tests/Part8Tests.swift", "final class Part8Tests {}\n")
    try repository.commit()
    for configuration in ["", "exclude: [App/Part6.swift]\n", "levels: {closure-retain-cycle: design}\n"] {
      try repository.write(".nitless.yml", configuration)
      for format in ["json", "terminal", "markdown"] {
        let review = ["review", "HEAD~1..HEAD", "--timings", "--format", format]
        let said = try Command.run(review + ["--no-cache"], in: repository.path)
        for isFirst in [true, false] where !isFirst || format == "json" {
          let outcome = try Command.run(review, in: repository.path)
          #expect(outcome.output == said.output && outcome.status == said.status)
          if !isFirst { #expect(outcome.errors.contains("\n0 functions worked out, 0 taken over"), "\(outcome.errors)") }
        }
      }
    }
  }

  @Test func `A damaged file and a folder that cannot be written are nothing to speak of`() throws {
    let repository = try repository()
    let review = ["review", "HEAD~1..HEAD", "--format", "json"]
    let said = try Command.run(review + ["--no-cache"], in: repository.path)
    for _ in 0..<2 {
      #expect(try Command.run(review, in: repository.path).output == said.output)
      for pack in kept(in: repository) {
        let url = URL(fileURLWithPath: repository.path + "/.git/nitless/" + pack)
        var bytes = try Data(contentsOf: url)
        for place in stride(from: 30, to: bytes.count, by: 97) { bytes[place] ^= 0x5a }
        try bytes.write(to: url)
      }
    }
    let outcome = try Command.run(review + ["--cache", "/dev/null/nowhere"], in: repository.path)
    #expect(outcome.output == said.output && outcome.errors == said.errors && outcome.status == said.status)
  }

  @Test func `What is kept in a repository that somebody hands over is not believed`() throws {
    let repository = try repository()
    let mine = ["XDG_STATE_HOME": repository.outside("mine")]
    let strangers = ["XDG_STATE_HOME": repository.outside("strangers")]
    func records(_ environment: [String: String]) throws -> String {
      let said = try Command.run(["cache", "info"], in: repository.path, environment: environment).output
      return String(said.split(separator: "\n").last?.split(separator: " ").first ?? "")
    }
    let said = try Command.run(["audit"], in: repository.path, environment: strangers)
    #expect(try records(strangers) != "0" && records(mine) == "0")
    #expect(try Command.run(["audit"], in: repository.path, environment: mine).output == said.output)
    #expect(try records(mine) == records(strangers))
    let secret = repository.outside("mine") + "/nitless/seal"
    #expect(try FileManager.default.attributesOfItem(atPath: secret)[.posixPermissions] as? Int == 0o600)
    // One that others can read is replaced, and what it had sealed is made anew.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: secret)
    #expect(try records(mine) == "0")
    #expect(try Command.run(["audit"], in: repository.path, environment: mine).output == said.output)
    #expect(try records(mine) != "0")
  }

  @Test func `Where no secret can be kept nothing is, and no home is made`() throws {
    let repository = try repository()
    for environment in [["XDG_STATE_HOME": "/dev/null"], ["XDG_STATE_HOME": "", "HOME": "/nonexistent"]] {
      #expect(try Command.run(["audit"], in: repository.path, environment: environment).status == 1)
      #expect(kept(in: repository).isEmpty && !FileManager.default.fileExists(atPath: "/nonexistent"))
    }
  }

  @Test func `It says where it is, and goes elsewhere when told to`() throws {
    let repository = try repository()
    let place = repository.outside("kept")
    #expect(try Command.run(["audit", "--cache", place], in: repository.path).status == 1)
    #expect(kept(in: repository).isEmpty)
    let info = try Command.run(["cache", "info", "--cache", place], in: repository.path)
    #expect(info.output.hasPrefix(place + "\n") && info.output.contains(" records, "))
    #expect(try Command.run(["cache", "info"], in: repository.path).output.hasSuffix("/.git/nitless\n0 records, 0 MB\n"))
    #expect(try Command.run(["audit", "--cache", place, "--no-cache"], in: repository.path).status == 2)
    #expect(try Command.run(["cache", "clear", "--cache", place], in: repository.path).status == 0)
    #expect(!FileManager.default.fileExists(atPath: place))
  }

  @Test func `Where objects are replaced nothing is kept`() throws {
    let repository = try repository()
    let (old, new) = (try repository.git("rev-parse", "HEAD~1:App/Part0.swift"), try repository.git("rev-parse", "HEAD:App/Part0.swift"))
    #expect(try Command.run(["audit", "HEAD~1"], in: repository.path).status == 0)
    #expect(!kept(in: repository).isEmpty)
    try repository.git("replace", old, new)
    #expect(try Command.run(["audit", "HEAD~1"], in: repository.path).status == 1)
  }
}
