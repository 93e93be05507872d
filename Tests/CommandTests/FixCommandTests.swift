import Foundation
import TestRepository
import Testing

@Suite struct FixCommandTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("Empty.swift", "")
    try repository.commit()
  }

  private static let flawed = """
    final class Log {
    \tlet day = DateFormatter()

    \tfunc set() {
    \t\tday.dateFormat = "YYYY-MM-dd"
    \t}
    }

    """

  private static let mended = flawed.replacing("YYYY", with: "yyyy")

  private func content(of file: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(fileURLWithPath: repository.path + "/" + file)), as: UTF8.self)
  }

  @Test func `Safe fixes are written, said, and gone from the report`() throws {
    try repository.write("A.swift", Self.flawed)
    try repository.write("Sources/B.swift", Self.flawed)
    let outcome = try repository.nitless("review", "--fix", "--fail-on", "design")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.hasPrefix("no findings · 2 hunks in 2 files"))
    #expect(
      outcome.errors == """
        fixed 2 findings in 2 files:
          A.swift:5  date-format-without-fixed-locale: Write `yyyy`, the year of the date
          Sources/B.swift:5  date-format-without-fixed-locale: Write `yyyy`, the year of the date
        they are in the work tree; `git add` stages them

        """)
    #expect(try content(of: "A.swift") == Self.mended)
    #expect(try content(of: "Sources/B.swift") == Self.mended)
    #expect(try repository.git("status", "--porcelain") == "?? A.swift\n?? Sources/")
    let again = try repository.nitless("review", "--fix")
    #expect(again.status == 0 && again.errors == "no safe fix to apply\n")
  }

  @Test func `A byte order mark, line breaks of Windows and the file's mode stay as they are`() throws {
    let windows = "\u{FEFF}" + Self.flawed.replacing("\n", with: "\r\n")
    try repository.write("A.swift", windows)
    try FileManager.default.setAttributes([.posixPermissions: 0o750], ofItemAtPath: repository.path + "/A.swift")
    #expect(try repository.nitless("review", "--fix").errors.hasPrefix("fixed 1 finding in 1 file:"))
    #expect(try content(of: "A.swift") == windows.replacing("YYYY", with: "yyyy"))
    let mode = try FileManager.default.attributesOfItem(atPath: repository.path + "/A.swift")[.posixPermissions]
    #expect(mode as? Int == 0o750)
  }

  @Test func `Line breaks that git converts are no surprise`() throws {
    try repository.write(".gitattributes", "*.swift text eol=crlf\n")
    try repository.write("A.swift", Self.flawed.replacing("\n", with: "\r\n"))
    try repository.git("add", "--all")
    #expect(try repository.nitless("review", "--fix").errors.hasPrefix("fixed 1 finding in 1 file:"))
    #expect(try content(of: "A.swift") == Self.mended.replacing("\n", with: "\r\n"))
  }

  @Test func `Where one file is not what was reviewed, none is written`() throws {
    try repository.write("A.swift", Self.flawed)
    try repository.write("B.swift", Self.flawed)
    try repository.git("add", "--all")
    try repository.write("B.swift", Self.flawed + "// not staged\n")
    let outcome = try repository.nitless("review", "--staged", "--fix")
    #expect(outcome.status == 2)
    #expect(
      outcome.errors == """
        error: `B.swift` is not what was reviewed
          Nothing was written; stage or put aside what is not staged, and review again

        """)
    #expect(try content(of: "A.swift") == Self.flawed)
  }

  @Test func `What is staged is fixed in the work tree, and the index is left alone`() throws {
    try repository.write("A.swift", Self.flawed)
    try repository.git("add", "--all")
    let outcome = try repository.nitless("review", "--staged", "--fix", "--fail-on", "risk")
    #expect(outcome.status == 1 && outcome.output.contains("date-format-without-fixed-locale"))
    #expect(outcome.errors.hasSuffix("they are in the work tree; `git add` stages them\n"))
    #expect(try content(of: "A.swift") == Self.mended)
    #expect(try repository.git("show", ":A.swift") + "\n" == Self.flawed)
  }

  @Test func `Nothing is written through a symbolic link`() throws {
    try repository.write("Real/A.swift", Self.flawed)
    try repository.git("add", "--all")
    // The folder that was reviewed is a link to another by now.
    try FileManager.default.moveItem(atPath: repository.path + "/Real", toPath: repository.outside("elsewhere"))
    try repository.link("Real", to: repository.outside("elsewhere"))
    let outcome = try repository.nitless("review", "--staged", "--fix")
    #expect(outcome.status == 2 && outcome.errors.contains("leads through a symbolic link"))
    let file = URL(fileURLWithPath: repository.outside("elsewhere") + "/A.swift")
    #expect(try String(decoding: Data(contentsOf: file), as: UTF8.self) == Self.flawed)
  }

  @Test func `A fix that changes ownership is left to be read`() throws {
    try repository.write("Viewer.swift", Source.leaking)
    let outcome = try repository.nitless("review", "--fix")
    #expect(outcome.status == 1)
    #expect(outcome.errors == "no safe fix to apply\n1 fix left for you to read first: `nitless fix --review` asks, `--diff` shows\n")
    #expect(try content(of: "Viewer.swift") == Source.leaking)
  }

  @Test func `All fixes as a patch, which git takes and nitless does not write`() throws {
    try repository.write("Viewer.swift", Source.leaking)
    try repository.write("A.swift", Self.flawed)
    let outcome = try repository.nitless("fix", "--diff")
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
    #expect(try content(of: "Viewer.swift") == Source.leaking)
    let patch = repository.outside("all.patch")
    try outcome.output.write(toFile: patch, atomically: true, encoding: .utf8)
    try repository.git("add", "--all")
    try repository.git("apply", "--index", patch)
    #expect(try content(of: "A.swift") == Self.mended)
    #expect(try repository.nitless("review").output.hasPrefix("no findings"))
  }

  @Test func `Asked of each fix, a person takes some, changes one, and leaves the rest`() throws {
    try repository.write("Viewer.swift", Source.leaking)
    try repository.write("A.swift", Self.flawed)
    let command = try Command.executable.get().path
    let none = try Command.shell("printf 'n\\n?\\nq\\n' | '\(command)' fix --review", in: repository.path)
    #expect(none.status == 0 && none.errors.hasPrefix("no fix was chosen"), "\(none.errors)")
    #expect(none.output.contains("y - apply this fix"))
    let some = try Command.shell("printf 'n\\ny\\n' | '\(command)' fix --review", in: repository.path)
    #expect(some.errors.hasPrefix("fixed 1 finding in 1 file"), "\(some.errors)")
    #expect(try content(of: "A.swift") == Self.flawed)
    #expect(try repository.nitless("review", "Viewer.swift").output.hasPrefix("no findings"))
    let edited = try Command.shell(
      "printf 'e\\n' | EDITOR=\"sed -i s/yyyy/y/\" '\(command)' fix --review --rule date-format-without-fixed-locale",
      in: repository.path)
    #expect(edited.errors.hasPrefix("fixed 1 finding"), "\(edited.errors)")
    #expect(try content(of: "A.swift") == Self.flawed.replacing("YYYY", with: "y"))
  }

  @Test func `One answer is for all that follows in a file, and for no other file`() throws {
    let pair = Self.flawed + Self.flawed.replacing("Log", with: "Diary")
    try repository.write("A.swift", pair)
    try repository.write("B.swift", pair)
    let command = try Command.executable.get().path
    let outcome = try Command.shell("printf 'd\\na\\n' | '\(command)' fix --review", in: repository.path)
    #expect(outcome.status == 0 && outcome.errors.hasPrefix("fixed 2 findings in 1 file"), "\(outcome.errors)")
    #expect(try content(of: "A.swift") == pair)
    #expect(try content(of: "B.swift") == pair.replacing("YYYY", with: "yyyy"))
  }

  private static let divided = """
    protocol LoaderDelegate {
      func loaded()
    }
    final class Loader {
      var delegate: LoaderDelegate?
    }
    final class Screen: LoaderDelegate {
      let loader = Loader()
      func start() {
        loader.delegate = self
      }
      func loaded() {}
    }
    """

  @Test func `All places of a fix go through the editor, and what is left as it was is still written`() throws {
    try repository.write("Loader.swift", Self.divided)
    let command = try Command.executable.get().path
    func edited(_ editor: String) throws -> Command.Outcome {
      try repository.write("Loader.swift", Self.divided)
      return try Command.shell(
        "printf 'e\\n' | EDITOR=\"\(editor)\" '\(command)' fix --review", in: repository.path)
    }
    let whole = Self.divided.replacing("LoaderDelegate {\n  func", with: "LoaderDelegate: AnyObject {\n  func")
      .replacing("  var delegate", with: "  weak var delegate")
    let kept = try edited("true")
    #expect(kept.errors.hasPrefix("fixed 1 finding") && !kept.errors.contains("as you edited it"), "\(kept.errors)")
    #expect(try content(of: "Loader.swift") == whole)
    let second = try edited("sed -i 's/weak var/public weak var/'")
    #expect(second.errors.contains(", as you edited it"), "\(second.errors)")
    #expect(try content(of: "Loader.swift") == whole.replacing("weak var", with: "public weak var"))
    for (editor, says) in [
      ("sed -i 2,3d", "the headings `//////// …` are not as they were"),
      ("truncate -s 0", "nothing was left in the editor"), ("false", "the editor ended with status 1"),
    ] {
      let left = try edited(editor)
      #expect(left.errors.contains(says) && left.errors.contains("no fix was chosen"), "\(left.errors)")
      #expect(try content(of: "Loader.swift") == Self.divided)
    }
  }

  @Test func `Of the whole program, whoever brought the defect in`() throws {
    try repository.write("A.swift", Self.flawed)
    try repository.git("add", "--all")
    try repository.git("commit", "-qm", "flawed")
    let head = try repository.git("rev-parse", "--short=7", "HEAD")
    let scope =
      "compared: the work tree with HEAD (\(head) on main) · `nitless fix --audit` takes the whole program\n"
    #expect(try repository.nitless("fix").errors == "no safe fix to apply\n" + scope)
    #expect(try repository.nitless("fix", "--diff").errors == "no fix to show\n" + scope)
    #expect(try repository.nitless("audit").output.contains("(safe: `nitless fix --audit` applies it)"))
    let outcome = try repository.nitless("fix", "--audit", "A.swift")
    #expect(outcome.errors.hasPrefix("fixed 1 finding in 1 file"), "\(outcome.errors)")
    #expect(try content(of: "A.swift") == Self.mended)
  }

  @Test func `What is left to be read is asked for with the options that were given`() throws {
    try repository.write("My App/Viewer.swift", Source.leaking)
    try repository.git("add", "--all")
    try repository.git("commit", "-qm", "leaking")
    let outcome = try repository.nitless("fix", "--audit", "My App")
    #expect(outcome.errors.contains("`nitless fix --review --audit 'My App'` asks, `--diff` shows"), "\(outcome)")
    #expect(!outcome.errors.contains("compared:"))
    #expect(
      try repository.nitless("audit").output
        .contains("(read it first: `nitless fix --audit --review` asks)"))
  }

  @Test func `A review of commits has no work tree to fix`() throws {
    let outcome = try repository.nitless("review", "HEAD", "--fix")
    #expect(outcome.status == 2 && outcome.errors.contains("--fix writes into the work tree"))
  }

  @Test func `If one of the files cannot be put in place, none is`() throws {
    try repository.write("A.swift", Self.flawed)
    try repository.write("Locked/B.swift", Self.flawed)
    let folder = repository.path + "/Locked"
    try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: folder)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder) }
    // Nothing is locked to an administrator.
    guard !FileManager.default.isWritableFile(atPath: folder) else { return }
    let outcome = try repository.nitless("review", "--fix")
    #expect(outcome.status == 2 && outcome.errors.contains("cannot write beside `Locked/B.swift`"))
    #expect(try content(of: "A.swift") == Self.flawed)
    #expect(try FileManager.default.contentsOfDirectory(atPath: repository.path).allSatisfy { !$0.contains("nitless-") })
  }
}
