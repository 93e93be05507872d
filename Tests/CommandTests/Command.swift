import Foundation
import TestRepository

/// The built program, run as a person runs it.
enum Command {
  struct Outcome: Sendable {
    var status: Int32
    var output: String
    var errors: String
  }

  struct NotBuilt: Error, CustomStringConvertible {
    var description: String { "no `nitless` beside the tests: swift build --product nitless" }
  }

  /// - Parameters:
  ///   - directory: Where it runs.
  ///   - environment: All there is but `PATH` and `HOME`.
  static func run(
    _ arguments: [String], in directory: String, environment: [String: String] = [:]
  ) throws -> Outcome {
    try run(executable.get(), arguments, in: directory, environment: environment)
  }

  /// Runs a line of a shell, as git's own tests do where a command needs its standard input.
  static func shell(
    _ line: String, in directory: String, environment: [String: String] = [:]
  ) throws -> Outcome {
    let identity = ["AUTHOR", "COMMITTER"].flatMap { role in
      [("GIT_\(role)_NAME", "Tester"), ("GIT_\(role)_EMAIL", "tester@example.com")]
    }
    return try run(
      URL(fileURLWithPath: "/bin/sh"), ["-c", line], in: directory,
      environment: environment.merging(identity) { _, new in new })
  }

  /// Runs another program in the same surroundings.
  static func run(
    _ program: URL, _ arguments: [String], in directory: String, environment: [String: String]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: directory)
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": directory, "XDG_STATE_HOME": TestRepository.state,
      "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null",
    ].merging(environment) { _, new in new }
    // Files, not pipes: what is printed may be larger than a pipe holds.
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
      "nitless-run-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, errors) = (try Captured(in: folder, "out"), try Captured(in: folder, "err"))
    process.standardOutput = output.handle
    process.standardError = errors.handle
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let status =
      process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
    return Outcome(status: status, output: try output.text(), errors: try errors.text())
  }

  private struct Captured {
    let url: URL
    let handle: FileHandle

    init(in folder: URL, _ name: String) throws {
      url = folder.appendingPathComponent(name)
      try Data().write(to: url)
      handle = try FileHandle(forWritingTo: url)
    }

    func text() throws -> String { String(decoding: try Data(contentsOf: url), as: UTF8.self) }
  }

  /// Found from where the tests themselves lie: the names of build folders differ between systems.
  static let executable: Result<URL, NotBuilt> = {
    let starts =
      [Bundle.main.bundlePath, Bundle.main.executablePath ?? ""]
      + Bundle.allBundles.map(\.bundlePath)
      + CommandLine.arguments.filter { $0.contains(".xctest") }
    for start in starts where !start.isEmpty {
      var folder = URL(fileURLWithPath: start)
      for _ in 0..<5 where folder.path != "/" {
        folder.deleteLastPathComponent()
        let candidate = folder.appendingPathComponent("nitless")
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder),
          !isFolder.boolValue,
          FileManager.default.isExecutableFile(atPath: candidate.path)
        {
          return .success(candidate)
        }
      }
    }
    return .failure(NotBuilt())
  }()
}

extension TestRepository {
  func nitless(_ arguments: String..., environment: [String: String] = [:]) throws
    -> Command.Outcome
  {
    try Command.run(arguments, in: path, environment: environment)
  }
}

/// Sources that the tests of the command share.
enum Source {
  static let leaking = viewer("self.show()")
  static let sound = viewer("[weak self] in self?.show()")

  /// Two cycles that objects of the system are part of.
  static let payment = """
    import WebKit
    final class PaymentController: UIViewController, WKScriptMessageHandler {
      private let page = WKWebView()
      override func viewDidLoad() {
        super.viewDidLoad()
        page.configuration.userContentController.add(self, name: "paid")
      }
      func userContentController(_ controller: WKUserContentController, didReceive message: WKScriptMessage) {}
    }
    final class Uploader: NSObject, URLSessionDelegate {
      private var session: URLSession?
      func start() {
        session = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
      }
    }

    """

  private static func viewer(_ body: String) -> String {
    """
    final class Viewer {
      let downloader = Downloader()
      func start() {
        downloader.onDone = { \(body) }
      }
      func show() {}
    }
    final class Downloader {
      var onDone: (() -> Void)?
    }

    """
  }
}
