import Quoting
import ReviewModel

/// A file of the page: what changed in it, with the findings in place.
struct HTMLFile {
  var file: HTMLIndex.File
  var marks: HTMLMarks
  /// Of the file after the change and before it.
  var colors: (after: SyntaxColors?, before: SyntaxColors?)
  /// What the file is called by where findings are filtered; nil where it is shown whatever is filtered.
  var names: String?
  /// The note of a finding, by its index.
  var note: (Int) -> String

  var html: String {
    let body = (file.toldAbove.map(note) + (file.parts ?? []).map(html)).joined()
    let isOpen = file.isPointedAt
    let style = (["file"] + [names].compactMap(\.self)).joined(separator: " ")
    return "<details class=\"\(style)\" id=\"\(file.id)\"\(isOpen ? " open" : "")>\n<summary>\(title)</summary>\n"
      + (file.parts == nil ? "<p class=\"gap\">There is no room on this page for more lines.</p>\n" : body)
      + "</details>\n"
  }

  private var title: String {
    let name: String
    switch file.change.kind {
    case .renamed(let old, let new): name = "\(old.html) → \(new.html)"
    case .copied(let old, let new): name = "\(new.html) <small>a copy of \(old.html)</small>"
    case .added(let path): name = "\(path.html) <small>new</small>"
    case .deleted(let path): name = "\(path.html) <small>deleted</small>"
    case .modified(let path):
      name = path.html + (file.change.hunks.isEmpty ? " <small class=\"unchanged\">unchanged</small>" : "")
    }
    let count = file.told.values.reduce(file.toldAbove.count) { $0 + $1.count }
    let added = file.change.hunks.reduce(0) { $0 + $1.newLines }
    let removed = file.change.hunks.reduce(0) { $0 + $1.oldLines }
    let sides = [("plus", "+", added), ("minus", "−", removed)].compactMap { style, sign, count in
      count == 0 ? nil : "<span class=\"\(style)\">\(sign)\(count)</span>"
    }
    let size = sides.isEmpty ? "" : " <span class=\"size\">\(sides.joined(separator: " "))</span>"
    let findings = count == 0 ? "" : " <span class=\"count\">\(count) \(count == 1 ? "finding" : "findings")</span>"
    return "<span class=\"path\">\(name)</span>\(findings)\(size)"
  }

  private func html(_ part: DiffPart) -> String {
    switch part {
    case .gap(let count, let rows):
      let size = "\(count) \(count == 1 ? "line" : "lines")"
      if rows.isEmpty { return "<p class=\"gap\">\(size)</p>\n" }
      let block = rows.map { html($0, isHidden: true) }.joined()
      return "<details class=\"hidden\"><summary class=\"gap\">\(size)</summary>\n"
        + "<div class=\"code\">\n<div class=\"lines\">\n\(block)</div>\n</div>\n</details>\n"
    case .rows(let rows): return html(rows)
    case .neutral(let because, let rows):
      let isPointedAt = rows.contains { $0.new.map { file.told[$0] != nil } ?? false }
      let why = because.map(\.rawValue).joined(separator: ", ")
      return "<details class=\"neutral\"\(isPointedAt ? " open" : "")><summary>Neutral, the program does the same: "
        + "\(why) <small>\(rows.count) \(rows.count == 1 ? "line" : "lines")</small></summary>\n"
        + "\(html(rows))</details>\n"
    }
  }

  /// Lines that scroll together, and the notes between them.
  private func html(_ rows: [DiffRow]) -> String {
    var html = ""
    var block = ""
    func close() {
      if !block.isEmpty { html += "<div class=\"code\">\n<div class=\"lines\">\n\(block)</div>\n</div>\n" }
      block = ""
    }
    for row in rows {
      block += self.html(row)
      guard let line = row.new, let findings = file.told[line] else { continue }
      close()
      html += findings.map(note).joined()
    }
    close()
    return html
  }

  private func html(_ row: DiffRow, isHidden: Bool = false) -> String {
    let clipped = row.text.clipped(to: 2000)
    let tokens = row.new.map { self.colors.after?.lines[$0] } ?? row.old.map { self.colors.before?.lines[$0] }
    let colors = (tokens ?? nil) ?? []
    let text = marks.html(clipped, line: row.new, of: file.path, colors: colors)
    let name = row.new.map { "\(file.id)-\($0)" } ?? row.old.map { "\(file.id)-o\($0)" } ?? ""
    // Nothing leads to a line that is not shown.
    let id = isHidden ? "" : " id=\"\(name)\""
    let (style, sign) =
      switch row.kind {
      case .unchanged: ("row", "")
      case .added: ("row added", "+")
      case .removed: ("row removed", "−")
      }
    let numbers = [row.old, row.new].map { "<span class=\"no\">\($0.map { String($0) } ?? "")</span>" }.joined()
    return "<div class=\"\(style)\"\(id)>\(numbers)<span class=\"sign\">\(sign)</span><code>\(text)</code></div>\n"
  }
}
