import Platform
import Quoting

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

  /// Writes to a file, in place of what is in it: all of the text, or nothing.
  static func write(_ text: String, toFileAt path: String) throws {
    try Uninterrupted.run {
      if let place = replaceable(path), let draft = try? Draft(for: place.path, mode: place.mode) {
        do throws(Draft.Problem) {
          try draft.write(text.utf8)
          try draft.put()
        } catch {
          throw failure(path, error.code, leavesNothing: true)
        }
      } else {
        try write(text, toFileAt: path, O_TRUNC)
      }
    }
  }

  /// Adds to a file.
  static func append(_ text: String, toFileAt path: String) throws { try write(text, toFileAt: path, O_APPEND) }

  /// What a file of ours may take the place of, behind links: nothing, or a plain file of this user's that has no other
  /// name.
  private static func replaceable(_ path: String) -> (path: String, mode: mode_t?)? {
    var about = stat()
    guard lstat(path, &about) == 0 else { return (path, nil) }
    let target = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    guard lstat(target, &about) == 0, about.st_mode & S_IFMT == S_IFREG, about.st_nlink == 1, about.st_uid == geteuid(),
      access(target, W_OK) == 0
    else { return nil }
    return (target, about.st_mode & 0o7777)
  }

  private static func write(_ text: String, toFileAt path: String, _ how: Int32) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | how | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path, leavesNothing: true) }
    let output = Output(descriptor: descriptor, name: path)
    do {
      try output.writeAsIs(text)
    } catch {
      close(descriptor)
      throw error
    }
    // Some file systems only now find that there is no room.
    guard close(descriptor) == 0 else { throw failure(path) }
  }

  /// Whether what is written is kept, and shown nowhere.
  private var isFile: Bool {
    var about = stat()
    return fstat(descriptor, &about) == 0 && about.st_mode & S_IFMT == S_IFREG
  }

  /// Writes text with nothing in it that a CI host would take for a command of a job.
  ///
  /// - Parameter isForPeople: Whether no program reads it, so that commands are named as they are typed here.
  func write(_ text: String, isForPeople: Bool = true) throws {
    let text = isForPeople ? CalledAs.spoken(text) : text
    try writeAsIs(isFile ? text : WorkflowCommand.harmless(text))
  }

  /// Writes what is a command, or is for a program that takes it by the byte. A reader that closes a pipe has seen what
  /// it wanted.
  func writeAsIs(_ text: String) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let count = systemWrite(descriptor, rest)
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

  /// - Parameter leavesNothing: Whether no part of the text is there.
  private static func failure(_ name: String, _ code: Int32 = errno, leavesNothing: Bool = false) -> Failure {
    Failure(
      "cannot write to \(name.hasPrefix("standard ") ? name : "`\(name)`"): \(String(cString: strerror(code)))",
      advice: leavesNothing
        ? "Nothing was written: look whether its folder is there, is one, and may be written to"
        : "What was written is not complete; a report goes to another place with --output FILE")
  }
}
