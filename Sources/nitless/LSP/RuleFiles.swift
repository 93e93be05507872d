import Platform
import LanguageServer
import RulePages
import Reviewing

/// The pages of rules as files that an editor can open.
///
/// Those of a team are there; those that are built in are written into the user's cache, each when it is first
/// wanted.
struct RuleFiles: Sendable {
  private let folder: URL?

  init() {
    folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first?
      .appendingPathComponent("nitless/\(Version.text)/rules", isDirectory: true)
  }

  /// What is shown of a rule.
  func text(of rule: RuleBook.Rule) -> RuleText {
    RuleText(markdown: markdown(of: rule), file: rule.isTeams ? Paths.absolute(rule.page.path) : written(rule))
  }

  /// Why it matters, when it does not, and an example of each kind.
  private func markdown(of rule: RuleBook.Rule) -> String {
    let page = rule.page
    var parts = [page.why, page.fineWhen].compactMap(\.self)
    for (kind, title) in [(Example.Kind.flagged, "Flagged"), (.notFlagged, "Not flagged")] {
      guard let example = page.examples.first(where: { $0.kind == kind }) else { continue }
      parts.append("**\(title)**" + (example.note.isEmpty ? "" : ": \(example.note)"))
      parts.append("```diff\n" + rule.source(of: example).joined(separator: "\n") + "\n```")
    }
    return parts.joined(separator: "\n\n")
  }

  /// Nil where it cannot be written: the page is then only explained, not linked to.
  private func written(_ rule: RuleBook.Rule) -> String? {
    guard let folder else { return nil }
    let file = folder.appendingPathComponent(rule.page.id + ".md")
    let text = Data(rule.text.utf8)
    if FileManager.default.contents(atPath: file.path) == text { return file.path }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try text.write(to: file, options: .atomic)
      return file.path
    } catch {
      return nil
    }
  }
}

extension RuleBook.Rule {
  /// The lines inside an example's fence.
  func source(of example: Example) -> [Substring] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return Array(lines.dropFirst(example.line).prefix { !$0.hasPrefix("```") && !$0.hasPrefix("~~~") })
  }
}
