internal import Platform

/// A regular file or a symbolic link on the disk.
struct DiskFile {
  let isLink: Bool
  let isExecutable: Bool
  /// In bytes, when it was found.
  let size: Int
  private let path: GitPath

  /// Nil if nothing is there, or what is there is neither.
  init?(at directory: String, _ path: GitPath) {
    self.path = GitPath(bytes: Array(directory.utf8)).appending(path.bytes)
    var status = stat()
    guard self.path.withCString({ lstat($0, &status) }) == 0 else { return nil }
    let kind = status.st_mode & S_IFMT
    guard kind == S_IFREG || kind == S_IFLNK else { return nil }
    isLink = kind == S_IFLNK
    isExecutable = status.st_mode & S_IXUSR != 0
    size = Int(status.st_size)
  }

  /// The bytes of the file, or the target of the link; nil if they cannot be read.
  func content() -> [UInt8]? {
    isLink ? target() : bytes()
  }

  private func target() -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let capacity = buffer.count
    let count = path.withCString { readlink($0, &buffer, capacity) }
    return count < 0 ? nil : buffer.prefix(count).map { UInt8(bitPattern: $0) }
  }

  private func bytes() -> [UInt8]? {
    let descriptor = path.withCString { open($0, O_RDONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var content: [UInt8] = []
    content.reserveCapacity(size)
    // What is written to it meanwhile may have no end.
    let most = 2 * size + (1 << 20)
    var buffer = [UInt8](repeating: 0, count: max(4_096, min(size + 1, 1 << 20)))
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count == 0 { return content }
      guard content.count <= most else { return nil }
      if count < 0 {
        if errno == EINTR { continue }
        return nil
      }
      content += buffer.prefix(count)
    }
  }
}
