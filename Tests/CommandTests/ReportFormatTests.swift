import Foundation
import TestRepository
import Testing

/// Several reports at once, and where each goes.
@Suite struct ReportFormatTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.commit()
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
  }

  private func review(_ arguments: String...) throws -> Command.Outcome {
    try Command.run(["review", "HEAD~..HEAD"] + arguments, in: repository.path)
  }

  @Test func `One report goes to the terminal and others to files, in any order`() throws {
    let (sarif, page) = (repository.outside("out.sarif"), repository.outside("out.html"))
    for arguments in [
      ["--format", "terminal", "--format", "sarif", "--output", sarif, "--format=html", "--output=\(page)"],
      ["--format=sarif", "--output", sarif, "--format", "html", "--output", page, "--format", "terminal"],
    ] {
      let outcome = try Command.run(["review", "HEAD~..HEAD"] + arguments, in: repository.path)
      #expect(outcome.status == 1, "\(outcome.errors)")
      #expect(outcome.output.hasPrefix("bug  Viewer.swift:4"))
      #expect(try String(contentsOfFile: sarif, encoding: .utf8).contains("\"2.1.0\""))
      #expect(try String(contentsOfFile: page, encoding: .utf8).hasPrefix("<!DOCTYPE html>"))
      try FileManager.default.removeItem(atPath: sarif)
      try FileManager.default.removeItem(atPath: page)
    }
  }

  @Test func `A file whose ending names no format is plain text, and that is said`() throws {
    for (name, isSaid) in [("report.pdf", true), ("report.txt", false), ("report", false), ("report.json", false)] {
      let outcome = try review("--output", repository.outside(name))
      #expect(outcome.errors.contains("is plain text, as a terminal shows it") == isSaid, "\(outcome.errors)")
    }
    let lost = try review("--output", repository.path + "/Viewer.swift/a.html")
    #expect(lost.status == 2 && lost.errors.contains("\n  Nothing was written: "), "\(lost.errors)")
  }

  @Test func `An output before the one format is that format's`() throws {
    let file = repository.outside("report.json")
    let outcome = try review("--output", file, "--format", "json")
    #expect(outcome.output == "")
    #expect(try String(contentsOfFile: file, encoding: .utf8).hasPrefix("{"))
  }

  @Test func `Where it is not plain what goes where, nothing is done`() throws {
    let (a, b) = (repository.outside("a"), repository.outside("b"))
    for (arguments, says) in [
      (["--format", "json", "--format", "sarif"], "`json` and `sarif` would both go to standard output"),
      (["--format", "json", "--output", a, "--output", b], "the `json` report goes to \(a) already"),
      (["--output", a, "--output", b], "the report goes to \(a) already"),
      (["--output", a, "--format", "json", "--format", "sarif"], "stands before any --format"),
      (["--format", "json", "--output", a, "--format", "sarif", "--output", a], "cannot go to the same file"),
    ] {
      let outcome = try Command.run(["review", "HEAD~..HEAD"] + arguments, in: repository.path)
      #expect(outcome.status == 2)
      #expect(outcome.output == "")
      #expect(outcome.errors.hasPrefix("error: ") && outcome.errors.contains(says), "\(outcome.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: a))
  }

  @Test func `A review carries its rules, with what was measured, and the change`() throws {
    let outcome = try review("--format", "json")
    let report = try #require(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
    let rules = try #require(report["rules"] as? [[String: Any]])
    let cycle = try #require(rules.first { $0["id"] as? String == "closure-retain-cycle" })
    let precision = try #require(cycle["precision"] as? Double)
    #expect((0.5...1).contains(precision))
    let page = try review("--format", "html").output
    #expect(page.contains("<span class=\"sign\">−</span>"))
    #expect(page.contains("<article class=\"finding bug "))
  }

  @Test func `Xcode finds the file by its whole path`() throws {
    let path = URL(fileURLWithPath: repository.path).resolvingSymlinksInPath().path
    #expect(try review("--format", "xcode").output.hasPrefix("\(path)/Viewer.swift:4:"))
  }
}
