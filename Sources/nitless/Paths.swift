import Platform

/// Paths as a person writes them, and as a repository has them.
enum Paths {
  /// The current directory, without symbolic links, as git names a work tree.
  static var current: String { canonical(FileManager.default.currentDirectoryPath) }

  /// A path from here.
  static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? canonical(path) : canonical(current + "/" + path)
  }

  /// What to put before a path below a folder so that it can be opened from here.
  static func prefix(of folder: String) -> String {
    let (here, there) = (components(current), components(canonical(folder)))
    let common = zip(here, there).prefix { $0 == $1 }.count
    let up = here.count - common
    // Further up than that, an absolute path is easier to read.
    guard common > 0, up <= 3 else { return canonical(folder) + "/" }
    let steps = Array(repeating: "..", count: up) + there[common...]
    return steps.isEmpty ? "" : steps.joined(separator: "/") + "/"
  }

  /// A path as it is in a repository: relative to its top; nil if it lies outside.
  ///
  /// - Parameters:
  ///   - base: The directory that the path is written from.
  ///   - top: The top of the work tree; nil if the repository is bare, where paths are written from its top.
  static func inRepository(_ path: String, from base: String, top: String?) -> String? {
    guard let top else {
      return path.hasPrefix("/") ? nil : normal(components(path)).joined(separator: "/")
    }
    return inRepository(path, fromReal: path.hasPrefix("/") ? base : canonical(base), realTop: canonical(top))
  }

  /// The same from a directory and below a top that are spelled without symbolic links, for whoever asks of many paths.
  static func inRepository(_ path: String, fromReal base: String, realTop top: String) -> String? {
    let place = path.hasPrefix("/") ? path : base + "/" + path
    let parent = canonical(place.parentPath)
    let wanted = normal(components(parent) + [place.lastPathName])
    let start = components(top)
    guard wanted.starts(with: start) else { return nil }
    return wanted.dropFirst(start.count).joined(separator: "/")
  }

  /// Whether a path of a repository is a folder, or lies in it.
  static func isWithin(_ path: String, _ folder: String) -> Bool {
    let folder = normal(components(folder)).joined(separator: "/")
    return folder.isEmpty || path == folder || path.hasPrefix(folder + "/")
  }

  /// Whether there is a symbolic link at a path.
  static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Without symbolic links, as far as the path exists.
  private static func canonical(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else {
      return "/" + normal(components(path)).joined(separator: "/")
    }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private static func components(_ path: String) -> [String] {
    path.split(separator: "/").map(String.init)
  }

  private static func normal(_ components: [String]) -> [String] {
    var result: [String] = []
    for component in components where component != "." {
      if component == ".." { _ = result.popLast() } else { result.append(component) }
    }
    return result
  }
}
