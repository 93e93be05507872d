package import ReviewModel
internal import YAML

/// A piece of YAML and where it stands in its file.
package struct Entry: Sendable {
  package enum Content: Sendable {
    case text(String)
    case list([Entry])
    case mapping([(key: Entry, value: Entry)])
  }

  package var content: Content
  package var position: Position

  /// "a list", for a message about an entry that should have been something else.
  package var kind: String {
    switch content {
    case .text(let text): text.isEmpty ? "nothing" : "`\(text)`"
    case .list: "a list"
    case .mapping: "a mapping"
    }
  }
}

extension PageText {
  /// The YAML between the `---` lines; nil, with a report, if it is none.
  mutating func frontMatter(lines range: Range<Int>) -> Entry? {
    yaml(in: range, called: "the front matter")
  }

  /// The YAML in a range of lines; nil, with a report, if it is none.
  ///
  /// - Parameter name: What reports call it: "the front matter".
  package mutating func yaml(in range: Range<Int>, called name: String) -> Entry? {
    // The lines before it stay as empty ones, so that YAML's line numbers are the page's.
    let yaml = lines[..<range.upperBound].enumerated()
      .map { range.contains($0.offset) ? $0.element : "" }
      .joined(separator: "\n")
    do throws(YAMLProblem) {
      guard let root = try YAMLNode.read(yaml) else {
        return Entry(content: .mapping([]), position: Position(line: range.lowerBound, column: 1))
      }
      var budget = 5_000
      guard let entry = entry(of: root, budget: &budget) else {
        report("\(name) says far too much", line: range.lowerBound + 1)
        return nil
      }
      return entry
    } catch {
      report(error, in: range)
      return nil
    }
  }

  /// Nil once the budget is spent: a few aliases of aliases can stand for millions of entries.
  private func entry(of node: YAMLNode, budget: inout Int) -> Entry? {
    budget -= 1
    guard budget > 0 else { return nil }
    let position = position(of: node.mark)
    switch node.content {
    case .text(let text, _):
      return Entry(content: .text(text), position: position)
    case .list(let list):
      var items: [Entry] = []
      for item in list {
        guard let item = entry(of: item, budget: &budget) else { return nil }
        items.append(item)
      }
      return Entry(content: .list(items), position: position)
    case .mapping(let mapping):
      var pairs: [(key: Entry, value: Entry)] = []
      for (key, value) in mapping {
        guard let key = entry(of: key, budget: &budget),
          let value = entry(of: value, budget: &budget)
        else { return nil }
        pairs.append((key, value))
      }
      return Entry(content: .mapping(pairs), position: position)
    }
  }

  private mutating func report(_ problem: YAMLProblem, in range: Range<Int>) {
    switch problem {
    case .malformed(let says, let mark):
      let line = lines.indices.contains(mark.line - 1) ? lines[mark.line - 1] : ""
      guard !line.prefix(while: \.isWhitespace).contains("\t") else {
        return report("not YAML: a tab stands before the text of this line; put spaces there", at: position(of: mark))
      }
      if says.hasSuffix("found another document") {
        return report("a second document begins here, and only the first would be read", at: position(of: mark))
      }
      let isText = ["message:", "pattern:", "-"].contains {
        line.drop(while: \.isWhitespace).hasPrefix($0)
      }
      report(
        "not YAML: \(says)" + (isText ? "; put the text of this line in quotes" : ""),
        at: position(of: mark))
    case .repeatedKeys(let keys, let mark):
      for key in keys {
        // YAML names the first line with the key; the second is the one to delete.
        let written = lines.indices.filter {
          range.contains($0) && $0 >= mark.line - 1
            && lines[$0].drop(while: { $0 == " " || $0 == "-" }).hasPrefix("\(key):")
        }
        report("`\(key)` is said twice", line: (written.dropFirst().first ?? mark.line - 1) + 1)
      }
    case .unreadable(let says):
      report("not YAML: \(says)", line: range.lowerBound + 1)
    }
  }

  /// YAML counts columns in Unicode scalars, nitless in bytes.
  private func position(of mark: YAMLMark) -> Position {
    guard lines.indices.contains(mark.line - 1) else {
      return Position(line: min(mark.line, lastLine), column: 1)
    }
    let before = lines[mark.line - 1].unicodeScalars.prefix(mark.column - 1)
    return Position(line: mark.line, column: before.reduce(1) { $0 + UTF8.width($1) })
  }
}
