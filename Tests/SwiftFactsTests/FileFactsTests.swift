import SwiftFacts
import Testing

struct FileFactsTests {
  @Test(arguments: [
    ("a file with conflict markers", "let a = 1\n<<<<<<< HEAD\nlet b = 1\n=======\nlet b = 2\n>>>>>>> other\n", 2),
    ("a conflict on the first line", "<<<<<<< HEAD\nlet b = 1\n=======\nlet b = 2\n>>>>>>> other\n", 1),
  ])
  func `An unresolved conflict is named by its first line`(_ name: String, _ source: String, _ line: Int) {
    #expect(facts(source).obstacle == .conflictMarkers(line: line), "\(name)")
  }

  @Test func `Conflict markers in a string are source like any other`() {
    let source = "let a = \"\"\"\n  x\n<<<<<<< HEAD\n=======\n>>>>>>> other\n  \"\"\"\n"
    #expect(facts("let text = 1\n" + source.replacing("  \"\"\"", with: "\"\"\"")).obstacle == nil)
  }

  @Test func `What is not UTF-8 is named`() {
    #expect(FactsMaker().facts(of: [0x6C, 0x65, 0x74, 0xFF, 0xFE]).obstacle == .notUTF8)
  }

  @Test(arguments: [
    String(repeating: "(", count: 10_000) + "1" + String(repeating: ")", count: 10_000),
    "a" + String(repeating: ".b", count: 10_000),
    String(repeating: "{ ", count: 3_000) + String(repeating: "}", count: 3_000),
    String(repeating: "a < ", count: 600) + "b",
  ])
  func `Source that nests too deeply is given up, not crashed on`(_ expression: String) async {
    let obstacle = await onDeepStack { facts("let x = \(expression)\n").obstacle }
    #expect(obstacle == .nestedTooDeeply)
  }

  /// Each would keep the parser busy for minutes, or for ever.
  @Test(arguments: [
    ("[", "1", "]"), ("([", "1", "])"), ("[a<", "Int", ">]"), ("a<[", "Int", "]>"), ("[(a: ", "Int", ")]"), ("[@a(\"x\") ", "Int", "]"),
    ("[A<B, ", "Int", ">]"), ("[/* ] */ ", "1", "]"), ("[\n// ]\n", "1", "]"), ("[(Int) -> ", "Int", "]"), ("[some ", "Int", "]"),
    ("[@a(\"]\") ", "Int", "]"), ("[@a(#\"\"]\"#) ", "Int", "]"), ("[`a]` & ", "Int", "]"), ("[(a: Int = /]/, b: ", "Int", ")]"),
    ("[@a(\"\"\"\n]\n\"\"\") ", "Int", "]"), ("[@a(\"\\(\"]\")\") ", "Int", "]"), ("[@a(“]”) ", "Int", "]"),
  ])
  func `Brackets that the parser would read over and over are given up before it sees them`(_ part: (open: String, inner: String, close: String)) {
    let nested = String(repeating: part.open, count: 40) + part.inner + String(repeating: part.close, count: 40)
    for source in ["let x = \(nested)\n", "var x: \(nested)\n", "if case \(nested) = x {}\n", "let x = { (a: \(nested)) in a }\n", "let x = y as \(nested)\n", "x(\"\\(\(nested))\")\n"] {
      #expect(facts(source).obstacle == .nestedTooDeeply, "\(source)")
    }
    let many = String(repeating: "_ = " + String(repeating: part.open, count: 12) + "x\n", count: 2_000)
    #expect(facts(many).obstacle == .nestedTooDeeply)
  }

  /// The parser takes the second quotation mark for the end of the first string, and reads on behind it.
  @Test(arguments: [
    "\"\\(f\"", "x(\"\\(f\"", "x([\"A\\(ft\"], e = ", "\"\\(f + 1 a\"", "\"\\(f let \"", "#\"\\#(f\"", "\"\"\"\n\\(f \"\"\"\n",
  ])
  func `What an interpolation that does not end leaves as code is counted`(_ start: String) async {
    for piece in ["[", "A<", "(A)->", "{", "("] {
      for end in ["a\n", "\"B\"\n"] {
        let source = start + String(repeating: piece, count: piece == "[" ? 40 : 10_000) + end
        let obstacle = await onDeepStack { facts(source).obstacle }
        #expect(obstacle == .nestedTooDeeply, "\(start) \(piece) \(end)")
      }
    }
    #expect(facts(#"let a = "\(b["[[[["] ?? "[") [[[[[[[[[[\(c)[[[[[[[[[[[[[[[[[[[[[[""# + "\n").obstacle == nil)
  }

  /// At each of them the parser looks for the end of what may be a trailing closure.
  @Test(arguments: ["if a { ", "while a { ", "guard a else { ", "if a { /* /* } */ } */ ", "if a { _ = \"}\"; ", "if a { _ = #\"}\"#; "])
  func `Braces within each other are given up before the parser sees them`(_ piece: String) {
    let nested = String(repeating: piece, count: 2_000) + String(repeating: "}", count: 2_000)
    #expect(facts("func f() {\n\(nested)\n}\n").obstacle == .nestedTooDeeply)
    let many = "func f() {\n" + String(repeating: piece, count: 200) + String(repeating: "b(c)\n", count: 20_000) + String(repeating: "}", count: 201)
    #expect(facts(many).obstacle == .nestedTooDeeply)
  }

  /// At each of them the parser looks for the end of those around it, and the lexer copies what strings are open.
  @Test(arguments: [
    "@a(~b", "#selector(`a`", "#available(await ", "\\(where A == ", "a?.b(", "...awhere T: /(", "\\(#m<", "\\#\"\\#(", "#\"\\#(", "\"\\(",
    "a < ", "<A!some ", "@a(throws(", "(a = 1 / 2; b(\"\\(c)\")[",
  ])
  func `Brackets without their ends are given up before the parser sees them`(_ piece: String) {
    for start in ["", "func f() { ", "var x: ", "struct S { ", "let x = \"/* \\(a(\"b\"))\" // )\n"] {
      #expect(facts(start + String(repeating: piece, count: 3_000) + "\n").obstacle == .nestedTooDeeply, "\(start)")
    }
    let block = "func f() { " + String(repeating: piece, count: 60) + " }\n"
    #expect(facts(String(repeating: block, count: 600)).obstacle == .nestedTooDeeply)
  }

  /// At each of them the parser looks for the `:` on the rest of the line.
  @Test(arguments: ["a ? b ", "a ? b() ", "a ? b + "])
  func `Questions without their other answer are given up before the parser sees them`(_ piece: String) {
    for start in ["", "func f() { ", "let x = "] {
      #expect(facts(start + String(repeating: piece, count: 20_000) + "\n").obstacle == .nestedTooDeeply, "\(start)")
    }
    let sound = "let a = b ? c : d ? e(f: g) : h\nlet i: J? = k as? J ?? l?.m\n"
    #expect(facts(String(repeating: sound, count: 3_000)).obstacle == nil)
  }

  @Test(arguments: ["@a<", "@a<[", "@a<b, @c<"])
  func `Attributes in the arguments of attributes are given up before the parser sees them`(_ piece: String) {
    for start in ["", "func f() { ", "var x: ", "struct S { let y = a < b\n"] {
      for end in ["\n", String(repeating: ">", count: 40) + " var x = 1\n"] {
        #expect(facts(start + String(repeating: piece, count: 40) + end).obstacle == .nestedTooDeeply, "\(start)")
      }
    }
    let sound = "let a = b < c\n@A @B @C func d<E>(_ f: @escaping (G<@Sendable () -> Void>) -> Void) {}\n"
    #expect(facts(String(repeating: sound, count: 300)).obstacle == nil)
  }

  /// At each of them the parser looks for the next member, as far as there is none.
  @Test(arguments: ["a ? b : ", "a @a ", "_:\n", "a :\n"])
  func `What belongs to no member of a type is given up in such numbers`(_ piece: String) {
    for start in ["struct S { ", "extension A where ", "enum S { case x "] {
      #expect(facts(start + String(repeating: piece, count: 3_000) + "\n").obstacle == .nestedTooDeeply, "\(start)")
    }
    let lines = "@objc var a: Int\n@A @B case b(c: Int)\nlet d = e ? f : g\n"
    #expect(facts("class S {\n" + String(repeating: lines, count: 1_000) + "}\n").obstacle == nil)
    let cases = String(repeating: "case 1, 2: a(b: c ? d : e)\n", count: 1_000)
    #expect(facts("func f() { switch a {\n\(cases)} }\n").obstacle == nil)
  }

  /// At each of them the parser looks, through those within, for attributes alone: so many took all of its stack.
  @Test(arguments: ["#if\n", "#if A\n", "#if A\n@a\n"])
  func `Conditions of compilation within each other are given up before the parser sees them`(_ piece: String) async {
    for start in ["", "func f() {\n", "struct S {\n", "let x = y\n"] {
      let source = start + String(repeating: piece, count: 2_800_000 / piece.utf8.count)
      let obstacle = await onDeepStack { facts(source).obstacle }
      #expect(obstacle == .nestedTooDeeply, "\(start)")
    }
    let sound = "#if A\n#if B\nlet a = 1 // #if\n#else\n@objc func f() {}\n#endif\n#elseif C\nlet b = \"#if\"\n#endif\n"
    #expect(facts(String(repeating: sound, count: 1_000)).obstacle == nil)
  }

  /// From each of them the parser looks for what they are the modifiers of.
  @Test(arguments: ["package ", "nonisolated\n", "open mutating ", "a consuming "])
  func `Words that begin nothing are given up in such numbers`(_ piece: String) {
    for start in ["", "class C { ", "var a: Int { "] {
      #expect(facts(start + String(repeating: piece, count: 20_000)).obstacle == .nestedTooDeeply, "\(start)")
    }
    let lines = "import A\npublic static final override func f() {}\ncase a\ncase b\nlet c = try await d ?? e\n"
    #expect(facts("class C {\n" + String(repeating: lines, count: 2_000) + "}\n").obstacle == nil)
    #expect(facts("enum E {\n" + String(repeating: "case a\n", count: 20_000) + "}\n").obstacle == nil)
  }

  @Test func `Parentheses that have their ends are read`() {
    let deep = String(repeating: "f(", count: 60) + #""\(a("("))""# + String(repeating: ")", count: 60)
    let lines = [
      "_ = a < b && c < d", "_ = a / b; _ = c(d)/e", "_ = A<B<C>>() >> d", #"_ = "\(a.b(c("(d)")))""#,
      "_ = `a`(b) // (((", "/* (( */ let `c d` = \"((\"", ##"_ = #"(("#"##, "_ = a.map { b($0, (c, \"\")) }",
    ]
    let source = "func f() {\n" + String(repeating: lines.joined(separator: "\n") + "\n", count: 300) + "}\n"
    #expect(facts(source).obstacle == nil)
    #expect(facts("let x = \(deep)\n").obstacle == nil)
  }

  @Test func `Braces beside each other are no nesting`() {
    let text = String(repeating: "func f() { if a { b { c { d() } } } } // }\n/* { */ let s = \"{{\"\n", count: 500)
    #expect(facts(text).obstacle == nil)
  }

  @Test(arguments: ["A<", "(A)->", "\"\\("])
  func `Types and interpolations that go on for ever are given up`(_ part: String) async {
    let obstacle = await onDeepStack { facts("let x: \(String(repeating: part, count: 100_000))\n").obstacle }
    #expect(obstacle == .nestedTooDeeply)
  }

  @Test func `Types of functions in any number that do not follow each other are read`() {
    for line in ["var a: (() -> Void)?", "let a: (Int) throws -> Int", "func f() -> Int", "case a(() -> Void)"] {
      #expect(facts("protocol P {\n" + String(repeating: line + "\n", count: 5_000) + "}\n").obstacle == nil)
      let inParentheses = "let x: " + String(repeating: "(\n\(line)) -> ", count: 5_000) + "Int\n"
      #expect(facts(inParentheses).obstacle == .nestedTooDeeply)
    }
  }

  @Test func `Brackets in any number that do not nest are read`() {
    let lists = #"let a: [[String: [String: [[Int]]]]] = [["a": ["b": [[1, 2], [/* ] */ 3]]], "\(c[["d"]])": [:]]]"# + "\n"
    #expect(facts(String(repeating: lists, count: 100)).obstacle == nil)
    let json = String(repeating: #"["a": ["#, count: 7) + "1" + String(repeating: "]]", count: 7)
    #expect(facts("let a: Any = \(json)\n").obstacle == nil)
    #expect(facts("let a = \"\(String(repeating: "[", count: 1_000))\"\n// \(String(repeating: "[", count: 1_000))\n").obstacle == nil)
  }

  @Test func `A file larger than what people write is not read`() {
    #expect(facts("let x = \"\(String(repeating: "a", count: 3_000_000))\"\n").obstacle == .tooLarge)
  }

  @Test(arguments: [("class A {{{\n", 1), ("let a = 1\nlet b = )\n", 2), ("struct A {\n  func f( {\n  }\n}\n", 2), ("#if A\nlet a = 1\n", 2)])
  func `The first line that is no Swift is known`(_ source: String, _ line: Int) {
    let facts = facts(source)
    #expect(facts.flaw.map { facts.position(of: $0).line } == line)
  }

  @Test func `What only Swift 5 reads is read as Swift 5 does`() {
    let facts = facts("class A { @objc (tapped) func tap() {} }\nlet a = { @MainActor (b: Int) in b }\n")
    #expect(facts.flaw == nil && facts.functions.contains { $0.name == "tap" })
  }

  @Test(arguments: ["class A { func f() { if let x = ", "func", "}", "", "extension", "@", "let a: = 3"])
  func `Source that breaks off has the facts of what is there`(_ source: String) {
    #expect(facts(source).obstacle == nil)
  }

  @Test func `Bounds say the same in a clause of their own`() {
    func bounds(_ source: String) -> [String] {
      let facts = facts(source)
      return facts.functions[0].generics.map { "\($0.name): \($0.bound.map { facts.code.spelling(of: $0) } ?? "")" }
    }
    #expect(bounds("func f<T: P & Q>(_ a: T) {}") == ["T: P & Q"])
    #expect(bounds("func f<T>(_ a: T) where T: P, T: Q {}") == ["T: P & Q"])
    #expect(bounds("func f<T: P>(_ a: T) where T: Q {}") == ["T: P & Q"])
  }

  @Test func `A place counts lines and columns from 1, in bytes`() {
    let facts = facts("// é\r\nlet größe = call()\r\n")
    let call = facts.code.expressions.indices.first { if case .call = facts.code.expressions[$0] { true } else { false } }
    let span = call.map { facts.code.spans[$0] }
    let place = span.map { facts.position(of: $0.start) }
    #expect(place?.line == 2)
    #expect(place?.column == 15, "`größe` has seven bytes")
  }

  @Test func `A comment that allows a finding names rules and then a reason`() {
    let facts = facts(
      """
      let a = 1 // nitless:allow weak-dropped, closure-retain-cycle - kept on purpose
      //nitless:allow weak-dropped — kept — for good\r
      // nitless:allow weak-dropped Kept on purpose.
      // nitless:allow weak-dropped
      // nitless:allow weak-dropped -
      // nitless:allowance

      """)
    #expect(
      facts.allowances.map { $0.rules.map(\.text) } == [
        ["weak-dropped", "closure-retain-cycle"], ["weak-dropped"], ["weak-dropped"], ["weak-dropped"], ["weak-dropped"],
      ])
    #expect(
      facts.allowances.map(\.reason) == ["kept on purpose", "kept — for good", "Kept on purpose.", nil, nil])
    #expect(facts.allowances.map(\.line) == [1, 2, 3, 4, 5])
  }

  @Test(arguments: [
    ("a = b ?? c", "a = b ?? c"), ("a.b.c = d as? E", "a.b.c = d"), ("x += [f]", "x += [f]"),
    ("a ? b : c", "b ?? c"), ("try await (a!.b?.c)(d: &e)", "a.b.c(d: e)"), ("f { $0 }", "f({ … })"),
    ("`default`.x", "default.x"), ("a + b * c == d", "a + b * c == d"),
  ])
  func `Operators, optionals and effects are lowered to what they do`(_ source: String, _ spelling: String) {
    let code = PatternCode(source)
    #expect(code.map { $0.code.spelling(of: $0.root) } == spelling)
  }

  private func facts(_ source: String) -> FileFacts { FactsMaker().facts(of: Array(source.utf8)) }
}
