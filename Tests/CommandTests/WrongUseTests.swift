import Foundation
import TestRepository
import Testing

/// Typing mistakes, empty variables and missing things: each is said, with what to do, and ends with its status.
@Suite struct WrongUseTests {
  struct Use: CustomTestStringConvertible {
    var arguments: [String]
    var status: Int32
    /// Part of what is printed, on standard error where the job could not be done.
    var says: String

    init(_ arguments: String..., status: Int32 = 2, says: String) {
      (self.arguments, self.status, self.says) = (arguments, status, says)
    }

    var testDescription: String { "nitless " + arguments.map { $0.isEmpty ? "\"\"" : $0 }.joined(separator: " ") }
  }

  static let uses = [
    Use("reveiw", says: "unknown command `reveiw`; did you mean `review`?"),
    Use("rules", "lst", says: "unknown command `lst`; did you mean `list`?"),
    Use("hook", "instal", says: "unknown command `instal`; did you mean `install`?"),
    Use("help", "reveiw", says: "unknown command `reveiw`; did you mean `review`?"),
    Use("help", "rules", "lst", says: "unknown command `lst`; did you mean `list`?"),
    Use("baseline", "wirte", says: "unknown command `wirte`; did you mean `write`?"),
    Use("review", "--fromat", "json", says: "Unknown option '--fromat'. Did you mean '--format'?"),
    Use("review", "--format", "jsn", says: "The value 'jsn' is invalid for '--format"),
    Use("review", "--format", "json", "--format", "sarif", says: "would both go to standard output"),
    Use("review", "--jobs", "0", says: "--jobs 0: it takes one thread at least"),
    Use("review", "--jobs", "many", says: "The value 'many' is invalid for '--jobs"),
    Use("review", "--limit", "0", says: "--limit 0: it takes one finding at least"),
    Use("audit", "--limit", "-1", says: "--limit -1: it takes one finding at least"),
    Use("review", "--jobs", "-1", says: "--jobs -1: it takes one thread at least"),
    Use("audit", "--output", "report.xml", says: "name its format before it, --format checkstyle or junit"),
    Use("review", "mian", says: "cannot find the revision `mian`; did you mean `main`?"),
    Use("audit", "HEAD~999", says: "`HEAD` is there, and has no such commit before it"),
    Use("audit", "main", "HEAD", says: "what lies between two: nitless review main..HEAD"),
    Use("audit", "main..HEAD", says: "Of a change, ask: nitless review main..HEAD"),
    Use("audit", "Viewer.swift", "main", says: "A commit comes first, then paths"),
    Use("audit", "mian", says: "neither a commit nor a path with a Swift file; did you mean `main`?"),
    Use("fix", "notes.txt", says: "`notes.txt` is no Swift file"),
    Use("review", "main", "notes.txt", says: "`notes.txt` is no Swift file"),
    Use("rules", "explain", "closure-cycle", says: "did you mean `closure-retain-cycle`?"),
    Use("rules", "new", "x", "--find", "closure", says: "copy one of Documentation/TeamRules.md"),
    Use("why", "Viewer.swift:1", "--rule", "weak-droped", says: "did you mean `weak-dropped`?"),
    Use("review", "--trait", "memroy", says: "is invalid for '--trait <trait>'. Did you mean 'memory'? Please provide"),
    Use("review", "--level", "bugs", says: "Did you mean 'bug'? Please provide one of 'design', 'risk' or 'bug'."),
    Use("review", "--sort", "size", says: "The value 'size' is invalid for '--sort"),
    Use("audit", "--fail-on", "warning", says: "The value 'warning' is invalid for '--fail-on"),
    Use("review", "--rule", "closure-retain-cycel", says: "did you mean `closure-retain-cycle`?"),
    Use("rules", "explain", "retain-cycle", says: "unknown rule `retain-cycle`; did you mean `closure-retain-cycle`?"),
    Use("rules", "explain", "clousure-retain", says: "did you mean `closure-retain-cycle`?"),
    Use("audit", "--fix", says: "an audit writes nothing: `nitless fix --audit` applies the safe fixes"),
    Use("fix", "--statistics", says: "this command has no option '--statistics'; `nitless review`"),
    Use("audit", "--path", "/etc", says: "`--path /etc` lies outside the repository"),
    Use("review", "--path", "../other", says: "`--path ../other` lies outside the repository"),
    Use("review", "--rule", says: "Missing value for '--rule"),
    Use("review", "", says: "argument 2 is empty"),
    Use("audit", "", says: "argument 2 is empty"),
    Use("review", "--repo", "", says: "`--repo` is given nothing"),
    Use("review", "--config=", says: "`--config` is given nothing"),
    Use("sift", "", says: "argument 2 is empty"),
    Use("rules", "book", "", says: "argument 3 is empty"),
    Use("review", "..HEAD", says: "no commit stands before the dots of `..HEAD`"),
    Use("review", "HEAD..", says: "no commit stands behind the dots of `HEAD..`"),
    Use("review", "HEAD...", says: "no commit stands behind the dots of `HEAD...`"),
    Use("review", "develop", says: "cannot find the revision `develop`; the default branch here is `main`"),
    Use("review", "origin/trunk", says: "`origin/trunk` is neither a commit nor a file or folder; the default branch"),
    Use("review", "featur", says: "cannot find the revision `featur`"),
    Use("review", "main...nope", says: "cannot find the revision `nope`"),
    Use("review", "HEAD~5..HEAD", says: "cannot find the revision `HEAD~5`"),
    Use("review", "main", "--staged", says: "--staged compares the index with HEAD"),
    Use("review", "nothere.swift", says: "`nothere.swift` is neither a commit nor a file or folder"),
    Use("review", "main", "Nope", says: "there is no file or folder `Nope`"),
    Use("review", "HEAD", "main", says: "`main` is a commit, and a folder or a file is wanted here"),
    Use("review", "../nope", says: "`../nope` is neither a commit nor a file or folder"),
    Use("review", "../nope/A.swift", says: "`../nope/A.swift` is neither a commit nor a file or folder"),
    Use("review", "HEAD^{tree}", says: "`HEAD^{tree}` names no commit"),
    Use("review", "HEAD:Viewer.swift", says: "`HEAD:Viewer.swift` is neither a commit nor a file or folder"),
    Use("review", "Viewer.swift", "HEAD", says: "`HEAD` is a commit, and a folder or a file is wanted here"),
    Use("review", "main..main", "main..main", says: "there is no file or folder `main..main`"),
    Use("audit", "--limit", "some", says: "The value 'some' is invalid for '--limit"),
    Use("review", "--repo", "Viewer.swift", says: "`Viewer.swift` is no folder"),
    Use("review", "--config", "folder", says: "the configuration `folder` is no file"),
    Use("audit", "--cache", "Viewer.swift", says: "--cache Viewer.swift: it is no folder"),
    Use("audit", "--output", "folder", says: "cannot write to `folder`: Is a directory"),
    Use("audit", "--format", "json", "--output", "a", "--output", "b", says: "the `json` report goes to a already"),
    Use("why", "Viewer.swift:0", says: "`Viewer.swift` has no line 0, for the first is 1"),
    Use("why", "folder:1", says: "there is no Swift file at `folder`"),
    Use("why", "Viewer.swift:1", "--at", "nope", says: "cannot find the revision `nope`"),
    Use("why", "Viewer.swift:1", "--at", "HEAD:notes.txt", says: "`HEAD:notes.txt` names no"),
    Use("inspect", "Viewer.swift", "diff", says: "The value 'Viewer.swift' is invalid"),
    Use("inspect", "body", "Viewer.swift", "--since", "HEAD", says: "`diff` compares, and body does not"),
    Use("inspect", "diff", "Viewer.swift", "--since", "nope", says: "cannot find the revision `nope`"),
    Use("fix", "Nope", says: "there is no file or folder `Nope`"),
    Use("fix", "main", says: "Fixes are for what `nitless review` finds in the work tree"),
    Use("review", "HEAD~999..HEAD", says: "`HEAD` is there, and has no such commit before it"),
    Use("rules", "try", "rules/nowhere.md", says: "there is no page `rules/nowhere.md`, and no folder of this name"),
    Use("audit", "Sorces", says: "`Sorces` is neither a commit nor a path with a Swift file"),
    Use("audit", "HEAD", "Sorces", says: "there is no Swift file at `Sorces`"),
    Use("audit", "/etc", says: "`/etc` lies outside the repository"),
    Use("audit", "--earlier", "may.json", says: "cannot read the earlier report `may.json`"),
    Use("audit", "--earlier", "Viewer.swift", says: "`Viewer.swift` is no report of an audit"),
    Use("review", "--output", "nowhere/report.txt", says: "cannot write to `nowhere/report.txt`"),
    Use("review", "--repo", "nowhere", says: "there is no folder `nowhere`"),
    Use("review", "--config", "nowhere.yml", says: "there is no configuration `nowhere.yml`"),
    Use("config", "nowhere.swift", status: 0, says: "there is no file `nowhere.swift`; this is what would hold for it"),
    Use("baseline", "prune", says: "there is no baseline `.nitless-baseline.json`"),
    Use("why", "Viewer.swift", says: "`Viewer.swift` has no line"),
    Use("why", "Viewer.swift:three", says: "`Viewer.swift:three` has no line"),
    Use("why", "Veiwer.swift:1", says: "there is no Swift file at `Veiwer.swift`; did you mean `Viewer.swift`?"),
    Use("why", "App/Viewer.swift:1", says: "there is no Swift file at `App/Viewer.swift`; did you mean `Viewer.swift`?"),
    Use("why", "Nowhere.swift:1", says: "there is no Swift file at `Nowhere.swift`"),
    Use("inspect", "bodi", "Viewer.swift:1", says: "The value 'bodi' is invalid"),
    Use("rules", "test", "nowhere", says: "unknown rule or folder `nowhere`"),
    Use("rules", "check", "nowhere", says: "there is no folder `nowhere`"),
    Use("rules", "try", "nowhere", says: "unknown rule or page `nowhere`"),
    Use("rules", "try", "weak-dropped", says: "`weak-dropped` is about a change"),
    Use("rules", "words", "capturd", says: "unknown word `capturd`; did you mean `captured`?"),
    Use("rules", "words", "captured", status: 0, says: "- `captured`"),
    Use("rules", "new", "Bad Name", says: "`Bad Name` cannot be the name of a rule"),
    Use("rules", "new", "x", "--find", "call", says: "nobody can be asked for --name and --message here"),
    Use(
      "rules", "new", "x", "--find", "call", "--name", "a b", "--message", "m",
      says: "`a b` is no function: write its name alone, as `print`, `Analytics.track` or `load(from:)`"),
    Use(
      "rules", "new", "x", "--find", "construction", "--name", "URLSession.shared", "--message", "m",
      says: "`URLSession.shared` is no name of a type"),
    Use(
      "rules", "new", "x", "--find", "property", "--name", "String?", "--message", "m",
      says: "`String?` is no name of a type: write it alone, without `?` and brackets"),
    Use(
      "rules", "new", "x", "--find", "pattern", "--name", "$A.b(", "--message", "m",
      says: "`$A.b(` is not one Swift expression"),
    Use(
      "rules", "new", "x", "--find", "pattern", "--name", "try! $X", "--message", "m",
      says: "`try! $X` matches every expression"),
    Use("sift", "nowhere.json", says: "nowhere.json`"),
    Use("sift", "Viewer.swift", says: "none of its lines is a remark of a format known"),
    Use("ci", says: "this is no run of a CI host that nitless knows"),
    Use("completions", "tcsh", says: "The value 'tcsh' is invalid"),
    Use("--verison", says: "Unknown option '--verison'. Did you mean '--version'?"),
    Use("version", says: "`nitless --version` says which it is"),
    Use("explain", "weak-dropped", says: "unknown command `explain`; did you mean `rules explain`?"),
    Use("lint", says: "`nitless review` is for a change, `nitless audit` for a whole program"),
    Use("install", says: "unknown command `install`; did you mean `hook install`?"),
    Use("audit", "--staged", says: "this command has no option '--staged'; `nitless review` and"),
    Use("audit", "--map", says: "this command has no option '--map'; `nitless review` has it"),
    Use("review", "--earlier", "may.json", says: "this command has no option '--earlier'; `nitless audit` has it"),
    Use("review", "--json", says: "Unknown option '--json'. Did you mean '--format json'?"),
    Use("audit", "--html", says: "Did you mean '--format html'?"),
    Use("config", "--json", says: "Unknown option '--json'\n"),
    Use("-v", says: "Unknown option '-v': options are written out, as --version"),
    Use("review", "-o", "a.txt", says: "options are written out, as --output"),
    Use("review", "-f", "json", says: "options are written out, as "),
    Use("rules", "list", "--trait", "memroy", says: "The value 'memroy' is invalid for '--trait"),
    Use("review", "--verbose", says: "Unknown option '--verbose'\n"),
    Use("review", "--colour", "always", says: "Unknown option '--colour'. Did you mean '--color'?"),
    Use("review", "--no-suppresed", says: "Did you mean '--no-suppressed'?"),
    Use("hook", "install", "--pre-psuh", says: "Did you mean '--pre-push'?"),
    Use("hook", "install", "pre-push", says: "Unexpected argument 'pre-push'"),
    Use("review", "-format", "json", says: "Did you mean '--format'?"),
    Use("review", "--format", "JSON", says: "is invalid for '--format <format>'. Did you mean 'json'? Please"),
    Use("review", "--jobs", "1e3", says: "The value '1e3' is invalid for '--jobs"),
    Use("review", "--color", "sometimes", says: "Please provide one of 'auto', 'always' or 'never'."),
    Use("audit", "--rule", "weak-dropped,weak-skips-the-end", says: "--rule weak-dropped --rule weak-skips-the-end"),
    Use("audit", "--level", "bug,risk", says: "One at a time: --level bug --level risk"),
    Use("audit", "--trait", "memory,crash", says: "One at a time: --trait memory --trait crash"),
    Use("audit", "--rule", "all", says: "unknown rule `all`"),
    Use("review", "--map", "--statistics", says: "--map and --statistics are each a report of its own"),
    Use("review", "--map", "--format", "json", says: "--map is a report of its own"),
    Use("fix", "HEAD~1..HEAD", says: "`HEAD~1..HEAD` is a change from one commit to another"),
    Use("fix", "--diff", "--review", says: "--diff writes nothing, so --review has nothing to ask"),
    Use("review", "--fix", "main", says: "--fix writes into the work tree"),
    Use("review", "..", says: "no commit stands before the dots of `..`"),
    Use("review", "@{u}", says: "cannot find the revision `@{u}`"),
    Use("audit", "Viewer.swift:3", says: "Of a line, ask: nitless why Viewer.swift:3"),
    Use("audit", "*.swift", says: "A glob is for --path: nitless audit --path '*.swift'"),
    Use("audit", "--repo", "https://a.example/b", says: "is an address, and a folder is wanted here"),
    Use("audit", "--config", "notes.txt", says: "notes.txt:1:1: a configuration is lines of `key: value`"),
    Use("audit", "--shard", "4/3", says: "it is a number and how many there are, as 3/16"),
    Use("audit", "--output", "/dev/full", says: "cannot write to `/dev/full`"),
    Use("merge", "notes.txt", says: "`notes.txt` is no report of an audit"),
    Use("why", "Viewer.swift:-1", says: "`Viewer.swift` has no line -1"),
    Use("why", "notes.txt:1", says: "there is no Swift file at `notes.txt`"),
    Use("sift", "folder", says: "Name a file, not a folder"),
    Use("sift", "--table", "nowhere.yml", "-", says: "Name a file that is there"),
    Use("sift", "--base", "nope", "-", says: "cannot find the revision `nope`"),
    Use("rules", "book", "Viewer.swift", says: "cannot make the folder `Viewer.swift`"),
    Use("rules", "new", "weak-dropped", says: "there is a rule `weak-dropped` already"),
    Use("rules", "new", "Analytics-In-View", says: "cannot be the name of a rule"),
    Use("config", "/etc/passwd", says: "`/etc/passwd` lies outside the repository"),
    Use("cache", "claer", says: "unknown command `claer`; did you mean `clear`?"),
    // What is done, though it comes to nothing, says so.
    Use("review", "--map", status: 0, says: "no findings · no Swift file changed"),
    Use("review", "--statistics", status: 0, says: "no findings · no Swift file changed"),
    Use("inspect", "names", "Viewer.swift:1", status: 0, says: "nothing is known there"),
    Use("hook", "uninstall", status: 0, says: "there is no hook of nitless"),
    Use("review", status: 0, says: "no findings · no Swift file changed · compared: the work tree with HEAD"),
    Use("review", "HEAD", status: 0, says: "no findings · no Swift file changed"),
    Use("review", "--staged", status: 0, says: "no findings · no Swift file changed · compared: the index with HEAD"),
    Use("audit", status: 0, says: "no findings · 1 file, "),
    Use("audit", "--path", "nowhere/**", status: 0, says: "`--path nowhere/**` matches no Swift file of the program"),
    Use("review", "--path", "nowhere", status: 0, says: "`--path nowhere` matches no Swift file of the change"),
    Use("audit", "--rule", "weak-dropped", status: 0, says: "`weak-dropped` is about a change"),
    Use("fix", status: 0, says: "no safe fix to apply"),
    Use("fix", "--audit", "--rule", "weak-dropped", status: 0, says: "note: `weak-dropped` is about a change"),
    Use("rules", "list", "--trait", "coupling", "--level", "bug", status: 0, says: "no rule is of such a trait and level"),
    Use("cache", "clear", status: 0, says: ", removed\n"),
    Use("cache", "clear", status: 0, says: "nothing was kept"),
    Use("fix", "--diff", status: 0, says: "no fix to show"),
    Use("fix", "--path", "Nope", status: 0, says: "note: `--path Nope` matches no Swift file of the change"),
    Use("review", "--format", "json", "--path", "x", status: 0, says: "`--path x` matches no Swift file"),
    Use("rules", "new", "some-page", status: 0, says: "note: this is no terminal, so nothing was asked"),
  ]

  @Test func `Each is told what is wrong, and ends as it should`() throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.write("notes.txt", "Nothing of Swift.\n")
    try repository.write("folder/notes.txt", "Nothing of Swift.\n")
    try repository.commit()
    for use in Self.uses {
      let outcome = try Command.run(use.arguments, in: repository.path)
      #expect(outcome.status == use.status, "\(use.testDescription)\n\(outcome.errors)")
      let text = use.status == 2 ? outcome.errors : outcome.output + outcome.errors
      #expect(text.contains(use.says), "\(use.testDescription)\n\(text)")
      guard use.status == 2 else { continue }
      // What is wrong, then what to do about it.
      #expect(text.hasPrefix("error: ") && text.split(separator: "\n").count >= 2, "\(use.testDescription)\n\(text)")
    }
  }

  @Test func `A repository without Swift is told of`() throws {
    let repository = try TestRepository()
    try repository.write("notes.txt", "Nothing of Swift.\n")
    try repository.commit()
    for use in [["audit"], ["fix", "--audit"], ["baseline", "write"]] {
      let outcome = try Command.run(use, in: repository.path)
      #expect(outcome.status == 2 && outcome.errors.contains("there is no Swift file to audit"), "\(use): \(outcome)")
    }
  }

  @Test func `A report by the ending of its file`() throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
    for (file, start) in [("a.html", "<!DOCTYPE html>"), ("a.json", "{"), ("a.sarif", "{"), ("a.txt", "bug")] {
      let path = repository.outside(file)
      #expect(try repository.nitless("audit", "--output", path).status == 1)
      #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix(start), "\(file)")
    }
  }

  @Test func `What was found and not asked for is counted`() throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
    let audit = try repository.nitless("audit", "--level", "risk")
    #expect(audit.status == 0 && audit.output.hasSuffix("1 more not asked for, a bug\n"), "\(audit.output)")
  }

  @Test func `Rules that are off by level are told, and nothing is fixed by a comment`() throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
    let comment = "    // nitless:allow closure-retain-cycle, closure-retian-cycle - there is one viewer\n"
    try repository.write(
      "Viewer.swift", Source.leaking.replacing("    downloader.onDone", with: comment + "    downloader.onDone"))
    let review = try repository.nitless("review")
    #expect(review.status == 0 && !review.output.contains("fixed"), "\(review.output)")
    #expect(review.output.contains("allows `closure-retain-cycle` here"), "\(review.output)")
    #expect(!review.output.contains("allows `closure-retain-cycle`, `closure-retian-cycle` here"), "\(review.output)")
    try repository.write(".nitless.yml", "levels: {closure-retain-cycle: off}\n")
    let audit = try repository.nitless("audit")
    #expect(audit.status == 0 && audit.output.contains("1 rule switched off"), "\(audit.output)")
  }

  @Test func `A report of another tool that is empty is told of`() throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.write("empty.txt", "")
    try repository.commit()
    let outcome = try repository.nitless("sift", "empty.txt")
    #expect(outcome.status == 0 && outcome.output.contains("the tool found nothing, or did not run"), "\(outcome)")
  }

  @Test func `A baseline that is named and is not there is told of`() throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.leaking)
    try repository.write(".nitless.yml", "baseline: nothere.json\n")
    try repository.commit()
    let says = "there is no baseline `nothere.json`, which .nitless.yml names; `nitless baseline write` makes it"
    for command in [["audit"], ["review"]] {
      let output = try Command.run(command, in: repository.path).output
      #expect(output.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(says), "\(output)")
    }
    #expect(try repository.nitless("baseline", "write").status == 0)
    #expect(try repository.nitless("audit").output.contains("nothere.json") == false)
  }

  /// What is wrong in a configuration, and what is said of it.
  @Test(arguments: [
    ("levels: {weak-dropped: fatal}", ".nitless.yml:1:24: unknown level `fatal` (one of: bug, risk, design, off)"),
    ("levels: [weak-dropped]", "expected lines of `rule: level` here, found a list"),
    ("levels: {weak-droped: off}", "unknown rule `weak-droped`; did you mean `weak-dropped`?"),
    ("disable: {a: b}", "expected a rule here, or a list of them; found a mapping"),
    ("exclude:", "expected a path or glob here, or a list of them; found nothing"),
    ("fail-on: [bug]", "expected a level here, found a list"),
    ("fail-on: never", "unknown level `never` (one of: bug, risk, design)"),
    ("fail_on: risk", "unknown key `fail_on`; did you mean `fail-on`?"),
    ("rules: nowhere", "there is no folder `nowhere`"),
    ("knowledge: nowhere.yml", "there is no file or folder `nowhere.yml`"),
    ("knowledge: Viewer.swift", "`Viewer.swift` is no table: its name has to end in .yml"),
    ("extends: .nitless.yml", "`.nitless.yml` extends this file in turn"),
    ("paths: [{match: folder}]", "`match:` and `levels:` go together"),
    ("baseline: folder", "`folder` is a folder, and no baseline"),
    ("baseline: notes.txt", "it is not JSON of the form that `nitless baseline write` makes"),
    ("vendored: [Code/Kit]", "`Code/Kit` is a path, and `vendored:` has names of folders"),
    ("rules-url: team", "`team` is no web address"),
    ("exclude: [a]\nexclude: [b]", ".nitless.yml:2:1: `exclude` is said twice"),
    ("exclude: [a]\n---\nexclude: [b]", ".nitless.yml:2:1: a second document begins here"),
    ("exclude: 'a", ".nitless.yml:1:10: not YAML: a quotation mark is not closed"),
    ("exclude: [a", "`[` is not closed"),
    ("just words", "a configuration is lines of `key: value`"),
  ])
  func `What is wrong in a configuration is told with its place`(text: String, says: String) throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.write("notes.txt", "Nothing of Swift.\n")
    try repository.write("folder/notes.txt", "Nothing of Swift.\n")
    try repository.write(".nitless.yml", text + "\n")
    try repository.commit()
    for command in ["audit", "review"] {
      let outcome = try repository.nitless(command)
      #expect(outcome.status == 2 && outcome.errors.hasPrefix("error: "), "\(command): \(outcome)")
      #expect(outcome.errors.contains(says), "\(command): \(outcome.errors)")
    }
  }

  @Test(arguments: [".nitless.yaml", "nitless.yml"])
  func `A configuration of another name is told of`(name: String) throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.write(name, "exclude: [Viewer.swift]\n")
    try repository.commit()
    let says = "`\(name)` is not read: the configuration is `.nitless.yml`"
    for command in ["audit", "review"] { #expect(try repository.nitless(command).output.contains(says)) }
    #expect(try repository.nitless("config").errors.contains(says))
    try repository.write(".nitless.yml", "fail-on: risk\n")
    #expect(try repository.nitless("audit").output.contains(says))
  }

  @Test func `A tab in a configuration is called one`() throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.write(".nitless.yml", "exclude:\n\t- Old\n")
    try repository.commit()
    let outcome = try repository.nitless("audit")
    #expect(outcome.status == 2 && outcome.errors.contains(".nitless.yml:2:1: not YAML: a tab stands before the text"))
  }

  @Test func `A mistyped include is named, and where it leaves nothing, nothing was done`() throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.sound)
    try repository.commit()
    try repository.write("Viewer.swift", Source.leaking)
    try repository.write(".nitless.yml", "include: [Sorces/**]\n")
    try repository.git("add", "--all")
    let commands = [
      ["audit"], ["review"], ["review", "--staged"], ["hook", "run"], ["fix"], ["fix", "--audit"],
      ["ci", "--no-post", "--base", "HEAD"],
    ]
    for command in commands {
      let outcome = try Command.run(command, in: repository.path, environment: ["GITHUB_ACTIONS": "true"])
      let says = "`include: Sorces/**` in .nitless.yml matches no Swift file of the program, so nothing was looked at"
      #expect(outcome.status == 2 && outcome.errors.contains(says), "\(command): \(outcome)")
    }
    // Where nothing is changed, the program is there all the same.
    try repository.write(".nitless.yml", "include: [Viewer.swift]\n")
    let unchanged = try repository.nitless("review", "HEAD..HEAD")
    #expect(unchanged.status == 0 && unchanged.output.hasPrefix("no findings"), "\(unchanged)")
    try repository.write(".nitless.yml", "include: [Sorces/**, Viewer.swift]\n")
    for command in [["audit"], ["review"], ["audit", "Viewer.swift"]] {
      let outcome = try Command.run(command, in: repository.path)
      #expect(outcome.status == 1 && outcome.output.contains("1 bug"), "\(command): \(outcome)")
      #expect(
        outcome.output.contains("`include: Sorces/**` in .nitless.yml matches no Swift file of the program\n"),
        "\(command): \(outcome)")
    }
  }

  @Test func `An audit with nothing left to look at was none`() throws {
    let repository = try TestRepository()
    try repository.write("Sources/Viewer.swift", Source.leaking)
    try repository.write("Pods/Kit.swift", Source.leaking)
    try repository.write(".nitless.yml", "exclude: [Sources]\n")
    try repository.commit()
    for command in [["audit"], ["audit", "Pods"], ["audit", "HEAD", "Sources"], ["fix", "--audit"]] {
      let outcome = try Command.run(command, in: repository.path)
      #expect(outcome.status == 2 && outcome.errors.contains("excluded, so nothing was looked at"), "\(outcome)")
    }
    // A change of excluded files is one that nobody asked about.
    try repository.write("Sources/Viewer.swift", Source.sound)
    #expect(try repository.nitless("review").status == 0)
  }

  @Test func `The examples of a command's help are of that command`() throws {
    let repository = try TestRepository()
    for command in ["review", "audit", "merge", "fix", "why", "inspect", "ci", "rules try", "rules explain"] {
      let help = try Command.run(["help"] + command.split(separator: " ").map(String.init), in: repository.path).output
      let examples = help.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { $0.hasPrefix("nitless ") }
      // Reports to merge are those of audits.
      let others = examples.filter { !$0.hasPrefix("nitless \(command)") && !$0.contains("--shard") }
      #expect(!examples.isEmpty && others.isEmpty, "\(command): \(others)")
    }
  }

  @Test func `What is to be typed next is typed as this was`() throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
    let asked = "swift package --allow-writing-to-package-directory nitless fix"
    let environment = ["NITLESS_CALLED_BY": "swift-package"]
    let run = { try Command.run($0, in: repository.path, environment: environment) }
    #expect(try run(["audit"]).output.contains("`\(asked) --audit --review` asks"))
    #expect(try run(["fix", "--audit"]).errors.contains("`\(asked) --review --audit` asks"))
    let errors = try run(["rules", "explain", "closure-cycle"]).errors
    #expect(errors.contains("`swift package nitless rules list` has all"))
    // Programs are told what they ever were.
    #expect(try !run(["audit", "--format", "json"]).output.contains("swift package"))
    #expect(try !repository.nitless("audit").output.contains("swift package"))
  }

  @Test func `What is written to a file is accounted for on the terminal`() throws {
    let repository = try TestRepository()
    try repository.write("Viewer.swift", Source.leaking)
    try repository.commit()
    let audit = try repository.nitless("audit", "--format", "html", "--output", "audit.html")
    #expect(audit.status == 1 && audit.output.isEmpty)
    #expect(audit.errors.hasPrefix("1 finding (1 bug) · 1 file, "), "\(audit.errors)")
    #expect(audit.errors.hasSuffix(" · audit.html\n"), "\(audit.errors)")
    let review = try repository.nitless("review", "--output", "r.md", "--format", "json", "--output", "r.json")
    #expect(review.status == 2 && review.output.isEmpty)
    let both = try repository.nitless(
      "review", "--format", "json", "--output", "r.json", "--format", "markdown", "--output", "r.md")
    #expect(both.status == 0 && both.output.isEmpty)
    #expect(both.errors == "no findings · no Swift file changed · r.json, r.md\n", "\(both.errors)")
    let beside = try repository.nitless("audit", "--format", "html", "--output", "r.html", "--format", "json")
    #expect(beside.output.hasPrefix("{") && beside.errors.hasSuffix(" · r.html\n"), "\(beside.errors)")
    let shown = try repository.nitless("audit", "--format", "json", "--output", "r.json", "--format", "terminal")
    #expect(shown.errors.isEmpty && shown.output.contains("\n1 finding (1 bug) · 1 file, "), "\(shown.errors)")
  }

  @Test func `The worst are kept, and the level of the others is told`() throws {
    let repository = try TestRepository()
    try repository.write("B.swift", Source.leaking)
    let flawed = "final class Log {\n  let day = DateFormatter()\n  func set() { day.dateFormat = \"YYYY-MM-dd\" }\n}\n"
    try repository.write("A.swift", flawed)
    try repository.commit()
    let limited = try repository.nitless("audit", "--limit", "1", "--fail-on", "risk")
    #expect(limited.output.hasPrefix("bug"), "\(limited.output)")
    #expect(limited.output.contains("1 risk left out by --limit"), "\(limited.output)")
    let table = try repository.nitless("audit", "--limit", "1", "--statistics")
    #expect(table.output.contains("closure-retain-cycle  bug"), "\(table.output)")
    let json = try repository.nitless("audit", "--limit", "1", "--format", "json").output
    #expect(json.filter { !$0.isWhitespace }.contains("\"leftOut\":1,\"leftOutByLevel\":{\"risk\":1}"))
    // What is shown does not decide how it ends.
    #expect(try repository.nitless("audit", "--limit", "1", "--sort", "path", "--fail-on", "risk").status == 1)
  }
}
