import Foundation
import TestRepository
import Testing

/// Repositories that are damaged, or made to make somebody wait: each ends soon, with a line and status 2.
@Suite struct DamageTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("A.swift", Source.sound)
    try repository.commit()
    try repository.write("A.swift", Source.leaking)
    try repository.commit()
  }

  /// - Returns: What the program printed; it is ended after 30 seconds, with status 124.
  private func soon(_ words: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> Command.Outcome {
    let program = try Command.executable.get().path
    let outcome = try Command.shell("timeout 30 '\(program)' \(words)", in: repository.path)
    #expect(outcome.status == 2, "\(words): \(outcome)", sourceLocation: sourceLocation)
    #expect(outcome.errors.hasPrefix("error: "), "\(words): \(outcome)", sourceLocation: sourceLocation)
    return outcome
  }

  @Test(arguments: [1, 5, 10, 30, 60, 100])
  func `Objects whose files were cut off`(_ length: Int) throws {
    let line = "chmod -R u+w .git; for f in .git/objects/??/*; do head -c \(length) $f > t; cat t > $f; done"
    _ = try Command.shell(line, in: repository.path)
    _ = try soon("audit HEAD")
    _ = try soon("review HEAD~1..HEAD")
  }

  @Test func `One object that was cut off is named`() throws {
    let blob = try repository.git("rev-parse", "HEAD:A.swift")
    let file = ".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))"
    _ = try Command.shell("chmod u+w \(file); head -c 40 \(file) > t; cat t > \(file)", in: repository.path)
    #expect(try soon("audit HEAD").errors.contains("the file of the object \(blob) was cut off"))
  }

  @Test(arguments: ["echo x > .git/HEAD", "echo x > .git/refs/heads/main"])
  func `A reference that is none is no branch without commits`(_ line: String) throws {
    _ = try Command.shell(line, in: repository.path)
    let errors = try soon("review HEAD~1..HEAD").errors
    #expect(errors.contains("`git fsck`") && !errors.contains("no commit yet"), "\(errors)")
  }

  @Test(arguments: [
    ".git/config", ".git/index", ".git/info/exclude", ".git/refs/heads/main", ".git/objects/info/alternates",
    ".gitattributes", ".gitignore",
  ])
  func `A pipe in the place of a file that git reads`(_ path: String) throws {
    _ = try Command.shell("mkdir -p .git/info; rm -f \(path); mkfifo \(path)", in: repository.path)
    for words in ["review", "audit", "why A.swift:1", "hook run"] {
      #expect(try soon(words).errors.contains("\(path)` is a pipe or a device, and no file"), "\(words)")
    }
  }

  @Test(arguments: [
    ("mkfifo .nitless.yml", "a pipe or a device"), ("mkdir .nitless.yml", "a folder"),
    ("ln -s /etc/hostname .nitless.yml", "a link that leads out of the repository"),
    ("ln -s nowhere .nitless.yml", "a link that leads nowhere"),
    ("ln -s .nitless.yml .nitless.yml", "a link that leads nowhere"),
  ])
  func `Something else in the place of a configuration is told`(_ line: String, _ what: String) throws {
    _ = try Command.shell(line, in: repository.path)
    let says = ".nitless.yml:1:1: this is \(what), and a configuration is a file of the repository"
    for words in ["review", "audit", "hook run", "config"] { #expect(try soon(words).errors.contains(says)) }
  }

  @Test func `A link inside of the repository is a configuration with a work tree and without one`() throws {
    try repository.write("ci/nitless.yml", "disable: [closure-retain-cycle]\n")
    try repository.link(".nitless.yml", to: "ci/nitless.yml")
    try repository.commit()
    let bare = try TestRepository(cloning: repository, "--bare")
    for one in [repository, bare] {
      let audit = try one.nitless("audit")
      #expect(audit.status == 0 && audit.output.contains("1 rule switched off"), "\(audit)")
    }
    try repository.delete("ci/nitless.yml")
    try repository.commit()
    let broken = try TestRepository(cloning: repository, "--bare").nitless("audit")
    #expect(broken.status == 2 && broken.errors.contains("a link that leads to no file of the repository"), "\(broken)")
  }

  @Test func `A pipe in the place of a source is no file, and nobody waits for it`() throws {
    _ = try Command.shell("mkfifo B.swift; rm A.swift; mkfifo A.swift", in: repository.path)
    _ = try soon("audit")
    _ = try soon("why A.swift:1")
  }
}
