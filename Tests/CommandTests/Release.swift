import Foundation
import TestRepository

/// A release of the program that the tests were built with, packed once by the script that packs every release.
///
/// Building one for others takes minutes, and differs in what is linked; the packages are the same.
enum Release {
  static let top = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  struct NotPacked: Error, CustomStringConvertible {
    var description: String
  }

  static let folder: Result<String, any Error> = Result {
    let folder = top + "/.build/test-release"
    try? FileManager.default.removeItem(atPath: folder)
    let outcome = try Command.run(
      URL(fileURLWithPath: top + "/Scripts/release"), [folder, "--program", Command.executable.get().path, "--for-tests"],
      in: top,
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"])
    guard outcome.status == 0 else { throw NotPacked(description: outcome.output + outcome.errors) }
    return folder
  }

  /// A repository whose last commit brings in a retain cycle.
  static func leakingRepository() throws -> TestRepository {
    let repository = try TestRepository()
    try repository.write("Sources/App/Viewer.swift", Source.sound)
    try repository.commit()
    try repository.write("Sources/App/Viewer.swift", Source.leaking)
    try repository.commit()
    return repository
  }
}
