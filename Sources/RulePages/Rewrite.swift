/// What a `pattern` page offers in place of the code that it matched: `$VIEW.show($...ITEMS)`.
public struct Rewrite: Hashable, Sendable {
  public enum Part: Hashable, Sendable {
    case text(String)
    /// What `$VIEW` or `$...ITEMS` matched, by its name without the marks.
    case metavariable(String, isSequence: Bool)
  }

  public var parts: [Part]
  /// As it stands on the page.
  public var text: String

  /// The metavariables, in the order in which they stand.
  public var metavariables: [String] {
    parts.compactMap { if case .metavariable(let name, _) = $0 { name } else { nil } }
  }

  init(_ text: String) {
    self.text = text
    var parts: [Part] = []
    var rest = text[...]
    while let mark = rest.firstIndex(of: "$") {
      let after = rest[mark...].dropFirst()
      let isSequence = after.hasPrefix("...")
      let name = after.dropFirst(isSequence ? 3 : 0).prefix { $0.isUppercase || $0.isNumber || $0 == "_" }
      // `$0` is itself.
      guard name.first?.isUppercase ?? false else {
        parts.append(.text(String(rest[...mark])))
        rest = after
        continue
      }
      parts += [.text(String(rest[..<mark])), .metavariable(String(name), isSequence: isSequence)]
      rest = rest[name.endIndex...]
    }
    self.parts = (parts + [.text(String(rest))]).filter { $0 != .text("") }
  }
}

extension FrontMatterReader {
  /// - Parameter search: What the page looks for; nil if that could not be read.
  mutating func rewrite(_ entry: Entry?, of search: Search?) -> Rewrite? {
    guard let entry, let text = text(in: entry) else { return nil }
    guard let search else { return nil }
    guard case .pattern(let patterns) = search else {
      return refuse(entry, "`rewrite:` is for a page with a `pattern:`, and this page says `\(search)`")
    }
    guard !text.contains(where: \.isNewline) else { return refuse(entry, "a rewrite is one line") }
    let rewrite = Rewrite(text)
    for pattern in patterns {
      let names = pattern.metavariables.map(\.name)
      if let unknown = rewrite.metavariables.first(where: { !names.contains($0) }) {
        return refuse(
          entry, "`$\(unknown)` is not in the pattern `\(pattern.text)`",
          nearest: nearest(to: unknown, among: names).map { "$" + $0 },
          allowed: names.map { "$" + $0 })
      }
      if let member = rewrite.metavariables.first(where: { pattern.text.contains(".$\($0)") }) {
        return refuse(
          entry, "`$\(member)` is the name of a member in `\(pattern.text)`, and a rewrite has what stands for a value")
      }
      let inOrder = names.filter(rewrite.metavariables.contains)
      guard inOrder == rewrite.metavariables else {
        return refuse(
          entry,
          "a rewrite has the pattern's names once each and in their order, so that all around them stays as it is "
            + "written"
        )
      }
    }
    return rewrite
  }
}
