extension RemarkFormat {
  /// The comments of a pull request's reviews, as `GET /repos/{owner}/{repo}/pulls/{number}/comments` gives them.
  static let gitHubComments = RemarkFormat(
    name: "github-comments",
    recognises: { $0.isJSON && $0.mentions("body") && ($0.mentions("path") || $0.mentions("diff_hunk")) },
    read: { text in
      let comments: [ReviewComment]
      if text.bytes.first(where: { !$0.isBlank }) == UInt8(ascii: "{") {
        comments = [try JSONReading.decode(ReviewComment.self, from: text.bytes)]
      } else {
        comments = try JSONReading.decode([CommentOrPage].self, from: text.bytes).flatMap(\.comments)
      }
      return ToolReport(remarks: comments.map(\.remark))
    })
}

/// `gh api --paginate --slurp` puts each page into a list of its own.
private struct CommentOrPage: Decodable {
  var comments: [ReviewComment]

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if (try? decoder.unkeyedContainer()) != nil {
      comments = try container.decode([ReviewComment].self)
    } else {
      comments = [try container.decode(ReviewComment.self)]
    }
  }
}

private struct ReviewComment: Decodable {
  struct User: Decodable { var login: String? }

  var body: String
  var path: String?
  var line: Int?
  var start_line: Int?
  var original_line: Int?
  var original_start_line: Int?
  var side: String?
  var start_side: String?
  var commit_id: String?
  var original_commit_id: String?
  var subject_type: String?
  var user: User?

  var remark: Remark {
    let (prose, suggestions) = Suggestions.split(body)
    let place = path.map { WrittenPlace(path: $0, region: region, revision: revision) }
    var proposals: [Remark.Proposal] = []
    // A suggestion replaces lines of the new side; on the old one there is nothing that it could replace.
    if let place, place.region != nil, side != "LEFT", start_side != "LEFT" {
      proposals = suggestions.map { .init(edits: [.init(place: place, text: $0)]) }
    }
    return Remark(
      tool: Remark.people, rule: user?.login, place: place,
      message: prose.isEmpty ? (suggestions.isEmpty ? "says nothing" : "suggests other lines") : prose,
      severity: .note, proposals: proposals)
  }

  /// A comment whose lines were changed since has no line any more, but the one it was made on.
  private var isOutdated: Bool { line == nil }

  private var revision: String? { isOutdated ? original_commit_id ?? commit_id : commit_id }

  private var region: WrittenPlace.Region? {
    guard subject_type != "file", let last = line ?? original_line, last > 0 else { return nil }
    let first = (isOutdated ? original_start_line : start_line) ?? last
    return .init(startLine: max(1, min(first, last)), endLine: last)
  }
}

/// The suggestion blocks of a comment, and what is said around them.
enum Suggestions {
  static func split(_ body: String) -> (prose: String, suggestions: [String]) {
    var prose: [Substring] = []
    var suggestions: [String] = []
    /// The fence that is open, and the lines behind it if they are a suggestion's.
    var fence: (mark: Substring, lines: [Substring]?)?
    for line in body.replacing("\r\n", with: "\n").split(separator: "\n", omittingEmptySubsequences: false) {
      let trimmed = line.drop { $0 == " " }
      if let open = fence {
        if trimmed.hasPrefix(open.mark), trimmed.allSatisfy({ $0 == open.mark.first || $0 == " " }) {
          if let lines = open.lines { suggestions.append(lines.joined(separator: "\n")) } else { prose.append(line) }
          fence = nil
        } else if let lines = open.lines {
          fence?.lines = lines + [line]
        } else {
          prose.append(line)
        }
        continue
      }
      if let first = trimmed.first, first == "`" || first == "~", trimmed.hasPrefix(String(repeating: first, count: 3))
      {
        let mark = trimmed.prefix { $0 == first }
        let isSuggestion = trimmed.dropFirst(mark.count).split(separator: " ").first == "suggestion"
        fence = (mark, isSuggestion ? [] : nil)
        if !isSuggestion { prose.append(line) }
        continue
      }
      prose.append(line)
    }
    return (prose.joined(separator: "\n").trimmed, suggestions)
  }
}

extension String {
  /// Without white space at its ends.
  var trimmed: String {
    let start = drop { $0.isWhitespace }
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }
}
