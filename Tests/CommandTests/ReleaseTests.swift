import Foundation
import TestRepository
import Testing

/// What a release holds, used as its users use it, from its folder and without a network.
@Suite struct ReleaseTests {
  let repository: TestRepository

  init() throws { repository = try Release.leakingRepository() }

  private func expectFinding(_ outcome: Command.Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(outcome.status == 1, "\(outcome)", sourceLocation: sourceLocation)
    #expect(outcome.output.contains("Viewer.swift:4"), "\(outcome)", sourceLocation: sourceLocation)
  }

  private func shell(_ line: String) throws -> Command.Outcome {
    try Command.shell(line, in: repository.path, environment: ["RELEASE": Release.folder.get(), "TOP": Release.top])
  }

  @Test func `Every file is what the checksums and the manifest say`() throws {
    let folder = try Release.folder.get()
    let checked = try shell("cd \"$RELEASE\" && sha256sum --check --strict --quiet SHA256SUMS")
    #expect(checked.status == 0, "\(checked)")
    let manifest = try JSONDecoder().decode(
      Manifest.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json")))
    let listed = try String(contentsOfFile: folder + "/SHA256SUMS", encoding: .utf8).split(separator: "\n")
    #expect(manifest.files.map { "\($0.sha256)  \($0.name)" } == listed.map(String.init))
    let present = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(
      Set(present) == Set(manifest.files.map(\.name) + ["SHA256SUMS", "manifest.json", "programs", "repositories"]))
    #expect(try repository.nitless("--version").output == manifest.version + "\n")
    let kinds = [".tar.gz", ".artifactbundle.zip", ".whl", ".deb", "Dockerfile"]
    for kind in kinds { #expect(manifest.files.contains { $0.name.hasSuffix(kind) }, "no \(kind)") }
    #if os(Linux)
      let program = try #require(manifest.programs.first)
      let wanted = try shell("objdump -p \"$RELEASE\"/programs/*/nitless | sed -n 's/^ *NEEDED *//p' | sort")
      #expect(program.libraries.map { $0.joined(separator: "\n") + "\n" } == wanted.output, "\(wanted)")
      #expect(program.libc?.hasPrefix("2.") == true)
    #endif
  }

  #if os(Linux)
    /// The tests' own program wants libgit2 of the system, as one that is released must not.
    @Test func `A program that wants more of the system than the C library is no release`() throws {
      let outcome = try shell(
        "\"$TOP/Scripts/release\" \(repository.outside("release")) --program \"$RELEASE\"/programs/*/nitless")
      #expect(outcome.status == 1 && outcome.errors.contains("libgit2.so"), "\(outcome)")
      #expect(outcome.errors.contains(" of the system\n"), "\(outcome)")
      #expect(!FileManager.default.fileExists(atPath: repository.outside("release") + "/manifest.json"))
    }
  #endif

  private struct Manifest: Decodable {
    struct File: Decodable {
      var name: String
      var sha256: String
    }

    struct Program: Decodable {
      /// What it wants of the system, and the oldest C library that it runs with; of a Linux program alone.
      var libraries: [String]?
      var libc: String?
    }

    var version: String
    var files: [File]
    var programs: [Program]
  }

  @Test func `The archive is unpacked into a prefix, and runs`() throws {
    let prefix = repository.outside("prefix")
    let installed = try shell("\"$TOP/Scripts/install-release\" \"$RELEASE\" \(prefix)")
    #expect(installed.status == 0, "\(installed)")
    expectFinding(try shell("\(prefix)/bin/nitless review HEAD~1"))
    let manual = try shell("gzip -cd \(prefix)/share/man/man1/nitless.1.gz")
    #expect(manual.output.contains("nitless"), "\(manual)")
    #expect(FileManager.default.fileExists(atPath: prefix + "/share/zsh/site-functions/_nitless"))
    #expect(FileManager.default.fileExists(atPath: prefix + "/share/doc/nitless/licences/swift-syntax"))
  }

  @Test func `A file that was changed on the way is not installed`() throws {
    let other = repository.outside("other")
    let outcome = try shell(
      """
      cp -r "$RELEASE" \(other) && for file in \(other)/*.tar.gz; do printf x >>"$file"; done
      "$TOP/Scripts/install-release" \(other) \(repository.outside("prefix"))
      """)
    #expect(outcome.status == 2 && outcome.errors.contains("is not what SHA256SUMS"), "\(outcome)")
    #expect(!FileManager.default.fileExists(atPath: repository.outside("prefix")))
  }

  @Test func `The Debian package holds the program where Debian wants it`() throws {
    let root = repository.outside("root")
    let unpacked = try shell("dpkg-deb --extract \"$RELEASE\"/nitless_*.deb \(root)")
    #expect(unpacked.status == 0, "\(unpacked)")
    expectFinding(try shell("\(root)/usr/bin/nitless audit"))
    let sums = try shell(
      """
      dpkg-deb --control "$RELEASE"/nitless_*.deb \(root)/DEBIAN
      cd \(root) && md5sum --check --quiet DEBIAN/md5sums
      """)
    #expect(sums.status == 0, "\(sums)")
  }

  @Test func `A formula for four machines has each system once, in the order of Homebrew's style`() throws {
    let made = try shell(
      """
      python3 -B -c 'import sys; sys.path.insert(0, sys.argv[1]); import repositories
      names = ["linux-x86_64", "linux-aarch64", "macos-x86_64", "macos-arm64"]
      print(repositories.brew("https://a.example/0.1.0", {f"nitless-{name}.tar.gz": name for name in names}))' \
      "$TOP/Scripts/packages"
      """)
    let words = made.output.matches(of: /on_\w+|sha256 "([^"]+)"/).map { String($0.1 ?? $0.0) }
    #expect(
      words == [
        "on_macos", "on_arm", "macos-arm64", "on_intel", "macos-x86_64",
        "on_linux", "on_arm", "linux-aarch64", "on_intel", "linux-x86_64",
      ], "\(made)")
  }

  @Test func `The image is made of what lies beside its Dockerfile`() throws {
    let folder = try Release.folder.get()
    let text = try String(contentsOfFile: folder + "/Dockerfile", encoding: .utf8)
    let copied = text.matches(of: /COPY (\S+)/).map { String($0.1) }
    #expect(copied == ["nitless_${TARGETARCH}.deb"])
    #expect(text.contains("ENTRYPOINT [\"nitless\"]"))
  }

  @Test func `The command of SwiftPM runs the program of the bundle`() throws {
    // The address is not there yet: the bundle is taken from the release's folder.
    let prepared = try shell(
      """
      set -e
      cp -r "$RELEASE/repositories/plugin" \(repository.outside("plugin"))
      cp "$RELEASE/nitless.artifactbundle.zip" \(repository.outside("plugin"))
      cd \(repository.outside("plugin"))
      grep -q "checksum: \\"$(sha256sum nitless.artifactbundle.zip | cut -d ' ' -f 1)\\"" Package.swift
      sed -i -e 's,url: ".*",path: "nitless.artifactbundle.zip"),' -e '/checksum:/d' Package.swift
      """)
    #expect(prepared.status == 0, "\(prepared)")
    try repository.write(
      "Package.swift",
      """
      // swift-tools-version: 5.9
      import PackageDescription

      let package = Package(
        name: "App", dependencies: [.package(path: "\(repository.outside("plugin"))")], targets: [.target(name: "App")])

      """)
    let swift = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    let run = { (arguments: String) in
      try Command.shell(
        "swift package --scratch-path '\(repository.outside("build"))' nitless \(arguments)", in: repository.path,
        environment: ["PATH": swift])
    }
    expectFinding(try run("review HEAD~1"))
    let audit = try run("audit")
    expectFinding(audit)
    let fixing = "swift package --allow-writing-to-package-directory nitless fix --audit --review"
    #expect(audit.output.contains("`\(fixing)` asks"), "\(audit)")
    #if os(Linux)
      // SwiftPM lets a plugin read nothing: it asks at the terminal.
      let build = repository.outside("build")
      let typed = fixing.replacing("swift package", with: "swift package --scratch-path '\(build)'")
      let asked = try Command.shell(
        "printf 'y\\n' | script -qec \"\(typed)\" /dev/null", in: repository.path, environment: ["PATH": swift])
      #expect(asked.output.contains("fixed 1 finding in 1 file"), "\(asked)")
      #expect(try String(contentsOfFile: repository.path + "/Sources/App/Viewer.swift", encoding: .utf8) == Source.sound)
    #endif
    try repository.write("Sources/App/Viewer.swift", Source.sound)
    let sound = try run("audit")
    #expect(sound.status == 0 && sound.output.contains("no findings"), "\(sound)")
  }
}
