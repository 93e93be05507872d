/// All that a report of another tool says.
public struct ToolReport: Sendable, Equatable {
  /// In the order of the report.
  public var remarks: [Remark]
  /// What a reader has to know of the report itself, a sentence each.
  public var notes: [String]

  public init(remarks: [Remark], notes: [String] = []) {
    self.remarks = remarks
    self.notes = notes
  }

  /// Whether people wrote it.
  public var isOfPeople: Bool { remarks.contains { $0.tool == Remark.people } }
}

extension Remark {
  /// The `tool` of a person's comment.
  public static let people = "comment"
}

/// Why a report cannot be read.
public struct ReportProblem: Error, Equatable {
  /// The place in the report: `line 3`, `runs[0].results[2]`; empty for the report as a whole.
  public var place: String
  public var says: String
  public var advice: String

  init(_ says: String, at place: String = "", advice: String) {
    self.place = place
    self.says = says
    self.advice = advice
  }
}
