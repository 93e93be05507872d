/// The rules and the knowledge tables that are part of the program itself.
///
/// There is no registry: whatever stands in a folder beside this file is in here. A build plugin
/// writes `files`, so that the program stays one self-contained file.
public enum BundledRules {
  /// The rule pages, sorted by path: `("Rules/Memory/closure-retain-cycle.md", "---\nlevel: …")`.
  public static var pages: [(path: String, text: String)] {
    files.filter { $0.path.hasSuffix(".md") }
  }

  /// The knowledge tables, sorted by path: `("Rules/Knowledge/UIKit.yml", "…")`.
  public static var knowledge: [(path: String, text: String)] {
    files.filter { $0.path.hasSuffix(".yml") && !isOfTool($0.path) }
  }

  /// What the rules of other tools are about, a table for each tool, sorted by path:
  /// `("Rules/Knowledge/Tool-SwiftLint.yml", "…")`.
  public static var tools: [(path: String, text: String)] {
    files.filter { isOfTool($0.path) }
  }

  private static func isOfTool(_ path: String) -> Bool { path.hasPrefix("Rules/Knowledge/Tool-") }
}
