import ProgramModel
import SwiftFacts
import Testing

/// Ways through bodies, where a rule page could not say it: many of them, endless ones, on several threads.
struct PathTests {
  @Test func `Sixty conditions in a row do not make too many ways`() {
    let conditions = (0..<60).map { "    if flags[\($0)] { count += \($0) }" }.joined(separator: "\n")
    let found = missed(
      """
      func run(_ flags: [Bool], completion: @escaping (Int?) -> Void) {
        var count = 0
      \(conditions)
        guard flags.count > 3 else { return }
        completion(count)
      }
      """)
    #expect(found == ["63 leaves"])
  }

  @Test func `Functions in a body that call each other come to an end`() {
    let found = missed(
      """
      func run(_ n: Int, completion: @escaping (Int?) -> Void) {
        func even(_ n: Int) { if n == 0 { completion(0) } else { odd(n - 1) } }
        func odd(_ n: Int) { if n == 0 { completion(1) } else { even(n - 1) } }
        even(n)
      }
      """)
    #expect(found.isEmpty)
  }

  @Test func `Functions that hand a completion to each other come to an end`() {
    let found = missed(
      """
      func one(_ n: Int, completion: @escaping (Int?) -> Void) { n > 0 ? two(n - 1, completion: completion) : completion(n) }
      func two(_ n: Int, completion: @escaping (Int?) -> Void) { one(n, completion: completion) }
      """)
    #expect(found.isEmpty)
  }

  @Test func `A function of the program that forgets its completion is told of once, not its callers`() {
    let found = missed(
      """
      func load(_ n: Int, completion: @escaping (Int?) -> Void) {
        guard n > 0 else { return }
        completion(n)
      }
      func outer(_ n: Int, completion: @escaping (Int?) -> Void) {
        load(n, completion: completion)
      }
      """)
    #expect(found == ["2 leaves"])
  }

  @Test func `A jump out of a labelled loop goes where it says`() {
    let found = missed(
      """
      func find(_ rows: [[Int]], completion: @escaping (Int?) -> Void) {
        var found: Int?
        search: for row in rows {
          for value in row where value > 3 {
            found = value
            break search
          }
        }
        completion(found)
      }
      """)
    #expect(found.isEmpty)
  }

  @Test func `What defer does is done on each way out, and after what stands there`() {
    let found = missed(
      """
      func run(_ n: Int, completion: @escaping (Int?) -> Void) {
        if n < 0 { return }
        defer { completion(n) }
        if n == 0 { return }
        print(n)
      }
      """)
    #expect(found == ["2 leaves"])
  }

  @Test func `A case that falls through calls what the next one calls`() {
    let found = missed(
      """
      func run(_ n: Int, completion: @escaping (Int?) -> Void) {
        switch n {
        case 0: fallthrough
        case 1: completion(n)
        default: completion(0)
        }
      }
      """)
    #expect(found.isEmpty)
  }

  @Test func `A loop that ends by break alone is left as the break leaves it`() {
    let found = missed(
      """
      func run(_ next: () -> Int, completion: @escaping (Int?) -> Void) {
        while true {
          let n = next()
          if n == 1 { completion(n); return }
          if n == 2 { break }
        }
      }
      """)
    #expect(found == ["4 runsOut"])
  }

  @Test func `What a round was told of its own element says nothing of the next one`() {
    let found = missed(
      """
      func find(_ rows: [Row], completion: @escaping (Int?) -> Void) {
        for row in rows {
          if row.isEmpty { continue }
          if row.isEmpty == false { completion(row.count); return }
        }
      }
      """)
    #expect(found == ["2 runsOut"])
  }

  @Test func `A method that calls the one which takes out what is kept is not known to do so`() {
    let found = missed(
      """
      final class Gate {
        private var pending: ((Int?) -> Void)?
        func open(_ n: Int, completion: @escaping (Int?) -> Void) {
          pending = completion
          close()
          completion(n)
        }
        private func close() { flush() }
        private func flush() { pending?(1) }
      }
      """)
    #expect(found.isEmpty)
  }

  @Test func `What a property keeps may be taken out elsewhere, unless it is private`() {
    func gate(_ access: String) -> [String] {
      missed(
        """
        final class Gate {
          \(access) var pending: ((Int?) -> Void)?
          func open(_ n: Int, completion: @escaping (Int?) -> Void) {
            pending = completion
            if n > 3 { flush() }
          }
          private func flush() {
            pending?(1)
            pending = nil
          }
        }
        """)
    }
    #expect(gate("private") == ["5 runsOut"])
    #expect(gate("").isEmpty)
  }

  @Test(arguments: [1, 2, 5])
  func `The answer is the same on any number of threads`(threads: Int) {
    let source = (0..<40).map { number in
      """
      func run\(number)(_ n: Int?, completion: @escaping (Int?) -> Void) {
        guard let n else { return }
        DispatchQueue.main.async { completion(n) }
      }
      """
    }.joined(separator: "\n")
    #expect(missed(source, threads: threads) == (0..<40).map { "\($0 * 4 + 2) leaves" })
  }

  private func missed(_ source: String, threads: Int = 1) -> [String] {
    let facts = FactsMaker().facts(of: Array(source.utf8))
    var knowledge = Knowledge()
    knowledge.closures[.init(type: nil, name: "async")] = [.init(labels: nil, fact: .init(lifetime: .once))]
    knowledge[.completes].add("completion", at: TableLine(table: 0, line: 1))
    let program = Program(files: [SourceFile(path: "A.swift", facts: facts)], knowledge: knowledge)
    return program.missedCompletions(threads: threads).map { missed in
      "\(facts.position(of: missed.span.bytes.start).line) \(missed.flaw)"
    }
  }
}
