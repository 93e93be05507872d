import Platform
import Quoting
import Reporters
import ReviewModel

/// Asks a person which of the fixes to apply, one by one, as `git add --patch` asks for hunks.
struct FixChoice {
  private enum Answer: Character, CaseIterable {
    case yes = "y"
    case no = "n"
    case all = "a"
    case none = "d"
    case edit = "e"
    case quit = "q"

    var says: String {
      switch self {
      case .yes: "apply this fix"
      case .no: "leave this finding"
      case .all: "apply this and all further fixes in the file"
      case .none: "leave this and all further findings in the file"
      case .edit: "change the fix in the editor first"
      case .quit: "leave this finding and all that follow"
      }
    }
  }

  var review: Review
  var color: Bool
  var editor: String
  /// Answers with what the person types; nil at the end of the input.
  var read: () -> String? = { readLine() }

  /// The findings with the fixes that were chosen, as they were edited.
  func chosen() throws -> [Finding] {
    let open = review.told.filter { $0.fix.map { !$0.edits.isEmpty } ?? false }
    var result: [Finding] = []
    var settled: [String: Bool] = [:]
    for (index, finding) in open.enumerated() {
      if let isTaken = settled[finding.place.path] {
        if isTaken { result.append(finding) }
        continue
      }
      try Output.standard.write(shown(finding))
      switch try answer(index + 1, of: open.count) {
      case .yes: result.append(finding)
      case .no: break
      case .all:
        settled[finding.place.path] = true
        result.append(finding)
      case .none: settled[finding.place.path] = false
      case .edit: if let edited = try edited(finding) { result.append(edited) }
      case .quit: return result
      }
    }
    return result
  }

  private func shown(_ finding: Finding) -> String {
    var one = review
    one.introduced = [finding]
    let patch = PatchReporter(color: color).report(one)
    return
      "\n\(finding.level)  \(finding.place.shown)  \(finding.rule.visible)\n\(finding.message.visible)\n"
        + finding.reasonLines.map { "  \($0.visible)\n" }.joined()
        + "\((finding.fix?.title ?? "").visible)\n\(patch)"
  }

  private func answer(_ number: Int, of count: Int) throws -> Answer {
    let letters = Answer.allCases.map { String($0.rawValue) }.joined(separator: ",")
    while true {
      try Output.standard.write("(\(number)/\(count)) Apply this fix [\(letters),?]? ")
      guard let line = read() else {
        try Output.error.write("\nstandard input has ended, so that nobody can answer\n")
        return .quit
      }
      if let answer = line.first.flatMap(Answer.init(rawValue:)) { return answer }
      try Output.standard.write(Answer.allCases.map { "\($0.rawValue) - \($0.says)\n" }.joined())
    }
  }

  /// The finding with what a person made of the lines that its fix writes; nil if they left nothing.
  private func edited(_ finding: Finding) throws -> Finding? {
    guard let fix = finding.fix, let block = FixPreview(fix, sources: review.sources).blocks.first else { return nil }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "nitless-\(ProcessInfo.processInfo.processIdentifier).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    let note =
      "// These lines take the place of lines \(block.line) to \(block.line + max(0, block.before.count - 1)). "
        + "Empty the file to leave them.\n"
    try Output.write(note + block.after.map { $0 + "\n" }.joined(), toFileAt: file.path)
    let status = ChildProcess.runInTerminal(
      "/bin/sh", ["-c", "\(editor) \"$1\"", "sh", file.path], environment: ProcessInfo.processInfo.environment)
    guard status == 0, let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() }
    if lines.first?.hasPrefix("// These lines take") == true { lines.removeFirst() }
    guard !lines.isEmpty else { return nil }
    var result = finding
    let start = Position(line: block.line, column: 1)
    let last = block.before.isEmpty ? start : Position(line: block.line + block.before.count, column: 1)
    let place = Place(path: block.path, span: Span(start: start, end: last))
    result.fix?.edits = [Fix.Edit(place: place, text: lines.map { $0 + "\n" }.joined())]
    return result
  }
}
