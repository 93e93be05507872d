import ReviewModel

extension FrontMatterReader {
  /// Conditions on a thing of one of these kinds: a mapping, all of whose lines must hold.
  ///
  /// - Parameter others: Keys that may stand beside them and are read elsewhere.
  mutating func predicate(in entry: Entry, of kinds: Set<Kind>, others: [String] = []) -> Predicate? {
    guard case .mapping(let pairs) = entry.content, !pairs.isEmpty else {
      return refuse(
        entry, "expected a condition here, as `word: value`; found \(entry.kind)", allowed: words(of: kinds) + others)
    }
    let parts = pairs.compactMap { part($0, of: kinds, others: others) }
    guard parts.count == pairs.count else { return nil }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  /// The words that may stand in conditions on these kinds.
  private func words(of kinds: Set<Kind>) -> [String] {
    Attribute.allCases.filter { $0.isSaid(of: kinds) }.map(\.rawValue) + ["all", "any", "not"]
  }

  private mutating func part(
    _ pair: (key: Entry, value: Entry), of kinds: Set<Kind>, others: [String]
  ) -> Predicate? {
    guard let name = text(in: pair.key) else { return nil }
    switch name {
    case "all": return list(in: pair.value, of: kinds).map(Predicate.all)
    case "any": return list(in: pair.value, of: kinds).map(Predicate.any)
    case "not":
      if case .list = pair.value.content { return list(in: pair.value, of: kinds).map { .not(.any($0)) } }
      return predicate(in: pair.value, of: kinds).map(Predicate.not)
    default: break
    }
    if name.hasPrefix("$") { return metavariable(String(name.dropFirst()), pair) }
    guard let attribute = Attribute(rawValue: name) else {
      let isMisplaced = Vocabulary.Key(rawValue: name) != nil
      let allowed = words(of: kinds) + others
      return refuse(
        pair.key, isMisplaced ? "`\(name)` cannot stand here" : "unknown condition `\(name)`",
        nearest: isMisplaced ? nil : nearest(to: name, among: allowed), allowed: allowed)
    }
    guard attribute.isSaid(of: kinds) else {
      let able = Kind.allCases.filter { attribute.isSaid(of: [$0]) }.map { "`\($0.rawValue)`" }
      let asked = kinds.map(\.rawValue).sorted().map { "`\($0)`" }
      return refuse(
        pair.key,
        "`\(name)` is said of \(able.joined(separator: ", ")), and here it stands for \(asked.joined(separator: ", "))",
        allowed: words(of: kinds) + others)
    }
    positions.append((attribute, pair.key.position))
    return wanted(by: attribute, in: pair.value, of: kinds).map { .test(attribute, $0) }
  }

  private mutating func list(in entry: Entry, of kinds: Set<Kind>) -> [Predicate]? {
    guard case .list(let items) = entry.content, !items.isEmpty else {
      return refuse(entry, "expected a list of conditions here, each beginning with `- `; found \(entry.kind)")
    }
    let parts = items.compactMap { predicate(in: $0, of: kinds) }
    return parts.count == items.count ? parts : nil
  }

  private mutating func metavariable(_ name: String, _ pair: (key: Entry, value: Entry)) -> Predicate? {
    guard let metavariables else {
      // A pattern that could not be read is reported by itself.
      if search == nil { return nil }
      return refuse(pair.key, "`$\(name)` is a name of a pattern, and this page has no `pattern:`")
    }
    guard metavariables.contains(name) else {
      return refuse(
        pair.key, "no pattern has `$\(name)`", nearest: nearest(to: name, among: metavariables).map { "$" + $0 },
        allowed: metavariables.map { "$" + $0 })
    }
    return predicate(in: pair.value, of: [.object]).map { .metavariable(name, $0) }
  }

  private mutating func wanted(by attribute: Attribute, in entry: Entry, of kinds: Set<Kind>) -> Predicate.Wanted? {
    switch attribute.shape {
    case .choice(let words): return chosen(words.map(\.word), in: entry).map { .words($0) }
    case .names(let kind): return patterns(in: entry, called: kind).map { .names($0) }
    case .globs: return globs(in: entry).map { .globs($0) }
    case .entity(_, let short):
      let others = attribute.entityKinds(of: kinds)
      if case .mapping = entry.content { return predicate(in: entry, of: others).map { .entity($0) } }
      return wanted(by: short, in: entry, of: others).map { .entity(.test(short, $0)) }
    }
  }

  /// One word of a closed list, or several.
  private mutating func chosen(_ words: [String], in entry: Entry) -> Set<String>? {
    let items: [Entry]
    if case .list(let list) = entry.content, !list.isEmpty { items = list } else { items = [entry] }
    var chosen: Set<String> = []
    for item in items {
      guard case .text(let text) = item.content, !text.isEmpty else {
        refuse(item, "expected a word here, found \(item.kind)", allowed: words) as Void?
        continue
      }
      guard words.contains(text) else {
        refuse(item, "unknown word `\(text)`", nearest: nearest(to: text, among: words), allowed: words) as Void?
        continue
      }
      chosen.insert(text)
    }
    return chosen.count == items.count ? chosen : nil
  }

  private mutating func patterns(in entry: Entry, called kind: String) -> [NamePattern]? {
    names(in: entry, called: kind, where: isName).map { $0.map(NamePattern.init) }
  }

  private mutating func globs(in entry: Entry) -> [Glob]? {
    names(in: entry, called: "path", where: isGlob).map { $0.map(Glob.init) }
  }
}

/// `Viewer`, `Viewer.Row`, `load(from:)`, `EventBus.*`.
private func isName(_ name: String) -> Bool {
  let open = name.firstIndex(of: "(") ?? name.endIndex
  let parts = name[..<open].split(separator: ".", omittingEmptySubsequences: false)
  guard parts.allSatisfy(isIdentifier) || ["==", "<"].contains(name) else { return false }
  guard open < name.endIndex else { return true }
  let labels = name[open...].dropFirst()
  guard labels.last == ")" else { return false }
  return labels.dropLast().isEmpty
    || labels.dropLast().last == ":"
      && labels.dropLast(2).split(separator: ":", omittingEmptySubsequences: false).allSatisfy(isIdentifier)
}

private func isGlob(_ text: String) -> Bool {
  !text.isEmpty && !text.hasPrefix("/") && !text.split(separator: "/").contains("..")
}

private func isIdentifier(_ text: Substring) -> Bool {
  guard let first = text.first, first.isLetter || first == "_" || first == "*" else { return false }
  return text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "*" }
}
