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

  @Test func `The key of the cache is made from a checkout that nothing was built in`() throws {
    // What a checkout has: `Package.resolved` and `.build` are no part of it.
    for name in ["Package.swift", "Makefile", "Sources", "Rules", "Scripts"] {
      try FileManager.default.copyItem(atPath: root.path + "/" + name, toPath: folder + "/" + name)
    }
    let outcome = try run(
      script(ofStep: "Install what nitless is built with"),
      environment: ["SOURCE": folder, "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64", "RUNNER_TEMP": "/temporary"])
    #expect(outcome.status == 0, "\(outcome.printed)")
    #expect(
      outcome.outputs.wholeMatch(
        of: /key=nitless-Linux-X64-Swift-version-[0-9.]+-libgit2-[0-9.]+-[0-9]+\nprogram=\/temporary\/nitless\n/) != nil,
      "\(outcome.outputs)")
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
        == "<ci><--name><review><--fail-on><risk><--config><a b.yml><--base><$(touch x)><--format><sarif><--output><o.sarif>")
  }
}
