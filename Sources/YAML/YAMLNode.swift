/// A value of a YAML document, and where it begins.
package struct YAMLNode: Sendable {
  package enum Content: Sendable {
    /// Plain text is written without quotes and without a tag, as `null` and `12` are.
    case text(String, isPlain: Bool)
    case list([YAMLNode])
    /// In the order in which it is written.
    case mapping([(key: YAMLNode, value: YAMLNode)])
  }

  package var content: Content
  package var mark: YAMLMark
}

/// A place in YAML; lines and columns count from 1, columns in Unicode scalars.
package struct YAMLMark: Sendable {
  package var line: Int
  package var column: Int
}

/// What is wrong with text that was to be YAML.
package enum YAMLProblem: Error {
  case malformed(String, at: YAMLMark)
  /// Bytes that no YAML may hold.
  case unreadable(String)
  /// Keys that one mapping has more than once, and where the first of them stands.
  case repeatedKeys([String], at: YAMLMark)
}

// What a reader of such files asks, who does not mind whether it is a boolean or a number that stands there.
extension YAMLNode {
  /// The text; nil for a list, a mapping, and nothing.
  package var text: String? {
    guard case .text(let text, let isPlain) = content else { return nil }
    return isPlain && ["", "~", "null", "Null", "NULL"].contains(text) ? nil : text
  }

  /// The items of a list; nil if it is none.
  package var items: [YAMLNode]? {
    guard case .list(let items) = content else { return nil }
    return items
  }

  /// The pairs of a mapping by name, with those that `<<` merges into it; empty if it is none.
  package var fields: [String: YAMLNode] { fields(merging: 8) }

  /// The value of a name in a mapping.
  package subscript(name: String) -> YAMLNode? { fields[name] }

  private func fields(merging depth: Int) -> [String: YAMLNode] {
    guard case .mapping(let pairs) = content else { return [:] }
    var own: [String: YAMLNode] = [:]
    var merged: [YAMLNode] = []
    for (key, value) in pairs {
      guard let name = key.text else { continue }
      if name == "<<" { merged += value.items ?? [value] } else { own[name] = value }
    }
    guard depth > 0 else { return own }
    return merged.reduce(into: own) { $0.merge($1.fields(merging: depth - 1)) { first, _ in first } }
  }
}
