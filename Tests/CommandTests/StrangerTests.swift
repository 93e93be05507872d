import Foundation
import TestRepository
import Testing

/// What whoever sends a change may not do: `Documentation/Security.md`, row by row.
@Suite struct StrangerTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("App/Viewer.swift", Source.sound)
    try repository.write("AppTests/ViewerTests.swift", "import XCTest\n")
    try repository.write("R.swift", "// Generated using a tool - DO NOT EDIT\nlet r = 1\n")
    try repository.commit()
  }

  private func review(after change: () throws -> Void) throws -> Command.Outcome {
    try change()
    try repository.commit()
    return try repository.nitless("review", "HEAD~1..HEAD")
  }

  @Test(arguments: ["// DO NOT EDIT\n", "// @generated\r\n", "/* Generated using hands */\n"])
  func `A comment that says a program wrote a file is told with what it hides`(_ comment: String) throws {
    let outcome = try review { try repository.write("App/Viewer.swift", comment + Source.leaking) }
    #expect(outcome.output.contains("App/Viewer.swift says that a program has written it: 1 finding in it is not reported"), "\(outcome.output)")
  }

  @Test func `Only a comment says so, whatever the line breaks`() throws {
    let text = "let a = 1\nlet b = \"DO NOT EDIT\"\n" + Source.leaking
    let outcome = try review { try repository.write("App/Viewer.swift", "//\n" + text.replacing("\n", with: "\r\n")) }
    #expect(outcome.status == 1, "\(outcome.output)")
  }

  @Test func `A file that was generated before the change is left alone in silence`() throws {
    let outcome = try review { try repository.write("R.swift", "// Generated using a tool - DO NOT EDIT\n" + Source.leaking) }
    #expect(outcome.status == 0 && !outcome.output.contains("written it"), "\(outcome.output)")
  }

  @Test func `A path that looks like a test is told where no such folder was`() throws {
    let outcome = try review {
      try repository.write("Mocks/P.swift", Source.leaking)
      try repository.write("AppTests/P.swift", "import XCTest\n")
    }
    #expect(outcome.output.contains("read as a test, by module or name, so that fewer rules look at it: Mocks/P.swift"), "\(outcome.output)")
    #expect(!outcome.output.contains("AppTests/P.swift"), "\(outcome.output)")
  }

  @Test func `Code in a folder that is newly called as one for others' code is told`() throws {
    try repository.write("Pods/Known/K.swift", "let k = 1\n")
    try repository.commit()
    let outcome = try review {
      try repository.write("App/Vendor/P.swift", Source.leaking)
      try repository.write("Pods/Other/O.swift", "let o = 1\n")
    }
    let told = "taken for others' code, or for documentation, by the name of a folder, so nothing is reported of it: App/Vendor/P.swift no"
    #expect(outcome.text.contains(told), "\(outcome.output)")
  }

  @Test func `A file that is moved into a folder for others' code is told`() throws {
    let outcome = try review {
      try repository.delete("App/Viewer.swift")
      try repository.write("vendor/Viewer.swift", Source.sound)
    }
    #expect(outcome.text.contains("nothing is reported of it: vendor/Viewer.swift"), "\(outcome.output)")
  }

  @Test(arguments: ["Package.swift", "Package@swift-5.9.swift"])
  func `A manifest that makes tests of files is told, whether or not they change`(_ manifest: String) throws {
    func package(_ kind: String) -> String {
      """
      // swift-tools-version:5.9
      import PackageDescription
      let package = Package(name: "A", targets: [.\(kind)(name: "App", path: "App")])

      """
    }
    try repository.write("Package.swift", package("target"))
    try repository.commit()
    let outcome = try review { try repository.write(manifest, package("testTarget")) }
    let isTold = outcome.text.contains("read as a test, by module or name, so that fewer rules look at it: App/")
    // Where versions of a manifest disagree, the files are asked all there is to ask.
    let isAsked = try review { try repository.write("App/Viewer.swift", Source.leaking) }.status == 1
    #expect(isTold != isAsked, "\(outcome.output)")
  }

  @Test func `A comment that says a program wrote what people wrote is told before it hides anything`() throws {
    let outcome = try review { try repository.write("App/Viewer.swift", "// DO NOT EDIT\n" + Source.sound) }
    #expect(outcome.text.contains("written it: nothing in it will be reported"), "\(outcome.output)")
  }

  @Test(arguments: ["*.swift binary\n", "*.swift -diff\n", "\0"])
  func `Nothing keeps it from being told that a comment is new`(_ text: String) throws {
    let allowing = Source.leaking.replacing(
      "    downloader.onDone", with: "    // nitless:allow weak-dropped - it is fine\n    downloader.onDone")
    let outcome = try review {
      if text != "\0" { try repository.write(".gitattributes", text) }
      try repository.write("App/Viewer.swift", (text == "\0" ? "// a\0b\n" : "") + allowing)
    }
    #expect(outcome.text.contains("The change allows `weak-dropped` here: it is fine"), "\(outcome.output)")
  }

  @Test func `What a change brings in under a comment that was there is told`() throws {
    let allowing = { (text: String) in
      text.replacing(
        "    downloader.onDone", with: "    // nitless:allow weak-dropped - it is fine\n    downloader.onDone")
    }
    try repository.write("App/Viewer.swift", allowing(Source.sound))
    try repository.commit()
    let outcome = try review { try repository.write("App/Viewer.swift", allowing(Source.leaking)) }
    let told = "1 finding of the change is allowed by a comment that was there before: App/Viewer.swift:4"
    #expect(outcome.text.contains(told), "\(outcome.output)")
  }

  @Test func `A link in the place of a file is told`() throws {
    let outcome = try review {
      try repository.write("App/code.txt", Source.leaking)
      try repository.link("App/P.swift", to: "code.txt")
    }
    #expect(outcome.output.contains("App/P.swift is a link or a submodule, no file"), "\(outcome.output)")
  }

  @Test func `A pointer of Git LFS in the place of a file is no review`() throws {
    let outcome = try review {
      try repository.write("App/P.swift", "version https://git-lfs.github.com/spec/v1\noid sha256:\(String(repeating: "a", count: 64))\nsize 12\n")
    }
    #expect(outcome.status == 2 && outcome.output.contains("Git LFS"), "\(outcome.output)\(outcome.errors)")
  }

  @Test func `A file that does not parse is named, and is no review`() throws {
    let outcome = try review { try repository.write("App/Viewer.swift", "class {{{\n" + Source.leaking) }
    #expect(outcome.status == 2 && outcome.output.contains("App/Viewer.swift"), "\(outcome.output)\(outcome.errors)")
    #expect(outcome.output.contains("line 1 is no Swift that nitless knows"), "\(outcome.output)")
  }

  @Test(arguments: [".nitless.yml", "App/.nitless.yml"])
  func `A change of what is configured is told in every review`(_ path: String) throws {
    try repository.write("other.txt", "")
    try repository.commit()
    let outcome = try review { try repository.write(path, "disable: [closure-retain-cycle]\n") }
    #expect(outcome.output.contains(path), "\(outcome.output)")
    let json = try repository.nitless("review", "HEAD~1..HEAD", "--format", "json")
    #expect(json.output.contains("configuration-changed"), "\(json.output)")
  }

  @Test func `What a configuration extends, at any depth and behind links, is part of it`() throws {
    try repository.write(".nitless.yml", "extends: [one.yml]\n")
    try repository.write("one.yml", "extends: [two.yml]\n")
    try repository.write("real.yml", "fail-on: bug\n")
    try repository.link("two.yml", to: "real.yml")
    try repository.write("App/.nitless.yml", "extends: [three.yml]\n")
    try repository.write("App/three.yml", "disable: []\n")
    try repository.commit()
    let outcome = try review {
      try repository.write("real.yml", "fail-on: risk\n")
      try repository.write("App/three.yml", "disable: [closure-retain-cycle]\n")
      try repository.write("App/Viewer.swift", Source.leaking)
    }
    #expect(outcome.output.contains("real.yml") && outcome.output.contains("App/three.yml"), "\(outcome.output)")
  }

  @Test func `A configuration that is not under version control is told in the work tree`() throws {
    try repository.write(".nitless.yml", "disable: [closure-retain-cycle]\n")
    #expect(try repository.nitless("review").output.contains(".nitless.yml"))
  }

  @Test func `A repository names no file outside of itself`() throws {
    try TestRepository.writeBytes(Array("fail-on: risk\n".utf8), to: repository.outside("secret.yml"))
    try repository.link("inside.yml", to: repository.outside("secret.yml"))
    for path in [repository.outside("secret.yml"), "../secret.yml", "inside.yml"] {
      for key in ["extends", "rules", "knowledge"] {
        try repository.write(".nitless.yml", "\(key): [\"\(path)\"]\n")
        #expect(try repository.nitless("review").status == 2, "\(key): \(path)")
      }
    }
    try repository.link("baseline.json", to: repository.outside("stolen.json"))
    for path in [repository.outside("stolen.json"), "../stolen.json", "baseline.json"] {
      try repository.write(".nitless.yml", "baseline: \"\(path)\"\n")
      #expect(try repository.nitless("baseline", "write").status == 2, "\(path)")
    }
    #expect(!FileManager.default.fileExists(atPath: repository.outside("stolen.json")))
  }

  @Test func `No Swift at all is said`() throws {
    let empty = try TestRepository()
    try empty.write("a.txt", "a")
    try empty.commit()
    let outcome = try empty.nitless("audit")
    #expect(outcome.status == 2 && outcome.errors.contains("no Swift file"), "\(outcome.errors)")
  }
}

extension Command.Outcome {
  /// What it printed, on one line.
  fileprivate var text: String { output.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
