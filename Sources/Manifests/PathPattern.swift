/// A path with `*`, `?`, `**` and `{a,b}`, as shells and build tools read them.
public struct PathPattern: Hashable, Sendable {
  /// The folders before the first component that is no plain name.
  public let fixedFolder: String
  private let alternatives: [[Component]]
  /// The same, with whatever lies inside.
  private let covering: [[Component]]

  private enum Component: Hashable, Sendable {
    /// `**`: any number of folders.
    case anyFolders
    case name([UInt8])
    /// Has `*` or `?`.
    case wild([UInt8])
  }

  /// - Parameter text: Relative to the repository's root.
  public init(_ text: String) {
    let slash = UInt8(ascii: "/")
    alternatives = Self.expanded(text).map { text in
      text.utf8.split(separator: slash).map { part in
        if part.elementsEqual("**".utf8) { return .anyFolders }
        return part.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") }
          ? .wild(Array(part)) : .name(Array(part))
      }
    }
    covering = alternatives.map { $0 + [.anyFolders] }
    let parts = text.utf8.split(separator: slash)
    let fixed = parts.prefix { part in !part.contains { "*?{".utf8.contains($0) } }
    fixedFolder = (fixed.count == parts.count ? fixed.dropLast() : fixed).map { String(Substring($0)) }
      .joined(separator: "/")
  }

  /// Whether it names a path or a folder around it.
  public func covers(_ path: String) -> Bool { covers(Path(path)) }

  /// The same of a path that several patterns are asked about.
  func covers(_ path: Path) -> Bool { covering.contains { Self.matches($0, path.parts) } }

  /// Whether it names exactly this path.
  public func matches(_ path: String) -> Bool {
    let path = Path(path)
    return alternatives.contains { Self.matches($0, path.parts) }
  }

  /// A path in its parts.
  struct Path {
    fileprivate let parts: [ArraySlice<UInt8>]

    init(_ text: String) { parts = Array(text.utf8).split(separator: UInt8(ascii: "/")) }
  }

  private static func matches(_ pattern: [Component], _ path: [ArraySlice<UInt8>]) -> Bool {
    fits(path, pattern, isRun: { $0 == .anyFolders }, isOne: names)
  }

  private static func names(_ part: ArraySlice<UInt8>, _ component: Component) -> Bool {
    switch component {
    case .anyFolders: false
    case .name(let name): part.elementsEqual(name)
    case .wild(let wild):
      fits(Array(part), wild, isRun: { $0 == UInt8(ascii: "*") }) { $1 == UInt8(ascii: "?") || $0 == $1 }
    }
  }

  /// Whether things match a pattern in which some stand for a run of any length. Only the last run is ever tried anew:
  /// where what follows it is found, an earlier one need not be longer. O(things × pattern).
  private static func fits<Thing, Part>(
    _ things: [Thing], _ pattern: [Part], isRun: (Part) -> Bool, isOne: (Thing, Part) -> Bool
  ) -> Bool {
    var (thing, part) = (0, 0)
    var lastRun: (part: Int, thing: Int)?
    while thing < things.count {
      if part < pattern.count, isRun(pattern[part]) {
        lastRun = (part, thing)
        part += 1
      } else if part < pattern.count, isOne(things[thing], pattern[part]) {
        (thing, part) = (thing + 1, part + 1)
      } else if let run = lastRun {
        lastRun = (run.part, run.thing + 1)
        (thing, part) = (run.thing + 1, run.part + 1)
      } else {
        return false
      }
    }
    return pattern[part...].allSatisfy(isRun)
  }

  /// `a/{b,c}` is `a/b` and `a/c`. At most 64 of them, or as many as one pair of braces has, but not of long text.
  private static func expanded(_ text: String) -> [String] {
    var result = [text]
    guard text.utf8.contains(UInt8(ascii: "{")) else { return result }
    while let at = result.firstIndex(where: { $0.contains("{") }), result.count < 64 {
      let text = result[at]
      guard let open = text.firstIndex(of: "{"), let close = text[open...].firstIndex(of: "}") else { return result }
      let choices = text[text.index(after: open)..<close].split(separator: ",", omittingEmptySubsequences: false)
      guard choices.count * text.utf8.count < 1 << 20 else { return result }
      result.replaceSubrange(
        at...at, with: choices.map { text[..<open] + $0 + text[text.index(after: close)...] }.map(String.init))
    }
    return result
  }
}
