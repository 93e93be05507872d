import BundledRules
import ProgramModel
import ReviewModel
import Reviewing
import RulePages
import Testing

/// That findings say how to get rid of them. That the fixes of examples mend what they are offered for is part of
/// what every example is tested for.
@Suite struct WayOutTests {
  private static let pages = BundledPagesTests.pages
  private static let examination = PageExamination(rules: pages, knowledge: BundledPagesTests.knowledge)

  @Test(arguments: pages) func `Every finding of an example has a way out`(page: RulePage) {
    let ways = Self.examination.waysOut(of: page)
    #expect(!ways.isEmpty)
    #expect(ways.allSatisfy { $0 != nil }, "give the page a `remedy:`")
  }

  @Test(arguments: pages.filter { $0.fix != nil || $0.rewrite != nil })
  func `A page that names a fix has an example of it`(page: RulePage) {
    #expect(
      Self.examination.waysOut(of: page).contains { $0.map { !$0.edits.isEmpty } ?? false },
      "no example of the page is offered an edit")
  }

  @Test func `A pattern is rewritten around what its names stand for`() throws {
    let page = """
      ---
      level: risk
      pattern: log($LEVEL, $...VALUES)
      message: "`log` is gone"
      rewrite: "logger.write(at: $LEVEL, $...VALUES)"
      ---
      # Log

      Nobody reads it.

      ## Flagged

      ```diff
      +log( .info, first /* kept */, name: second )
      !^
      ```

      ## Not flagged

      ```diff
      +logger.write(at: .info)
      ```
      """
    let rule = try #require(RulePage.read(page, path: "Memory/log.md").page)
    let examination = PageExamination(rules: [rule], knowledge: Knowledge())
    #expect(examination.failures(of: [rule], threads: 1) == [])
    let fix = try #require(examination.waysOut(of: rule).first ?? nil)
    #expect(fix.applicability == .review && fix.title == "Write `logger.write(at: .info, first, second)`")
    let edited = EditedText.applying(fix.edits, to: Array("log( .info, first /* kept */, name: second )".utf8))
    #expect(edited.map { String(decoding: $0, as: UTF8.self) } == "logger.write(at: .info, first /* kept */, name: second)")
  }

  /// The ways out of what a bundled rule finds in a file that is added.
  private func waysOut(of rule: String, in source: String) throws -> [Fix] {
    let bundled = try #require(BundledRules.pages.first { $0.path.hasSuffix("/\(rule).md") }).text
    let head = try #require(bundled.firstRange(of: "\n## Flagged"))
    let lines = source.split(separator: "\n", omittingEmptySubsequences: false).map { "+\($0)" }.joined(separator: "\n")
    let text = """
      \(bundled[..<head.lowerBound])
      ## Flagged

      ```diff
      \(lines)
      !^
      ```

      ## Not flagged

      ```diff
      +let a = 1
      ```
      """
    let page = try #require(RulePage.read(text, path: "Memory/\(rule).md").page)
    let examination = PageExamination(rules: [page], knowledge: BundledPagesTests.knowledge)
    return examination.waysOut(of: page).compactMap(\.self)
  }

  @Test func `A slot that alone keeps what is made for it is not made weak`() throws {
    let ways = try waysOut(
      of: "strong-delegate-cycle",
      in: """
        protocol Media: AnyObject {}
        final class MediaControl: Media {
          let provider: Provider
          init(provider: Provider) { self.provider = provider }
        }
        final class Provider {
          private var kept: Media?
          var media: Media {
            if let kept { return kept }
            let made = MediaControl(provider: self)
            kept = made
            return made
          }
        }
        """)
    #expect(!ways.isEmpty && ways.allSatisfy { fix in !fix.edits.contains { $0.place.span.start.line == 7 } })
  }

  @Test func `A formatter that writes texts as well keeps its locale`() throws {
    let reads = """
      import Foundation
      func day(of text: String) -> Date? {
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy-MM-dd"
        return formatter.date(from: text)
      }
      """
    let shows = """
      import Foundation
      func title(of text: String) -> String? {
        let formatter = DateFormatter()
        formatter.dateFormat = "yyyy-MM-dd"
        guard let day = formatter.date(from: text) else { return nil }
        formatter.dateFormat = "d MMMM"
        return formatter.string(from: day)
      }
      """
    let rule = "date-format-without-fixed-locale"
    #expect(try waysOut(of: rule, in: reads).map(\.edits.isEmpty) == [false])
    #expect(try waysOut(of: rule, in: shows).map(\.edits.isEmpty) == [true])
  }

  @Test func `What keeps the object of a view is offered where the program has it already`() throws {
    let view = """
      final class NoteModel: ObservableObject { @Published var text = "" }
      struct NoteView: View {
        @ObservedObject var model = NoteModel()
        var body: some View { TextField("Note", text: $model.text) }
      }
      struct Screen: View {
        @State private var title = ""
        var body: some View { VStack { Text(title); NoteView() } }
      }
      """
    let other = "struct Other: View { @StateObject var model = NoteModel(); var body: some View { Text(model.text) } }"
    let rule = "observed-object-owned-inline"
    #expect(try waysOut(of: rule, in: view).map(\.edits.isEmpty) == [true])
    #expect(try waysOut(of: rule, in: view + "\n" + other).map(\.edits.isEmpty) == [false])
  }

  @Test func `What only its own closure keeps is not let go of by it`() throws {
    let watcher = """
      final class Watcher {
        var observation: NSKeyValueObservation?
        let progress: Progress
        init(_ progress: Progress) { self.progress = progress }
        func start() {
          observation = progress.observe(\\.fractionCompleted) { _, _ in self.show() }
        }
        func show() {}
      }
      """
    let rule = "closure-retain-cycle"
    let temporary = watcher + "\nfunc load(_ progress: Progress) { Watcher(progress).start() }"
    let kept = watcher + "\nfinal class Screen { let watcher = Watcher(Progress()); func show() { watcher.start() } }"
    #expect(try waysOut(of: rule, in: temporary).map(\.edits.isEmpty) == [true])
    #expect(try waysOut(of: rule, in: kept).map(\.edits.isEmpty) == [false])
  }

  @Test func `Closures that are given to one call are mended together`() throws {
    let ways = try waysOut(
      of: "closure-retain-cycle",
      in: """
        final class Reader {
          var onPart: () -> Void
          var onEnd: () -> Void
          init(onPart: @escaping () -> Void, onEnd: @escaping () -> Void) {
            self.onPart = onPart
            self.onEnd = onEnd
          }
        }
        final class Feed {
          var reader: Reader?
          func start() {
            reader = Reader(onPart: { self.add() }, onEnd: { self.add(); self.finish() })
          }
          func add() {}
          func finish() {}
        }
        """)
    #expect(ways.count == 1)
    #expect(ways.allSatisfy { fix in fix.edits.count { $0.text.contains("[weak self]") } == 2 })
  }

  @Test func `A closure that may answer by a method of its own is no edit`() throws {
    func source(_ answer: String) -> String {
      """
      final class TableSource<Maker> {
        let maker: Maker
        init(maker: Maker) { self.maker = maker }
      }
      final class People {
        lazy var source = TableSource(maker: { table, row in self.cell(table, row) })
        func cell(_ table: Table, _ row: Int)\(answer) {}
      }
      """
    }
    let rule = "closure-retain-cycle"
    #expect(try waysOut(of: rule, in: source(" -> Cell")).map(\.edits.isEmpty) == [true])
    #expect(try waysOut(of: rule, in: source("")).map(\.edits.isEmpty) == [false])
  }

  @Test func `A copy that keeps the closure as well is named`() throws {
    func source(_ body: String) -> String {
      """
      final class Sign { var owner: AnyObject?; var isOn = false }
      final class Meter {
        var onChange: (() -> Void)?
        var isOn = false
      }
      struct MeterRow {
        let meter: Meter
        var isOn: Bool { meter.isOn }
        func sign() -> Sign {
          let sign = Sign()
          sign.owner = meter
          meter.onChange = { \(body) }
          return sign
        }
      }
      final class Screen { func show() { _ = MeterRow(meter: Meter()).sign() } }
      """
    }
    let rule = "closure-retain-cycle"
    #expect(try waysOut(of: rule, in: source("sign.isOn = isOn")).map(\.edits.isEmpty) == [true])
    #expect(try waysOut(of: rule, in: source("sign.isOn = true")).map(\.edits.isEmpty) == [false])
  }

  @Test func `What an object makes for itself is not made weak, and who else keeps it is named`() throws {
    let ways = try waysOut(
      of: "strong-delegate-cycle",
      in: """
        protocol SearchService {}
        final class Kit {
          lazy var searchService: SearchService = { Search(kit: self) }()
          lazy var pushService = Push(kit: self)
        }
        final class Search: SearchService {
          let kit: Kit
          init(kit: Kit) { self.kit = kit }
        }
        final class Push {
          let kit: Kit
          init(kit: Kit) { self.kit = kit }
        }
        """)
    #expect(ways.count == 2 && ways.allSatisfy { $0.title.hasPrefix("Declare `kit` weak") })
    #expect(ways.contains { $0.title.hasSuffix("; `Push.kit` keeps the same object") })
  }
}
