import Foundation
import TestRepository
import Testing

/// That no command shows a terminal what it would obey or be misled by, whatever sources, paths, pages and configurations
/// have in them. A patch of `fix --diff` is a program's to read, and has the bytes of the files.
@Suite struct ShownTextTests {
  static let odd = "\u{1B}[31m\u{202E}"
  static let commands: [[String]] = [
    ["config"], ["config", "App/Viewer.swift"], ["rules", "list"], ["rules", "explain", "odd-rule"], ["rules", "check"],
    ["why", "App/Viewer.swift:6"], ["why", "App/V\(odd)\n.swift:4"], ["inspect", "modules", "App/Viewer.swift"],
    ["inspect", "body", "App/Viewer.swift:6"], ["inspect", "flow", "App/Viewer.swift:6"],
    ["inspect", "keeps", "App/V\(odd)\n.swift:4"], ["inspect", "ends", "App/Viewer.swift:4"],
    ["inspect", "diff", "App/Viewer.swift:6"], ["audit"], ["audit", "--statistics"], ["review", "--map"],
    ["fix", "--audit"], ["baseline", "write"], ["cache", "status"], ["audit", odd], ["review", odd], ["why", odd + ":3"],
    ["rules", "explain", odd], ["audit", "--rule", odd], ["audit", "--path", odd], ["audit", "--config", odd],
    ["sift", odd], ["audit", "--format", odd], ["review", "a\(odd)..\(odd)"], [odd], ["audit", "--\(odd)"],
  ]

  @Test func `A terminal is shown nothing that it obeys`() throws {
    let repository = try TestRepository()
    try repository.write("App/V\(Self.odd)\n.swift", Source.leaking)
    let text = "let s = \"\(Self.odd)\"; if s == \"\(Self.odd)\" { print(s) }"
    try repository.write("App/Viewer.swift", Source.leaking.replacing("show() {}", with: "show() { \(text) }"))
    try repository.write("rules/odd-rule.md", Self.page)
    try repository.write(
      ".nitless.yml",
      """
      rules: [rules]
      exclude: ["q\\e[31m\\u202e\\n/**"]
      generated: ["\\e[31m\\u202e"]
      default-branch: "\\e[31m\\u202e"
      baseline: "b\\e[31m\\u202e.json"

      """)
    try repository.commit()
    for command in Self.commands {
      let outcome = try Command.run(command, in: repository.path)
      for shown in [outcome.output, outcome.errors] {
        let isOdd = shown.unicodeScalars.contains { "\u{1B}\u{202E}".unicodeScalars.contains($0) }
        #expect(!isOdd, "\(command): \(shown.debugDescription)")
      }
    }
  }

  private static let page = """
    ---
    level: risk
    trait: correctness
    find: call
    where:
      name: print
    message: "prints"
    ---
    # Prints \(odd)

    Nobody reads it. \(odd)

    ## Flagged

    ```swift
    func f() {
      print(1)
    ! ^ prints
    }
    ```

    """
}
