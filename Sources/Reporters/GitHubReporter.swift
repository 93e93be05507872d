import Quoting
public import ReviewModel

/// Writes a review as GitHub's workflow commands, which show findings beside the change they are about.
///
/// GitHub takes ten errors, ten warnings and ten notices of a step and drops the others unsaid. So the
/// most severe come first, and what finds no room is listed as plain text and counted in a last notice.
/// Nothing of the source or its paths can be taken for a command of its own.
public struct GitHubReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "github"

  /// A reporter; there is nothing to choose about it.
  public init() {}

  /// A line for each annotation; empty where there is nothing to say.
  public func report(_ review: Review) -> String {
    let all = annotations(of: review)
    var room: [Annotation.Kind: Int] = [.error: Self.most, .warning: Self.most, .notice: Self.most - 1]
    var shown: [Annotation] = []
    var left: [Annotation] = []
    for annotation in all {
      if room[annotation.kind, default: 0] > 0 {
        room[annotation.kind, default: 0] -= 1
        shown.append(annotation)
      } else {
        left.append(annotation)
      }
    }
    var lines = shown.map(\.command)
    if !left.isEmpty {
      let note = "+\(left.count) more, listed in the log of this step: GitHub shows \(Self.most) of a kind"
      lines += left.map(\.plainLine)
      lines.append("::notice title=nitless::\(note.escapedData)")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// How many annotations of a kind GitHub takes of one step.
  private static let most = 10

  private func annotations(of review: Review) -> [Annotation] {
    let skipped = review.skipped.sorted().map { skip in
      Annotation(
        kind: skip.isTouched ? .warning : .notice, path: skip.path, region: nil, title: "nitless: skipped",
        message: "This file could not be understood: \(skip.because)")
    }
    let findings = review.introduced.sorted(by: Finding.gravestFirst).map { finding in
      Annotation(
        kind: .init(finding.level), path: finding.place.path, region: Region(finding.place, in: review.sources),
        title: finding.rule, message: finding.fullText(inAudit: review.isAudit))
    }
    let notices = review.noticesWithUntold.map { notice in
      Annotation(
        kind: .notice, path: notice.path, region: notice.place.map { Region($0, in: review.sources) },
        title: "nitless", message: notice.says)
    }
    return skipped.filter { $0.kind == .warning } + findings + notices + skipped.filter { $0.kind == .notice }
  }
}

private struct Annotation {
  enum Kind: String {
    case error, warning, notice

    init(_ level: Level) {
      switch level {
      case .bug: self = .error
      case .risk: self = .warning
      case .design: self = .notice
      }
    }
  }

  var kind: Kind
  /// Nil where it is about no file.
  var path: String?
  var region: Region?
  var title: String
  var message: String

  /// `::error file=…,line=…,…::message`, on one line.
  var command: String {
    var properties: [(name: String, value: String)] = []
    if let path { properties.append(("file", path)) }
    if let region {
      properties += [("line", String(region.startLine)), ("endLine", String(region.endLine))]
      // GitHub takes columns only for a stretch of one line.
      if region.startLine == region.endLine, let start = region.startColumn, let end = region.endColumn {
        properties += [("col", String(start)), ("endColumn", String(max(start, end)))]
      }
    }
    properties.append(("title", title))
    let list = properties.map { "\($0.name)=\($0.value.escapedProperty)" }.joined(separator: ",")
    return "::\(kind.rawValue) \(list)::\(message.escapedData)"
  }

  /// For the log alone. A command starts a line with `::`, or has `##[` anywhere.
  var plainLine: String {
    let place = [path, region.map { String($0.startLine) }].compactMap { $0 }.joined(separator: ":")
    let first = message.split(separator: "\n").first.map(String.init) ?? ""
    return WorkflowCommand.harmless("- \(kind.rawValue): \(place) \(title): \(first)".visible).trimmingEnd
  }
}

extension String {
  /// The text as the message of a command. What a terminal would obey is shown as a picture of it.
  fileprivate var escapedData: String {
    WorkflowCommand.githubMessage(pieces(between: "\n").map(\.trimmingEnd).joined(separator: "\n"))
  }

  fileprivate var escapedProperty: String { WorkflowCommand.githubProperty(self) }
}
