import Reporters
import ReviewModel

/// What the last review of a work tree said, and what of it the client was told.
struct ReviewedTree {
  /// By path from the root; the gravest first.
  private(set) var marks: [String: [Mark]] = [:]
  private(set) var pages: [String: RuleText] = [:]
  /// By id.
  private(set) var rules: [String: RuleSummary] = [:]
  /// By absolute path.
  var problems: [String: [Diagnostic]] = [:]
  /// What was sent last, by absolute path; nothing where that was an empty list.
  var published: [String: PublishDiagnosticsParams] = [:]
  /// What the person was told of last.
  var complaint: String?
  private var sources = SourceBook()
  private var texts: [String: DocumentText] = [:]

  mutating func take(_ review: Review, pages: [String: RuleText]) {
    self.pages = pages
    rules = Dictionary(review.rules.map { ($0.id, $0) }) { first, _ in first }
    sources = review.sources
    texts = [:]
    problems = [:]
    complaint = nil
    let all =
      review.introduced.map { Mark($0) } + review.missed.map { Mark($0) } + review.notices.compactMap { Mark($0) }
    marks = Dictionary(grouping: all, by: \.place.path)
      .mapValues { $0.sorted { ($0.severity.rawValue, $0.place) < ($1.severity.rawValue, $1.place) } }
    for path in Set(all.flatMap(\.paths)) {
      texts[path] = sources.text(of: path, side: .after).map { DocumentText($0) }
    }
  }

  /// Nothing is known any more but what the client was told.
  mutating func forgetReview() {
    marks = [:]
    problems = [:]
    sources = SourceBook()
    texts = [:]
  }

  /// The text of a file as it was reviewed; nil if the review did not quote it.
  func text(of path: String) -> DocumentText? {
    texts[path] ?? sources.text(of: path, side: .after).map { DocumentText($0) }
  }
}

extension Mark {
  /// The files that it points into.
  fileprivate var paths: [String] {
    [place.path] + related.map(\.place.path) + (finding?.fix?.edits.map(\.place.path) ?? [])
  }
}
