import Git
import ReviewModel
import TestRepository
import Testing

@Suite struct ContentTests {
  @Test func `Many threads read at once`() async throws {
    let repository = try TestRepository()
    for number in 0..<200 { try repository.write("F\(number).swift", "let f = \(number)\n") }
    try repository.commit()
    let git = try Repository(at: repository.path)
    let files = try git.snapshot(of: "HEAD").files
    let texts = try await withThrowingTaskGroup(of: (String, String).self) { group in
      for file in files {
        group.addTask {
          (file.path, String(decoding: try git.content(of: file.blob), as: UTF8.self))
        }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect(texts.count == 200)
    #expect((0..<200).allSatisfy { texts["F\($0).swift"] == "let f = \($0)\n" })
  }

  @Test func `Many changes are read at once`() async throws {
    let repository = try TestRepository()
    for number in 0..<20 {
      try repository.write("F\(number).swift", "let f = \(number)\n")
      try repository.commit()
    }
    let git = try Repository(at: repository.path)
    let counts = try await withThrowingTaskGroup(of: (Int, Int).self) { group in
      for number in 0..<19 {
        group.addTask { (number, try git.change(.commit("HEAD~\(number)")).after.files.count) }
      }
      return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    #expect((0..<19).allSatisfy { counts[$0] == 20 - $0 })
  }

  @Test func `Snapshots are sorted by the bytes of the path`() throws {
    let repository = try TestRepository()
    let paths = ["a-b.swift", "a.swift", "a/b.swift", "a0.swift", "é.swift", "Z.swift"]
    for path in paths { try repository.write(path, "\n") }
    try repository.commit()
    let git = try Repository(at: repository.path)
    let sorted = paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(try git.snapshot(of: "HEAD").files.map(\.path) == sorted)
    #expect(try git.workTreeSnapshot() == git.snapshot(of: "HEAD"))
  }
}
