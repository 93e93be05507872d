import Foundation
import TestRepository
import Testing

@Suite struct RulesCommandTests {
  let repository: TestRepository

  init() throws { repository = try TestRepository() }

  @Test func `A rule of one's own, from start to end`() throws {
    let new = try repository.nitless("rules", "new", "printed-and-lost")
    #expect(new.status == 0 && new.output == "rules/printed-and-lost.md\n")
    let unwritten = try repository.nitless("rules", "check", "rules")
    #expect(
      unwritten.status == 1
        && unwritten.output.contains("rules/printed-and-lost.md:12:1: still to be written: why it matters"),
      "\(unwritten)")
    let page = repository.path + "/rules/printed-and-lost.md"
    let text = try String(contentsOfFile: page, encoding: .utf8)
    try repository.write("rules/printed-and-lost.md", text.replacing("TODO:", with: "Here"))
    #expect(try repository.nitless("rules", "check", "rules").output == "1 page is well formed\n")
    #expect(
      try repository.nitless("rules", "test", "rules").output == "1 page: all 2 examples hold\n")
    try repository.write(".nitless.yml", "rules: [rules]\n")
    try repository.commit()
    #expect(try repository.nitless("rules", "list").output.contains("rules/printed-and-lost.md"))
    #expect(
      try repository.nitless("rules", "explain", "printed-and-lost").output.hasPrefix(
        "Printed and lost\n"))
    try repository.write("Note.swift", "func save() {\n  print(1)\n}\n")
    let review = try repository.nitless("review", "--fail-on", "design")
    #expect(review.status == 1 && review.output.contains("printed-and-lost"))
    let again = try repository.nitless("rules", "new", "printed-and-lost")
    #expect(
      again.status == 2
        && again.errors.hasPrefix("error: there is a rule `printed-and-lost` already"))
  }

  @Test func `A rule is asked for in options, tried, and part of the book that reports link to`() throws {
    let new = try repository.nitless(
      "rules", "new", "printed", "--find", "call", "--name", "print", "--message", "prints, which nobody reads",
      "--level", "risk", "--remedy", "Write it to the log")
    #expect(new.status == 0 && new.output == "rules/printed.md\n")
    #expect(try repository.nitless("rules", "test", "rules").output == "1 page: all 2 examples hold\n")
    try repository.write("Note.swift", "func save() {\n  print(1)\n}\n")
    // Whether or not the configuration names the page.
    let tried = try repository.nitless("rules", "try", "rules/printed.md")
    #expect(tried.status == 0 && tried.output.contains("`save()` prints, which nobody reads"), "\(tried.output)\(tried.errors)")
    #expect(tried.output.hasSuffix("1 finding (1 risk) · 1 file, 1 rule\n"), "\(tried.output)")
    #expect(tried.errors == "1 finding in 1 file\n")
    // The line that narrows it is there to be uncommented.
    let text = try String(contentsOfFile: repository.path + "/rules/printed.md", encoding: .utf8)
    try repository.write("rules/narrow.md", text.replacing("# inside:", with: "inside:"))
    let narrow = try repository.nitless("rules", "try", "rules/narrow.md")
    #expect(narrow.status == 0 && narrow.errors == "", "\(narrow)")
    try repository.write(".nitless.yml", "rules: [rules]\nrules-url: https://team.example/rules/\n")
    let book = try repository.nitless("rules", "book", "public/book")
    #expect(book.status == 0 && book.output.hasPrefix("public/book/index.html: "))
    let page = try String(contentsOfFile: repository.path + "/public/book/printed.html", encoding: .utf8)
    #expect(page.contains("of this team") && page.contains("href=\"style.css\""))
    #expect(FileManager.default.fileExists(atPath: repository.path + "/public/book/style.css"))
    let address = "https://team.example/rules/printed.html"
    #expect(try repository.nitless("audit", "--format", "sarif").output.contains("\"helpUri\": \"\(address)\""))
    #expect(try repository.nitless("audit", "--format", "html").output.contains("<a href=\"\(address)\">"))
    #expect(try repository.nitless("audit", "--color", "always").output.contains("\u{1B}]8;;\(address)\u{1B}\\"))
    #expect(try !repository.nitless("audit").output.contains("team.example"))
  }

  /// What people want found, by the names that they write.
  @Test(arguments: [
    ("call", "DispatchQueue.main.sync"), ("call", "UIApplication.shared.open"), ("call", "Cart.add(_:to:)"),
    ("call", "print()"), ("call", "load(from:)"), ("construction", "URLSession()"), ("construction", "Shop.Cart"),
    ("subclass", "Shop.Page"), ("property", "UserDefaults"), ("pattern", "$A!"), ("pattern", "$A as! Cart"),
  ])
  func `The examples of a new page hold, whatever it is to find`(kind: String, name: String) throws {
    let new = try repository.nitless(
      "rules", "new", "unwanted", "--find", kind, "--name", name, "--message", "does what nobody wants")
    #expect(new.status == 0, "\(new)")
    let test = try repository.nitless("rules", "test", "rules")
    #expect(test.status == 0, "\(test.output)")
  }

  @Test func `A page is tried beside one that is broken, which is named`() throws {
    _ = try repository.nitless(
      "rules", "new", "printed", "--find", "call", "--name", "print", "--message", "prints, which nobody reads")
    try repository.write("rules/broken.md", "Not a page.\n")
    try repository.write(".nitless.yml", "rules: [rules]\n")
    try repository.write("Note.swift", "func save() {\n  print(1)\n}\n")
    for name in ["rules/printed.md", "printed"] {
      let tried = try repository.nitless("rules", "try", name)
      #expect(tried.status == 0 && tried.output.contains("prints, which nobody reads"), "\(tried)")
      #expect(tried.errors.hasPrefix("note: rules/broken.md:1:1: "), "\(tried.errors)")
    }
    for name in ["rules/broken.md", "broken"] {
      let broken = try repository.nitless("rules", "try", name)
      #expect(broken.status == 2 && broken.errors.hasPrefix("error: rules/broken.md:1:1: "), "\(broken)")
    }
    #expect(try repository.nitless("audit").status == 2)
    try repository.write(".nitless.yml", "rules: [rules]\nlevles: {}\n")
    #expect(try repository.nitless("rules", "try", "rules/printed.md").status == 2)
  }

  @Test func `The configuration is followed from any directory`() throws {
    _ = try repository.nitless("rules", "new", "printed-and-lost")
    try repository.write(".nitless.yml", "rules: [rules]\n")
    try repository.write("Sources/A.swift", "")
    let list = try Command.run(["rules", "list"], in: repository.path + "/Sources")
    #expect(list.output.contains("../rules/printed-and-lost.md"))
  }

  @Test func `Rules are listed and explained outside of any repository`() throws {
    let elsewhere = repository.outside("elsewhere")
    try FileManager.default.createDirectory(atPath: elsewhere, withIntermediateDirectories: true)
    let list = try Command.run(["rules", "list"], in: elsewhere)
    #expect(list.status == 0 && list.output.contains("closure-retain-cycle"))
    let explained = try Command.run(
      ["rules", "explain", "closure-retain-cycle", "--color=always"], in: elsewhere)
    #expect(explained.status == 0)
    #expect(explained.output.contains("\u{1B}[32m  +"))
    #expect(
      try !Command.run(["rules", "explain", "closure-retain-cycle"], in: elsewhere).output.contains(
        "\u{1B}"))
    let unknown = try Command.run(["rules", "explain", "closure-retain-cycel"], in: elsewhere)
    #expect(unknown.status == 2)
    #expect(
      unknown.errors.hasPrefix(
        "error: unknown rule `closure-retain-cycel`; did you mean `closure-retain-cycle`?\n  `nitless rules list` has all "
      ))
  }

  @Test func `A word is explained with an example, and with what may stand below it`() throws {
    let words = try repository.nitless("rules", "words", "inside").output
    #expect(words.contains("For example, in ") && words.contains("    inside: "), "\(words)")
    #expect(words.hasSuffix("`nitless rules words scope` says what a scope is, and what may be said of one.\n"))
  }

  @Test func `All problems of all pages are said`() throws {
    try repository.write("rules/one.md", "---\nlevel: bgu\n---\n")
    try repository.write("rules/deep/two.md", "Hello\n")
    let outcome = try repository.nitless("rules", "check", "rules")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("rules/one.md:2:8: unknown word `bgu`; did you mean `bug`?"))
    #expect(outcome.output.contains("rules/deep/two.md:1:1: "))
    #expect(try repository.nitless("rules", "test", "rules").status == 2)
    #expect(try repository.nitless("rules", "check", "missing").status == 2)
  }

  @Test func `An example that does not hold names the line of its page`() throws {
    _ = try repository.nitless("rules", "new", "printed-and-lost")
    let page = repository.path + "/rules/printed-and-lost.md"
    let text = try String(contentsOfFile: page, encoding: .utf8)
    try repository.write("rules/printed-and-lost.md", text.replacing("!  ^", with: "!   ^"))
    let outcome = try repository.nitless("rules", "test", "rules/printed-and-lost.md")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("rules/printed-and-lost.md:20: missing: "))
    #expect(outcome.output.contains("rules/printed-and-lost.md:19: noisy: "))
  }
}
