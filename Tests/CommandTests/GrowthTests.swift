import Foundation
import TestRepository
import Testing

/// That what a stranger repeats by the hundred takes no more of the processor than its length allows: `Scripts/growth`
/// measures it of many more kinds. The limit is many times what each takes, and a part of what it would take if each of
/// them looked at all others.
@Suite struct GrowthTests {
  struct Kind: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var count: Int
    /// The source around them, and that of one; `#` is its number.
    var head: String
    var each: String
    var tail: String

    init(_ name: String, _ count: Int, _ head: String, _ each: String, _ tail: String) {
      (testDescription, self.count, self.head, self.each, self.tail) = (name, count, head, each, tail)
    }

    var source: String {
      head + (0..<count).map { each.replacing("#", with: "\($0)") + "\n" }.joined() + tail + "\n"
    }
  }

  static let audited = [
    Kind(
      "loops that are left early", 1_500, "func f(done: @escaping () -> Void) {\n",
      "while a# { if b# { break }; c#() }", "done() }"),
    Kind(
      "methods of one name", 1_200, "final class C { var c: (() -> Void)?\n",
      "func f() { self.c = { self.f() } }", "}"),
    Kind(
      "types of one name", 400, "",
      "final class C { let d = D(); func f#() { d.c = { self.f#() } } }; final class D { var c: (() -> Void)? }", ""),
    Kind(
      "cases that answer", 3_000, "func f(a: String, done: @escaping (Int) -> Void) { switch a {\n",
      "case \"k#\": done(#)", "default: done(0) } }"),
  ]

  static let reviewed = [
    Kind(
      "forks in one closure", 4_000, "func f() { g {\n", "if a# { h(#) } else { i(#) }", "} }")
  ]

  /// What each is after the change.
  static let rewritten = [
    (Kind("types that get other names", 3_000, "", "final class C# { func f() { g(#) } }", ""), "final class D# { func f() { g(#) } }")
  ]

  @Test(arguments: rewritten)
  func `A review of what is all rewritten costs what its length allows`(_ kind: Kind, _ new: String) throws {
    let repository = try TestRepository()
    for each in [kind.each, new] {
      var kind = kind
      kind.each = each
      try repository.write("A.swift", kind.source)
      try repository.commit()
    }
    try hold(repository, "review", "HEAD~1..HEAD")
  }

  @Test(arguments: audited) func `An audit costs what its length allows`(_ kind: Kind) throws {
    let repository = try TestRepository()
    try repository.write("A.swift", kind.source)
    try repository.commit()
    try hold(repository, "audit", "HEAD")
  }

  @Test(arguments: reviewed) func `A review costs what its length allows`(_ kind: Kind) throws {
    let repository = try TestRepository()
    try repository.write("A.swift", kind.source)
    try repository.commit()
    try repository.write("A.swift", kind.source + "func added() { print(1) }\n")
    try repository.commit()
    try hold(repository, "review", "HEAD~1..HEAD")
  }

  /// Ends the program that takes more than some seconds of the processor, whatever else the machine does.
  private func hold(_ repository: TestRepository, _ command: String...) throws {
    let program = try Command.executable.get().path
    let outcome = try Command.shell(
      "ulimit -t 40; exec '\(program)' \(command.joined(separator: " ")) --jobs 1 --format json", in: repository.path)
    #expect(outcome.status == 0 || outcome.status == 1, "\(outcome.status) \(outcome.errors)")
  }
}
