import Foundation
import TestRepository
import Testing

/// Histories, paths and contents that are rare and that git allows; the table in `Tests/README.md` lists them.
@Suite struct OddRepositoryTests {
  private func expect(
    _ status: Int32, _ repository: TestRepository, _ words: String..., says: String = "", line: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try Command.run(words, in: repository.path)
    #expect(outcome.status == status, "\(words): \(outcome)", sourceLocation: line)
    #expect((outcome.output + outcome.errors).contains(says) || says.isEmpty, "\(words): \(outcome)", sourceLocation: line)
  }

  @Test func `Before the first commit`() throws {
    let repository = try TestRepository()
    try repository.write("A.swift", Source.leaking)
    try expect(1, repository, "review")
    try expect(0, repository, "review", "--staged")
    try repository.git("add", "A.swift")
    try expect(1, repository, "review", "--staged")
    try expect(1, repository, "hook", "run")
    try expect(1, repository, "audit")
    try expect(2, repository, "review", "HEAD~1..HEAD")
    try expect(2, repository, "audit", "HEAD")
    try expect(0, repository, "baseline", "write")
  }

  @Test func `A bare repository has commits, and nothing else`() throws {
    let repository = try TestRepository()
    try repository.write("A.swift", Source.sound)
    try repository.commit()
    try repository.write("A.swift", Source.leaking)
    try repository.commit()
    let bare = try TestRepository(cloning: repository, "--bare")
    try expect(1, bare, "review", "HEAD~1..HEAD")
    try expect(1, bare, "audit")
    try expect(2, bare, "review")
    try expect(2, bare, "review", "--staged")
    try expect(2, bare, "hook", "run")
  }

  @Test func `A git directory without a configuration is read as git reads it`() throws {
    let repository = try TestRepository()
    try repository.write("A.swift", Source.leaking)
    try repository.commit()
    let bare = try TestRepository(cloning: repository, "--bare")
    try FileManager.default.removeItem(atPath: bare.path + "/config")
    #expect(try bare.git("rev-parse", "--is-bare-repository").contains("true"))
    try expect(1, bare, "audit")
    try expect(0, bare, "why", "A.swift:4", says: "Told here")
    try FileManager.default.removeItem(atPath: repository.path + "/.git/config")
    try expect(1, repository, "audit")
    try expect(0, repository, "review")
  }

  @Test func `A branch without a history in common`() throws {
    let repository = try TestRepository()
    try repository.write("A.swift", Source.sound)
    try repository.commit()
    try repository.git("checkout", "-q", "--orphan", "topic")
    try repository.write("A.swift", Source.leaking)
    try expect(0, repository, "review", "--staged")
    try repository.git("add", "A.swift")
    try expect(1, repository, "review", "--staged")
    try repository.commit()
    try expect(1, repository, "review", "main..topic")
    try expect(2, repository, "review", "main...topic", says: "main..topic")
    try expect(1, repository, "audit", "topic")
  }

  @Test func `Branches that were merged into each other, with two merge bases`() throws {
    let repository = try TestRepository()
    try repository.write("A.swift", Source.sound)
    try repository.write("B.swift", "let b = 1\n")
    try repository.commit()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("B.swift", "let b = 2\n")
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    try repository.write("C.swift", "let c = 1\n")
    try repository.commit()
    let (one, other) = (try repository.git("rev-parse", "main"), try repository.git("rev-parse", "topic"))
    try repository.git("merge", "-q", "--no-edit", other)
    try repository.git("checkout", "-q", "topic")
    try repository.git("merge", "-q", "--no-edit", one)
    try repository.write("A.swift", Source.leaking)
    try repository.commit()
    #expect(try repository.git("merge-base", "--all", "main", "topic").split(separator: "\n").count == 2)
    try expect(1, repository, "review", "main...topic")
    try expect(1, repository, "review", "main..topic")
    try expect(0, repository, "review", "topic...main")
    try expect(1, repository, "review")
  }

  @Test func `A merge in progress, and what it brings`() throws {
    let repository = try TestRepository()
    try repository.write("A.swift", Source.sound)
    try repository.commit()
    try repository.git("checkout", "-q", "-b", "topic")
    try repository.write("A.swift", Source.leaking)
    try repository.commit()
    try repository.git("checkout", "-q", "main")
    try repository.write("B.swift", "let b = 1\n")
    try repository.commit()
    try repository.git("merge", "-q", "--no-commit", "--no-ff", "topic")
    // It was reviewed where it was made; what only the merge has is said.
    try expect(0, repository, "review", "--staged")
    try repository.write("B.swift", Source.leaking.replacing("Viewer", with: "Other").replacing("Downloader", with: "Loader"))
    try repository.git("add", "B.swift")
    try expect(1, repository, "review", "--staged", says: "B.swift")
    try expect(1, repository, "audit")
  }

  @Test func `Paths that differ in capitals alone are two files`() throws {
    let repository = try TestRepository()
    try repository.write("App/a.swift", "let a = 1\n")
    try repository.write("App/A.swift", "let b = 1\n")
    try repository.commit()
    try repository.write("App/A.swift", Source.leaking)
    try expect(1, repository, "review", says: "App/A.swift")
    try repository.commit()
    try expect(1, repository, "review", "HEAD~1..HEAD", says: "App/A.swift")
    try expect(1, repository, "audit", "App/A.swift")
    try expect(0, repository, "audit", "App/a.swift")
  }

  @Test func `Paths of the same letters, put together of other bytes, are no review`() throws {
    let repository = try TestRepository()
    try repository.write("App/caf\u{E9}.swift", Source.sound)
    try repository.commit()
    try expect(0, repository, "audit")
    try repository.write("App/cafe\u{301}.swift", Source.leaking)
    try repository.commit()
    try expect(2, repository, "review", "HEAD~1..HEAD", says: "another file has the same name")
    try expect(2, repository, "review", "HEAD~1", says: "another file has the same name")
  }

  @Test func `Paths that are no UTF-8`() throws {
    let repository = try TestRepository()
    try repository.write("A.swift", "let a = 1\n")
    try repository.commit()
    let add = "printf '%s' \"$1\" | git hash-object -w --stdin | xargs -I@ git update-index --add --cacheinfo 100644,@,\"$(printf 'b\\377.swift')\""
    let outcome = try Command.shell("set -- '\(Source.leaking)'; " + add + "; git commit -qm b", in: repository.path)
    #expect(outcome.status == 0, "\(outcome)")
    try expect(1, repository, "review", "HEAD~1..HEAD", says: "b\u{FFFD}.swift")
    try expect(1, repository, "audit", "HEAD")
    try expect(1, repository, "review", "HEAD~1..HEAD", "--format", "json")
  }

  @Test(arguments: ["true", "input", "false"])
  func `Line breaks that git converts are no change`(_ setting: String) throws {
    let repository = try TestRepository()
    try repository.write("A.swift", Source.sound)
    try repository.commit()
    try repository.git("config", "core.autocrlf", setting)
    try repository.write("A.swift", Source.sound.replacing("\n", with: "\r\n"))
    try expect(0, repository, "review")
    try repository.write("A.swift", Source.leaking.replacing("\n", with: "\r\n"))
    try expect(1, repository, "review")
    try repository.git("add", "A.swift")
    try expect(1, repository, "review", "--staged")
    try expect(1, repository, "audit")
  }

  @Test func `A submodule is a link, and its files are its own`() throws {
    let inner = try TestRepository()
    try inner.write("In.swift", Source.leaking)
    try inner.commit()
    let repository = try TestRepository()
    try repository.write("A.swift", Source.sound)
    try repository.commit()
    try repository.git("submodule", "--quiet", "add", inner.path, "Inner")
    try repository.commit()
    try expect(0, repository, "review", "HEAD~1..HEAD")
    try expect(0, repository, "audit")
    #expect(try Command.run(["audit"], in: repository.path + "/Inner").status == 1)
  }

  @Test func `A file in Git LFS whose content is not here`() throws {
    let repository = try TestRepository()
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 12\n"
    try repository.write(".gitattributes", "Big/*.swift filter=lfs\n")
    try repository.write("Big/A.swift", pointer)
    try repository.write("B.swift", Source.sound)
    try repository.commit()
    try repository.write("B.swift", Source.leaking)
    try repository.commit()
    // What the change leaves alone is told, and is no failure.
    try expect(1, repository, "review", "HEAD~1..HEAD", says: "Git LFS")
    try expect(2, repository, "audit", "HEAD", says: "Git LFS")
  }

  @Test func `A repository that is written to meanwhile`() throws {
    let repository = try TestRepository()
    for index in 0..<40 { try repository.write("App/F\(index).swift", "let a\(index) = 1\n") }
    try repository.write("A.swift", Source.sound)
    try repository.commit()
    try repository.write("A.swift", Source.leaking)
    try repository.commit()
    let program = try Command.executable.get().path
    let line = """
      (i=0; while [ $i -lt 40 ]; do echo "let x = $i" > App/F$i.swift; git add -A; git commit -qm x; git gc -q --prune=now; i=$((i+8)); done) &
      s=0; for n in 1 2 3 4 5 6; do '\(program)' review main~1..main >/dev/null || s="$s$?"; '\(program)' audit '\(try repository.git("rev-parse", "HEAD"))' >/dev/null; s="$s$?"; done
      wait; echo "$s"
      """
    let outcome = try Command.shell(line, in: repository.path)
    // What `main~1..main` is changes under it; the commit that is named has its one finding at any time.
    #expect(outcome.output.trimmingCharacters(in: .whitespacesAndNewlines).dropFirst().filter { $0 != "1" }.isEmpty, "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: repository.path + "/.git/index.lock"))
  }
}
