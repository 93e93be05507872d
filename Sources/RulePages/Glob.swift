/// A pattern for paths, read as `.gitignore` reads one.
///
/// `*` and `?` stand for characters within one component, `**` for any number of components. A glob
/// that names a folder means all that is in it; a glob of a single component, such as
/// `*.generated.swift` or `Pods`, is met at any depth.
public struct Glob: Hashable, Sendable {
  /// As it is written on the page.
  public let text: String
  private let components: [[Character]]

  public init(_ text: String) {
    self.text = text
    let components = text.split(separator: "/").map(Array.init)
    let isAnchored = text.contains("/") && text.firstIndex(of: "/") != text.indices.last
    self.components = (isAnchored ? [] : [["*", "*"]]) + components
  }

  /// Whether the glob means the file at `path`, relative to the repository's root.
  public func matches(_ path: String) -> Bool {
    // reached[n]: the first n components of the glob have matched the path so far.
    var reached = skippingStars([true] + components.map { _ in false })
    for component in path.split(separator: "/").map(Array.init) {
      var next = components.map { _ in false } + [false]
      for (index, glob) in components.enumerated() where reached[index] {
        if glob == ["*", "*"] {
          next[index] = true
        } else if wildcard(glob, matches: component) {
          next[index + 1] = true
        }
      }
      reached = skippingStars(next)
      if reached[components.count] { return true }
    }
    return false
  }

  /// `**` may stand for no component at all.
  private func skippingStars(_ reached: [Bool]) -> [Bool] {
    var reached = reached
    for (index, glob) in components.enumerated() where reached[index] && glob == ["*", "*"] {
      reached[index + 1] = true
    }
    return reached
  }
}

private func wildcard(_ glob: [Character], matches name: [Character]) -> Bool {
  var reached = [true] + name.map { _ in false }
  for letter in glob {
    var next = reached.map { _ in false }
    for index in reached.indices where reached[index] {
      if letter == "*" {
        for rest in index...name.count { next[rest] = true }
      } else if index < name.count, letter == "?" || letter == name[index] {
        next[index + 1] = true
      }
    }
    reached = next
  }
  return reached[name.count]
}
