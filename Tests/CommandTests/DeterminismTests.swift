import Foundation
import TestRepository
import Testing

/// The same bytes, on however many threads, and whoever's machine it is.
@Suite struct DeterminismTests {
  private static let surroundings: [(arguments: [String], environment: [String: String])] = [
    (["--jobs", "1"], [:]),
    (["--jobs", "2"], ["LC_ALL": "tr_TR.UTF-8", "LANG": "tr_TR.UTF-8", "TZ": "Asia/Kathmandu"]),
    (["--jobs", "8"], ["HOME": "/nonexistent", "TZ": "America/St_Johns", "LC_ALL": "C", "TERM": "dumb"]),
  ]

  private func expectSame(_ arguments: [String], in directory: String, status: Int32) throws {
    var first: Command.Outcome?
    for (jobs, environment) in Self.surroundings {
      let outcome = try Command.run(arguments + jobs, in: directory, environment: environment)
      #expect(outcome.status == status, "\(arguments): \(outcome.errors)")
      if let first {
        #expect(outcome.output == first.output && outcome.errors == first.errors, "\(arguments) with \(jobs) and \(environment)")
      }
      first = first ?? outcome
    }
  }

  @Test func `A repository of many files, with findings in all of them`() throws {
    let repository = try TestRepository()
    for index in 0..<24 {
      let text = Source.sound.replacing("Viewer", with: "Viewer\(index)").replacing("Downloader", with: "Loader\(index % 7)_\(index)")
      try repository.write("App/Part\(index % 5)/Iİı\(index).swift", text)
    }
    try repository.commit()
    for index in 0..<24 {
      let text = Source.leaking.replacing("Viewer", with: "Viewer\(index)").replacing("Downloader", with: "Loader\(index % 7)_\(index)")
      try repository.write("App/Part\(index % 5)/Iİı\(index).swift", text)
    }
    try repository.commit()
    for format in ["terminal", "json", "html"] {
      try expectSame(["review", "HEAD~1..HEAD", "--format", format], in: repository.path, status: 1)
    }
    try expectSame(["audit", "HEAD", "--format", "json"], in: repository.path, status: 1)
    try expectSame(["inspect", "keeps", "App/Part0/Iİı0.swift:3"], in: repository.path, status: 0)
  }

  @Test func `The demo`() throws {
    let place = FileManager.default.temporaryDirectory.appendingPathComponent("nitless-demo-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: place) }
    let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Demo/make-repository").path
    #expect(try Command.shell("'\(script)' '\(place)'", in: "/").status == 0)
    for format in ["terminal", "sarif"] {
      try expectSame(["review", "HEAD~1..HEAD", "--format", format], in: place, status: 1)
    }
  }
}
