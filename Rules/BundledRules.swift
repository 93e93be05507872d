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
    files.filter { $0.path.hasSuffix(".yml") }
  }
}
