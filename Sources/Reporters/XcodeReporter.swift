import Quoting
public import ReviewModel

/// Writes a review as a compiler writes its diagnostics, which Xcode shows at the lines they name.
///
/// Xcode finds a file by its whole path only.
public struct XcodeReporter: Reporter {
  /// What `--format` calls it.
  public static let name = "xcode"

  private let root: String?

  /// - Parameter root: The folder that paths are relative to; nil leaves them so.
  public init(root: String? = nil) { self.root = root }

  /// A line for each finding and, below it, one for each of its reasons; empty where there is nothing to say.
  public func report(_ review: Review) -> String {
    // A note belongs to what stands above it, and notices belong to nothing.
    var lines = review.noticesWithUntold.map { notice in
      let place = notice.place.map { position($0) + ": " } ?? ""
      return "\(place)\(notice.severity): \(notice.says.onOneLine.visible)"
    }
    for skip in review.skipped.sorted() {
      lines.append("\(path(skip.path)):1:1: warning: skipped: \(skip.because.onOneLine.visible)")
    }
    for finding in review.told {
      lines.append(
        "\(position(finding.place)): \(finding.level.severity): \(finding.message.onOneLine.visible) "
          + "[\(finding.rule.visible)]"
      )
      for reason in finding.why {
        guard let place = reason.place else { continue }
        lines.append("\(position(place)): note: \(reason.marked.onOneLine.visible)")
      }
      if let cause = finding.cause { lines.append("\(position(cause)): note: brought about by this change") }
    }
    return lines.map { $0.trimmingEnd + "\n" }.joined()
  }

  /// Columns are in UTF-8 bytes, as a compiler's are.
  private func position(_ place: Place) -> String {
    "\(path(place.path)):\(max(1, place.span.start.line)):\(max(1, place.span.start.column))"
  }

  private func path(_ path: String) -> String {
    guard let root else { return path.visible }
    return (root.hasSuffix("/") ? root + path : root + "/" + path).visible
  }
}

extension Level {
  /// Xcode knows errors and warnings; a note by itself is not listed.
  fileprivate var severity: String { self == .bug ? "error" : "warning" }
}

extension Notice {
  /// What somebody has to mend is listed.
  fileprivate var severity: String {
    switch self {
    case .allowsNothing, .reasonMissing: "warning"
    case .newlyAllowed, .configurationChanged, .remark: "note"
    }
  }
}
