import ReviewModel

extension Sample {
  /// What every format is tested with: plain ones first, then the odd ones.
  static let all: [Sample] = [
    nothing, audit, emptyAudit, wholeReview, withoutReasons, reasonsWithoutPlace, fixedOnly,
    skipped,
    unicodeBeforeRange, wideRange, twoLines, longRange, longLine, emptyRange, withoutSource,
    controlCharacters,
    longWords, fixes, overlappingEdits, told, oddPaths, markup, noticesOnly,
  ]

  static let nothing = Sample(
    "nothing", Review(introduced: [], standing: 14, extent: Review.Extent(files: 9, hunks: 41)))

  static let emptyAudit = Sample("empty-audit", Review(introduced: []))

  static let audit = Sample(
    "audit",
    Review(
      introduced: [
        Finding(.bug, "closure-retain-cycle", at: viewer.place("{ self.show($0) }"), cycle),
        Finding(
          .design, "shared-instance-in-test", at: session.place("Session.shared"),
          "`Session.shared` outlives the test, so the next test starts with what this one left"),
        Finding(
          .design, "unused-protocol", at: session.place("protocol Clocking"),
          "`Clocking` has one conformer and no second one in the tests: callers pay for a choice that nobody makes"
        ),
      ],
      sources: SourceBook(viewer, session)))

  static let wholeReview = Sample(
    "whole-review",
    Review(
      introduced: [
        Finding(
          .risk, "unbalanced-continuation",
          at: session.place("if let user { continuation.resume(returning: user) }"),
          "where `user` is nil the continuation is never resumed, and the caller waits for good",
          why: [
            Reason(
              place: session.place("withCheckedContinuation"),
              says: "the function waits until the continuation is resumed",
              certainty: .known),
            Reason(
              place: session.place("load { user in"), says: "`load` passes nil when it fails",
              certainty: .guessed),
          ]),
        Finding(
          .bug, "closure-retain-cycle", at: viewer.place("{ self.show($0) }"), cycle,
          why: [
            Reason(
              place: viewer.place("let downloader"),
              says: "`ProfileView.downloader` is a strong `let`",
              certainty: .proven),
            Reason(
              place: downloader.place("var onDone"), says: "`Downloader.onDone` stores the closure",
              certainty: .proven),
            Reason(
              place: viewer.place("self.show"), says: "the closure captures `self`",
              certainty: .proven),
          ],
          cause: downloader.place("var onDone"),
          fix: Fix(
            title: "Capture `self` weakly", applicability: .review,
            edits: [
              Fix.Edit(place: viewer.point(after: "onDone = {"), text: " [weak self] in"),
              Fix.Edit(place: viewer.point(after: "{ self"), text: "?"),
            ]),
          cycle: RetainCycle(nodes: [
            .init(name: "ProfileView", isObject: true, slot: "downloader"),
            .init(name: "Downloader", isObject: true, slot: "onDone"),
            .init(name: "closure", isObject: false, slot: "self"),
          ])),
        Finding(
          .bug, "repeating-timer-cycle",
          at: viewer.place(
            "Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: true)"
          ),
          "the run loop keeps the timer and the timer keeps `self`: the screen is never freed and `tick` goes on",
          why: [
            Reason(
              place: nil, says: "a repeating `Timer` keeps its target until it is invalidated",
              certainty: .known),
            Reason(
              place: viewer.place("deinit"), says: "only `deinit` invalidates it",
              certainty: .proven),
          ]),
      ],
      fixed: [
        Finding(.bug, "strong-delegate-cycle", at: session.place("Session.shared"), "mended")
      ],
      standing: 14,
      extent: Review.Extent(
        files: 9, hunks: 41,
        neutral: [
          neutral("Sources/Z.swift", 3), neutral("Sources/A.swift", 20),
          neutral("Sources/A.swift", 3),
        ]),
      skipped: [
        Review.Skip(path: "Sources/Generated/Tables.swift", because: "not valid UTF-8 at byte 1204")
      ],
      sources: SourceBook(viewer, downloader, session)))

  static let cycle =
    "`self` keeps `downloader`, which keeps this closure, which keeps `self`: none of them is ever freed"

  static let viewer = Source(
    path: "Sources/Profile/ProfileView.swift",
    text: """
      import UIKit

      final class ProfileView: UIView {
        let downloader = Downloader()
        private var timer: Timer?

        func start() {
          downloader.onDone = { self.show($0) }
          timer = Timer.scheduledTimer(timeInterval: 1, target: self, selector: #selector(tick), userInfo: nil, repeats: true)
        }

        deinit { timer?.invalidate() }
      }

      """)

  static let downloader = Source(
    path: "Sources/Network/Downloader.swift",
    text: """
      final class Downloader {
        /// Called on the main queue.
        var onDone: ((Image) -> Void)?
      }

      """)

  static let session = Source(
    path: "Sources/Account/Session.swift",
    text: """
      protocol Clocking { var now: Date { get } }

      func user() async -> User {
        await withCheckedContinuation { continuation in
          Session.shared.load { user in
            if let user { continuation.resume(returning: user) }
          }
        }
      }

      """)

  private static func neutral(_ path: String, _ line: Int) -> Review.NeutralHunk {
    Review.NeutralHunk(
      path: path, hunk: Hunk(oldStart: line, oldLines: 3, newStart: line, newLines: 4),
      because: [.formatting, .redundant])
  }
}
