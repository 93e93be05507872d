/// Reads once, whatever signals come meanwhile.
package func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8], _ count: Int) -> Int {
  while true {
    let taken = read(descriptor, &buffer, count)
    if taken >= 0 || errno != EINTR { return taken }
  }
}

/// Writes once, as much as the other end takes; below zero if that is nothing, and `errno` says why.
///
/// It has another name than the system's, so that a method that is called `write` can call it.
package func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}

/// Writes all, whatever signals come meanwhile; false if the other end takes no more, and `errno` says why.
package func systemWriteAll(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Bool {
  var rest = bytes
  while !rest.isEmpty {
    let count = systemWrite(descriptor, rest)
    if count < 0, errno == EINTR { continue }
    if count == 0 { errno = ENOSPC }
    guard count > 0 else { return false }
    rest = UnsafeRawBufferPointer(rebasing: rest[count...])
  }
  return true
}

/// The words of the operating system for what failed last.
package var lastSystemError: String { systemWords(errno) }

/// The words of the operating system for one of its error numbers.
package func systemWords(_ number: Int32) -> String { strerror(number).map { String(cString: $0) } ?? "" }

extension Error {
  /// What the operating system said, as far as it was asked; else what the error says of itself.
  package var systemReason: String {
    if let error = self as? CocoaError {
      if let reason = error.underlying?.systemReason { return reason }
      return error.code == .fileNoSuchFile || error.code == .fileReadNoSuchFile ? systemWords(ENOENT) : "\(error)"
    }
    if let error = self as? POSIXError { return systemWords(error.code.rawValue) }
    return "\(self)"
  }
}

/// All that comes up to the end; nil if it does not come, and `errno` says why.
package func systemReadAll(_ descriptor: Int32) -> [UInt8]? {
  var content: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  while true {
    let count = systemRead(descriptor, &buffer, buffer.count)
    if count == 0 { return content }
    if count < 0 { return nil }
    content += buffer.prefix(count)
  }
}

/// Waits, in seconds.
package func sleep(seconds: Double) { usleep(UInt32(max(0, min(seconds, 4_000)) * 1_000_000)) }

/// Whether what is at a path is a folder; nil if nothing is.
package func isFolder(at path: String) -> Bool? {
  var about = stat()
  return stat(path, &about) == 0 ? about.st_mode & S_IFMT == S_IFDIR : nil
}

/// The file of the program that runs; nil where the system does not say.
package var programPath: String? {
  #if canImport(Darwin)
    var size = UInt32(PATH_MAX)
    var buffer = [CChar](repeating: 0, count: Int(size))
    guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  #else
    return try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
  #endif
}

/// Ends the program; commands have an `exit` of their own.
package func endProcess(_ status: Int32) -> Never { exit(status) }
