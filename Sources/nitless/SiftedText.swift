import Quoting
import Reporters
import ReviewModel
import Sifting

/// What is printed of a sifted report beside what is passed on.
struct SiftedText {
  let sifted: Sifted
  let report: ToolReport
  /// Whether there was not a single letter in the report.
  let isEmpty: Bool
  /// Whether each remark that is set aside is listed.
  let showsAll: Bool

  /// A person sees it below the findings; a program that reads the findings is not to stumble over it.
  func write(beside options: ReportOptions) throws {
    for note in sifted.notes { try Output.error.write("note: \(note.visible)\n") }
    try (options.isReadByPeople ? Output.standard : Output.error).write(text)
  }

  /// The list that was asked for, and the last line.
  private var text: String {
    var lines = listed.map(line)
    if !sifted.review.introduced.isEmpty, !lines.isEmpty, sifted.summary != nil { lines.insert("", at: 0) }
    if let summary = sifted.summary {
      let isListed = listed.count == sifted.setAside.count
      lines.append(
        "\(sifted.review.introduced.count) of \(report.remarks.count) passed on · \(summary)"
          + (isListed ? "" : " · --show-set-aside lists them"))
    }
    if report.remarks.isEmpty { lines.append(nothing) }
    return lines.map { $0.visible + "\n" }.joined()
  }

  /// A tool that found nothing and one that did not run may both say nothing.
  private var nothing: String {
    isEmpty
      ? "nothing to pass on · the report is empty: the tool found nothing, or did not run"
      : "nothing to pass on · the report has no remarks"
  }

  /// Nitpicks of people are always named: each is to be answered by somebody.
  private var listed: [SetAside] {
    showsAll
      ? sifted.setAside : sifted.setAside.filter { $0.remark.tool == Remark.people && $0.because.kind == .neutral }
  }

  private func line(of one: SetAside) -> String {
    let isNitpick = one.because.kind == .neutral
    var place = one.path
    if let line = one.line { place += ":\(line)" }
    let rule = one.remark.rule.map { "\(one.remark.tool)/\($0)" } ?? one.remark.tool
    return [isNitpick ? "nitpick" : "set aside", place, rule, one.because.says].filter { !$0.isEmpty }.joined(
      separator: "  ")
  }
}
