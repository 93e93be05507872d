import Quoting
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
        return
          "::\(command) file=\(WorkflowCommand.githubProperty(entry.path)),line=\(entry.line),endLine="
            + "\(entry.endLine)\(columns)"
          + ",title=\(WorkflowCommand.githubProperty("nitless: " + entry.rule))::"
          + "\(WorkflowCommand.githubMessage(entry.message))"
      }
    }
    if left > 0 { lines.append("::notice title=nitless::\(left) more: see the summary of this run") }
    return lines
  }

  /// For Azure Pipelines.
  public static func azure(_ posting: Posting) -> [String] {
    posting.entries.map { entry in
      let type = entry.level == .bug ? "error" : "warning"
      return
        "##vso[task.logissue type=\(type);sourcepath=\(WorkflowCommand.azureValue(entry.path));linenumber=\(entry.line)"
        + ";columnnumber=\(entry.column);code=\(entry.rule)]\(WorkflowCommand.azureValue(entry.message))"
    }
  }
}

extension Posting {
  /// The page that a job's summary shows: all that is to be said, since nothing else says it.
  public func page(blobs: String?) -> String {
    SummaryText(comments: CommentText(blobs: blobs), limit: 900_000)
      .body(self, unplaced: entries, marked: false) + "\n"
  }
}
