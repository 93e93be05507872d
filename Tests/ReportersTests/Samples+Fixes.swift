import ReviewModel

extension Sample {
  static let fixes = Sample(
    "fixes",
    Review(
      introduced: [
        suggestion(
          "Remove the line", .safe,
          [Fix.Edit(place: viewer.place("  private var timer: Timer?\n"), text: "")]),
        suggestion(
          "Add a `deinit`", .template,
          [
            Fix.Edit(
              place: downloader.point(before: "}\n"),
              text: "\n  deinit {\n    <#let go of what it keeps#>\n  }\n")
          ]),
        suggestion(
          "Say what may be kept", .review,
          [
            Fix.Edit(
              place: viewer.place("final class ProfileView"),
              text: "@MainActor final class ProfileView"),
            Fix.Edit(place: viewer.place("timer?.invalidate()"), text: "stop()"),
            Fix.Edit(
              place: downloader.place("var onDone"),
              text: "weak var owner: AnyObject?\n  var onDone"),
          ]),
        suggestion(
          "Take the long body apart", .template,
          [
            Fix.Edit(
              place: viewer.point(before: "  deinit"),
              text: (1...12).map { "  func step\($0)() {}\n" }.joined())
          ]),
        suggestion(
          "Name the timer's interval", .review,
          [
            Fix.Edit(
              place: viewer.place("selector: #selector(tick)"), text: "selector: #selector(fire)")
          ]),
      ],
      extent: Review.Extent(files: 2, hunks: 2), sources: SourceBook(viewer, downloader)))

  static let overlappingEdits = Sample(
    "overlapping-edits",
    Review(
      introduced: [
        suggestion(
          "Do two things at once", .review,
          [
            Fix.Edit(place: viewer.place("self.show($0)"), text: "a"),
            Fix.Edit(place: viewer.place("show"), text: "b"),
          ])
      ],
      extent: Review.Extent(files: 1, hunks: 1), sources: SourceBook(viewer)))

  private static func suggestion(
    _ title: String, _ applicability: Fix.Applicability, _ edits: [Fix.Edit]
  ) -> Finding {
    Finding(
      .design, title.split(separator: " ").joined(separator: "-").lowercased(),
      at: viewer.place("ProfileView"),
      "there is a way out", fix: Fix(title: title, applicability: applicability, edits: edits))
  }
}
