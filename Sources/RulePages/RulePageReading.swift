import ReviewModel

extension RulePage {
  /// Reads a page, and says everything that is wrong with it at once, from top to bottom.
  ///
  /// There is a page if and only if there is no problem.
  ///
  /// - Parameter path: Its last two components say the rule's id and, if the folder is named after
  ///   one, its trait.
  /// - Parameter withExamples: Whether somebody wants the examples, which are most of a page.
  public static func read(_ text: String, path: String, withExamples: Bool = true) -> (
    page: RulePage?, problems: [PageProblem]
  ) {
    var page = PageText(text, path: path, withExamples: withExamples)
    let outline = page.outline()
    let id = page.id()
    let (why, fineWhen) = page.why(in: outline.why)
    let flagged = withExamples ? page.examples(.flagged, in: outline) : []
    let notFlagged = withExamples ? page.examples(.notFlagged, in: outline) : []
    let precision = page.precision(in: outline)
    var reader = FrontMatterReader(page: page)
    let head = reader.head(lines: outline.frontMatter)

    let problems = reader.page.problems.sorted()
    guard problems.isEmpty, let head, let title = outline.title else { return (nil, problems) }
    let rule = RulePage(
      id: id, path: path, trait: head.trait, level: head.level, isEnabled: head.isEnabled,
      search: head.search, cases: head.cases, fix: head.fix, rewrite: head.rewrite, title: title, why: why,
      fineWhen: fineWhen, examples: flagged + notFlagged,
      limits: page.markdown(of: .limits, in: outline),
      measured: page.markdown(of: .measured, in: outline), precision: precision,
      seeAlso: page.markdown(of: .seeAlso, in: outline))
    return (rule, [])
  }
}

extension PageText {
  fileprivate mutating func id() -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    guard file.hasSuffix(".md") else {
      report("the file's name does not end in `.md`", line: 1)
      return file
    }
    let id = String(file.dropLast(3))
    let words = id.split(separator: "-", omittingEmptySubsequences: false)
    let isKebabCase = words.allSatisfy { word in
      !word.isEmpty
        && word.unicodeScalars.allSatisfy { ("a"..."z").contains($0) || ("0"..."9").contains($0) }
    }
    if !isKebabCase || id.first?.isNumber == true {
      report(
        "`\(id)` cannot be the name of a rule: small letters and hyphens, such as `closure-retain-cycle`",
        line: 1)
    }
    return id
  }

  fileprivate mutating func why(in range: Range<Int>) -> (why: String, fineWhen: String?) {
    let written = range.filter { !lines[$0].trimmed.isEmpty }
    if written.isEmpty {
      report("below the title, the page says why it matters", line: min(range.lowerBound, lastLine))
    }
    if written.count > 5 {
      report(
        "the reason is longer than 5 lines; put the rest into `## Limits` or `## See also`",
        line: written[5] + 1)
    }
    let text = lines[range]
    guard let start = text.firstIndex(where: { $0.hasPrefix("Fine when") }) else {
      return (text.joined(separator: "\n").trimmed, nil)
    }
    let end = text[start...].firstIndex { $0.trimmed.isEmpty } ?? text.endIndex
    let why = text[..<start] + text[end...]
    return (why.joined(separator: "\n").trimmed, text[start..<end].joined(separator: "\n").trimmed)
  }

  fileprivate mutating func examples(_ kind: Example.Kind, in outline: PageOutline) -> [Example] {
    let name: SectionName = kind == .flagged ? .flagged : .notFlagged
    guard let range = outline.lines(of: name) else { return [] }
    let examples = examples(kind, in: range)
    if examples.isEmpty {
      report(
        "`## \(name.rawValue)` has no example, which is a `diff` fence", line: range.lowerBound)
    }
    return examples
  }

  fileprivate mutating func markdown(of name: SectionName, in outline: PageOutline) -> String? {
    outline.lines(of: name).map { lines[$0].joined(separator: "\n").trimmed }
  }
}
