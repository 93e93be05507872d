import Platform

/// Other programs, run and waited for.
enum Programs {
  struct Outcome {
    var status: Int32
    var output: [UInt8]
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
  }

  /// The program of that name; nil if there is none.
  static func find(_ name: String, in path: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// - Parameter environment: All there is; nil for ours.
  /// - Returns: Nil if it cannot be started or read; `lastSystemError` says why.
  static func run(
    _ program: String, _ arguments: [String], input: String = "", environment: [String: String]? = nil
  ) -> Outcome? {
    let environment = environment ?? ProcessInfo.processInfo.environment
    guard
      var process = ChildProcess(program, arguments, environment: environment, input: .bytes(Array(input.utf8))),
      let output = process.read()
    else { return nil }
    let status = process.wait()
    return Outcome(status: status, output: output, errors: process.errorText())
  }
}
