import Foundation

/// Other programs, run and waited for.
enum Programs {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// The program of that name; nil if there is none.
  static func find(_ name: String, in path: String) -> String? {
    path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// - Parameters:
  ///   - errors: The file that takes what it says of errors; made anew.
  static func run(
    _ program: String, _ arguments: [String], input: String? = nil, in directory: String? = nil,
    environment: [String: String]? = nil, errors: URL
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let directory { process.currentDirectoryURL = URL(fileURLWithPath: directory) }
    if let environment { process.environment = environment }
    let (reading, writing) = (Pipe(), Pipe())
    process.standardOutput = reading
    process.standardInput = input == nil ? FileHandle.nullDevice : writing
    try Data().write(to: errors)
    let errorFile = try FileHandle(forWritingTo: errors)
    defer { try? errorFile.close() }
    process.standardError = errorFile
    try process.run()
    if let input {
      // The text is short, so that the pipe holds all of it.
      try writing.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try writing.fileHandleForWriting.close()
    }
    let output = try reading.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Outcome(
      status: process.terminationStatus, output: String(decoding: output, as: UTF8.self),
      errors: (try? String(decoding: Data(contentsOf: errors), as: UTF8.self)) ?? "")
  }
}
