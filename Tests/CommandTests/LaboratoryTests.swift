import Foundation
import Testing

/// What `Laboratory/laboratory` finds in a short run: programs are made, compiled, run, and audited.
@Suite struct LaboratoryTests {
  @Test func `What is said of small programs is what running them shows`() throws {
    let outcome = try Laboratory.run(["memory", "--seed", "7", "--count", "60", "--told", "55", "--false", "3"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("sound ones called bug"), "\(outcome.output)\(outcome.errors)")
    #expect(!outcome.errors.contains("left out"), "\(outcome.errors)")
  }

  @Test func `What is said of functions that owe an answer is what running them shows`() throws {
    let outcome = try Laboratory.run(["answers", "--seed", "7", "--count", "60", "--told", "8", "--false", "4"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(!outcome.errors.contains("left out"), "\(outcome.errors)")
  }

  @Test func `What memory pages say of their examples is what running them shows`() throws {
    let outcome = try Laboratory.run(["pages", "--told", "85", "--false", "20"])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }
}

private enum Laboratory {
  static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  static func run(_ arguments: [String]) throws -> Command.Outcome {
    try Command.run(
      URL(fileURLWithPath: top + "/Tests/Laboratory/laboratory"),
      arguments + ["--company-only", "--brief", "--nitless", Command.executable.get().path], in: top,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
  }
}
