import Reporters
import ReviewModel
import Testing

@Suite struct ReporterTests {
  @Test(arguments: GoldenTests.pairs)
  func `The order in which findings come does not change a report`(
    _ format: String, _ sample: Sample
  ) throws {
    let reporter = try #require(ReportFormat.named(format)).reporter()
    var reversed = sample.review
    reversed.introduced.reverse()
    reversed.fixed.reverse()
    reversed.skipped.reverse()
    reversed.extent?.neutral.reverse()
    #expect(reporter.report(reversed) == reporter.report(sample.review))
  }

  @Test(arguments: GoldenTests.pairs)
  func `Nothing that a terminal would obey gets into a report`(_ format: String, _ sample: Sample)
    throws
  {
    let report = try #require(ReportFormat.named(format)).reporter().report(sample.review)
    let controls = report.unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\n"
    }
    #expect(controls.isEmpty)
  }

  @Test(arguments: GoldenTests.pairs)
  func `A report ends in one line break and has no spaces before one`(
    _ format: String, _ sample: Sample
  ) throws {
    let report = try #require(ReportFormat.named(format)).reporter().report(sample.review)
    #expect(report.isEmpty || report.hasSuffix("\n") && !report.hasSuffix("\n\n"))
    #expect(!report.contains(" \n"))
  }

  @Test func `A format is found by its name`() {
    let names = ReportFormat.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.map { ReportFormat.named($0)?.name } == names)
    #expect(ReportFormat.named("JSON") == nil)
  }
}

@Suite struct TerminalReporterTests {
  @Test(arguments: Sample.all, [40, 60, 80, 100, 200])
  func `Colour changes nothing but colour`(_ sample: Sample, _ width: Int) {
    let colored = TerminalReporter(color: true, width: width).report(sample.review)
    let plain = TerminalReporter(color: false, width: width).report(sample.review)
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test(arguments: [Sample.nothing, Sample.emptyAudit])
  func `Where nothing is found, one line says what was looked at`(_ sample: Sample) {
    var review = sample.review
    review.account = Account(files: 12, setAside: 3, allowed: 1)
    let report = TerminalReporter(color: true, width: 200).report(review)
    #expect(report.hasPrefix("no findings · ") && report.split(separator: "\n").count == 1)
    #expect(report.contains("12 files, ") && report.contains("3 set aside by the baseline · 1 allowed by comments"))
  }

  @Test func `The worst comes first if that is asked for, and what is left out is counted`() {
    var review = Sample.audit.review
    review.order = .level
    let report = TerminalReporter(width: 100).report(review.limited(to: 1))
    #expect(report.hasPrefix("bug") && report.hasSuffix(" left out by --limit\n"), "\(report)")
    let table = StatisticsReporter().report(review)
    #expect(table.hasPrefix("rule") && table.split(separator: "\n").count == 1 + Set(review.introduced.map(\.rule)).count + 1)
  }

  @Test func `The page counts by rule and level as the table on the terminal does`() throws {
    var review = Sample.audit.review
    review.introduced.append(
      Finding(.risk, "closure-retain-cycle", at: Sample.session.place("Session.shared"), "it may be kept"))
    let html = HTMLReporter().report(review)
    let rows = html.matches(of: /<tr class="(bug|risk|design)">.*?<code>([a-z-]+)<.code>.*?<td class="count">(\d+)</).map {
      [String($0.2), String($0.1), String($0.3)]
    }
    let table = StatisticsReporter().report(review).split(separator: "\n").dropFirst().dropLast()
      .map { $0.split(separator: " ").prefix(3).map(String.init) }
    #expect(rows == table && rows.count == 4, "\(rows)\n\(table)")
    // One choice for the rule, whose radio button there is once.
    #expect(html.matches(of: /id="rule-\d"/).count == 3)
  }

  @Test(arguments: [0, 1, 40, 80, 1000])
  func `The underline stays under the range on a line of any length`(_ width: Int) throws {
    let rows = TerminalReporter(width: width).report(Sample.longLine.review).split(separator: "\n")
    let marked = try #require(rows.firstIndex { $0.contains("^") })
    let start = rows[marked].prefix { $0 != "^" }.count
    let range = rows[marked - 1].dropFirst(start).prefix(rows[marked].count { $0 == "^" })
    #expect(range == "\"x0\"")
  }

  @Test(arguments: Sample.all, [40, 90])
  func `A place that does not fit its file is no harm`(_ sample: Sample, _ width: Int) throws {
    let reporter = TerminalReporter(width: width)
    for start in [
      Position(line: 0, column: 0), Position(line: 1, column: 4), Position(line: 2, column: 900),
    ] {
      for end in [
        Position(line: 0, column: 0), Position(line: 1, column: 5), Position(line: 9999, column: 1),
      ] {
        var review = sample.review
        for index in review.introduced.indices {
          let place = Place(
            path: review.introduced[index].place.path, span: Span(start: start, end: end))
          review.introduced[index].place = place
          review.introduced[index].cause = place
          review.introduced[index].fix = Fix(
            title: "Mend it", applicability: .safe, edits: [Fix.Edit(place: place, text: "a\r\nb")])
        }
        let report = reporter.report(review)
        #expect(review.introduced.isEmpty || report.contains("Mend it"))
      }
    }
  }
}
