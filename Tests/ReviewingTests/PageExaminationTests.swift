import ProgramModel
import Reviewing
import RulePages
import Testing

@Suite struct PageExaminationTests {
  private func failures(_ flagged: String, _ notFlagged: String = "+log()\n") throws
    -> [ExampleFailure]
  {
    let text = """
      ---
      level: design
      trait: data
      pattern: print($VALUE)
      message: "`{declaration}` prints {value}"
      ---
      # Printed

      Nobody reads it.

      ## Flagged

      ```diff
      \(flagged)
      ```

      ## Not flagged

      ```diff
      \(notFlagged)
      ```
      """
    let (page, problems) = RulePage.read(text, path: "rules/printed.md")
    #expect(problems.isEmpty)
    return PageExamination(rules: [], knowledge: Knowledge()).failures(
      of: [try #require(page)], threads: 1)
  }

  private func shown(_ failures: [ExampleFailure]) -> [String] { failures.map(\.description) }

  @Test func `An example that holds has no failures`() throws {
    #expect(try failures(" func f() {\n+  print(1)\n!  ^^^^^^^^ `f()` prints 1\n }") == [])
  }

  @Test func `What is expected and not found is missing, with what is near it`() throws {
    #expect(
      try shown(failures(" func f() {\n+  print(1)\n!      ^\n }"))
        == [
          "rules/printed.md:16: missing: nothing is found at line 2, column 7 of `Example.swift`; but something in columns 3 to 10",
          "rules/printed.md:15: noisy: found, but not expected, in column 3: `f()` prints 1",
        ].sorted())
  }

  @Test func `What is found and not expected is noisy`() throws {
    let found = try failures(" func f() {\n+  print(1)\n!  ^\n }", " func g() {\n+  print(2)\n }")
    #expect(
      shown(found) == [
        "rules/printed.md:24: noisy: found, but not expected, in column 3: `g()` prints 2"
      ])
  }

  @Test func `What stood before the change is not introduced by it`() throws {
    let found = try failures(
      " func f() {\n   print(0)\n+  print(1)\n!  ^\n }", " func g() {\n   print(2)\n+  log()\n }")
    #expect(found == [])
  }

  @Test func `What is found in other words is misworded`() throws {
    let found = try failures(" func f() {\n+  print(1)\n!  ^ `f()` prints 2\n }")
    #expect(shown(found) == ["rules/printed.md:16: misworded: it says: `f()` prints 1"])
  }

  @Test func `An example that is no Swift is unreadable`() throws {
    let found = try failures(
      " func f() {\n+  print(1)\n!  ^\n }",
      "+// A merge.\n+<<<<<<< HEAD\n+func f() {\n+=======\n+>>>>>>> topic")
    #expect(found.map(\.kind) == [.unreadable])
  }

  @Test func `A fix that nothing is offered is no promise`() throws {
    func failures(_ conditions: String) throws -> [String] {
      let text = """
        ---
        level: bug
        trait: memory
        find: closure
        where:
          \(conditions)
        message: "`self` is kept"
        fix: capture-weakly
        ---
        # Kept

        What a bus keeps lives on.

        ## Flagged

        ```diff
         final class Bus {
           var handlers: [() -> Void] = []
           func on(_ handler: @escaping () -> Void) { handlers.append(handler) }
         }
         final class Screen {
           func show(_ bus: Bus) {
        +    bus.on { self.close() }
        !           ^ `self` is kept
           }
           func close() {}
         }
        ```

        ## Not flagged

        ```diff
        +func g() {}
        ```
        """
      let (page, problems) = RulePage.read(text, path: "rules/kept.md")
      #expect(problems.map(\.description) == [])
      let rule = try #require(page)
      return shown(PageExamination(rules: [rule], knowledge: Knowledge()).failures(of: [rule], threads: 1))
    }
    let held = try failures("captured: { held: strongly }")
    #expect(held == [])
    // Nothing says which object is meant.
    let promised = try failures("given-to: Bus.on")
    let says = "none of what its examples flag is offered `fix: capture-weakly`; say in words what to do, as `remedy:`"
    #expect(promised == ["rules/kept.md:1: not mended: \(says)"])
  }
}
