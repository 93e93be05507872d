/// A path with `*`, `?`, `**` and `{a,b}`, as shells and build tools read them.
public struct PathPattern: Hashable, Sendable {
  /// The folders before the first component that is no plain name.
  public let fixedFolder: String
  private let alternatives: [[Component]]

  private enum Component: Hashable, Sendable {
    /// `**`: any number of folders.
    case anyFolders
    case name([UInt8])
    /// Has `*` or `?`.
    case wild([UInt8])
  }

  /// - Parameter text: Relative to the repository's root.
  public init(_ text: String) {
    alternatives = Self.expanded(text).map { text in
      text.split(separator: "/").map { part in
        if part == "**" { return .anyFolders }
        let bytes = Array(part.utf8)
        return part.utf8.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") } ? .wild(bytes) : .name(bytes)
      }
    }
    let fixed = text.split(separator: "/").prefix { part in !part.contains { "*?{".contains($0) } }
    let isPlain = fixed.count == text.split(separator: "/").count
    fixedFolder = (isPlain ? fixed.dropLast() : fixed).joined(separator: "/")
  }

  /// Whether it names a path or a folder around it.
  public func covers(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map { Array($0.utf8) }
    return alternatives.contains { Self.covers($0[...], parts[...]) }
  }

  /// Whether it names exactly this path.
  public func matches(_ path: String) -> Bool {
    let parts = path.split(separator: "/").map { Array($0.utf8) }
    return alternatives.contains { Self.matches($0[...], parts[...]) }
  }

  private static func covers(_ pattern: ArraySlice<Component>, _ path: ArraySlice<[UInt8]>) -> Bool {
    (0...path.count).contains { matches(pattern, path.prefix($0)) }
  }

  private static func matches(_ pattern: ArraySlice<Component>, _ path: ArraySlice<[UInt8]>) -> Bool {
    guard let first = pattern.first else { return path.isEmpty }
    switch first {
    case .anyFolders: return (0...path.count).contains { matches(pattern.dropFirst(), path.dropFirst($0)) }
    case .name(let name): return path.first == name && matches(pattern.dropFirst(), path.dropFirst())
    case .wild(let wild):
      guard let name = path.first, fits(name[...], wild[...]) else { return false }
      return matches(pattern.dropFirst(), path.dropFirst())
    }
  }

  private static func fits(_ name: ArraySlice<UInt8>, _ wild: ArraySlice<UInt8>) -> Bool {
    guard let first = wild.first else { return name.isEmpty }
    switch first {
    case UInt8(ascii: "*"): return (0...name.count).contains { fits(name.dropFirst($0), wild.dropFirst()) }
    case UInt8(ascii: "?"): return !name.isEmpty && fits(name.dropFirst(), wild.dropFirst())
    default: return name.first == first && fits(name.dropFirst(), wild.dropFirst())
    }
  }

  /// `a/{b,c}` is `a/b` and `a/c`. At most 64 of them.
  private static func expanded(_ text: String) -> [String] {
    var result = [text]
    while let at = result.firstIndex(where: { $0.contains("{") }), result.count < 64 {
      let text = result[at]
      guard let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") else { return result }
      let choices = text[text.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
      result.replaceSubrange(
        at...at, with: choices.map { text[..<open] + $0 + text[text.index(after: close)...] }.map(String.init))
    }
    return result
  }
}
