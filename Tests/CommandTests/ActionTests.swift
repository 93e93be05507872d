import Foundation
import TestRepository
import Testing

/// The steps of `action.yml`, run by the shell that GitHub runs them with.
@Suite struct ActionTests {
  let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardizedFileURL

  /// A folder that goes with the test.
  let repository: TestRepository
  var folder: String { repository.path }

  init() throws { repository = try TestRepository() }

  struct NoSuchStep: Error {
    var name: String
  }

  /// The lines of a step, without their indentation.
  private func script(ofStep name: String) throws -> String {
    let lines = try String(contentsOf: root.appendingPathComponent("action.yml"), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let step = lines.drop { $0 != "    - name: \(name)" }
    let indentation = "        "
    let script = step.drop { $0 != "      run: |" }.dropFirst().prefix { $0.hasPrefix(indentation) || $0.isEmpty }
    guard !script.isEmpty else { throw NoSuchStep(name: name) }
    return script.map { $0.dropFirst(indentation.count) }.joined(separator: "\n")
  }

  private func run(
    _ script: String, environment: [String: String]
  ) throws -> (status: Int32, outputs: String, printed: String) {
    let outputs = folder + "/outputs"
    try "".write(toFile: outputs, atomically: true, encoding: .utf8)
    let inherited = ProcessInfo.processInfo.environment.filter { ["PATH", "HOME"].contains($0.key) }
    let outcome = try Command.run(
      URL(fileURLWithPath: "/bin/bash"), ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], in: folder,
      environment: inherited.merging(environment) { _, new in new }.merging(["GITHUB_OUTPUT": outputs]) { _, new in new })
    return (
      outcome.status, try String(contentsOfFile: outputs, encoding: .utf8), outcome.output + outcome.errors)
  }

  @Test func `The steps take a release, compile nothing, and review a change`() throws {
    let release = try Release.folder.get()
    let installed = try run(
      script(ofStep: "Install nitless"),
      environment: [
        "SOURCE": root.path, "REPOSITORY": "", "RELEASE": release, "VERSION": "0.0.0", "RUNNER_TEMP": folder + "/runner",
      ])
    #expect(installed.status == 0, "\(installed.printed)")
    #expect(installed.outputs == "program=\(folder)/runner/nitless/bin\n")
    #expect(installed.printed == "")
    let change = try Release.leakingRepository()
    let status = try Command.run(
      URL(fileURLWithPath: folder + "/runner/nitless/bin/nitless"), ["review", "HEAD~1"], in: change.path, environment: [:])
    #expect(status.status == 1 && status.output.contains("Viewer.swift:4"), "\(status)")
  }

  @Test func `Without a release named, it is this version's of the action's repository`() throws {
    let curl = folder + "/tools/curl"
    try FileManager.default.createDirectory(atPath: folder + "/tools", withIntermediateDirectories: true)
    try "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 22\n".write(toFile: curl, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: curl)
    try FileManager.default.createDirectory(atPath: folder + "/_actions/team/nitless/main", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/_actions/team/nitless/main/Scripts", withDestinationPath: root.path + "/Scripts")
    for repository in ["team/nitless", ""] {
      let outcome = try run(
        script(ofStep: "Install nitless"),
        environment: [
          "SOURCE": folder + "/_actions/team/nitless/main", "REPOSITORY": repository, "RELEASE": "", "VERSION": "1.2.3",
          "RUNNER_TEMP": folder, "PATH": "\(folder)/tools:/usr/bin:/bin",
        ])
      #expect(outcome.status == 2)
      #expect(outcome.printed.contains("<https://github.com/team/nitless/releases/download/1.2.3/SHA256SUMS>"), "\(outcome)")
      #expect(outcome.printed.contains("could not be fetched"), "\(outcome)")
    }
  }

  @Test func `The review gets the inputs as arguments, and its status is the step's`() throws {
    let program = folder + "/nitless"
    try "#!/bin/sh\nprintf '<%s>' \"$@\"\nexit 1\n".write(toFile: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    var inputs = ["PROGRAM": folder, "NAME": "review"]
    for name in ["FAIL_ON", "CONFIG", "BASE", "FORMAT", "OUTPUT", "SAVE", "POST"] { inputs[name] = "" }
    let step = try script(ofStep: "Review")
    let plain = try run(step, environment: inputs)
    #expect(plain.status == 1)
    #expect(plain.outputs == "status=1\n")
    #expect(plain.printed == "<ci><--name><review>")
    inputs.merge(["FAIL_ON": "risk", "CONFIG": "a b.yml", "BASE": "$(touch x)", "FORMAT": "sarif", "OUTPUT": "o.sarif"]) { $1 }
    #expect(
      try run(step, environment: inputs).printed
        == "<ci><--name><review><--fail-on><risk><--config><a b.yml><--base><$(touch x)><--format><sarif><--no-suppressed><--output><o.sarif>")
  }
}
