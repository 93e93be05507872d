import Book
import BundledRules
import RulePages
import Testing

/// The rules as a web site, made of the pages that are built in.
struct SiteTests {
  static let files: [(name: String, text: String)] = {
    let entries = BundledRules.pages.compactMap { page in
      RulePage.read(page.text, path: page.path).page.map {
        Site.Entry(page: $0, text: page.text, isOn: $0.isEnabled, isTeams: false)
      }
    }
    return Site(entries, version: "1.2.3").files
  }()

  @Test func `Each rule has a page, and the front page leads to it`() throws {
    let front = try #require(Self.files.first { $0.name == "index.html" }).text
    let pages = Self.files.filter { $0.name.hasSuffix(".html") && $0.name != "index.html" }
    #expect(pages.count == BundledRules.pages.count)
    for page in pages { #expect(front.contains("href=\"\(page.name)\"")) }
  }

  @Test func `A link leads to a file of the site`() {
    let names = Set(Self.files.map(\.name))
    for file in Self.files {
      for match in file.text.matches(of: /href="([^"#]+)/) where !match.1.hasPrefix("https://") {
        #expect(names.contains(String(match.1)), "\(file.name) links to \(match.1)")
      }
    }
  }

  @Test func `Nothing is loaded from elsewhere, and only the search is a script`() {
    for file in Self.files {
      #expect(!file.text.contains(" src="), "\(file.name)")
      #expect(file.text.contains("<script>") == (file.name == "index.html"), "\(file.name)")
    }
  }

  @Test func `What is opened is closed`() {
    for file in Self.files where file.name.hasSuffix(".html") {
      for tag in ["pre", "code", "div", "table", "ul", "li", "figure", "svg", "section", "main", "b", "em", "i"] {
        let opened = file.text.ranges(of: "<\(tag) ").count + file.text.ranges(of: "<\(tag)>").count
        #expect(opened == file.text.count(of: "</\(tag)>"), "\(file.name): <\(tag)>")
      }
    }
  }

  @Test func `A cycle that an example tells of is drawn`() throws {
    let page = try #require(Self.files.first { $0.name == "closure-retain-cycle.html" }).text
    #expect(page.contains("aria-label=\"Retain cycle: Viewer ─downloader→ Downloader ─onDone→ closure ─self→ Viewer\""))
    #expect(page.contains("<path class=\"closing\""))
    #expect(page.contains("<rect class=\"closure\""))
  }

  @Test func `The Markdown of a page becomes what it means`() throws {
    let text = """
      ---
      level: design
      trait: coupling
      find: closure
      where:
        given-to: Bus.on
      message: "a <b> & {declaration}"
      ---
      # A `<title>`

      One **strong** word, [a link](https://example.com/a?b=1&c=2), <script>alert(1)</script>,
      [no link](javascript:alert), `closure-retain-cycle`.

      ## Flagged

      ```diff
       func f() {
      +  Bus().on { "</code>" }
      !           ^
       }
       class Bus { func on(_ f: () -> String) {} }
      ```

      ## Not flagged

      ```diff
      +func f() {}
      ```

      ## Limits

      - one
        and more
      - two

      | a | b |
      | --- | --- |
      | 1 | `x` |
      """
    let page = try #require(RulePage.read(text, path: "rules/odd-one.md").page)
    let site = Site([Site.Entry(page: page, text: text, isOn: false, isTeams: true)], version: "1")
    let html = try #require(site.files.first { $0.name == "odd-one.html" }).text
    #expect(html.contains("<b>strong</b>") && html.contains("<a href=\"https://example.com/a?b=1&amp;c=2\">a link</a>"))
    #expect(!html.contains("<script") && !html.contains("javascript:alert\""))
    #expect(html.contains("<h1>A <code>&lt;title&gt;</code></h1>"))
    #expect(html.contains("<li>one and more</li>") && html.contains("<td>1 </td><td><code>x</code> </td>"))
    #expect(html.contains("<span class=\"mark\">off</span> <span class=\"mark\">of this team</span>"))
  }
}

extension String {
  fileprivate func count(of mark: String) -> Int { ranges(of: mark).count }
}
