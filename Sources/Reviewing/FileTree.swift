import Platform
public import Git
import ReviewModel

/// Where a configuration, and the pages and tables that it names, are read from.
///
/// Paths are relative to the configuration's own folder, with `/`.
public protocol FileTree: Sendable {
  /// The bytes of a file; nil if there is none at the path.
  func content(of path: String) throws -> [UInt8]?
  /// The files in a folder, at any depth, sorted; nil if there is no such folder.
  func files(below folder: String) throws -> [String]?
  /// What is at a path in the place of a file, as `a folder`; nil where a file is there, or nothing.
  func obstacle(at path: String) throws -> String?
  /// The path as a message names it.
  func shown(_ path: String) -> String
}

/// A folder on the disk.
public struct DiskFolder: FileTree {
  /// Its absolute path.
  public let top: String
  /// The same without links; nil where nothing is there.
  private let realTop: String?
  private let prefix: String
  private let isClosed: Bool

  /// - Parameters:
  ///   - top: Its absolute path.
  ///   - prefix: What messages put before a path, such as `../`.
  ///   - isClosed: Whether nothing is read outside of it, by whatever path or link: what a cloned repository names may
  ///     be anything.
  public init(at top: String, shownAs prefix: String = "", isClosed: Bool = false) {
    self.top = top
    realTop = Self.real(top)
    self.prefix = prefix
    self.isClosed = isClosed
  }

  /// Where a path really is, links followed; relative to the folder, nil if outside of it or nowhere.
  public func realPath(of path: String) -> String? {
    guard let folder = realTop, let place = Self.real(place(of: path)) else { return nil }
    if place == folder { return "" }
    let start = folder.hasSuffix("/") ? folder : folder + "/"
    return place.hasPrefix(start) ? String(place.dropFirst(start.count)) : nil
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  private func isOutside(_ path: String) -> Bool { isClosed && realPath(of: path) == nil }

  public func content(of path: String) throws -> [UInt8]? {
    if isOutside(path) { return nil }
    let place = place(of: path)
    var status = stat()
    // Of a pipe there would be no end.
    guard stat(place, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Array(try Data(contentsOf: URL(fileURLWithPath: place)))
  }

  public func obstacle(at path: String) -> String? {
    let place = place(of: path)
    var status = stat()
    guard lstat(place, &status) == 0 else { return nil }
    guard stat(place, &status) == 0 else { return "a link that leads nowhere" }
    if isOutside(path) { return "a link that leads out of the repository" }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR: return "a folder"
    default: return "a pipe or a device"
    }
  }

  public func files(below folder: String) throws -> [String]? {
    if isOutside(folder) { return nil }
    let manager = FileManager.default
    guard isFolder(at: place(of: folder)) == true else { return nil }
    var files: [String] = []
    for name in try manager.contentsOfDirectory(atPath: place(of: folder)).sorted()
    where !name.hasPrefix(".") {
      let path = folder.isEmpty || folder == "." ? name : folder.trimmingSuffix("/") + "/" + name
      if isLink(path) {
        // A link to a folder may lead back here.
        if try content(of: path) != nil { files.append(path) }
      } else {
        files += try self.files(below: path) ?? [path]
      }
    }
    return files.sorted()
  }

  public func shown(_ path: String) -> String { path.hasPrefix("/") ? path : prefix + path }

  private func place(of path: String) -> String { path.hasPrefix("/") ? path : top + "/" + path }

  private func isLink(_ path: String) -> Bool {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: place(of: path))) != nil
  }
}

/// The files of a commit, where there is no work tree to read them from.
public struct RevisionTree: FileTree {
  private let repository: Repository
  private let revision: String
  private let blobs: [String: BlobID]
  private let links: [String: BlobID]
  /// The folders that files lie in. Every folder around a source file is asked for a configuration of its own.
  private let folders: Set<String>

  public init(_ revision: String, of repository: Repository) throws {
    self.repository = repository
    self.revision = revision
    let files = try repository.files(of: revision)
    blobs = Dictionary(files.map { ($0.path, $0.blob) }) { first, _ in first }
    links = Dictionary(try repository.links(of: revision).map { ($0.path, $0.blob) }) { first, _ in first }
    folders = Self.folders(around: files.map(\.path))
  }

  /// All folders that a path leads through, each looked at once.
  private static func folders(around paths: [String]) -> Set<String> {
    var folders: Set<String> = []
    for path in paths {
      var path = path[...]
      while let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
        path = path[..<slash]
        guard folders.insert(String(path)).inserted else { break }
      }
    }
    return folders
  }

  public func content(of path: String) throws -> [UInt8]? {
    guard let path = try realPath(of: path), let blob = blobs[path] else { return nil }
    return try repository.content(of: blob)
  }

  public func obstacle(at path: String) throws -> String? {
    guard let path = normal(path), blobs[path] == nil else { return nil }
    if links[path] != nil {
      return try realPath(of: path) == nil ? "a link that leads to no file of the repository" : nil
    }
    return folders.contains(path) ? "a folder" : nil
  }

  /// The path of the file that is meant, links in its place followed; nil where they lead to none.
  public func realPath(of path: String) throws -> String? {
    guard var path = normal(path) else { return nil }
    for _ in 0..<10 {
      guard let link = links[path] else { return blobs[path] == nil ? nil : path }
      let target = String(decoding: try repository.content(of: link), as: UTF8.self)
      let folder = path.split(separator: "/").dropLast().joined(separator: "/")
      let next = normal(folder.isEmpty ? target : folder + "/" + target)
      guard !target.hasPrefix("/"), let next else { return nil }
      path = next
    }
    return nil
  }

  public func files(below folder: String) -> [String]? {
    guard let folder = normal(folder) else { return nil }
    let files = blobs.keys.filter { folder.isEmpty || $0.hasPrefix(folder + "/") }
    return files.isEmpty ? nil : files.sorted()
  }

  public func shown(_ path: String) -> String { "\(revision):\(path)" }

  /// Without `.` and `..`; nil for what lies outside the tree.
  private func normal(_ path: String) -> String? {
    guard !path.hasPrefix("/") else { return nil }
    var components: [Substring] = []
    for component in path.split(separator: "/") where component != "." {
      guard component == ".." else {
        components.append(component)
        continue
      }
      guard components.popLast() != nil else { return nil }
    }
    return components.joined(separator: "/")
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: Character) -> String {
    var text = self[...]
    while text.count > 1, text.last == suffix { text = text.dropLast() }
    return String(text)
  }
}
