import Foundation
import TestRepository
import Testing

/// What is left when the program is ended, or there is no room: what was there, or what was to be there, and nothing else.
@Suite struct InterruptionTests {
  let repository: TestRepository

  init() throws {
    repository = try TestRepository()
    try repository.write("App/Viewer.swift", Source.sound)
    try repository.commit()
    for index in 0..<40 {
      try repository.write("App/File\(index).swift", Source.leaking.replacing("Viewer", with: "Viewer\(index)").replacing("Downloader", with: "Loader\(index)"))
    }
    try repository.commit()
  }

  /// Runs the program and sends it a signal after a while; what it was ended by, or its status.
  private func run(_ arguments: [String], _ signal: Int32, after milliseconds: UInt32) throws -> Int32 {
    let process = Process()
    process.executableURL = try Command.executable.get()
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: repository.path)
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": repository.path, "XDG_STATE_HOME": TestRepository.state, "GIT_CONFIG_GLOBAL": "/dev/null",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(milliseconds * 1000)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal ? -process.terminationStatus : process.terminationStatus
  }

  /// What is at the top and beside the sources. Git's own folder is not looked into: what it holds comes and goes.
  private func names() throws -> Set<String> {
    let files = FileManager.default
    let top = try files.contentsOfDirectory(atPath: repository.path)
    return Set(top + (try files.contentsOfDirectory(atPath: repository.path + "/App")))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGKILL], [UInt32(1), 60, 250])
  func `A report is whole, or what was there before`(_ signal: Int32, _ after: UInt32) throws {
    try repository.write("report.json", "before\n")
    let before = try names()
    let status = try run(["audit", "HEAD", "--format", "json", "--output", "report.json"], signal, after: after)
    #expect(status == 1 || status == -signal)
    let text = try String(contentsOfFile: repository.path + "/report.json", encoding: .utf8)
    #expect(text == "before\n" || text.hasSuffix("}\n"))
    let now = try names()
    var left = now.subtracting(before)
    // No system gives a file a name that is taken in one step: who cannot be told to wait leaves the whole report.
    if signal == SIGKILL {
      for name in left where name.hasPrefix("report.json.nitless-") {
        #expect(try String(contentsOfFile: repository.path + "/" + name, encoding: .utf8).hasSuffix("}\n"))
        left.remove(name)
      }
    }
    #expect(left == [] && before.isSubset(of: now))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `Fixes are all there, or none, and no drafts`(_ signal: Int32) throws {
    for after in [UInt32(1), 100, 200, 300] {
      try repository.git("checkout", "-q", ".")
      let before = try names()
      _ = try run(["review", "HEAD~1", "--fix"], signal, after: after)
      #expect(try names() == before, "after \(after) ms")
    }
  }

  @Test(arguments: ["audit", "baseline"])
  func `Where there is no room, what was there stays, and the status says so`(_ command: String) throws {
    if command == "audit" { try repository.write("out.json", "before\n") }
    try repository.write(".nitless.yml", "baseline: out.json\n")
    // 512 or 1,024 bytes are less than what is to be written.
    let line =
      command == "audit"
      ? "ulimit -f 1; trap '' XFSZ; '\(try Command.executable.get().path)' audit HEAD --format json --output out.json"
      : "ulimit -f 1; trap '' XFSZ; '\(try Command.executable.get().path)' baseline write"
    let before = try names()
    let outcome = try Command.shell(line, in: repository.path)
    #expect(outcome.status == 2, "\(outcome)")
    #expect(outcome.errors.contains("out.json"), "\(outcome)")
    #expect(try names() == before)
    guard command == "audit" else { return }
    #expect(try String(contentsOfFile: repository.path + "/out.json", encoding: .utf8) == "before\n")
  }

  @Test func `A full device is no success`() throws {
    let outcome = try Command.shell("'\(try Command.executable.get().path)' audit HEAD > /dev/full", in: repository.path)
    #expect(outcome.status == 2 && outcome.errors.contains("No space left"), "\(outcome)")
  }

  @Test func `A reader that has seen enough changes nothing of the status`() throws {
    let line = "{ '\(try Command.executable.get().path)' audit HEAD --format json; echo $? >&2; } | head -c 1"
    #expect(try Command.shell(line, in: repository.path).errors == "1\n")
  }

  @Test func `A report keeps who may read its file, and goes where a link leads`() throws {
    try repository.write("real.json", "before\n")
    chmod(repository.path + "/real.json", 0o600)
    try repository.link("linked.json", to: "real.json")
    #expect(try repository.nitless("audit", "HEAD", "--format", "json", "--output", "linked.json").status == 1)
    var about = stat()
    #expect(lstat(repository.path + "/real.json", &about) == 0 && about.st_mode & 0o777 == 0o600 && about.st_size > 100)
    #expect(lstat(repository.path + "/linked.json", &about) == 0 && about.st_mode & S_IFMT == S_IFLNK)
    #expect(try repository.nitless("audit", "HEAD", "--output", "/dev/null").status == 1)
  }
}
