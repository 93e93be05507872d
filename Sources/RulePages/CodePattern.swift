public import ReviewModel

/// Swift code with holes: `$VIEW.delegate = $MAKE()`.
///
/// `$NAME` stands for one expression; `$...NAME` for any number of arguments or elements, also none.
/// A name that stands twice means the same source twice. Holes without a name are `$_` and `$...`.
/// `$0` is Swift's own, and so is code.
public struct CodePattern: Hashable, Sendable {
  /// A named hole.
  public struct Metavariable: Hashable, Sendable {
    /// Without the dollar: `VIEW`.
    public var name: String
    /// Whether it stands for any number of arguments: `$...VIEW`.
    public var isSequence: Bool
  }

  /// As it stands on the page.
  public var text: String
  /// Where it stands on the page.
  public var position: Position
  /// In the order in which they first stand in the pattern.
  public var metavariables: [Metavariable]

  /// What a message may name besides the metavariables.
  static let placeholders: [Placeholder] = [.declaration, .type]
}

extension FrontMatterReader {
  /// A pattern, or a list of alternatives.
  mutating func patterns(in entry: Entry) -> [CodePattern]? {
    guard case .list(let items) = entry.content else { return pattern(in: entry).map { [$0] } }
    guard !items.isEmpty else { return refuse(entry, "an empty list says nothing") }
    let patterns = items.compactMap { pattern(in: $0) }
    return patterns.count == items.count ? patterns : nil
  }

  private mutating func pattern(in entry: Entry) -> CodePattern? {
    guard let text = text(in: entry) else { return nil }
    var pattern = CodePattern(text: text, position: entry.position, metavariables: [])
    var isSound = true
    var rest = text[...]
    while let dollar = rest.firstIndex(of: "$") {
      rest = rest[dollar...].dropFirst()
      let isSequence = rest.hasPrefix("...")
      if isSequence { rest = rest.dropFirst(3) }
      let name = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
      rest = rest.dropFirst(name.count)
      if name == "_" && !isSequence || name.isEmpty && isSequence { continue }
      if !isSequence, !name.isEmpty, name.allSatisfy(\.isNumber) { continue }
      let written = (isSequence ? "$..." : "$") + name
      if let problem = problem(with: name, written: written, isSequence: isSequence, in: pattern) {
        page.report(problem, at: position(of: written + rest, from: entry.position))
        isSound = false
      } else if !pattern.metavariables.contains(where: { $0.name == name }) {
        pattern.metavariables.append(.init(name: String(name), isSequence: isSequence))
      }
    }
    return isSound ? pattern : nil
  }

  private func problem(
    with name: Substring, written: String, isSequence: Bool, in pattern: CodePattern
  ) -> String? {
    let isCapital = name.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
    guard let first = name.first, first.isUppercase, isCapital else {
      return name.isEmpty
        ? "`$` needs a name in capitals after it, such as `$VALUE`"
        : "`\(written)` is no metavariable: a name is in capitals and starts with a letter, such as `$VALUE`"
    }
    if let taken = CodePattern.placeholders.first(where: { $0.name == name.lowercased() }) {
      return
        "`\(written)` needs another name: in a message, `{\(taken.name)}` is what surrounds the finding"
    }
    if pattern.metavariables.contains(where: { $0.name == name && $0.isSequence != isSequence }) {
      return "`$\(name)` and `$...\(name)` cannot be the same"
    }
    return nil
  }
}
