import ReviewModel

/// Lines of a job's log that the CI host shows beside the source: for where nothing else can be written.
public enum Annotations {
  /// GitHub shows ten errors, ten warnings and ten notices of a step, and drops the rest in silence.
  private static let most = 10

  /// For GitHub Actions: the worst first, then how many more there are.
  public static func github(_ posting: Posting) -> [String] {
    var lines: [String] = []
    var left = 0
    for (level, command) in [(Level.bug, "error"), (.risk, "warning"), (.design, "notice")] {
      let entries = posting.entries.filter { $0.level == level }
      // The last notice is for the number of the rest.
      let room = level == .design ? most - 1 : most
      left += max(0, entries.count - room)
      lines += entries.prefix(room).map { entry in
        let columns =
          entry.line == entry.endLine && entry.endColumn > entry.column
          ? ",col=\(entry.column),endColumn=\(entry.endColumn)" : ""
        return "::\(command) file=\(property(entry.path)),line=\(entry.line),endLine=\(entry.endLine)\(columns)"
          + ",title=\(property("nitless: " + entry.rule))::\(data(entry.message))"
      }
    }
    if left > 0 { lines.append("::notice title=nitless::\(left) more: see the summary of this run") }
    return lines
  }

  /// For Azure Pipelines.
  public static func azure(_ posting: Posting) -> [String] {
    posting.entries.map { entry in
      let type = entry.level == .bug ? "error" : "warning"
      return "##vso[task.logissue type=\(type);sourcepath=\(azure(entry.path));linenumber=\(entry.line)"
        + ";columnnumber=\(entry.column);code=\(entry.rule)]\(azure(entry.message))"
    }
  }

  private static func data(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  private static func property(_ text: String) -> String {
    data(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  private static func azure(_ text: String) -> String {
    text.replacing("%", with: "%AZP25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
      .replacing(";", with: "%3B").replacing("]", with: "%5D")
  }
}

extension Posting {
  /// The page that a job's summary shows: all that is to be said, since nothing else says it.
  public func page(blobs: String?) -> String {
    SummaryText(comments: CommentText(blobs: blobs), limit: 900_000)
      .body(self, unplaced: entries, marked: false) + "\n"
  }
}
