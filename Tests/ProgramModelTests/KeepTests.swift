import ProgramModel
import SwiftFacts
import Testing

/// Who keeps whom, by allocation site and access path, as `inspect keeps` shows it.
struct KeepTests {
  struct Sample: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// What the class declares, and what one of its methods does.
    var member: String
    var code: String
    var keeps: [String]

    init(_ name: String, _ member: String, _ code: String, _ keeps: String...) {
      testDescription = name
      self.member = member
      self.code = code
      self.keeps = keeps
    }
  }

  private static let samples: [Sample] = [
    .init("let", "let part = Part()", "part.host = self", "self.part.host = self [proven]"),
    .init("var", "var part: Part?", "part = Part()", "self.part = Part@5 [proven]"),
    .init("lazy", "lazy var part = Part()", "part.host = self", "self.part.host = self [proven]"),
    .init("local first", "var part: Part?", "let made = Part(); part = made", "self.part = Part@5 [proven]"),
    .init("array", "var parts: [Part] = []", "parts.append(Part())", "self.parts[] = Part@5 [known]"),
    .init(
      "array by assignment",
      "var parts: [Part] = []",
      "parts = [Part(), Part()]",
      "new@5[] = Part@5 [proven]",
      "new@5[] = Part@5 [proven]",
      "self.parts = new@5 [proven]"),
    .init("dictionary", "var parts: [String: Part] = [:]", "parts[\"a\"] = Part()", "self.parts[] = Part@5 [proven]"),
    .init(
      "tuple",
      "var pair: (name: String, part: Part)?",
      "pair = (name: \"a\", part: Part())", "new@5.part = Part@5 [proven]", "self.pair = new@5 [proven]"),
    .init(
      "array of tuples",
      "var entries: [(name: String, part: Part)] = []",
      "entries.append((name: \"a\", part: Part()))", "new@5.part = Part@5 [proven]", "self.entries[] = new@5 [known]"),
    .init(
      "enum",
      "enum Phase { case idle, on(Part) }; var phase = Phase.idle",
      "phase = .on(Part())", "Phase@5.on.0 = Part@5 [proven]", "self.phase = Phase@5 [proven]", "empties phase"),
    .init(
      "struct",
      "struct Box { var part: Part? }; var box = Box()",
      "box.part = Part()", "self.box.part = Part@5 [proven]"),
    .init(
      "memberwise",
      "struct Box { var part: Part }; var box: Box?",
      "box = Box(part: Part())", "Box@5.part = Part@5 [proven]", "self.box = Box@5 [proven]"),
    .init(
      "generic",
      "final class Box<Value> { var value: Value?; init(_ value: Value) { self.value = value } }; var box: Box<Part>?",
      "box = Box(Part())", "Box@5.value = Part@5 [proven]", "self.box = Box@5 [proven]"),
    .init("weak", "weak var part: Part?", "part = Part()"),
    .init(
      "setter",
      "var inner: Part?; var part: Part? { get { inner } set { inner = newValue } }",
      "part = Part()", "self.inner = Part@5 [proven]"),
    .init("static", "static var part: Part?", "Host.part = Part()", "process.part = Part@5 [proven]"),
    .init(
      "given",
      "var part: Part?; func take(_ part: Part) { self.part = part }",
      "take(Part())", "self.part = Part@5 [proven]"),
    .init(
      "closure",
      "let part = Part()",
      "part.done = { self.go() }", "self.part.done = closure@5 [proven]", "closure@5 captures self as self"),
    .init(
      "weak capture",
      "let part = Part()",
      "part.done = { [weak self] in self?.go() }", "self.part.done = closure@5 [proven]", "empties done"),
    .init("method", "let part = Part()", "part.done = go", "self.part.done = self.go as a closure [proven]"),
    .init(
      "unapplied method",
      "let part = Part()",
      "let f = Host.go; part.done = f(self)", "self.part.done = self.go as a closure [proven]"),
    .init(
      "nested",
      "let part = Part()",
      "part.done = { [weak self] in later { self?.part.done = nil } }",
      "self.part.done = closure@5 [proven]",
      "empties done later",
      "empties done"),
    .init(
      "alias",
      "let part = Part()",
      "let me = self; part.done = { me.go() }", "self.part.done = closure@5 [proven]", "closure@5 captures self as me"),
    .init("delegate", "let part = Part()", "part.boss = self"),
    .init(
      "loop",
      "var parts: [Part] = []",
      "for part in parts { part.host = self }", "self.parts[@5].host = self [proven]"),
  ]

  @Test(arguments: samples)
  func `What a function keeps`(_ sample: Sample) {
    let source = """
      final class Part { var done: (() -> Void)?; var host: Host?; weak var boss: Host? }
      final class Host {
        \(sample.member)
        func run() {
          \(sample.code)
        }
        func go() {}
      }
      """
    let (program, _) = OwnershipOfSource.made(of: source)
    let found = program.describeKeeps(in: program.file(at: "A.swift") ?? FileID(index: 0), line: 4)
    let expected = sample.keeps.isEmpty ? "" : "Host.run()\n" + sample.keeps.map { "  " + $0 }.joined(separator: "\n")
    #expect(found == expected)
  }
}
