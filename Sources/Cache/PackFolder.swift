internal import Platform

/// A folder on the disk, as far as records need one.
struct PackFolder {
  var path: String

  /// The names in it with an ending, sorted; none where there is no such folder.
  func names(ending: String) -> [String] {
    guard let stream = opendir(path) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      if name != ".", name != "..", name.hasSuffix(ending) { names.append(name) }
    }
    return names.sorted()
  }

  /// Makes it where it is not there; whether it is there then. The folder around it has to be there.
  func make() -> Bool {
    mkdir(path, 0o777) == 0 || errno == EEXIST
  }

  /// When a file of it was last written, in seconds since 1970.
  func age(of name: String) -> Int {
    var status = stat()
    guard stat(path + "/" + name, &status) == 0 else { return 0 }
    #if canImport(Darwin)
      return status.st_mtimespec.tv_sec
    #else
      return status.st_mtim.tv_sec
    #endif
  }

  /// Writes a file that is there whole or not at all.
  ///
  /// - Parameter pieces: Puts one piece after another, until one cannot be put.
  func make(_ place: String, of pieces: ((UnsafeRawBufferPointer) -> Bool) -> Bool) -> Bool {
    let draft = path + "/draft-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    let file = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { return false }
    let isWritten = pieces { systemWriteAll(file, $0) }
    let isClosed = close(file) == 0
    if isWritten, isClosed, rename(draft, place) == 0 { return true }
    unlink(draft)
    return false
  }

  /// With the files in it.
  func remove() {
    for name in names(ending: "") { unlink(path + "/" + name) }
    rmdir(path)
  }
}
