import BundledRules
import ReviewModel
import Reviewing
import RulePages
import Testing

@Suite struct RuleBookTests {
  private func book(_ configuration: String, _ files: [String: String] = [:]) throws -> RuleBook {
    let (configuration, problems) = Configuration.read(
      Array(configuration.utf8), path: ".nitless.yml")
    #expect(problems.isEmpty)
    return try RuleBook(
      builtIn: BuiltInRules(pages: BundledRules.pages, tables: []), configuration: configuration,
      in: FilesInMemory(files: files))
  }

  private let page = RulePage.template(id: "printed", trait: .data)

  @Test func `A team's pages stand beside those built in, whatever their depth`() throws {
    let book = try book(
      "rules: [rules]", ["rules/deep/printed.md": page, "rules/README.md": "Hello", "a.md": "-"])
    #expect(book.problems.isEmpty)
    #expect(book.rule("printed")?.isTeams == true)
    #expect(book.rules.count == BundledRules.pages.count + 1)
    #expect(book.rules.map(\.page.id) == book.rules.map(\.page.id).sorted())
  }

  @Test func `A rule is switched on and off by its id`() throws {
    let off = page.replacing("level: design", with: "level: design\nenabled: false")
    let files = ["rules/printed.md": page, "rules/quiet.md": off]
    #expect(try book("rules: rules", files).switchedOn.contains { $0.id == "printed" })
    #expect(try !book("rules: rules", files).switchedOn.contains { $0.id == "quiet" })
    let turned = try book("rules: rules\ndisable: printed\nenable: [quiet]", files)
    #expect(!turned.switchedOn.contains { $0.id == "printed" })
    #expect(turned.switchedOn.contains { $0.id == "quiet" })
  }

  @Test func `A name that means nothing is refused, with what was meant`() throws {
    let problems = try book("rules: [rulez]\nknowledge: [x.yml]\ndisable: [closure-retain-cycel]")
      .problems.map(\.description)
    #expect(problems.count == 3)
    #expect(problems.contains(".nitless.yml:1:9: there is no folder `rulez`"))
    #expect(problems.contains(".nitless.yml:2:13: there is no file or folder `x.yml`"))
    #expect(
      problems.contains {
        $0 == ".nitless.yml:3:11: unknown rule `closure-retain-cycel`; did you mean `closure-retain-cycle`?"
      })
  }

  @Test func `A rule whose findings are off by level counts as switched off, and a folder may want it all the same`() throws {
    let muted = try book("levels: {closure-retain-cycle: off, weak-dropped: risk}")
    #expect(muted.switchedOff == ["closure-retain-cycle"])
    #expect(muted.switchedOn.contains { $0.id == "closure-retain-cycle" })
    let disabled = try book("disable: [closure-retain-cycle]")
    #expect(disabled.switchedOff == ["closure-retain-cycle"])
    // What it finds is told by `weak-dropped` where a change has brought it.
    #expect(disabled.switchedOn.contains { $0.id == "closure-retain-cycle" })
    #expect(try !book("disable: [missing-super-call]").switchedOn.contains { $0.id == "missing-super-call" })
    #expect(try book("disable: [closure-retain-cycel, nope]").problems.last?.says.contains("`nitless rules list`") == true)
  }

  @Test func `A rule that is enabled and disabled is refused`() throws {
    let problems = try book("enable: [closure-retain-cycle]\ndisable: [closure-retain-cycle]")
      .problems.map(\.description)
    #expect(problems == [".nitless.yml:2:11: `closure-retain-cycle` is enabled and disabled"])
  }

  @Test func `Two rules cannot have one name`() throws {
    let problems = try book(
      "rules: [a, b]",
      ["a/printed.md": page, "b/printed.md": page, "a/closure-retain-cycle.md": page]
    ).problems.map(\.description)
    #expect(
      problems.sorted() == [
        "a/closure-retain-cycle.md:1:1: nitless itself has a rule `closure-retain-cycle` already; give this one another name",
        "b/printed.md:1:1: `a/printed.md` has a rule `printed` already; give this one another name",
      ])
  }

  @Test func `Problems of pages and tables have their lines`() throws {
    let problems = try book(
      "rules: [a]\nknowledge: [tables, one.yml]\nenable: [printed]",
      [
        "a/printed.md": page.replacing("level: design", with: "level: desing"),
        "tables/deep/A.yml": "types:\n  Thing: klass\n", "one.yml": "nonsense:\n",
      ]
    ).problems.map(\.description)
    #expect(problems.count == 3)
    #expect(
      problems.contains {
        $0.hasPrefix("a/printed.md:2:8: unknown word `desing`; did you mean `design`?")
      })
    #expect(
      problems.contains { $0.hasPrefix("tables/deep/A.yml:2:1: `klass` is not a kind of type") })
    #expect(problems.contains { $0.hasPrefix("one.yml:1:1: `nonsense` is not a section") })
  }
}

/// A configuration's folder that is nowhere on the disk.
struct FilesInMemory: FileTree {
  var files: [String: String]

  func content(of path: String) -> [UInt8]? { files[path].map { Array($0.utf8) } }

  func files(below folder: String) -> [String]? {
    let inside = files.keys.filter { $0.hasPrefix(folder + "/") }.sorted()
    return inside.isEmpty ? nil : inside
  }

  func obstacle(at path: String) -> String? { nil }
  func shown(_ path: String) -> String { path }
}
