import Foundation

/// A file of the work tree that is to have other content: written beside it first, and put in its place at once.
struct FileSwap {
  /// Why a file is left alone.
  struct Refusal: Error {
    var says: String
  }

  /// Relative to the work tree's top.
  private let path: String
  private let place: String
  /// What is in the file now.
  let old: [UInt8]
  private var new: [UInt8] = []
  private let mode: mode_t

  /// - Throws: `Refusal` if there is no such file, or it or a folder on the way to it is a symbolic link.
  init(_ path: String, below root: String) throws(Refusal) {
    self.path = path
    place = root + "/" + path
    var folder = root
    for part in path.split(separator: "/") {
      folder += "/" + part
      var status = stat()
      guard lstat(folder, &status) == 0 else { throw Refusal(says: "`\(path)` cannot be read: \(Self.lastError)") }
      if status.st_mode & S_IFMT == S_IFLNK {
        throw Refusal(says: "`\(path)` leads through a symbolic link, and what that leads to was not reviewed")
      }
    }
    var status = stat()
    guard lstat(place, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw Refusal(says: "`\(path)` is no file")
    }
    mode = status.st_mode & 0o7777
    // A file beside it could be put in its place all the same.
    guard mode & S_IWUSR != 0 else { throw Refusal(says: "`\(path)` is read-only") }
    old = try Self.content(of: place, named: path)
  }

  func replaced(by new: [UInt8]) -> FileSwap {
    var swap = self
    swap.new = new
    return swap
  }

  /// Puts all files in place, or leaves all as they are.
  static func perform(_ swaps: [FileSwap]) throws(Refusal) {
    // Whoever interrupts it gets all or nothing, and no drafts.
    var (signals, before) = (sigset_t(), sigset_t())
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] { sigaddset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var written: [(swap: FileSwap, draft: String)] = []
    defer { for one in written { unlink(one.draft) } }
    for swap in swaps {
      written.append((swap, try swap.draft(of: swap.new)))
    }
    // Somebody may have saved a file meanwhile.
    for swap in swaps where try content(of: swap.place, named: swap.path) != swap.old {
      throw Refusal(says: "`\(swap.path)` was changed meanwhile")
    }
    var done: [FileSwap] = []
    for (swap, draft) in written {
      guard rename(draft, swap.place) == 0 else {
        let refusal = Refusal(says: "cannot write `\(swap.path)`: \(lastError)")
        for one in done.reversed() { try one.restore() }
        throw refusal
      }
      done.append(swap)
    }
  }

  /// Puts back what was there.
  private func restore() throws(Refusal) {
    let draft = try draft(of: old)
    guard rename(draft, place) == 0 else {
      throw Refusal(says: "cannot put `\(path)` back: \(Self.lastError); what was in it is in `\(draft)`")
    }
  }

  /// Writes content to a file of its own in the same folder, and returns its path.
  private func draft(of content: [UInt8]) throws(Refusal) -> String {
    var template = Array((place + ".nitless-XXXXXX").utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw Refusal(says: "cannot write beside `\(path)`: \(Self.lastError)") }
    let draft = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    var rest = content[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw abandoned(descriptor, draft) }
      rest = rest.dropFirst(count)
    }
    guard fchmod(descriptor, mode) == 0, fsync(descriptor) == 0 else { throw abandoned(descriptor, draft) }
    guard close(descriptor) == 0 else {
      unlink(draft)
      throw Refusal(says: "cannot write `\(path)`: \(Self.lastError)")
    }
    return draft
  }

  /// What could not be done, once the draft is gone.
  private func abandoned(_ descriptor: Int32, _ draft: String) -> Refusal {
    let refusal = Refusal(says: "cannot write `\(path)`: \(Self.lastError)")
    close(descriptor)
    unlink(draft)
    return refusal
  }

  private static func content(of place: String, named path: String) throws(Refusal) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: place) else {
      throw Refusal(says: "`\(path)` cannot be read: \(lastError)")
    }
    return Array(data)
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
