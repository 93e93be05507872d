import ReviewModel
import RulePages
import Testing

struct RulePageTests {
  @Test func `A page with alternatives has a case for each, with its own level and message`() throws {
    let rule = try page(SamplePages.strongDelegate, path: "Rules/Memory/strong-delegate-cycle.md")
    #expect(rule.id == "strong-delegate-cycle")
    #expect(rule.trait == .memory)
    #expect(rule.isEnabled)
    #expect(rule.search == .find([.property]))
    #expect(rule.fix == .declareWeak)
    #expect(rule.cases.map(\.origins) == [[.analysis(.propertyCycles)], [.analysis(.owningDelegates)]])
    let inProduction = Predicate.test(.in, .words(["production"]))
    let held = Predicate.test(.held, .words(["strongly"]))
    #expect(
      rule.cases.map(\.predicate) == [
        .all([.all([held, .test(.cycle, .entity(.test(.joins, .words(["this"]))))]), inProduction]),
        .all([.all([held, .test(.role, .words(["delegate"]))]), inProduction]),
      ])
    #expect(rule.cases.map(\.level) == [.bug, .risk])
    let messages = rule.cases.map { $0.message.filled { $0.name.uppercased() } }
    #expect(
      messages == [
        "`OWNER.PROPERTY` keeps `KEEPER`, which owns the `OWNER`: neither is ever freed",
        "`PROPERTY` is strong, and some delegates of `OWNER` own it",
      ])
  }

  @Test func `A page is its own documentation`() throws {
    let rule = try page(SamplePages.strongDelegate)
    #expect(rule.title == "Strong delegate cycle")
    #expect(rule.why == "Parent and child keep each other alive, so the screen is never freed.")
    #expect(rule.fineWhen == "Fine when something sets the property to `nil`.")
    #expect(rule.limits == "Cycles through a library are not seen.")
    #expect(rule.measured == "3 findings in 40 projects, all of them right.")
    #expect(rule.seeAlso == nil)
    #expect(rule.precision == nil)
  }

  @Test func `What was measured is read, and a figure that cannot be is refused`() throws {
    func measured(_ line: String) -> String { text() + "\n\n## Measured\n\n\(line)\n\nRead one by one." }
    #expect(try page(measured("True: 116 of 128.")).precision?.share == 116.0 / 128)
    #expect(try page(measured("True: 4 of 4.")).precision?.correct == 4)
    #expect(try page(measured("True: 4 of 4.")).precision?.share == nil, "four are too few")
    #expect(try page(measured("Truly, all of them.")).precision == nil)
    for line in ["True: 5 of 4.", "True: 0 of 0.", "True: most.", "true: 4 of 5.", "True: 4 of 5"] {
      #expect(problems(of: measured(line)).contains("the figures cannot be read"), "\(line)")
    }
    #expect(problems(of: measured("True: 4 of 5.\nTrue: 4 of 5.")).contains("its figures twice"))
  }

  @Test func `A pattern page reads its alternatives, its metavariables and all that surrounds it`() throws {
    let rule = try page(SamplePages.tracking, path: "team rules/analytics-in-view.md")
    #expect(rule.trait == .testability)
    #expect(!rule.isEnabled)
    guard case .pattern(let patterns) = rule.search else {
      Issue.record("expected a pattern, found \(rule.search)")
      return
    }
    #expect(patterns.map(\.position) == [Position(line: 5, column: 5), Position(line: 6, column: 5)])
    #expect(patterns.map { $0.metavariables.map(\.name) } == [["EVENT", "REST"], ["EVENT"]])
    #expect(patterns.first?.metavariables.map(\.isSequence) == [false, true])
    #expect(
      rule.cases.first?.predicate
        == .all([
          .test(.in, .words(["anywhere"])),
          .test(.inside, .entity(.test(.inherits, .names(["UIView", "UIViewController"].map(NamePattern.init))))),
          .test(.path, .globs([Glob("Sources/**")])),
          .metavariable("EVENT", .not(.test(.is, .words(["literal"])))),
          .not(
            .any([
              .test(
                .inside,
                .entity(
                  .all([.test(.name, .names([NamePattern("deinit")])), .test(.kind, .words(["function"]))]))),
              .test(.path, .globs([Glob("*.generated.swift"), Glob("Sources/Legacy")])),
            ])),
        ]))
  }

  @Test func `Windows line ends and a byte order mark change nothing`() throws {
    let plain = try page(SamplePages.tracking, path: "r/a.md")
    let windows = "\u{FEFF}" + SamplePages.tracking.replacing("\n", with: "\r\n")
    #expect(try page(windows, path: "r/a.md") == plain)
  }

  @Test func `A message may have braces of its own`() throws {
    let rule = try page(text(head: "level: bug\nfind: closure\nmessage: 'a {{b}} {callee}'"))
    #expect(rule.cases.first?.message.filled { _ in "c" } == "a {b} c")
  }

  @Test func `The page a rule begins with is sound, in a folder with a trait and in one without`() throws {
    let inTrait = RulePage.template(id: "print-left-behind", trait: nil)
    let rule = try page(inTrait, path: "Rules/Coupling/print-left-behind.md")
    #expect(rule.title == "Print left behind")
    #expect(rule.trait == .coupling)
    let elsewhere = RulePage.template(id: "print-left-behind", trait: .data)
    #expect(try page(elsewhere, path: "rules/print-left-behind.md").trait == .data)
  }

  @Test(arguments: [
    ("Sources/**", "Sources/a/b.swift", true),
    ("Sources/*.swift", "Sources/a/b.swift", false),
    ("Sources/**/b.swift", "Sources/b.swift", true),
    ("Sources/Views", "Sources/Views/a.swift", true),
    ("Views", "Sources/Views/a.swift", true),
    ("Views/", "Sources/Views/a.swift", true),
    ("*.generated.swift", "a/b.generated.swift", true),
    ("*.generated.swift", "a/b.swift", false),
    ("a/?.swift", "a/b.swift", true),
    ("**/**/**/**/x/**/**/y", "a/a/a/a/a/a/a/x/b/b/b/z", false),
  ])
  func `A glob means what it means in .gitignore`(glob: String, path: String, isMatch: Bool) {
    #expect(Glob(glob).matches(path) == isMatch, "\(glob) on \(path)")
  }

  @Test(arguments: [
    ("start", "start", true), ("start", "restart", false), ("*start", "restart", true), ("load*", "loadAll", true),
    ("UserDefaults.*", "UserDefaults.set", true), ("a*b*c", "axxbyc", true), ("a*b*c", "acb", false), ("*", "", true),
  ])
  func `A star in a name stands for any letters`(pattern: String, name: String, isMatch: Bool) {
    #expect(NamePattern(pattern).matches(name) == isMatch, "\(pattern) on \(name)")
  }
}
