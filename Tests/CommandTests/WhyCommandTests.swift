import TestRepository
import Testing

@Suite struct WhyCommandTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("Sources/Viewer.swift", Source.leaking)
    try repository.commit()
  }

  private func why(_ arguments: String...) throws -> String {
    let outcome = try Command.run(["why"] + arguments, in: repository.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test func `What is told at a line, with its reasons`() throws {
    let text = try why("Sources/Viewer.swift:4")
    #expect(text.hasPrefix("Sources/Viewer.swift:4 in Viewer.start()\n"), "\(text)")
    #expect(text.contains("Told here\n  bug closure-retain-cycle: "), "\(text)")
    #expect(text.contains("    proven: "), "\(text)")
  }

  @Test func `A line that is one of the reasons is told as well, and a column may come along`() throws {
    #expect(try why("Sources/Viewer.swift:2:7").contains("bug closure-retain-cycle"))
  }

  @Test func `A place is asked about as reports have it, from any folder`() throws {
    try repository.write("Sources/Deep/Other.swift", "let other = 1\n")
    let folder = repository.path + "/Sources"
    for place in ["Viewer.swift:4", "Sources/Viewer.swift:4", "./Viewer.swift:4", "Deep/../Viewer.swift:4"] {
      let outcome = try Command.run(["why", place], in: folder)
      #expect(outcome.status == 0 && outcome.output.contains("Told here\n  bug closure-retain-cycle: "), "\(outcome)")
    }
    let silent = try Command.run(["why", "Deep/Other.swift:1"], in: folder).output
    #expect(silent.contains("nitless inspect body Sources/Deep/Other.swift:1"), "\(silent)")
    #expect(try Command.run(["inspect", "body", "Sources/Deep/Other.swift:1"], in: folder).status == 0)
    #expect(try Command.run(["why", "Nowhere.swift:1"], in: folder).status == 2)
  }

  @Test func `A line at which nothing is found`() throws {
    let text = try why("Sources/Viewer.swift:6")
    #expect(text.contains("Nothing is found here."), "\(text)")
  }

  @Test func `Code that no run comes to is said to be told of later`() throws {
    try repository.write("App.swift", "@main final class Delegate: NSObject, UIApplicationDelegate {}\n")
    try repository.write(
      "Loader.swift",
      "final class Loader {\n  func read(_ text: String) -> Date? {\n    let formatter = DateFormatter()\n"
        + "    formatter.dateFormat = \"yyyy-MM-dd\"\n    return formatter.date(from: text)\n  }\n}\n")
    let text = try why("Loader.swift:4")
    #expect(text.contains("no run comes here that is in sight") && text.contains("Nothing is found here."), "\(text)")
  }

  @Test func `A file that is skipped is said to be`() throws {
    try repository.write("Sources/Broken.swift", "<<<<<<< HEAD\nfinal class A {}\n=======\nfinal class B {}\n>>>>>>> topic\n")
    let outcome = try repository.nitless("why", "Sources/Broken.swift:2")
    #expect(outcome.status == 2 && outcome.output.isEmpty)
    let says = "error: `Sources/Broken.swift` is skipped, so nothing is known of it: "
    #expect(outcome.errors.hasPrefix(says), "\(outcome.errors)")
    #expect(try repository.nitless("inspect", "body", "Sources/Broken.swift:2").errors.hasPrefix(says))
  }

  @Test func `What is understood of a file with a mistake in it is told, as a review tells it`() throws {
    try repository.write("Sources/Viewer.swift", Source.leaking + "func broken( {\n")
    #expect(try repository.nitless("audit").output.contains("closure-retain-cycle"))
    let text = try why("Sources/Viewer.swift:4")
    #expect(text.contains("what follows is of the rest of the file: line "), "\(text)")
    #expect(text.contains("Told here\n  bug closure-retain-cycle: "), "\(text)")
  }

  @Test func `What is told in the same function is named`() throws {
    let text = try why("Sources/Viewer.swift:3")
    #expect(text.contains("Told elsewhere in Viewer.start()\n  line 4: bug closure-retain-cycle"), "\(text)")
  }

  @Test func `A cycle that something ends is not told, and what ends it is named`() throws {
    try repository.write(
      "Sources/Viewer.swift",
      Source.leaking.replacing("  func show() {}", with: "  func show() {}\n  func stop() { downloader.onDone = nil }")
        + "func visit() {\n  let viewer = Viewer()\n  viewer.start()\n  viewer.stop()\n}\n")
    let text = try why("Sources/Viewer.swift:4")
    #expect(!text.contains("Told here"), "\(text)")
    #expect(text.contains("Cycles that close here, and what ends them\n  Sources/Viewer.swift:4 Viewer"), "\(text)")
    #expect(text.contains("is let go of in Viewer.stop()"), "\(text)")
  }

  @Test func `Who makes one object after another is named`() throws {
    try repository.write(
      "Sources/Viewer.swift",
      Source.leaking + "@main final class AppDelegate: UIResponder, UIApplicationDelegate {\n"
        + "  @objc func open() { Viewer().start() }\n}\n")
    let text = try why("Sources/Viewer.swift:4")
    #expect(text.contains("one after another: `Viewer` is made at Sources/Viewer.swift:"), "\(text)")
    #expect(text.contains(", AppDelegate.open() runs whenever there is need\n"), "\(text)")
  }

  @Test func `A screen that takes the place of the first one may be there once, which makes its cycle a risk`() throws {
    try repository.write(
      "Sources/Viewer.swift",
      Source.leaking.replacing("final class Viewer {", with: "final class Viewer: UIViewController {")
        + "@main final class AppDelegate: UIResponder, UIApplicationDelegate {\n  var window: UIWindow?\n"
        + "  @objc func open() {\n    let viewer = Viewer()\n    viewer.start()\n    change(to: viewer)\n  }\n"
        + "  private func change(to screen: UIViewController) { window?.rootViewController = screen }\n}\n")
    let text = try why("Sources/Viewer.swift:4")
    #expect(text.contains("Told here\n  risk closure-retain-cycle"), "\(text)")
    #expect(text.contains("as the one screen of a window, AppDelegate.open() runs"), "\(text)")
    #expect(text.contains(" runs whenever there is need (perhaps)\n"), "\(text)")
  }

  /// Followed along each way by itself, forty functions that hand a screen on twice are a million million ways.
  @Test func `A screen that many functions hand on is followed through each of them once`() throws {
    let steps = (0..<40).map { step in
      "  private func hand\(step)(_ screen: UIViewController) { hand\(step + 1)(screen); hand\(step + 1)(screen) }\n"
    }
    try repository.write(
      "Sources/Viewer.swift",
      Source.leaking.replacing("final class Viewer {", with: "final class Viewer: UIViewController {")
        + "@main final class AppDelegate: UIResponder, UIApplicationDelegate {\n  var window: UIWindow?\n"
        + "  @objc func open() {\n    let viewer = Viewer()\n    viewer.start()\n    hand0(viewer)\n  }\n"
        + steps.joined() + "  private func hand40(_ screen: UIViewController) { window?.addSubview(screen.view) }\n}\n")
    let text = try why("Sources/Viewer.swift:4")
    #expect(text.contains("Told here\n  bug closure-retain-cycle"), "\(text)")
  }

  @Test func `What is in no table is said to be unknown`() throws {
    try repository.write(
      "Sources/Viewer.swift",
      "import Vendor\nfinal class Viewer {\n  let player = VendorPlayer()\n  func start() {\n    player.whenDone { self.start() }\n"
        + "    DispatchQueue.main.async { self.start() }\n  }\n}\n")
    let unknown = try why("Sources/Viewer.swift:5")
    #expect(unknown.contains("`VendorPlayer.whenDone(…:)` is in no table"), "\(unknown)")
    let known = try why("Sources/Viewer.swift:6")
    #expect(known.contains("`DispatchQueue.async(…:)` keeps the closure until it has run"), "\(known)")
  }

  @Test func `What a comment allows`() throws {
    let comment = "    // nitless:allow closure-retain-cycle - there is one viewer\n"
    try repository.write(
      "Sources/Viewer.swift",
      Source.leaking.replacing("    downloader.onDone", with: comment + "    downloader.onDone"))
    let text = try why("Sources/Viewer.swift:5")
    let allowed = "Allowed here\n  closure-retain-cycle, by the comment on line 4: there is one viewer\n    bug closure-"
    #expect(text.contains(allowed), "\(text)")
  }

  @Test func `What the configuration keeps back`() throws {
    try repository.write(".nitless.yml", "disable: [closure-retain-cycle]\n")
    let off = try why("Sources/Viewer.swift:4")
    #expect(off.contains("Found here and not told\n  bug closure-retain-cycle"), "\(off)")
    #expect(off.contains("not told: the rule is off"), "\(off)")
    try repository.write(".nitless.yml", "exclude: [Sources/**]\n")
    #expect(try why("Sources/Viewer.swift:4").contains("not told: the configuration excludes the file"))
  }

  @Test func `A rule that is asked for always says something, and one that told is not among the silent`() throws {
    let other = try why("Sources/Viewer.swift:6", "--rule", "index-one-too-far")
    #expect(other.contains("index-one-too-far looked at nothing here: it looks at a "), "\(other)")
    let change = try why("Sources/Viewer.swift:4", "--rule", "default-hides-new-case")
    #expect(change.contains("it is about what a change does to an enum case"), "\(change)")
    let told = try why("Sources/Viewer.swift:4", "--all")
    #expect(told.contains("Told here\n  bug closure-retain-cycle"))
    #expect(!told.contains("    closure-retain-cycle\n"), "\(told)")
    #expect(told.contains("nothing here is what these are about"), "\(told)")
    let short = try why("Sources/Viewer.swift:4")
    #expect(!short.contains("nothing here is what these are about"), "\(short)")
  }

  @Test func `A commit may be asked about, in a bare repository too`() throws {
    try repository.write("Sources/Viewer.swift", Source.sound)
    #expect(try why("Sources/Viewer.swift:4").contains("Nothing is found here."))
    #expect(try why("Sources/Viewer.swift:4", "--at", "HEAD").contains("Told here"))
    let bare = try TestRepository(cloning: repository, "--bare")
    #expect(try bare.nitless("why", "Sources/Viewer.swift:4").output.contains("Told here"))
  }

  @Test func `What cannot be asked is refused`() throws {
    #expect(try repository.nitless("why", "Sources/Viewer.swift").status == 2)
    #expect(try repository.nitless("why", "Sources/None.swift:1").status == 2)
    #expect(try repository.nitless("why", "Sources/Viewer.swift:0").status == 2)
    for command in [["why"], ["inspect", "body"]] {
      let outcome = try Command.run(command + ["Sources/Viewer.swift:999"], in: repository.path)
      #expect(outcome.status == 2 && outcome.errors.contains("has no line 999"), "\(outcome)")
    }
    #expect(try repository.nitless("inspect", "thoughts", "Sources/Viewer.swift").status == 2)
  }
}

@Suite struct InspectCommandTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("Sources/Viewer.swift", Source.leaking)
    try repository.commit()
  }

  private func inspect(_ arguments: String...) throws -> String {
    let outcome = try Command.run(["inspect"] + arguments, in: repository.path)
    #expect(outcome.status == 0, "\(outcome.errors)")
    return outcome.output
  }

  @Test func `The module of a file, and what says so`() throws {
    try repository.write(
      "Package.swift",
      "let package = Package(name: \"App\", targets: [.target(name: \"App\", path: \"Sources\")])\n")
    let text = try inspect("modules", "Sources/Viewer.swift")
    #expect(text == "module App, by Package.swift\n  Sources/Viewer.swift\n", "\(text)")
  }

  @Test func `A body as it was understood`() throws {
    let text = try inspect("body", "Sources/Viewer.swift:4")
    #expect(text.hasPrefix("3: Viewer.start()\n"), "\(text)")
    #expect(text.contains("4: downloader.onDone = { … }"), "\(text)")
    #expect(text.contains("4: closure, captures self"), "\(text)")
    #expect(try inspect("body", "Sources/Viewer.swift").hasPrefix("2: Viewer.downloader\n"))
  }

  @Test func `What runs after what`() throws {
    try repository.write(
      "Sources/Viewer.swift",
      "func open(_ flag: Bool) {\n  guard flag else { return }\n  run()\n}\nfunc run() {}\n")
    let text = try inspect("flow", "Sources/Viewer.swift:2")
    #expect(text.hasPrefix("1: open(_:)\n0: flag\n"), "\(text)")
    #expect(text.contains("if flag"), "\(text)")
  }

  @Test func `What became of the declarations of a file`() throws {
    try repository.write(
      "Sources/Viewer.swift",
      Source.leaking.replacing("downloader.onDone = { self.show() }", with: "show()")
        .replacing("  func show() {}", with: "  func show() {}\n  func hide() { show() }"))
    let text = try inspect("diff", "Sources/Viewer.swift")
    #expect(text.contains("same: Viewer.downloader"), "\(text)")
    #expect(text.contains("changed: Viewer.start()"), "\(text)")
    #expect(text.contains("new: Viewer.hide()"), "\(text)")
  }

  @Test func `It says the same each time`() throws {
    #expect(try inspect("body", "Sources/Viewer.swift") == inspect("body", "Sources/Viewer.swift"))
  }
}
