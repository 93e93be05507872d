import TestRepository
import Testing

/// What is asked for and comes to nothing is told, wherever that is found out.
@Suite struct SilenceTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("App/Viewer.swift", Source.sound)
    try repository.write("Other/Else.swift", "let other = 1\n")
    try repository.commit()
  }

  @Test func `A broken configuration of a folder stops the change that brings it`() throws {
    try repository.write("App/.nitless.yml", "disabel: [closure-retain-cycle]\n")
    let says = "App/.nitless.yml:1:1: unknown key `disabel`; did you mean `disable`?"
    func expectRefused(_ words: String...) throws {
      let outcome = try Command.run(words, in: repository.path)
      #expect(outcome.status == 2 && outcome.errors.contains(says), "\(words): \(outcome)")
    }
    try expectRefused("review")
    try repository.git("add", "--all")
    try expectRefused("review", "--staged")
    try expectRefused("hook", "run")
    try repository.commit()
    try expectRefused("review", "HEAD~1..HEAD")
  }

  @Test func `What a folder's configuration names is part of it, where nothing else of the folder changes`() throws {
    try repository.write("App/.nitless.yml", "extends: [../ci/app.yml]\n")
    try repository.write("ci/app.yml", "disable: []\n")
    try repository.commit()
    try repository.write("ci/app.yml", "disable: [closure-retain-cycle]\n")
    #expect(try repository.nitless("review").output.contains("The change touches `ci/app.yml`"))
    try repository.write("ci/app.yml", "disable: closure-retain-cycel\n")
    #expect(try repository.nitless("review").status == 2)
  }

  @Test func `A configuration that the work tree changes is told, and one that was only touched is not`() throws {
    try repository.write(".nitless.yml", "fail-on: risk\n")
    try repository.commit()
    try repository.write(".nitless.yml", "fail-on: risk\n")
    #expect(try !repository.nitless("review").output.contains("touches"))
    try repository.write(".nitless.yml", "fail-on: bug\n")
    #expect(try repository.nitless("review").output.contains("The change touches `.nitless.yml`"))
  }

  @Test(arguments: ["exclude: [Nope/**]", "paths: [{match: [Nope/**], levels: {weak-dropped: risk}}]"])
  func `A glob of the configuration that matches nothing is told, where all is looked at`(_ text: String) throws {
    try repository.write(".nitless.yml", text + "\n")
    #expect(try repository.nitless("audit").output.contains("Nope/**` in .nitless.yml matches no Swift file"))
    #expect(try !repository.nitless("audit", "App").output.contains("matches no"))
    try repository.write(".nitless.yml", text.replacing("Nope", with: "Other") + "\n")
    #expect(try !repository.nitless("audit").output.contains("matches no"))
  }

  @Test func `Nothing is fixed in a file that is not understood, and that is said`() throws {
    try repository.write("App/Viewer.swift", Source.sound + "let {{\n")
    for words in [["fix"], ["fix", "--diff"], ["fix", "--audit"]] {
      let outcome = try Command.run(words, in: repository.path)
      #expect(outcome.status == 2 && outcome.errors.contains("could not be understood: App/Viewer.swift"), "\(outcome)")
    }
  }

  @Test func `A file that only the other of the work tree and the commit has`() throws {
    func expect(_ words: String..., says: String) throws {
      let outcome = try Command.run(["why"] + words, in: repository.path)
      #expect(outcome.status == 2 && outcome.errors.contains(says), "\(words): \(outcome)")
    }
    try repository.write("New.swift", "let new = 1\n")
    try expect("New.swift:1", "--at", "HEAD", says: "no Swift file `New.swift` in `HEAD`\n  The work tree has it")
    try repository.delete("Other/Else.swift")
    try expect("Other/Else.swift:1", says: "is gone from the work tree\n  The last commit has it: add --at HEAD")
    try repository.write(".gitignore", "New.swift\n")
    try expect("New.swift:1", says: "git ignores `New.swift`")
  }

  @Test func `Of an assertion that is not told of it is said why`() throws {
    let test = """
      import XCTest
      final class CartTests: XCTestCase {
        func testMakesACart() {
          let cart = Cart()
          XCTAssertTrue(true)
          XCTAssertEqual(cart.items(), cart.items())
          XCTAssertEqual(cart.count, 0)
        }
      }

      """
    try repository.write("Tests/CartTests.swift", test)
    func why(_ line: Int) throws -> String { try repository.nitless("why", "Tests/CartTests.swift:\(line)").output }
    #expect(try why(5).contains("`XCTAssertTrue` of `true`: it holds on every run, but something else in this test"))
    #expect(try why(6).contains("of `cart.items()`: both sides are the same code, which may answer otherwise"))
    #expect(try why(7).contains("of `cart.count`: what it looks at may be otherwise"))
  }

  @Test func `What is inspected ends in a line, and is called as the documentation calls it`() throws {
    let keeps = try repository.nitless("inspect", "keeps", "App/Viewer.swift").output
    #expect(keeps.hasSuffix("\n") && !keeps.hasSuffix("\n\n"), "\(keeps)")
    let text = """
      final class Cart {
        let name = "a"
        var gone = 1
        func fill() { put(unknown.thing) }
      }

      """
    try repository.write("Cart.swift", text)
    try repository.commit()
    let new = text.replacing("let name", with: "var name").replacing("  var gone = 1\n", with: "  var came = 1\n")
    try repository.write("Cart.swift", new)
    let difference = try repository.nitless("inspect", "diff", "Cart.swift").output
    #expect(
      difference == "changed: Cart.name\n  - let\n  + var\nnew: Cart.came\nsame: Cart.fill()\ngone: Cart.gone\n",
      "\(difference)")
    let names = try repository.nitless("inspect", "names", "Cart.swift:4").output
    #expect(names.contains("thing: is unknown"), "\(names)")
  }

  @Test func `A value that is captured is called a copy, with the object that it keeps`() throws {
    let text = """
      final class Model { var onDone: (() -> Void)?; var name = "" }
      struct Screen {
        var model = Model()
        func start() { model.onDone = { model.name = "b" } }
      }

      """
    try repository.write("Screen.swift", text)
    let review = try repository.nitless("review", "--format", "json").output
    #expect(review.contains("the closure captures `self`, a copy of `Screen` that keeps the same `Model`"), "\(review)")
  }

  @Test func `A remark about a place has it, for programs`() throws {
    let comment = "    // nitless:allow nothing-like-it - it is fine\n    downloader.onDone"
    try repository.write("App/Viewer.swift", Source.sound.replacing("    downloader.onDone", with: comment))
    let review = try repository.nitless("review", "--format", "json").output
    let remark = try #require(review.split(separator: "\"remark\"").dropFirst().first)
    #expect(remark.contains("which is no rule") && remark.contains("\"path\": \"App/Viewer.swift\""), "\(review)")
    #expect(remark.contains("\"line\": "), "\(review)")
  }
}
