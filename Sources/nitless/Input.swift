import Platform

/// What a command is given to read.
enum Input {
  /// All that a file has. What a shell hands on as one, as `<(swiftlint --reporter json)` does, is a pipe.
  static func bytes(at path: String) throws -> [UInt8] {
    var status = stat()
    guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
      return Array(try Data(contentsOf: URL(fileURLWithPath: Paths.absolute(path))))
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    defer { if file >= 0 { close(file) } }
    guard file >= 0, let bytes = systemReadAll(file) else {
      throw Failure("cannot read `\(path)`: \(lastSystemError)", advice: "Name a file that this user may read")
    }
    return bytes
  }
}
