import SwiftFacts
import Testing

/// The one form that bodies are lowered to: precedences, marks, patterns, and what its text says.
struct BodyTests {
  private func code(_ body: String) throws -> (code: Code, root: Int32) {
    let facts = FactsMaker().facts(of: Array("func run(_ a: A, _ b: B, _ c: C, _ d: D) {\n\(body)\n}".utf8))
    return (facts.code, try #require(facts.functions.first).firstStatement)
  }

  private func text(_ body: String) throws -> String {
    let (code, root) = try code(body)
    return code.description(of: root).split(separator: "\n").dropFirst().map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  @Test(arguments: [
    ("a + b * c", "(+ a (* b c))"), ("a * b + c", "(+ (* a b) c)"), ("a + b - c + d", "(+ (- (+ a b) c) d)"),
    ("a + b + c", "(+ a b c)"), ("a - b - c", "(- a b c)"), ("a == b + c", "(== a (+ b c))"), ("a / b % c", "(% (/ a b) c)"),
    ("a << b * c", "(* (<< a b) c)"), ("a ... b + c", "(... a (+ b c))"), ("a < b == c", "(== (< a b) c)"),
    ("a as? B == c", "(== (as? a B) c)"), ("a as! B", "(as! a B)"), ("a is B", "(is a B)"), ("x += a * b", "(+= x (* a b))"),
    ("x &-= a", "(&-= x a)"), ("-a + b", "(+ (- a) b)"), ("a! + b", "(+ a! b)"), ("f(&a)", "f(a&)"),
    ("x = \"n \\(a) of \\(b, c)\"", "(= x (compound 'n ' a$ ' of ' b c))"), ("#expect(a == b)", "(#expect (== a b))"),
    ("x = \\A.b.c", "(= x \\A.b.c)"), ("(a + b) * c", "(* (+ a b) c)"),
  ]) func `An operator takes what its precedence gives it`(_ source: String, _ expected: String) throws {
    #expect(try text(source) == expected)
  }

  @Test func `What && and || leave out is inside what comes before it`() throws {
    #expect(
      try text("x = a && b || c && d") == """
        x
        a
        and after a
          b
        (&& a b)
        or after (&& a b)
          c
          and after c
            d
          (&& c d)
        (= x (|| (&& a b) (&& c d)))
        """)
  }

  @Test func `Patterns are in the body`() throws {
    #expect(
      try text(
        """
        switch a {
        case .one(let x, _) where x > 1, .two: b()
        case let .three(y)?: c(y)
        case (1...5, is Int): d()
        case let z as Z: d(z)
        default: break
        }
        """) == """
        selection of a
          a
          case
            matching .one(let x, _) where (> x 1)
              a.one#0
              a.one#1
              (> x 1)
            matching .two
            block
              b()
          case
            matching .three(let y)?
              a.three#0
            block
              c(y)
          case
            matching ((... 1 5), is as Int)
              (... 1 5)
            block
              d()
          case
            matching let z as Z
            block
              d(z)
          case
            block
              break
        (choice b() c(y) d() d(z))
        """)
  }

  @Test func `Layout leaves no trace`() throws {
    let compact = try text("if let x = a?.b { try await c(x!) } else { throw d }")
    let loose = try text("if let x =\n  a?\n  .b\n{\n  try\n await c(\n x!\n)\n}\nelse\n{\n  throw   d // why\n}")
    #expect(compact == loose)
  }

  @Test(arguments: [
    ("b(1)", "b(1)", true), ("b(1)", "b(2)", false), ("c.x += 1", "c.x -= 1", false), ("c.x = a!", "c.x = a", false),
    ("try b()", "try? b()", false), ("d(\"x \\(a)\")", "d(\"y \\(a)\")", false), ("let x = b()\nc(x)", "let x = b()\nc(x)", true),
    ("d { $0 + 1 }", "d { $0 + 1 }", true), ("d { $0 + 1 }", "d { $0 + 2 }", false), ("d(as: \\A.b.c)", "d(as: \\A.x.c)", false),
    ("if b { c() }", "if b { c() }", true), ("if b { c() }", "guard b else { return c() }", false),
    ("c = b ?? d", "c = b ?? a", false), ("c = b as? B", "c = b as! B", false), ("for x in a { c(x) }", "for x in a { c(x) }", true),
    ("func f() { c() }\nf()", "func f() { c() }\nf()", true), ("b(&c)", "b(c)", false),
  ]) func `Two blocks are the same if they do the same`(_ one: String, _ other: String, _ areSame: Bool) throws {
    let (code, root) = try code("if a { \(one) } else {\n\n  \(other)  // again\n}")
    let branch = try #require(code.inner(of: root).first)
    let blocks = code.blocks(of: branch)
    #expect(code.isSame(blocks[0], blocks[1]) == areSame)
  }
}
