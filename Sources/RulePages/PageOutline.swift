/// Where the parts of a page are: half-open ranges of indices into its lines.
struct PageOutline {
  /// Without its `---` lines.
  var frontMatter: Range<Int>
  var title: String?
  /// What stands between the title and the first section.
  var why: Range<Int>
  /// In the order of the page.
  var sections: [(name: SectionName, lines: Range<Int>)] = []

  func lines(of name: SectionName) -> Range<Int>? {
    sections.first { $0.name == name }?.lines
  }
}

/// The sections of a page, in their order.
enum SectionName: String, CaseIterable {
  case flagged = "Flagged"
  case notFlagged = "Not flagged"
  case limits = "Limits"
  case measured = "Measured"
  case seeAlso = "See also"

  var isRequired: Bool { isOfExamples }

  var isOfExamples: Bool { self == .flagged || self == .notFlagged }
}

extension PageText {
  /// Finds the parts of the page; reports what is missing, unknown, or in the wrong order.
  mutating func outline() -> PageOutline {
    let (frontMatter, body) = frontMatterAndBody()
    var outline = PageOutline(frontMatter: frontMatter, why: lines.count..<lines.count)
    for heading in headings(from: body) {
      if heading.depth == 1 {
        addTitle(heading, body: body, to: &outline)
      } else {
        addSection(heading, to: &outline)
      }
    }
    if outline.title == nil {
      report(
        "the page has no title, such as `# Closure retain cycle`", line: min(body + 1, lastLine))
    }
    for name in SectionName.allCases where name.isRequired && outline.lines(of: name) == nil {
      report("the page has no section `## \(name.rawValue)`", line: lastLine)
    }
    return outline
  }

  /// The lines of the front matter, and where the page goes on after it.
  private mutating func frontMatterAndBody() -> (Range<Int>, body: Int) {
    guard lines.first == "---" else {
      report("a page begins with a line `---` and the rule's front matter", line: 1)
      return (0..<0, 0)
    }
    if let end = lines.dropFirst().firstIndex(of: "---") { return (1..<end, end + 1) }
    report("the front matter has no second line `---`", line: 1)
    let title = lines.firstIndex { $0.hasPrefix("# ") } ?? lines.count
    return (1..<title, title)
  }

  private struct Heading {
    var depth: Int
    var text: String
    var index: Int
    /// The index of the next heading, or of the end.
    var end: Int
  }

  /// The headings of the two upper depths. What stands in a code fence is none.
  private func headings(from start: Int) -> [Heading] {
    var headings: [Heading] = []
    var fence: Fence?
    for index in lines.indices.dropFirst(start) {
      let line = lines[index]
      if let open = fence {
        if open.isClosed(by: line) { fence = nil }
      } else if let opened = Fence(line) {
        fence = opened
      } else if let depth = [1, 2].first(where: {
        line.hasPrefix(String(repeating: "#", count: $0) + " ")
      }) {
        if !headings.isEmpty { headings[headings.count - 1].end = index }
        headings.append(
          Heading(depth: depth, text: line.dropFirst(depth).trimmed, index: index, end: lines.count)
        )
      }
    }
    return headings
  }

  private mutating func addTitle(_ heading: Heading, body: Int, to outline: inout PageOutline) {
    guard outline.title == nil else {
      return report("the page has a second title", line: heading.index + 1)
    }
    if !outline.sections.isEmpty {
      report("the title stands before all sections", line: heading.index + 1)
    }
    if let stray = lines[body..<heading.index].firstIndex(where: { !$0.trimmed.isEmpty }) {
      report("text before the title", line: stray + 1)
    }
    outline.title = heading.text
    outline.why = (heading.index + 1)..<heading.end
  }

  private mutating func addSection(_ heading: Heading, to outline: inout PageOutline) {
    let names = SectionName.allCases.map(\.rawValue)
    guard let name = SectionName(rawValue: heading.text) else {
      return report(
        "unknown section `\(heading.text)`", line: heading.index + 1,
        nearest: nearest(to: heading.text, among: names), allowed: names)
    }
    guard outline.lines(of: name) == nil else {
      return report("a second section `\(heading.text)`", line: heading.index + 1)
    }
    if let last = outline.sections.last?.name, order(name) < order(last) {
      report("`## \(name.rawValue)` stands before `## \(last.rawValue)`", line: heading.index + 1)
    }
    outline.sections.append((name, (heading.index + 1)..<heading.end))
  }

  private func order(_ name: SectionName) -> Int {
    SectionName.allCases.firstIndex(of: name) ?? 0
  }
}

extension StringProtocol {
  /// Without white space at either end.
  var trimmed: String {
    // Pages are read at every start, and nearly all their white space is of one byte.
    let bytes = Substring(self).utf8
    guard let first = bytes.firstIndex(where: { !$0.isBlank }), let last = bytes.lastIndex(where: { !$0.isBlank })
    else { return "" }
    let inner = Substring(bytes[first...last])
    guard bytes[first] >= 0x80 || bytes[last] >= 0x80 else { return String(inner) }
    var text = inner
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }
}

extension UInt8 {
  /// Whether it is white space by itself: a space, a tab, or what ends a line.
  fileprivate var isBlank: Bool { self == UInt8(ascii: " ") || (0x09...0x0D).contains(self) }
}
