import TestRepository
import Testing

@Suite struct AuditCommandTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("Sources/Viewer.swift", Source.leaking)
    try repository.write("Other/Other.swift", "let other = 1\n")
    try repository.commit()
  }

  @Test func `A whole program, or a part of it`() throws {
    #expect(try repository.nitless("audit").status == 1)
    #expect(try repository.nitless("audit", "Sources").status == 1)
    #expect(try repository.nitless("audit", "Sources/Viewer.swift").status == 1)
    #expect(try repository.nitless("audit", "./Sources/").status == 1)
    #expect(try repository.nitless("audit", "Other").status == 0)
    #expect(try repository.nitless("audit", "Other", "Sources").status == 1)
  }

  @Test func `Paths are written from the directory that it runs in`() throws {
    #expect(try Command.run(["audit", "."], in: repository.path + "/Other").status == 0)
    #expect(try Command.run(["audit", "../Sources"], in: repository.path + "/Other").status == 1)
    #expect(try Command.run(["audit", "Sources", "--repo", repository.path], in: "/").status == 1)
  }

  @Test func `A commit goes before a path of its name`() throws {
    try repository.write("Sources/Viewer.swift", Source.sound)
    #expect(try repository.nitless("audit", "HEAD").status == 1)
    #expect(try repository.nitless("audit", "HEAD", "Other").status == 0)
    try repository.git("branch", "Other")
    #expect(try repository.nitless("audit", "Other").status == 1)
    #expect(try repository.nitless("audit", "--", "Other").status == 0)
  }

  @Test func `In a bare repository it is HEAD`() throws {
    let bare = try TestRepository(cloning: repository, "--bare")
    #expect(try bare.nitless("audit").status == 1)
    #expect(try bare.nitless("audit", "Other").status == 0)
  }

  @Test func `A large report arrives to the last byte`() throws {
    for number in 0..<400 {
      try repository.write(
        "Many/Viewer\(number).swift",
        Source.leaking.replacing("Viewer", with: "Viewer\(number)").replacing(
          "Downloader", with: "Downloader\(number)"))
    }
    let outcome = try repository.nitless("audit", "--format", "json")
    #expect(outcome.status == 1)
    #expect(outcome.output.utf8.count > 200_000)
    #expect(outcome.output.hasSuffix("}\n"))
  }
}
