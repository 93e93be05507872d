import Foundation

/// A place to write text to, to the last byte.
struct Output {
  static let standard = Output(descriptor: STDOUT_FILENO, name: "standard output")
  static let error = Output(descriptor: STDERR_FILENO, name: "standard error")

  /// Keeps files that are opened later from taking the place of a standard stream that is closed.
  ///
  /// Writing to such a stream goes on to fail.
  static func occupyClosedStreams() {
    while true {
      let descriptor = open("/dev/null", O_RDONLY)
      guard descriptor >= 0, descriptor <= STDERR_FILENO else {
        close(descriptor)
        return
      }
    }
  }

  private let descriptor: Int32
  private let name: String

  /// Writes to a file, in place of what is in it.
  static func write(_ text: String, toFileAt path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path) }
    let output = Output(descriptor: descriptor, name: path)
    do {
      try output.write(text)
    } catch {
      close(descriptor)
      throw error
    }
    // Some file systems only now find that there is no room.
    guard close(descriptor) == 0 else { throw failure(path) }
  }

  /// Writes all of a text, or throws. A reader that closes a pipe has seen what it wanted.
  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, rest.baseAddress, rest.count)
        if count >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        } else if errno == EAGAIN {
          // The other end shares the pipe with somebody who does not want to wait for it.
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&wait, 1, -1)
        } else if errno == EPIPE {
          return
        } else if errno != EINTR {
          throw Self.failure(name)
        }
      }
    }
  }

  private static func failure(_ name: String) -> Failure {
    Failure(
      "cannot write to `\(name)`: \(String(cString: strerror(errno)))",
      advice: "What was written is not complete; a report goes to another place with --output FILE")
  }
}
