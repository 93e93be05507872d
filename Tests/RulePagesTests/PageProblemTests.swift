import ReviewModel
import RulePages
import Testing

struct PageProblemTests {
  @Test func `All problems of a page come at once, each with its place and the nearest word`() {
    let page = """
      ---
      level: bgu
      find: closure
      where:
        captrued: strongly
        kept-by: the captured objects
        met-by: a default
        any: nothing
      mesage: "`{captured}` stays"
      fix: declare-weak
      ---
      # Title

      ## Flaged

      ## Not flagged

      ```diff
       let a = 1
      !    ^ no
      let b = 2
      ```
      """
    let expected = """
      1:1: the front matter has no `message:`
      2:8: unknown word `bgu`; did you mean `bug`?
      5:3: unknown condition `captrued`; did you mean `captured`?
      6:12: unknown word `the captured objects`; did you mean `the captured object`?
      7:3: `met-by` is said of `property`, `function`, `type`, `enum case`, `conformance`, `branch`, `switch`, and here it stands for `closure`
      8:8: `any` is a list of alternatives, each beginning with `- `; found `nothing`
      9:1: unknown key `mesage`; did you mean `message`?
      10:6: `declare-weak` mends what is found of `property`, and this page says `find: closure`
      12:1: below the title, the page says why it matters
      14:1: unknown section `Flaged`; did you mean `Flagged`?
      20:1: nothing is expected of an example that is not flagged
      21:1: a line of an example begins with a space, `-`, `+`, `!` or `--- path`, not with `l`
      22:1: the page has no section `## Flagged`
      """
    #expect(brief(problems(of: page)) == expected)
  }

  @Test(arguments: [
    ("level: bug\nmessage: a", "1:1: the front matter has none of `find:`, `pattern:` and `compare:`, so there is nothing to look for"),
    ("level: bug\nfind: closure\npattern: a\nmessage: a", "4:10: a page has one of `find:`, `pattern:` and `compare:`, and this one has `find:` already"),
    ("level: bug\nfind: closure\nlanguages: [swift]\nmessage: a", "4:1: unknown key `languages`"),
    ("level: bug\nfind: closure\ncaptured: strongly\nmessage: a", "4:1: `captured` is a condition: it stands below `where:`, indented"),
    ("level: bug\ntrait: crash\nfind: closure\nmessage: a", "3:8: the folder `Memory` already says that the trait is `memory`"),
    ("level: bug\nenabled: yes\nfind: closure\nmessage: a", "3:10: expected `true` or `false` here, found `yes`"),
    ("level: bug\nfind: closure\nfind: closure\nmessage: a", "4:1: `find` is said twice"),
    ("level: bug\nfind: closure\nmessage: 'é `{capturd}` {'", "4:10: a lone `{`; write it twice where no placeholder is meant\n4:15: unknown placeholder `{capturd}`; did you mean `captured`?"),
    ("level: bug\nfind: closure\nmessage: `a`", "4:10: not YAML: found character that cannot start any token; put the text of this line in quotes"),
    ("level: bug\npattern:\n- f(x: $A)\nmessage: a", "4:3: expected text here, found a mapping; put it in quotes"),
    ("level: bug\npattern: a($b, $...C, $C, $TYPE, $)\nmessage: a", """
      3:12: `$b` is no metavariable: a name is in capitals and starts with a letter, such as `$VALUE`
      3:23: `$C` and `$...C` cannot be the same
      3:27: `$TYPE` needs another name: in a message, `{type}` is what surrounds the finding
      3:34: `$` needs a name in capitals after it, such as `$VALUE`
      """),
    ("level: bug\npattern: [f($A), g($B)]\nmessage: '{a}'", "4:11: unknown placeholder `{a}`"),
    ("level: bug\nfind: closure\nwhere:\n  inside:\n    inherts: UIView\n    name: a b\n    kind: clossure\nmessage: a", """
      6:5: unknown condition `inherts`; did you mean `inherits`?
      7:11: `a b` cannot be the name of a thing
      8:11: unknown word `clossure`; did you mean `closure`?
      """),
    ("level: bug\nfind: closure\nwhere:\n  not: maybe\nmessage: a", "5:8: expected a condition here, as `word: value`; found `maybe`"),
    ("level: bug\nfind: closure\nwhere:\n  any:\n  - level: hgih\n    in: tests\nmessage: a", "6:12: unknown word `hgih`"),
    ("level: bug\nfind: closure\nwhere:\nmessage: a", "4:7: expected a condition here, as `word: value`; found nothing"),
    ("level: bug\nfind: closure\nwhere:\n  $X: { is: literal }\nmessage: a", "5:3: `$X` is a name of a pattern, and this page has no `pattern:`"),
    ("level: bug\npattern: f($X)\nwhere:\n  $Y: { is: literal }\nmessage: a", "5:3: no pattern has `$Y`; did you mean `$X`?"),
    ("level: bug\nfind: call\nwhere:\n  role: subscription\n  ended: never\nmessage: a", "6:3: nothing finds a `find: call` of which all of this is known: what comes nearest has no such `ended`"),
    ("level: bug\nfind: branch\nwhere:\n  inside: start\nmessage: a", ""),
    ("- level", "2:1: the front matter is lines of `key: value`"),
  ])
  func `Front matter that cannot stand is refused where it stands`(head: String, expected: String) {
    #expect(brief(problems(of: text(head: head))) == expected)
  }

  @Test func `A page in a folder that is no trait must name one, and its file a rule`() {
    #expect(
      problems(of: text(), path: "rules/Some_Rule.md") == """
        1:1: `Some_Rule` cannot be the name of a rule: small letters and hyphens, such as `closure-retain-cycle`
        1:1: the front matter has no `trait:`, and the folder is not named after one (one of: memory, crash, correctness, concurrency, data, exhaustiveness, testability, coupling)
        """)
  }

  @Test func `Sections have an order, and the reason has a length`() {
    let page = """
      ---
      level: bug
      find: closure
      message: a
      ---
      stray
      # Title
      1
      2

      3
      4
      5
      6
      ## Not flagged
      ```swift
      ```
      ## Flagged
      ```diff
       a
      ## Limits
      """
    #expect(
      problems(of: page) == """
        6:1: text before the title
        14:1: the reason is longer than 5 lines; put the rest into `## Limits` or `## See also`
        15:1: `## Not flagged` has no example, which is a `diff` fence
        16:1: an example is a fence of the language `diff`
        18:1: `## Flagged` stands before `## Not flagged`
        19:1: a flagged example says with `!` and `^` where and how
        19:1: this fence is never closed
        21:1: a line of an example begins with a space, `-`, `+`, `!` or `--- path`, not with `#`
        """)
  }

  @Test(arguments: [
    "", "---", "---\n---", "\n", "# Title", "---\n# Title\n", "```diff", "---\n[[[[\n---",
    "---\n&a [*a]\n---\n", "---\n? {a: b}\n: c\n---\n", "---\n\u{0}\n---\n",
    "---\na: &a [x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d]\n---\n",
    "---\n" + String(repeating: "[", count: 100_000) + "\n---\n",
    "---\n" + String(repeating: "- ", count: 100_000) + "\n---\n",
    "---\nlevel: bug\nfind: closure\nmessage: a\n---\n## Flagged\n# T\n## Limits",
  ])
  func `Whatever the text is, it is a page or has a problem`(text: String) {
    let (page, problems) = RulePage.read(text, path: "")
    #expect(page == nil)
    #expect(!problems.isEmpty)
    #expect(problems == problems.sorted())
    #expect(problems.allSatisfy { $0.position.line >= 1 && $0.position.column >= 1 })
  }

  /// Without the lists of what may stand somewhere.
  private func brief(_ problems: String) -> String {
    problems.split(separator: "\n").map { $0.replacing(/\ \(one of: [^)]*\)/, with: "") }.joined(separator: "\n")
  }
}
