internal import Foundation

/// A real git repository in a temporary directory, removed when its owner goes.
///
/// The user's configuration and git's environment stay outside: every run of `git` gets an
/// environment of its own.
public final class TestRepository {
  /// The top of the work tree; the repository itself if it is bare.
  public let path: String
  private let container: String

  /// Makes an empty repository whose branch is `main`.
  ///
  /// - Parameter options: further ones of `git init`, such as `--bare`.
  public init(_ options: String...) throws {
    container = try Self.makeContainer()
    path = container + "/repository"
    try Self.run(["init", "--quiet", "--initial-branch=main"] + options + [path], in: container)
  }

  /// Clones another repository.
  ///
  /// - Parameter options: further ones of `git clone`, such as `--depth=1`.
  public convenience init(cloning other: TestRepository, _ options: String...) throws {
    try self.init(cloning: other, options)
  }

  /// Clones another repository.
  public init(cloning other: TestRepository, _ options: [String]) throws {
    container = try Self.makeContainer()
    path = container + "/repository"
    try Self.run(
      ["clone", "--quiet"] + options + ["file://" + other.path, path], in: container)
  }

  deinit { try? FileManager.default.removeItem(atPath: container) }

  /// Where programs that tests run keep what is of their user: one folder for all of them, which no test looks at.
  public static let state = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path + "/.build/test-state"

  /// A path beside the repository, for what a test needs outside it; removed with it.
  public func outside(_ name: String) -> String { container + "/" + name }

  /// Runs git in the repository and returns what it printed.
  ///
  /// - Throws: `GitFailure` if git's exit status is not 0.
  @discardableResult
  public func git(_ arguments: String..., environment: [String: String] = [:]) throws -> String {
    String(decoding: try gitOutput(arguments, environment: environment), as: UTF8.self)
      .trimmingCharacters(in: .newlines)
  }

  /// Runs git in the repository and returns the very bytes it printed.
  public func gitOutput(
    _ arguments: [String], environment: [String: String] = [:]
  ) throws -> [UInt8] {
    try Self.run(arguments, in: path, environment: environment)
  }

  /// Writes a file of the work tree, and the directories it is in.
  public func write(_ file: String, _ text: String) throws {
    try write(file, Array(text.utf8))
  }

  /// Writes a file that is not text, or not UTF-8.
  public func write(_ file: String, _ bytes: [UInt8]) throws {
    let place = URL(fileURLWithPath: path + "/" + file)
    try FileManager.default.createDirectory(
      at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: place)
  }

  /// Puts a symbolic link into the work tree.
  public func link(_ file: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: path + "/" + file, withDestinationPath: target)
  }

  /// Removes a file of the work tree.
  public func delete(_ file: String) throws {
    try FileManager.default.removeItem(atPath: path + "/" + file)
  }

  /// Commits the whole work tree and returns the commit's id.
  @discardableResult
  public func commit(_ message: String = "Change") throws -> String {
    try git("add", "--all")
    try git("commit", "--quiet", "--allow-empty", "--message", message)
    return try git("rev-parse", "HEAD")
  }

  /// What git said when it failed.
  public struct GitFailure: Error, CustomStringConvertible {
    public var description: String
  }
}

extension TestRepository {
  private static func makeContainer() throws -> String {
    let place = FileManager.default.temporaryDirectory
      .resolvingSymlinksInPath()
      .appendingPathComponent("nitless-test-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return place.path
  }

  private static let configuration = [
    "user.name=Tester", "user.email=tester@example.com", "commit.gpgsign=false",
    "init.defaultBranch=main", "protocol.file.allow=always", "gc.auto=0", "core.autocrlf=false",
  ].flatMap { ["-c", $0] }

  @discardableResult
  private static func run(
    _ arguments: [String], in directory: String, environment: [String: String] = [:]
  ) throws -> [UInt8] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + configuration + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    let ours = ProcessInfo.processInfo.environment
    process.environment = [
      "PATH": ours["PATH"] ?? "/usr/bin:/bin", "HOME": directory, "XDG_STATE_HOME": state, "LC_ALL": "C",
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_TERMINAL_PROMPT": "0",
    ].merging(environment) { _, new in new }
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    let words = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      let command = arguments.joined(separator: " ")
      throw GitFailure(description: "git \(command): \(String(decoding: words, as: UTF8.self))")
    }
    return Array(bytes)
  }
}

extension TestRepository {
  /// Writes a file anywhere, such as at a path of `outside(_:)`.
  public static func writeBytes(_ bytes: [UInt8], to path: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: path))
  }
}
