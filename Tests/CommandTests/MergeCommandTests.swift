import TestRepository
import Testing

/// An audit in shares, put together again.
@Suite struct MergeCommandTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    for name in ["One", "Two", "Three", "Four"] {
      try repository.write(
        "\(name)/Package.swift",
        "// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: \"\(name)\", targets: [.target(name: \"\(name)\")])\n")
      try repository.write(
        "\(name)/Sources/\(name)/Viewer.swift",
        "// nitless:allow strong-delegate-cycle - there is none\n" + Source.leaking + "// nitless:allow no-such-rule - why\n")
    }
    try repository.write("Two/Sources/Two/Broken.swift", "<<<<<<< ours\nlet a = 1\n=======\nlet a = 2\n>>>>>>> theirs\n")
    try repository.commit()
  }

  private func shares(_ count: Int) throws -> [String] {
    try (1...count).map { number in
      let file = repository.outside("\(number)-of-\(count).json")
      let outcome = try repository.nitless("audit", "--shard", "\(number)/\(count)", "--format", "json", "--output", file)
      #expect(outcome.status <= 2, "\(outcome)")
      return file
    }
  }

  private func merge(_ files: [String], _ options: String...) throws -> Command.Outcome {
    try Command.run(["merge"] + files + options, in: repository.path)
  }

  @Test(arguments: [1, 2, 3, 7])
  func `Shares come to what the whole audit says, byte for byte`(_ count: Int) throws {
    let whole = try repository.nitless("audit", "--format", "json")
    let merged = try merge(shares(count).reversed(), "--format", "json")
    #expect(merged.output == whole.output)
    #expect(merged.status == whole.status)
    #expect(whole.output.ranges(of: "closure-retain-cycle").count >= 4)
  }

  @Test func `A report for people shows the source`() throws {
    let whole = try repository.nitless("audit")
    let merged = try merge(shares(2))
    #expect(merged.output == whole.output)
    #expect(try merge(shares(2), "--at", "HEAD").output == whole.output)
  }

  @Test func `A share that is missing, or there twice, is an error`() throws {
    let files = try shares(3)
    let missing = try repository.nitless("merge", files[0], files[2])
    #expect(missing.status == 2 && missing.errors.contains("there is no report of 2/3"), "\(missing)")
    let twice = try merge(files + [files[1]])
    #expect(twice.status == 2 && twice.errors.contains("twice"), "\(twice)")
    let others = try repository.nitless("merge", files[0], try shares(2)[1])
    #expect(others.status == 2 && others.errors.contains("is not one of 3 shares"), "\(others)")
  }

  @Test func `What is no share, and what is no report`() throws {
    for share in ["0/3", "4/3", "3", "a/b", "1/2/3"] {
      #expect(try repository.nitless("audit", "--shard", share).status == 2)
    }
    try repository.write("other.json", "{}")
    let outcome = try repository.nitless("merge", "other.json")
    #expect(outcome.status == 2 && outcome.errors.contains("is no report of an audit"), "\(outcome)")
  }

  @Test func `Timings go to standard error, and the report stays as it is`() throws {
    let plain = try repository.nitless("audit", "One")
    let timed = try repository.nitless("audit", "One", "--timings")
    #expect(timed.output == plain.output)
    for phase in ["starting", "linking", "reporting", "all", "peak memory"] {
      #expect(timed.errors.contains(phase), "\(timed.errors)")
    }
  }
}
