import Foundation
import TestRepository
import Testing

/// What is said to a person at a terminal, and to nobody else; Python has one to lend.
@Suite struct TerminalTests {
  let repository: TestRepository

  init() throws { repository = try TestRepository() }

  /// - Parameter typed: What the person types, `\n` for each line.
  private func atTerminal(_ words: String, typing typed: String) throws -> Command.Outcome {
    let program = try Command.executable.get().path
    let spawn = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"
    return try Command.shell(
      "printf '\(typed)' | python3 -c '\(spawn)' '\(program)' \(words)", in: repository.path)
  }

  @Test func `A rule is asked for, question by question, and its page holds`() throws {
    let outcome = try atTerminal(
      "rules new printed", typing: "cal\\ncall\\na b\\nprint\\nrisk\\n\\n\\nprints, which nobody reads\\nLog it\\n")
    #expect(outcome.status == 0 && outcome.output.contains("rules/printed.md"), "\(outcome)")
    for says in [
      "A number from 1 to 5, or the word.", "Which function? Its name", "`a b` is no function", "The page needs this",
    ] {
      #expect(outcome.output.contains(says), "\(says)\n\(outcome.output)")
    }
    let page = try String(contentsOfFile: repository.path + "/rules/printed.md", encoding: .utf8)
    #expect(page.hasPrefix("---\nlevel: risk\ntrait: correctness\nfind: call\n") && page.contains("Log it"), "\(page)")
    #expect(try repository.nitless("rules", "test", "rules").output == "1 page: all 2 examples hold\n")
  }

  @Test func `A language server that a person starts says who it waits for`() throws {
    let outcome = try atTerminal("lsp", typing: "\\004")
    #expect(outcome.status == 1 && outcome.output.contains("this waits for an editor"), "\(outcome)")
    #expect(try !repository.nitless("lsp").errors.contains("editor"))
  }
}
