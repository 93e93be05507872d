/// Paths relative to a repository's root, with `/`; the root itself is empty.
enum RepositoryPath {
  /// A path as seen from a folder, without `.` and `..`; nil for what lies outside the repository.
  static func joined(_ folder: String, _ path: String) -> String? {
    guard !path.hasPrefix("/"), !path.hasPrefix("~") else { return nil }
    // As nearly all are: a name in a folder that is spelled as this function spells it.
    if isName(path), isPlain(folder) { return folder.isEmpty ? path : "\(folder)/\(path)" }
    var components = folder.split(separator: "/")
    for component in path.split(separator: "/") where component != "." {
      guard component == ".." else {
        components.append(component)
        continue
      }
      guard components.popLast() != nil else { return nil }
    }
    return components.joined(separator: "/")
  }

  private static func isName(_ path: String) -> Bool {
    !path.isEmpty && path != "." && path != ".." && !path.utf8.contains(UInt8(ascii: "/"))
  }

  /// Whether there is something before, between and behind all `/`.
  private static func isPlain(_ folder: String) -> Bool {
    var last = UInt8(ascii: "/")
    for byte in folder.utf8 {
      if byte == UInt8(ascii: "/"), last == byte { return false }
      last = byte
    }
    return folder.isEmpty || last != UInt8(ascii: "/")
  }

  /// The folder that a path lies in.
  static func folder(of path: String) -> String {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
  }

  /// What follows the last `/`.
  static func name(of path: String) -> Substring {
    path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path[path.utf8.index(after: $0)...] } ?? path[...]
  }

  /// Whether a path is a folder's or lies in it.
  static func isWithin(_ path: String, _ folder: String) -> Bool {
    folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
  }

  /// The folders around a path, the innermost first, the root last.
  static func foldersAround(_ path: String) -> [String] {
    var result: [String] = []
    var here = path
    while !here.isEmpty {
      here = folder(of: here)
      result.append(here)
    }
    return result
  }

  /// The folders around any of some paths. O(folders and paths): what is around a folder is looked at once.
  static func foldersAround(all paths: some Sequence<String>) -> Set<String> {
    var result: Set<String> = []
    for path in paths {
      var here = path
      while !here.isEmpty {
        here = folder(of: here)
        guard result.insert(here).inserted else { break }
      }
    }
    return result
  }
}
