import Platform

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
    try Uninterrupted.run { () throws(Refusal) in try performWhole(swaps) }
  }

  private static func performWhole(_ swaps: [FileSwap]) throws(Refusal) {
    var drafts: [(swap: FileSwap, draft: Draft)] = []
    var isDone = false
    defer { if !isDone { for one in drafts { one.draft.discard() } } }
    for swap in swaps { drafts.append((swap, try swap.draft(of: swap.new))) }
    // Somebody may have saved a file meanwhile.
    for swap in swaps where try content(of: swap.place, named: swap.path) != swap.old {
      throw Refusal(says: "`\(swap.path)` was changed meanwhile")
    }
    isDone = true
    var rest = drafts[...]
    while let (swap, draft) = rest.popFirst() {
      do {
        try draft.put()
      } catch {
        for one in rest { one.draft.discard() }
        for one in drafts.prefix(drafts.count - rest.count - 1).reversed() { try one.swap.restore() }
        throw swap.refusal(error)
      }
    }
  }

  /// Puts back what was there.
  private func restore() throws(Refusal) {
    let draft = try draft(of: old)
    do { try draft.put() } catch { throw Refusal(says: "cannot put `\(path)` back: \(error.says)") }
  }

  private func draft(of content: [UInt8]) throws(Refusal) -> Draft {
    do {
      let draft = try Draft(for: place, mode: mode)
      try draft.write(content)
      return draft
    } catch {
      throw refusal(error)
    }
  }

  private func refusal(_ problem: Draft.Problem) -> Refusal { Refusal(says: "cannot write `\(path)`: \(problem.says)") }

  private static func content(of place: String, named path: String) throws(Refusal) -> [UInt8] {
    guard let data = FileManager.default.contents(atPath: place) else {
      throw Refusal(says: "`\(path)` cannot be read: \(lastError)")
    }
    return Array(data)
  }

  private static var lastError: String { String(cString: strerror(errno)) }
}
