import Quoting
package import ReviewModel

/// What a review comes to, in one line.
package struct ClosingLine {
  var review: Review

  package init(review: Review) { self.review = review }

  /// `3 introduced (2 bugs, 1 design), 1 fixed · 41 hunks in 9 files, 37 neutral`.
  package var text: String {
    var parts = [findings]
    if let size { parts.append(size) }
    if let reach { parts.append(reach) }
    if !review.skipped.isEmpty { parts.append("\(review.skipped.count) skipped") }
    parts += review.untold
    return parts.joined(separator: " · ")
  }

  /// The same with what was compared, where nothing stands above it.
  var alone: String { [text, compared].compactMap(\.self).joined(separator: " · ") }

  /// `compared: HEAD (a1b2c3d) with HEAD~1 (b2c3d4e)`; nil for an audit.
  var compared: String? { review.comparison.map { "compared: \($0.visible)" } }

  /// What an audit looked at; nil for a change.
  var reach: String? {
    review.account.files.map { files in
      "\(counted(files, "file", "files")), \(counted(review.rules.count, "rule", "rules"))"
    }
  }

  /// How large the change is; nil for an audit.
  var size: String? { review.extent.map(size) }

  /// What was found: `3 introduced (2 bugs, 1 design), 1 fixed`.
  var findings: String {
    let count = review.introduced.count
    if count == 0, review.fixed.isEmpty { return "no findings" }
    var text = review.isAudit ? counted(count, "finding", "findings") : "\(count) introduced"
    let levels = Dictionary(review.introduced.map { ($0.level, 1) }, uniquingKeysWith: +).inWords
    if !levels.isEmpty { text += " (\(levels))" }
    if !review.fixed.isEmpty { text += ", \(review.fixed.count) fixed" }
    return text
  }

  private func size(of extent: Review.Extent) -> String {
    if extent.files == 0 { return "no Swift file changed" }
    let hunks = counted(extent.hunks, "hunk", "hunks")
    let files = counted(extent.files, "file", "files")
    let neutral = extent.neutral.isEmpty ? "" : ", \(extent.neutral.count) neutral"
    return "\(hunks) in \(files)\(neutral)"
  }

  private func counted(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
  }
}
