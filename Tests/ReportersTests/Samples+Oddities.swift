import ReviewModel

extension Sample {
  static let withoutReasons = Sample(
    "without-reasons",
    one(.risk, in: viewer, at: "{ self.show($0) }", "the closure may outlive the view"))

  static let reasonsWithoutPlace = Sample(
    "reasons-without-place",
    Review(
      introduced: [
        Finding(
          .risk, "late-callback", at: viewer.place("self.show"), "`show` runs off the main thread",
          why: [
            Reason(place: nil, says: "`URLSession` calls back on its own queue", certainty: .known),
            Reason(place: nil, says: "`show` is named like a view's method", certainty: .guessed),
          ])
      ],
      extent: Review.Extent(files: 1, hunks: 1), sources: SourceBook(viewer)))

  static let fixedOnly = Sample(
    "fixed-only",
    Review(
      introduced: [],
      fixed: [
        Finding(.bug, "closure-retain-cycle", at: viewer.place("{ self.show($0) }"), cycle),
        Finding(.design, "unused-protocol", at: session.place("Clocking"), "mended"),
      ],
      standing: 2, extent: Review.Extent(files: 2, hunks: 3)))

  static let skipped = Sample(
    "skipped",
    Review(
      introduced: [], extent: Review.Extent(files: 2, hunks: 2),
      skipped: [
        Review.Skip(path: "Sources/B.swift", because: "not valid UTF-8 at byte 1204"),
        Review.Skip(
          path: "Sources/A.swift",
          because:
            "its blocks nest more than 500 deep, which is as far as nitless reads: split the file, or leave it out with `exclude` in .nitless.yml"
        ),
      ]))

  static let unicodeBeforeRange = Sample(
    "unicode-before-range",
    one(
      .bug,
      in: Source(
        path: "Sources/世界.swift", text: "\t\tlet 世界 = \"👩‍👩‍👧 é e\u{301} 🇩🇪\"; \trun { self }\n"),
      at: "{ self }", "`run` keeps the closure"))

  static let wideRange = Sample(
    "wide-range",
    one(.bug, in: Source(path: "a.swift", text: "let 名前 = 世界\n"), at: "世界", "`世界` is never freed"))

  static let twoLines = Sample(
    "two-lines",
    one(
      .risk, in: Source(path: "Sources/Two.swift", text: "func f() {\n\trun { [self] in\n\t}\n}\n"),
      at: "{ [self] in\n\t}", "`run` keeps the closure"))

  static let longRange = Sample(
    "long-range",
    one(
      .design, in: Source(path: "Sources/Long.swift", text: longFunction), at: longFunction,
      "`f` cannot be tested without the file system"))

  static let longLine = Sample(
    "long-line",
    Review(
      introduced: ["\"x0\"", "\"x40\"", "\"x99\"", "\"y\", "].map {
        Finding(
          .bug, "repeated-key", at: table.place($0),
          "the key is repeated: making the dictionary crashes")
      } + [
        Finding(
          .bug, "repeated-key", at: table.place(String(table.text.dropFirst(20).dropLast(5))),
          "crashes")
      ],
      extent: Review.Extent(files: 1, hunks: 1), sources: SourceBook(table)))

  static let emptyRange = Sample(
    "empty-range",
    Review(
      introduced: [
        Finding(
          .bug, "missing-super-call", at: viewer.point(after: "func start() {"),
          "`super` never starts"),
        Finding(
          .bug, "missing-super-call", at: Place(path: viewer.path, span: span(90, 7, 90, 7)),
          "a place beyond the end of the file"),
        Finding(
          .bug, "missing-super-call", at: Place(path: viewer.path, span: span(3, 50, 2, 1)),
          "a place that ends before it starts"),
      ],
      extent: Review.Extent(files: 1, hunks: 1), sources: SourceBook(viewer)))

  static let withoutSource = Sample(
    "without-source",
    Review(
      introduced: [
        Finding(
          .bug, "closure-retain-cycle", at: viewer.place("{ self.show($0) }"), cycle,
          why: [
            Reason(
              place: viewer.place("self.show"), says: "the closure captures `self`",
              certainty: .proven)
          ],
          cause: downloader.place("var onDone"),
          fix: Fix(
            title: "Capture `self` weakly", applicability: .review,
            edits: [Fix.Edit(place: viewer.point(after: "onDone = {"), text: " [weak self] in")]))
      ],
      extent: Review.Extent(files: 1, hunks: 1)))

  static let controlCharacters = Sample(
    "control-characters",
    Review(
      introduced: [
        Finding(
          .bug, "rule\u{1B}[31m", at: hostile.place("{ self }"),
          "a message\nwith a line break and \u{9B}31m",
          why: [
            Reason(
              place: hostile.place("run"), says: "bell \u{7}, override \u{202E}", certainty: .proven
            )
          ],
          cause: hostile.place("let"),
          fix: Fix(
            title: "Clear\u{1B}[2J", applicability: .safe,
            edits: [Fix.Edit(place: hostile.place("self"), text: "\u{1B}]0;title\u{7}")]))
      ],
      fixed: [Finding(.bug, "rule\u{8}", at: hostile.place("self"), "mended")],
      extent: Review.Extent(files: 1, hunks: 1),
      skipped: [Review.Skip(path: "\u{1B}[2J.swift", because: "\u{7F}\r\n")],
      sources: SourceBook(hostile)))

  static let oddPaths = Sample(
    "odd-paths",
    Review(
      introduced: [
        "a b/c d.swift", "100%.swift", "quote\"'s.swift", "]]>.swift", "<b>&amp;.swift", "a:b,c;d=e.swift",
        "::error::x.swift", "##[error]x.swift", "`tick` | pipe.swift", "tab\tnew\nline\r.swift", "[link](x).swift",
        "#hash?query.swift", "@someone/é世界👩‍👩‍👧.swift", "-dash.swift", "back\\slash.swift",
      ].map { path in
        Finding(
          .bug, "some-rule", at: Place(path: path, span: span(1, 9, 1, 17)),
          "`\(path)` is kept by `]]>` and <script>alert(1)</script> | *bold* @someone 100%")
      },
      extent: Review.Extent(files: 15, hunks: 15),
      skipped: [
        Review.Skip(path: "<i>%0A::warning::\n.swift", because: "`a` <b> ]]> % \"", isTouched: true)
      ]))

  static let markup = Sample(
    "markup",
    Review(
      introduced: [
        Finding(
          .bug, "some-rule", at: markupSource.place("{ self }"), "a lone ` backtick, `[Int](x)` and ``",
          why: [
            Reason(place: markupSource.place("run"), says: "</ol></details><script>", certainty: .proven),
            Reason(place: nil, says: "a table | knows", certainty: .known),
          ],
          cause: markupSource.place("let"),
          fix: Fix(
            title: "Pass `</code>` & ```", applicability: .safe,
            edits: [Fix.Edit(place: markupSource.place("self"), text: "```\n</pre>")]))
      ],
      extent: Review.Extent(files: 1, hunks: 1), sources: SourceBook(markupSource),
      files: [
        FileChange(kind: .added(path: markupSource.path), hunks: [
          Hunk(oldStart: 0, oldLines: 0, newStart: 1, newLines: 2)
        ])
      ]))

  static let longWords = Sample(
    "long-words",
    Review(
      introduced: [
        Finding(
          .bug, "a-rule-with-a-name-that-leaves-no-room",
          at: Place(path: deepPath, span: span(3, 5, 3, 9)),
          "`\(deepPath)` is one word, which nothing can break, and `a bit of code` is not broken either",
          why: [
            Reason(
              place: Place(path: deepPath, span: span(1, 1, 1, 1)),
              says:
                "a reason so long that it leaves no room for its own origin beside it on one row of the report, whatever",
              certainty: .guessed),
            Reason(place: nil, says: "a short one", certainty: .known),
          ])
      ],
      extent: Review.Extent(files: 1, hunks: 1)))

  private static let table = Source(
    path: "Sources/Table.swift",
    text: "let table = [" + (0..<100).map { "\"x\($0)\": 世(\($0))" }.joined(separator: ", ")
      + ", \"y\", \"z\"]\n")

  private static let markupSource = Source(
    path: "Sources/Markup.swift",
    text: "// </code></div><script>alert(1)</script> ``` ]]> &amp; -->\n\tlet 世界𝄞 = run { self } // ````\n")

  private static let hostile = Source(
    path: "Sources/\u{1B}[31mred\u{202E}.swift",
    text: "let\u{1B}[2J\u{0}x = run { self }\u{9B}1m\u{2028}\r\n")

  private static let longFunction =
    "func f() {\n" + (0..<9).map { "  step(\($0))\n" }.joined() + "}"

  private static let deepPath =
    "Sources/" + (1...12).map { "Deeper\($0)/" }.joined() + "File.swift"

  private static func span(_ line: Int, _ column: Int, _ endLine: Int, _ endColumn: Int) -> Span {
    Span(
      start: Position(line: line, column: column), end: Position(line: endLine, column: endColumn))
  }

  private static func one(_ level: Level, in source: Source, at quote: String, _ message: String)
    -> Review
  {
    Review(
      introduced: [Finding(level, "some-rule", at: source.place(quote), message)],
      extent: Review.Extent(files: 1, hunks: 1), sources: SourceBook(source))
  }
}
