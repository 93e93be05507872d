import Quoting
import Reporters
import ReviewModel
public import RulePages

/// The rules as a web site that needs no server: a front page with a search, and a page for each rule.
public struct Site: Sendable {
  /// A rule as the site shows it.
  public struct Entry: Sendable {
    public var page: RulePage
    /// The page's own text.
    public var text: String
    public var isOn: Bool
    /// Whether it is the team's rather than built in.
    public var isTeams: Bool

    public init(page: RulePage, text: String, isOn: Bool, isTeams: Bool) {
      self.page = page
      self.text = text
      self.isOn = isOn
      self.isTeams = isTeams
    }
  }

  private let entries: [Entry]
  private let version: String

  /// - Parameter version: Of nitless; it stands at the foot of each page.
  public init(_ entries: [Entry], version: String) {
    self.entries = entries.sorted { $0.page.id < $1.page.id }
    self.version = version
  }

  /// The files, each with its name; they lie in one folder, and link to nothing outside of it.
  public var files: [(name: String, text: String)] {
    let ids = Set(entries.map(\.page.id))
    let pages = entries.map { entry in
      let related = entries.filter { $0.page.trait == entry.page.trait && $0.page.id != entry.page.id }.map(\.page)
      let body = PageText(entry: entry, related: related, markdown: MarkdownText(ids: ids)).html
      return (entry.page.id + ".html", frame(entry.page.title, body))
    }
    return [("index.html", frame("Rules", FrontText(entries: entries).html)), ("style.css", SiteStyle.sheet)] + pages
  }

  private func frame(_ title: String, _ body: String) -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>\(title.html) · nitless</title>
    <link rel="stylesheet" href="style.css">
    </head>
    <body>
    \(body)
    <footer>nitless \(version.html) · <a href="index.html">all rules</a></footer>
    </body>
    </html>

    """
  }
}
