import Platform

/// What a person types to run the program: `nitless`, or SwiftPM's command, whose plugin says in the environment that
/// it is the one.
enum CalledAs {
  private static let isPlugin = ProcessInfo.processInfo.environment["NITLESS_CALLED_BY"] == "swift-package"

  /// A text with its commands, which stand in backticks, as they are typed here.
  static func spoken(_ text: String) -> String { isPlugin ? bySwiftPM(text) : text }

  /// SwiftPM lets a plugin write into the package only where that is allowed on the command line.
  private static func bySwiftPM(_ text: String) -> String {
    text.split(separator: mark, omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0 else { return String(part) }
      let isWriter = writing.contains { part.hasPrefix($0) }
      return "`swift package \(isWriter ? "--allow-writing-to-package-directory " : "")nitless " + part
    }.joined()
  }

  private static let mark = "`nitless "
  private static let writing = ["fix", "review --fix", "baseline write", "baseline prune", "hook ", "rules new"]
}
