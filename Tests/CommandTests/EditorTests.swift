import Foundation
import Testing

/// `nitless lsp` as an editor knows it: pygls' client, which holds each message to the protocol's published
/// types: `Scripts/editor`, one function for each scenario.
@Suite struct EditorTests {
  @Test func `An editor shows what its user would want`() throws {
    let outcome = try Command.run(
      Tools.python.get(), [Tools.top + "/Tests/Scripts/editor/run.py", Command.executable.get().path], in: Tools.top,
      environment: [
        "PYTHONPATH": Tools.folder, "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      ])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("scenarios hold"), "\(outcome.output)\(outcome.errors)")
  }
}

private enum Tools {
  static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  static let folder = top + "/.build/test-tools/editor"

  struct NotInstalled: Error, CustomStringConvertible {
    var description: String
  }

  /// The Python that has the client; installed if need be, and an error where that fails.
  static let python: Result<URL, any Error> = Result {
    let list = try String(contentsOfFile: top + "/Tests/Scripts/editor/requirements.txt", encoding: .utf8)
    let outcome = try Command.run(
      URL(fileURLWithPath: top + "/Scripts/install-test-tools"),
      [folder] + list.split(separator: "\n").map(String.init), in: top,
      environment: ProcessInfo.processInfo.environment)
    guard outcome.status == 0 else { throw NotInstalled(description: outcome.errors) }
    return URL(fileURLWithPath: outcome.output.trimmingCharacters(in: .newlines))
  }
}
