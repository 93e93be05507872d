import Foundation
import Testing

/// `nitless ci` against stand-ins for the hosts, which hold what is sent to the published types and refuse
/// what the hosts refuse: `Scripts/forges`, one function for each scenario.
@Suite struct PullRequestTests {
  @Test(arguments: ["github", "gitlab", "others"])
  func `After each run a pull request is as a person would want it`(_ forge: String) throws {
    let outcome = try Command.run(
      Forges.python.get(), [Forges.top + "/Tests/Scripts/forges/run.py", Command.executable.get().path, forge],
      in: Forges.top,
      environment: [
        "PYTHONPATH": Forges.folder, "PYTHONDONTWRITEBYTECODE": "1",
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      ])
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("scenarios hold"), "\(outcome.output)\(outcome.errors)")
  }
}

private enum Forges {
  static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path
  static let folder = top + "/.build/test-tools/forges"

  struct NotInstalled: Error, CustomStringConvertible {
    var description: String
  }

  /// The Python that has GitHub's types; installed if need be, and an error where that fails.
  static let python: Result<URL, any Error> = Result {
    let list = try String(contentsOfFile: top + "/Tests/Scripts/forges/requirements.txt", encoding: .utf8)
    let outcome = try Command.run(
      URL(fileURLWithPath: top + "/Scripts/install-test-tools"),
      [folder] + list.split(separator: "\n").map(String.init), in: top,
      environment: ProcessInfo.processInfo.environment)
    guard outcome.status == 0 else { throw NotInstalled(description: outcome.errors) }
    return URL(fileURLWithPath: outcome.output.trimmingCharacters(in: .newlines))
  }
}
