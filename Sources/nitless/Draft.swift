import Platform

/// A file that is written whole before anybody sees it under its name.
///
/// Where the file system can, it has no name until then, and whatever ends the program takes it along.
struct Draft {
  /// What the system said.
  struct Problem: Error {
    var code: Int32

    static var last: Problem { Problem(code: errno) }

    var says: String { String(cString: strerror(code)) }
  }

  private let descriptor: Int32
  /// Where it is to be.
  private let place: String
  /// The name that it has until then; nil where it has none.
  private var name: String?

  /// - Parameters:
  ///   - place: Where it is to be; the folder has to be there.
  ///   - mode: Who may do what with it; nil for what a new file gets.
  init(for place: String, mode: mode_t? = nil) throws(Problem) {
    self.place = place
    let end = place.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = end.map { String(place[..<$0]) + "/" } ?? "."
    var descriptor: Int32 = -1
    #if os(Linux)
      // O_TMPFILE, which the importer does not see.
      descriptor = open(folder, O_WRONLY | O_CLOEXEC | O_DIRECTORY | 0o20000000, 0o666)
    #endif
    if descriptor < 0 {
      let name = "\(place).nitless-\(getpid())"
      descriptor = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      if descriptor >= 0 { self.name = name }
    }
    guard descriptor >= 0 else { throw .last }
    self.descriptor = descriptor
    if let mode, fchmod(descriptor, mode) != 0 { throw given(up: .last) }
  }

  /// Adds to it.
  func write(_ bytes: some Sequence<UInt8>) throws(Problem) {
    guard Array(bytes).withUnsafeBytes({ systemWriteAll(descriptor, $0) }) else { throw given(up: .last) }
  }

  /// Gives it its name, in place of what has it; nothing may be done with it afterwards.
  func put() throws(Problem) {
    guard fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP else { throw given(up: .last) }
    let name = self.name ?? "\(place).nitless-\(getpid())"
    #if os(Linux)
      if self.name == nil {
        unlink(name)
        guard linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0 else {
          throw given(up: .last)
        }
      }
    #endif
    guard rename(name, place) == 0 else {
      let problem = Problem.last
      unlink(name)
      throw given(up: problem)
    }
    close(descriptor)
  }

  /// Leaves nothing of it.
  func discard() {
    close(descriptor)
    if let name { unlink(name) }
  }

  private func given(up problem: Problem) -> Problem {
    discard()
    return problem
  }
}
