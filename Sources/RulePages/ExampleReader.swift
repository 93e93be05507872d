import ReviewModel

/// Reads the inside of a `diff` fence, line by line.
struct ExampleReader {
  private var files: [File] = []
  private var expectations: [Expectation] = []
  /// Whether there is a `!` line, be it right or wrong.
  private var expectsSomething = false

  /// A file while its lines are coming in.
  private struct File {
    var path: String
    /// The page's line of `--- path`.
    var line: Int
    var lines: [Line] = []
  }

  private struct Line {
    enum Kind { case context, removed, added }
    var kind: Kind
    var text: String
    var pageLine: Int
  }

  /// The example in the lines at `range`, without those of the fence itself; reports to `page`.
  static func example(
    _ kind: Example.Kind, note: String, in range: Range<Int>, of page: inout PageText
  ) -> Example {
    var reader = ExampleReader()
    for index in range { reader.read(page.lines[index], pageLine: index + 1, into: &page) }
    let fenceLine = range.lowerBound
    if reader.files.isEmpty { page.report("the example is empty", line: fenceLine) }
    for file in reader.files where file.lines.isEmpty {
      page.report("`\(file.path)` has no lines", line: file.line)
    }
    switch kind {
    case .flagged where !reader.expectsSomething && !reader.files.isEmpty:
      page.report("a flagged example says with `!` and `^` where and how", line: fenceLine)
    case .notFlagged:
      for expectation in reader.expectations {
        page.report(
          "nothing is expected of an example that is not flagged", line: expectation.pageLine)
      }
    case .flagged: break
    }
    return Example(
      kind: kind, line: fenceLine, note: note, files: reader.exampleFiles,
      expectations: reader.expectations)
  }

  private mutating func read(_ line: String, pageLine: Int, into page: inout PageText) {
    // An editor that trims white space leaves nothing of an empty context line.
    guard let marker = line.utf8.first else {
      return add(Line(kind: .context, text: "", pageLine: pageLine))
    }
    let text = String(Substring(line.utf8.dropFirst()))
    switch marker {
    case UInt8(ascii: "-") where line.hasPrefix("--- "):
      startFile(line.dropFirst(4).trimmed, pageLine: pageLine, into: &page)
    case UInt8(ascii: "+") where line.hasPrefix("+++ "):
      page.report("`--- path` starts a file, and nothing else does", line: pageLine)
    case UInt8(ascii: " "): add(Line(kind: .context, text: text, pageLine: pageLine))
    case UInt8(ascii: "-"): add(Line(kind: .removed, text: text, pageLine: pageLine))
    case UInt8(ascii: "+"): add(Line(kind: .added, text: text, pageLine: pageLine))
    case UInt8(ascii: "!"): expect(text, pageLine: pageLine, into: &page)
    default:
      page.report(
        "a line of an example begins with a space, `-`, `+`, `!` or `--- path`, not with `\(line.prefix(1))`",
        line: pageLine)
    }
  }

  private mutating func startFile(_ path: String, pageLine: Int, into page: inout PageText) {
    let components = path.split(separator: "/", omittingEmptySubsequences: false)
    let isRead = path.hasSuffix(".swift") || ManifestKind(path: path) != nil
    if !isRead || components.contains(where: { ["", ".", ".."].contains($0) }) {
      page.report("`\(path)` is not the path of a Swift file or a manifest in a repository", line: pageLine)
    }
    if files.contains(where: { $0.path == path }) {
      page.report("a second file `\(path)`", line: pageLine)
    }
    files.append(File(path: path, line: pageLine))
  }

  private mutating func add(_ line: Line) {
    if files.isEmpty { files.append(File(path: "Example.swift", line: line.pageLine)) }
    files[files.count - 1].lines.append(line)
  }

  private mutating func expect(_ text: String, pageLine: Int, into page: inout PageText) {
    expectsSomething = true
    guard let file = files.last, let source = file.lines.last else {
      return page.report("this expectation has no line of source above it", line: pageLine)
    }
    guard source.kind != .removed else {
      return page.report(
        "a removed line cannot be flagged: the finding is where the line was, or in what took its place",
        line: pageLine)
    }
    let blanks = text.prefix(while: \.isWhitespace).count
    let carets = text.dropFirst(blanks).prefix { $0 == "^" }.count
    guard carets > 0 else {
      return page.report(
        "an expectation is `!`, then `^` below the place, then the message", line: pageLine)
    }
    // Authors align what they see: one character is one, whether it is a tab or takes four bytes.
    guard blanks + carets <= source.text.count else {
      return page.report(
        "`^` points past the end of the line above",
        at: Position(line: pageLine, column: 2 + text.prefix(blanks).utf8.count))
    }
    let column = source.text.prefix(blanks).utf8.count + 1
    let endColumn = source.text.prefix(blanks + carets).utf8.count + 1
    let message = text.dropFirst(blanks + carets).trimmed
    expectations.append(
      Expectation(
        path: file.path, line: file.lines.count { $0.kind != .removed }, column: column,
        endColumn: carets == 1 ? nil : endColumn, message: message.isEmpty ? nil : message,
        pageLine: pageLine))
  }

  /// The sides of the change. In a fence without `-` and `+`, the change adds its files.
  private var exampleFiles: [ExampleFile] {
    let isChange = files.contains { $0.lines.contains { $0.kind != .context } }
    return files.map { file in
      let before = isChange ? file.lines.filter { $0.kind != .added } : []
      let after = file.lines.filter { $0.kind != .removed }
      return ExampleFile(
        path: file.path, before: text(of: before), after: text(of: after),
        beforeLines: before.map(\.pageLine), afterLines: after.map(\.pageLine))
    }
  }

  private func text(of lines: [Line]) -> String? {
    lines.isEmpty ? nil : lines.map { $0.text + "\n" }.joined()
  }
}
