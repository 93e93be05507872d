import Platform

/// Finds the repository's own path for the one that a report writes.
struct PathFinder {
  enum Found: Equatable {
    /// A Swift file of the snapshot.
    case file(String)
    /// A path in the repository, where the snapshot has no Swift file.
    case other(String)
    case outside
  }

  private let files: Set<String>
  private let inRepository: (String) -> String?
  /// Where the repository lay on the machine that the report was written on, with a slash at the end.
  let foreignTop: String?

  /// - Parameters:
  ///   - files: The paths of the snapshot.
  ///   - written: All paths of the report.
  ///   - inRepository: The repository's path for a path as it is written here; nil if that lies outside.
  init(files: Set<String>, written: some Sequence<String>, inRepository: @escaping (String) -> String?) {
    self.files = files
    self.inRepository = inRepository
    var strangers: Set<String> = []
    for path in written {
      let path = Self.variants(of: path)[0]
      if path.hasPrefix("/"), inRepository(path) == nil { strangers.insert(path) }
    }
    foreignTop = Self.commonTop(of: strangers, files: files)
  }

  func find(_ written: String) -> Found {
    var other: String?
    for path in Self.variants(of: written) {
      if let found = inRepository(path) {
        if files.contains(found) { return .file(found) }
        other = other ?? found
      }
      if !path.hasPrefix("/") {
        let fromTop = Self.normal(path)
        if files.contains(fromTop) { return .file(fromTop) }
      } else if let foreignTop, path.hasPrefix(foreignTop) {
        let found = String(path.dropFirst(foreignTop.count))
        if files.contains(found) { return .file(found) }
        other = other ?? found
      }
    }
    return other.map { .other($0) } ?? .outside
  }

  /// The path without the scheme of a URL, then as it would be if it was escaped as in URLs or for Windows.
  private static func variants(of written: String) -> [String] {
    var path = written
    var isURL = false
    for scheme in ["file://localhost/", "file:///", "file:/"] where path.lowercased().hasPrefix(scheme) {
      path = "/" + path.dropFirst(scheme.count)
      isURL = true
      break
    }
    let unescaped = path.withoutPercents ?? path
    var variants = isURL ? [unescaped] : unescaped == path ? [path] : [path, unescaped]
    if path.contains("\\") { variants.append(path.replacing("\\", with: "/")) }
    return variants
  }

  /// The folder below which most of the paths are files of the snapshot.
  ///
  /// A single file that is at the repository's top is not enough to tell: many a folder has a `Package.swift`.
  private static func commonTop(of paths: Set<String>, files: Set<String>) -> String? {
    var tops: [String: (count: Int, isDeep: Bool)] = [:]
    for path in paths {
      var rest = Substring(path)
      while let slash = rest.firstIndex(of: "/") {
        rest = rest[rest.index(after: slash)...]
        guard files.contains(String(rest)) else { continue }
        let top = String(path[..<rest.startIndex])
        let (count, isDeep) = tops[top] ?? (0, false)
        tops[top] = (count + 1, isDeep || rest.contains("/"))
      }
    }
    return tops.filter { $0.value.count > 1 || $0.value.isDeep }
      .min { ($1.value.count, $0.key.utf8.count, $0.key) < ($0.value.count, $1.key.utf8.count, $1.key) }?.key
  }

  private static func normal(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts.joined(separator: "/")
  }
}

extension String {
  /// The text that is escaped as in URLs; nil if it is none.
  fileprivate var withoutPercents: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, let text = String(digits), text.allSatisfy(\.isHexDigit),
        let value = UInt8(text, radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
