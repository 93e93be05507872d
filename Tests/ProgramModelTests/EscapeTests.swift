import SwiftFacts
import Testing

@testable import ProgramModel

/// What becomes of a closure that a function is given, as one summary.
struct EscapeTests {
  /// The summary of the first parameter of `run`.
  private func summary(_ source: String) throws -> String {
    let facts = FactsMaker().facts(of: Array(source.utf8))
    var knowledge = Knowledge()
    knowledge.closures[.init(type: nil, name: "async")] = [.init(labels: nil, fact: .init(lifetime: .once))]
    knowledge.closures[.init(type: nil, name: "forEach")] = [.init(labels: nil, fact: .init(lifetime: .call))]
    knowledge.closures[.init(type: nil, name: "addHandler")] = [.init(labels: nil, fact: .init(lifetime: .receiver))]
    knowledge[.startsTask].add(.init(type: "Task", labels: nil, source: TableLine(table: 0, line: 1)), named: "init")
    let program = Program(files: [SourceFile(path: "A.swift", facts: facts)], knowledge: knowledge)
    let function = try #require(
      program.allFunctions.first { program.declaration(of: $0).name == "run" })
    let position = try #require(program.declaration(of: function).parameters.firstIndex { $0.closureKind != .never })
    return ClosureEscape(inference: Inference(program: program)).summary(ofParameter: position, of: function).description
  }

  @Test(arguments: EscapeShapes.all) func `A closure goes where the body lets it go`(_ shape: EscapeShape) throws {
    #expect(try summary(shape.source) == shape.summary)
  }
}

struct EscapeShape: Sendable, CustomTestStringConvertible {
  var source: String
  var summary: String
  var testDescription: String { source }

  init(_ source: String, _ summary: String) {
    self.source = source
    self.summary = summary
  }
}

enum EscapeShapes {
  static let all: [EscapeShape] = [
    .init("func run(_ f: () -> Void) { f() }",
      "inPlace, called once in place (proven), → called in place"),
    .init("func run(_ f: @escaping () -> Void) { f() }",
      "inPlace, called once in place (proven), → called in place"),
    .init("func run(_ f: @escaping () -> Void) { if x { f() } }",
      "inPlace, called at most once (known), → called in place"),
    .init("func run(_ f: @escaping () -> Void) { if x { queue.async { f() } } }",
      "later, called at most once (known), → called later"),
    .init("func run(_ f: @escaping () -> Void) { queue.async { if x { f() } } }",
      "later, called at most once (known), → called later"),
    .init("func run(_ f: @escaping () -> Void) { if x { f() } else { f() } }",
      "inPlace, called once in place (proven), → called in place"),
    .init("func run(_ f: @escaping () -> Void) { for _ in 0..<3 { f() } }",
      "inPlace, called who knows how often, → called in place"),
    .init("func run(_ f: @escaping () -> Void) { queue.async { f() } }",
      "later, called once later (known), → called later"),
    .init("func run(_ f: @escaping () -> Void) { queue.async(execute: f) }",
      "later, called who knows how often, → given to async"),
    .init("func run(_ f: (Int) -> Void) { list.forEach { f($0) } }",
      "inPlace, called who knows how often, → called in place"),
    .init("func run(_ f: @escaping () -> Void) { bus.addHandler { f() } }",
      "kept, called who knows how often, → called later"),
    .init("class C { var g: (() -> Void)?\n func run(_ f: @escaping () -> Void) { g = f } }",
      "kept, called who knows how often, → kept by g"),
    .init("class C { var all: [() -> Void] = []\n func run(_ f: @escaping () -> Void) { all.append(f) } }",
      "unknown, called who knows how often, → given to append"),
    .init("class C { var all: [Int: () -> Void] = [:]\n func run(_ f: @escaping () -> Void) { all[1] = f } }",
      "kept, called who knows how often, → kept by all[1]"),
    .init("func run(_ f: @escaping () -> Void) -> () -> Void { return f }",
      "unknown, called who knows how often, → returned"),
    .init("func run(_ f: @escaping () -> Void) { other(f) }\nfunc other(_ g: @escaping () -> Void) { g() }",
      "inPlace, called once in place (proven), → given to other"),
    .init(
      "func run(_ f: @escaping () -> Void) { other(f) }\nfunc other(_ g: @escaping () -> Void) { kept = g }",
      "kept, called who knows how often, → given to other"),
    .init("func run(_ f: @escaping () -> Void) { other { f() } }\nfunc other(_ g: () -> Void) { g() }",
      "inPlace, called once in place (proven), → called in place"),
    .init("func run(_ n: Int, _ f: @escaping () -> Void) { n > 0 ? run(n - 1, f) : f() }",
      "inPlace, called who knows how often, → called in place, → given to run"),
    .init(
      "func run(_ f: @escaping () -> Void) { even(f) }\nfunc even(_ f: @escaping () -> Void) { odd(f) }\nfunc odd(_ f: @escaping () -> Void) { if x { f() } else { even(f) } }",
      "inPlace, called who knows how often, → given to even"),
    .init(
      "protocol P { func go(_ f: @escaping () -> Void) }\nfunc run(_ f: @escaping () -> Void, p: P) { p.go(f) }",
      "later, called who knows how often, → given to go"),
    .init("func run(_ f: (() -> Void)?) { f?() }",
      "inPlace, called once in place (proven), → called in place"),
    .init("func run(_ f: @escaping () -> Void) { let g = f\n g() }",
      "inPlace, called once in place (proven), → called in place"),
    .init("func run(_ f: @escaping () -> Void) { let g = f\n kept = g }",
      "kept, called who knows how often, → kept by kept"),
    .init("func run(_ f: @escaping () -> Void) { let g = { f() }\n g() }",
      "unknown, called once in place (proven), → called later"),
    .init("func run(_ f: @escaping () -> Void) { let g = { f() }\n g()\n g() }",
      "unknown, called who knows how often, → called later"),
    .init("func run(_ f: @escaping () -> Void) { unknownThing(f) }",
      "unknown, called who knows how often, → given to unknownThing"),
    .init("func run(_ f: @escaping () -> Void) { Task { try await g(); f() } }",
      "unknown, called once later (known), → called later"),
  ]
}
