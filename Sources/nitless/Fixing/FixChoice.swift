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
  /// Columns of the terminal.
  var width = 100
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
    let reasons = finding.reasonLines.flatMap { line in
      line.visible.wrapped(to: width - 4).enumerated().map { ($0.offset == 0 ? "  " : "    ") + $0.element }
    }
    let lines =
      ["", "\(finding.level)  \(finding.place.shown)  \(finding.rule.visible)"]
      + finding.message.visible.wrapped(to: width) + reasons
      + ("fix: " + (finding.fix?.title ?? "").visible).wrapped(to: width)
    return lines.map { $0 + "\n" }.joined() + patch
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

  /// The finding with what a person made of the lines that its fix writes; nil, and a line that says so, if it is left.
  private func edited(_ finding: Finding) throws -> Finding? {
    guard let draft = FixDraft(finding, sources: review.sources) else {
      return try left("this fix cannot be shown as lines: y takes it as it is")
    }
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(
      "nitless-\(ProcessInfo.processInfo.processIdentifier).swift")
    defer { try? FileManager.default.removeItem(at: file) }
    try Output.write(draft.text, toFileAt: file.path)
    let status = ChildProcess.runInTerminal(
      "/bin/sh", ["-c", "\(editor) \"$1\"", "sh", file.path], environment: ProcessInfo.processInfo.environment)
    guard status == 0 else {
      return try left(status.map { "the editor ended with status \($0)" } ?? "the editor could not be started")
    }
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      return try left("what the editor left cannot be read")
    }
    do throws(FixDraft.Refusal) {
      if let result = try draft.finding(editedAs: text) { return result }
    } catch {
      return try left(error.says)
    }
    return try left("nothing was left in the editor")
  }

  private func left(_ because: String) throws -> Finding? {
    try Output.error.write("\(because.visible); the finding is left\n")
    return nil
  }
}
