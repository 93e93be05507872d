import Platform
import Quoting
import Reporters
import ReviewModel
import RulePages

/// The front page: all rules by trait, and a search.
struct FrontText {
  var entries: [Site.Entry]

  var html: String {
    """
    <header class="top"><p class="tool">nitless</p><h1>\(entries.count) rules</h1>
    <p>Each says what a change to Swift code makes the program do wrong. None is about how code looks.</p>
    <p class="levels"><span class="level bug">bug</span> wrong on some run of the program ·
    <span class="level risk">risk</span> wrong unless something outside the source prevents it ·
    <span class="level design">design</span> works today, and makes a later change or a test harder</p>
    <input id="search" type="search" placeholder="Search: delegate, timer, continuation …" aria-label="Search the rules"\
     autocomplete="off" hidden>
    <p id="none" hidden>No rule has all of these words.</p></header>
    <nav class="traits" aria-label="Traits">\(traits.map(link).joined(separator: " "))</nav>
    <main>
    \(traits.map(section).joined(separator: "\n"))
    </main>
    \(Self.script)
    """
  }

  private var traits: [Trait] { Trait.allCases.filter { trait in entries.contains { $0.page.trait == trait } } }

  private func link(to trait: Trait) -> String { "<a href=\"#\(trait.rawValue)\">\(trait.rawValue)</a>" }

  private func section(_ trait: Trait) -> String {
    let rows = entries.filter { $0.page.trait == trait }
      .sorted { ($1.page.level, $0.page.id) < ($0.page.level, $1.page.id) }.map(row)
    return """
      <section id="\(trait.rawValue)"><h2>\(trait.rawValue)</h2>
      <ul class="rules">
      \(rows.joined(separator: "\n"))
      </ul></section>
      """
  }

  private func row(_ entry: Site.Entry) -> String {
    let page = entry.page
    let marks = [entry.isOn ? nil : "off", entry.isTeams ? "of this team" : nil].compactMap(\.self)
      .map { " <span class=\"mark\">\($0)</span>" }.joined()
    let words = [page.id, page.title, page.why, page.fineWhen ?? "", page.seeAlso ?? ""]
      .joined(separator: " ").lowercased()
    let first = page.why.components(separatedBy: "\n\n").first?.replacing("\n", with: " ") ?? ""
    let level = page.level.rawValue
    return """
      <li data-words="\(words.html)"><a href="\(page.id.html).html"><span class="level \(level)">\(level)</span>\
      <b>\(page.title.htmlWithCode)</b> <code>\(page.id.html)</code>\(marks)\
      <span class="why">\(first.htmlWithCode)</span></a></li>
      """
  }

  /// Shows what has all the words that are typed. Without scripts, all rules are there, and the search is not.
  private static let script = """
    <script>
    const field = document.getElementById("search"), none = document.getElementById("none");
    field.hidden = false;
    function search() {
      const words = field.value.toLowerCase().split(/\\s+/).filter(Boolean);
      let found = 0;
      for (const section of document.querySelectorAll("main section")) {
        let here = 0;
        for (const rule of section.querySelectorAll("li")) {
          rule.hidden = !words.every(word => rule.dataset.words.includes(word));
          if (!rule.hidden) here++;
        }
        section.hidden = here === 0;
        found += here;
      }
      none.hidden = found > 0;
      history.replaceState(null, "", words.length ? "?q=" + encodeURIComponent(field.value) : location.pathname);
    }
    field.addEventListener("input", search);
    field.value = new URLSearchParams(location.search).get("q") || "";
    if (field.value) search();
    </script>
    """
}
