@testable import ProgramModel
import SwiftFacts
import Testing

/// What functions do is not worked out again where an earlier program gives the same answers, and is as if it were.
@Suite struct TakingOverTests {
  private static let files = [
    "A.swift": """
      final class Loader {
        var done: (() -> Void)?
        var next: Loader?
        func keep(_ work: @escaping () -> Void) { done = work }
        func pass(_ work: @escaping () -> Void) { keep(work) }
      }
      """,
    "B.swift": """
      final class Screen {
        let loader = Loader()
        func show() {}
        func start() { loader.pass { self.show() } }
        func other() { helper(loader) }
      }
      """,
    "C.swift": """
      func helper(_ loader: Loader) { loader.next = loader }
      func nothing(_ number: Int) -> Int { number + 1 }
      protocol Showing { func show() }
      """,
    "D.swift": """
      final class Panel: Showing {
        let list = [Loader]()
        var screen: Screen?
        func show() { screen?.start(); _ = nothing(list.count) }
      }
      """,
  ]

  /// Each is one file with another content; nil for one that is gone.
  private static let edits: [(path: String, source: String?)] = [
    ("A.swift", files["A.swift"]?.replacing("{ done = work }", with: "{ work() }")),
    ("A.swift", files["A.swift"]?.replacing("  var next", with: "  weak var next")),
    ("B.swift", files["B.swift"]?.replacing("{ self.show() }", with: "{ [weak self] in self?.show() }")),
    ("B.swift", files["B.swift"]?.replacing("func show() {}", with: "func more() {}\n  func show() { more() }")),
    ("C.swift", files["C.swift"]?.replacing("loader.next = loader", with: "loader.next = nil")),
    ("C.swift", files["C.swift"]?.replacing("func nothing", with: "struct Screen {}\nfunc nothing")),
    ("C.swift", nil),
    ("Ab.swift", "final class Other: Showing { var loader: Loader?; func show() { loader?.pass { self.show() } } }"),
    ("Ab.swift", "extension Loader { func start() { pass { self.next = nil } } }"),
    ("Z.swift", "extension Int { var twice: Int { self * 2 } }"),
    ("D.swift", files["D.swift"]?.replacing("Panel: Showing", with: "Panel")),
    ("D.swift", files["D.swift"].map { "// Two lines\n// more.\n" + $0 }),
  ]

  @Test(arguments: edits.indices, [false, true])
  func `What is taken over is what would be found out`(_ edit: Int, _ isKept: Bool) throws {
    let (path, source) = Self.edits[edit]
    let maker = FactsMaker()
    let before = Self.files.mapValues { maker.facts(of: Array($0.utf8)) }
    var after = before
    after[path] = source.map { maker.facts(of: Array($0.utf8)) }
    let earlier = program(before)
    earlier.takeOver(from: nil, isKept: true)
    _ = earlier.heap(threads: 2)
    _ = told(of: earlier)
    let numbers = isKept ? earlier : nil
    let later = program(after, like: numbers)
    later.takeOver(from: earlier, isKept: isKept)
    #expect(
      text(later.heap(threads: 2), in: later) == text(program(after, like: numbers).heap(threads: 1), in: later))
    #expect(told(of: later) == told(of: program(after, like: numbers)))
    // And what is left by it is as good.
    guard isKept else { return }
    let last = program(before)
    last.takeOver(from: later, isKept: false)
    #expect(text(last.heap(threads: 1), in: last) == text(earlier.heap(threads: 1), in: last))
  }

  @Test func `What nothing of a change reaches is taken over`() throws {
    let maker = FactsMaker()
    let before = Self.files.mapValues { maker.facts(of: Array($0.utf8)) }
    var after = before
    after["D.swift"] = maker.facts(of: Array((Self.edits[11].source ?? "").utf8))
    let earlier = program(before)
    earlier.takeOver(from: nil, isKept: true)
    _ = earlier.heap(threads: 1)
    let later = program(after)
    let lasting = later.processLifetime(later.calls(threads: 1))
    let changes = ChangesSince(earlier, to: later).flatMap { ChangesSince($0, lasting) }
    let evaluations = Evaluations(since: changes, isKept: false)
    let known = later.allFunctions.filter { function in
      evaluations.known(
        function, earlier.heap(threads: 1).summaries, earlier.heap(threads: 1).telling, evaluations.compared()) != nil
    }
    let files = Set(known.map { later[later.file(of: $0)].path })
    #expect(files == ["A.swift", "B.swift", "C.swift"])
  }

  @Test func `What is added to one file leaves the numbers of the others`() {
    let before = Numbering([3, 15, 0, 16, 2])
    let after = Numbering([3, 17, 0, 16, 2], like: before)
    #expect(after.offsets[0] == before.offsets[0] && after.offsets[1] == before.offsets[1])
    // One file has no room left: those behind it move, and all have room again.
    #expect(after.offsets[2] > before.offsets[2])
    #expect(Numbering([3, 18, 0, 17, 2], like: after).offsets == after.offsets)
    // What is compared is known beforehand.
    let both = Numbering([3, 15, 0, 16, 2], beside: [3, 17, 0, 16, 2])
    #expect(Numbering([3, 17, 0, 16, 2], beside: [3, 15, 0, 16, 2], like: both).offsets == both.offsets)
    for numbers in [before, after] {
      #expect(numbers.given == numbers.given.sorted() && Set(numbers.given).count == numbers.given.count)
      #expect(numbers.given.map { numbers.file(of: $0) } == numbers.given.map { numbers.file(of: $0) }.sorted())
    }
    #expect(after.given.count { after.file(of: $0).index == 1 } == 17)
    #expect(Numbering([1, 2], like: before).given == Numbering([1, 2]).given)
  }

  @Test(arguments: edits.indices)
  func `What is compared has the same numbers for what is in both`(_ edit: Int) throws {
    let (path, source) = Self.edits[edit]
    let maker = FactsMaker()
    let before = Self.files.mapValues { maker.facts(of: Array($0.utf8)) }
    var after = before
    after[path] = source.map { maker.facts(of: Array($0.utf8)) }
    let (files, others) = (sources(before), sources(after))
    let old = Program(files: files, knowledge: Self.knowledge, beside: others)
    let new = Program(files: others, knowledge: Self.knowledge, beside: files, like: old)
    for type in old.declaredTypes {
      let twins = new.types(named: old[type].name)
      #expect(twins.isEmpty || twins.contains(type))
    }
    for (one, facts) in [(old, before), (new, after)] {
      #expect(one.presentFiles.map(\.path) == facts.keys.sorted())
      #expect(Set(facts.keys).allSatisfy { one.file(at: $0) != nil })
      #expect((before[path] == nil || after[path] == nil) == (old.file(at: path) == nil || new.file(at: path) == nil))
    }
    // And what is taken over so is what would be found out.
    new.takeOver(from: nil, isKept: true)
    _ = new.heap(threads: 1)
    _ = told(of: new)
    old.takeOver(from: new, isKept: false)
    let alone = Program(files: files, knowledge: Self.knowledge, beside: others)
    #expect(text(old.heap(threads: 1), in: old) == text(alone.heap(threads: 1), in: alone))
    #expect(told(of: old) == told(of: alone))
  }

  private func sources(_ files: [String: FileFacts]) -> [SourceFile] {
    files.map { SourceFile(path: $0.key, facts: $0.value) }
  }

  private static let knowledge = Knowledge()

  private func program(_ files: [String: FileFacts], like earlier: Program? = nil) -> Program {
    Program(files: files.map { SourceFile(path: $0.key, facts: $0.value) }, knowledge: Self.knowledge, like: earlier)
  }

  /// All that is known, in words that are the same for the same.
  private func text(_ heap: SummaryFixpoint, in program: Program) -> [String] {
    heap.summaries.enumerated().map { index, summary in
      let outcome = heap.outcomes[index]
      let emptying = summary?.emptying
      return [
        "\(index)", "\(summary?.effects ?? [])", "\(summary?.results ?? [])", "\(summary?.invocations ?? [])",
        "\(summary?.makesResult ?? false)", "\(String(describing: summary?.stream))",
        "\(emptying?.parameters.sorted() ?? []) \(emptying?.receiver ?? false) \(emptying?.contents.sorted() ?? [])",
        "\(emptying?.taken.map { $0.name.text }.sorted() ?? [])",
        "\(outcome?.clears ?? [])", "\(outcome?.roots.sorted() ?? [])", "\(outcome?.cycles ?? [])",
        "\(outcome?.linkings.map { $0.name.text }.sorted() ?? [])", "\(outcome?.joins ?? [])",
        "\(outcome?.limitsHit ?? 0)",
      ].joined(separator: "|")
    } + heap.telling.map(\.text).sorted()
  }

  /// What ends the cycles of a program, and what is said of its callbacks.
  private func told(of program: Program) -> [AnyHashable] {
    let ownership = program.ownership(threads: 1)
    return [
      ownership.cycles, ownership.harmless, program.lateCallbacks(threads: 1), program.sharedCalls(threads: 1),
    ]
  }
}
