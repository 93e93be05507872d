import ReviewModel

extension Sample {
  /// A change with all that a review can carry: what was compared, rules, notices, files and their hunks.
  static let told = Sample(
    "told",
    Review(
      introduced: wholeReview.review.introduced,
      fixed: [Finding(.risk, "late-callback", at: oldViewer.place("var downloader"), "mended")],
      standing: 2,
      extent: Review.Extent(
        files: 4, hunks: 5,
        neutral: [
          Review.NeutralHunk(
            path: session.path, hunk: Hunk(oldStart: 8, oldLines: 2, newStart: 9, newLines: 1),
            because: [.formatting])
        ]),
      skipped: [
        Review.Skip(path: "Sources/Generated/Tables.swift", because: "it is not UTF-8", isTouched: false)
      ],
      sources: SourceBook(viewer, downloader, session, added, before: [oldViewer, oldSession, gone]),
      rules: rules, comparison: "the work tree with 1a2b3c4, the merge base with `main`", notices: notices,
      files: [
        FileChange(kind: .modified(path: session.path), hunks: [
          Hunk(oldStart: 0, oldLines: 0, newStart: 1, newLines: 2),
          Hunk(oldStart: 8, oldLines: 2, newStart: 9, newLines: 1),
        ]),
        FileChange(
          kind: .added(path: added.path), hunks: [Hunk(oldStart: 0, oldLines: 0, newStart: 1, newLines: 150)]),
        FileChange(
          kind: .deleted(path: gone.path), hunks: [Hunk(oldStart: 1, oldLines: 1, newStart: 0, newLines: 0)]),
        FileChange(kind: .renamed(from: oldViewer.path, to: viewer.path), hunks: [
          Hunk(oldStart: 4, oldLines: 2, newStart: 4, newLines: 2),
          Hunk(oldStart: 8, oldLines: 0, newStart: 9, newLines: 1),
        ]),
      ]))

  static let noticesOnly = Sample(
    "notices-only",
    Review(
      introduced: [], extent: Review.Extent(files: 1, hunks: 1), comparison: "`main` with `topic`",
      notices: notices))

  static let rules = [
    RuleSummary(
      id: "unbalanced-continuation", title: "Unbalanced continuation", level: .risk, trait: .correctness,
      why: "The caller waits for good.", precision: 0.5),
    RuleSummary(
      id: "closure-retain-cycle", title: "Closure retain cycle", level: .bug, trait: .memory,
      why: "An object owns a closure that keeps the object.\n\nIts timers <go> on.",
      fineWhen: "Fine when something other than `deinit` empties the slot.", precision: 125.0 / 129),
    RuleSummary(
      id: "never-met", title: "Never met", level: .design, trait: .testability, why: "It matters.", precision: 1),
    RuleSummary(
      id: "never-measured", title: "Never measured", level: .risk, trait: .data, why: "It matters.", precision: nil),
  ]

  private static let notices: [Notice] = [
    .newlyAllowed(rules: ["closure-retain-cycle"], reason: "the screen is the root", at: viewer.place("let downloader")),
    .allowsNothing(rules: ["late-callback", "never-met"], at: session.place("func user")),
    .reasonMissing(rules: ["never-met"], at: session.place("Session.shared")),
    .configurationChanged(path: ".nitless.yml"),
    .remark("12 files are outside the sparse checkout"),
  ]

  private static let oldViewer = Source(
    path: "Sources/ProfileView.swift",
    text: viewer.text
      .replacing("let downloader = Downloader()\n  private var timer", with: "var downloader: Downloader?\n  var timer")
      .replacing(viewer.text.split(separator: "\n", omittingEmptySubsequences: false)[8] + "\n", with: ""))

  private static let oldSession = Source(
    path: session.path,
    text: session.text.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(2).joined(separator: "\n")
      .replacing("    }\n  }\n}\n", with: "    }\n\n  }\n}\n"))

  private static let added = Source(
    path: "Sources/Added.swift", text: (1...150).map { "let value\($0) = \($0)\n" }.joined())

  private static let gone = Source(path: "Sources/Gone.swift", text: "let gone = true")
}
