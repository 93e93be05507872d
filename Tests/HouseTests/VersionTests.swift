import Foundation
import Testing

/// That all that is released together says the same version.
struct VersionTests {
  /// The one that the program prints; the scripts of a release read it there.
  private let version: String

  init() throws {
    let source = try House.text("Sources/nitless/Nitless.swift")
    version = try #require(source.firstMatch(of: /enum Version \{\s+static let text = "([^"]+)"/)).1.description
  }

  @Test func `The action takes the release of its own version`() throws {
    #expect(try House.text("action.yml").contains("VERSION: \"\(version)\"\n"), "set VERSION in action.yml to \(version)")
  }

  @Test func `The extension of an editor has the version of the program`() throws {
    let package = try House.text("Editors/VSCode/package.json")
    #expect(package.contains("\"version\": \"\(version)\""), "set the version in Editors/VSCode/package.json to \(version)")
  }

  @Test(arguments: ["README.md"] + House.files(in: "Documentation", ending: ".md"))
  func `A page that names a version names this one`(_ page: String) throws {
    for match in try House.text(page).matches(of: /(?:releases\/download\/|rev: |from: "|nitless[=@])(\d+\.\d+\.\d+)/) {
      #expect(match.1 == version, "\(page) says \(match.0): it is \(version) now")
    }
  }

  @Test func `The templates of a release leave the version to its script`() throws {
    let templates = House.files(in: "Scripts/packages/templates", ending: "").filter { (try? House.text($0)) != nil }
    #expect(templates.contains("Scripts/packages/templates/image/Dockerfile"))
    for path in templates {
      #expect(!(try House.text(path).contains(version)), "\(path) has a version of its own: write @VERSION@")
    }
  }
}
