import ReviewModel
import SwiftFacts
import Testing

/// Which rewritings are proven to leave behaviour as it was, and which only look as if they did.
struct NeutralProofTests {
  @Test(arguments: [
    ("func f() { a() }", "func f() {\n  a() // at once\n}", [Neutrality.formatting]),
    ("class A { func f() { self.g() } }", "class A { func f() { g() } }", [.redundant]),
    ("class A { func f(x: Int) { self.g { self.h(x) } } }", "class A { func f(x: Int) { g { h(x) } } }", [.redundant]),
    ("func f() { if (a) { b() } }", "func f() { if a { b() } }", [.redundant]),
    ("func f() -> Int { return 1 }", "func f() -> Int { 1 }", [.redundant]),
    ("struct A { var x: Int { get { return 1 } } }", "struct A { var x: Int { 1 } }", [.redundant]),
    ("let a = [\n  1,\n  2\n]", "let a = [\n  1,\n  2,\n]", [.redundant]),
    ("func f() { a(); b() }", "func f() {\n  a()\n  b()\n}", [.redundant]),
    ("internal struct A {}", "struct A {}", [.redundant]),
    ("func f() -> Void {}", "func f() {}", [.redundant]),
    ("let f: (Int) -> Void = g", "let f: (Int) -> () = g", [.redundant]),
    ("let a: Optional<Int> = b", "let a: Int? = b", [.redundant]),
    ("let a: Array<Int> = b()", "let a: [Int] = b()", [.redundant]),
    ("let a: Dictionary<Int, [Int]> = b()", "let a: [Int: Array<Int>] = b()", [.redundant]),
    ("func f() { if let x = x { g(x) } }", "func f() { if let x { g(x) } }", [.redundant]),
    ("let a = Box.init(b)", "let a = Box(b)", [.redundant]),
    ("func f() { switch a { case .b: c(); break\n default: d() } }", "func f() { switch a { case .b: c()\n default: d() } }", [.redundant]),
    ("let `a` = 1", "let a = 1", [.redundant]),
    ("let a = 1_000", "let a = 1000", [.redundant]),
    ("let a = \"\\u{41}\"", "let a = \"A\"", [.redundant]),
    ("let a = #\"A\"#", "let a = \"A\"", [.redundant]),
    ("import B\nimport A", "import A\nimport B", [.order]),
    ("class A { static private func f() {} }", "class A { private static func f() {} }", [.order]),
    ("@objc @discardableResult func f() {}", "@discardableResult @objc func f() {}", [.order]),
    ("struct A: P, Q {}", "struct A: Q, P {}", [.order]),
    ("struct A { func f() {}\n func g() {} }", "struct A { func g() {}\n func f() {} }", [.order]),
    ("protocol P: class {}", "protocol P: AnyObject {}", [.spelling]),
    ("func f() { if case let .x(a, b) = c { g(a, b) } }", "func f() { if case .x(let a, let b) = c { g(a, b) } }", [.spelling]),
    ("let a = b.map({ $0 })", "let a = b.map { $0 }", [.spelling]),
    ("func f() { guard a else { return }\n b() }", "func f() { if !a { return }\n b() }", [.spelling]),
    ("func f() { x = a ? 1 : 2 }", "func f() { if a { x = 1 } else { x = 2 } }", [.spelling]),
    ("extension A { func f() {}\n func g() {} }", "extension A { func f() {} }\nextension A { func g() {} }", [.moved]),
    ("func f() { let a = b()\n c(a) }", "func f() { let d = b()\n c(d) }", [.renamed]),
    ("func f() { g { a in h() } }", "func f() { g { _ in h() } }", [.renamed]),
    ("func f(a: Int) {}", "func f(a _: Int) {}", [.renamed]),
    ("func f() { dispatch_async(q, { g() }) }", "func f() { dispatch_async(q) { g() } }", [.spelling]),
    ("func f() { v.animate(withDuration: 1, animations: { g() }) }", "func f() { v.animate(withDuration: 1) { g() } }", [.spelling]),
    ("@Test(arguments: [1, 2]) func f() {}", "@Test(arguments: [1, 2,]) func f() {}", [.redundant]),
    ("@CellBuilder func f() -> [Cell] { g([1, 2]) }", "@CellBuilder func f() -> [Cell] { g([1, 2,]) }", [.redundant]),
    ("@StoreActor class A { func f() { self.g() } }", "@StoreActor class A { func f() { g() } }", [.redundant]),
    ("class A { func f() { if (a? != nil) { b() } }\n func g() { if (a) { b() } } }",
     "class A { func f() { if (a? != nil) { b() } }\n func g() { if a { b() } } }", [.redundant]),
    ("func f() { if let _ = a, let _ = b as? C { d() } }", "func f() { if a != nil, b as? C != nil { d() } }", [.spelling]),
    ("func f() { guard let _ = a else { return } }", "func f() { guard a != nil else { return } }", [.spelling]),
    ("func f() { switch a { case 1: fallthrough\n case 2: b()\n default: c() } }", "func f() { switch a { case 1, 2: b()\n default: c() } }", [.spelling]),
    ("private extension A { typealias B = C }", "extension A { fileprivate typealias B = C }", [.redundant]),
    ("func f() { if a && b == c { d() } }", "func f() { if a, b == c { d() } }", [.spelling]),
    ("func f() { guard a && b else { return } }", "func f() { guard a, b else { return } }", [.spelling]),
    ("func f() { do { try a() } catch let error { b(error) } }", "func f() { do { try a() } catch { b(error) } }", [.redundant]),
    ("func f() { if case .a(_, _) = b { c() } }", "func f() { if case .a = b { c() } }", [.redundant]),
    ("enum A: String { case a = \"a\", b = \"c\" }", "enum A: String { case a, b = \"c\" }", [.redundant]),
    ("func f() { let _ = a() }", "func f() { _ = a() }", [.redundant]),
    ("let a = { B(c) }()", "let a = B(c)", [.redundant]),
    ("let a: B = B(c: d)", "let a: B = .init(c: d)", [.redundant]),
    ("let a: B = B()", "let a = B()", [.redundant]),
    ("var a: A & B", "var a: B & A", [.order]),
    ("extension A {}\nlet a = b", "let a = b", [.redundant]),
    ("func f() -> Int { switch a { case 1: return 2\n default: return 3 } }", "func f() -> Int { switch a { case 1: 2\n default: 3 } }", [.redundant]),
    ("var a: Int { if b { return 1 } else { return 2 } }", "var a: Int { if b { 1 } else { 2 } }", [.spelling]),
    ("struct A { public let b: Int }", "struct A { let b: Int }", [.redundant]),
    ("func f() { log(#file, #line) }", "\nfunc f() { log(#file, #line) }", [.formatting]),
    ("import A\nimport A", "import A", [.redundant]),
    ("let a = Dictionary<K, V>()", "let a = [K: V]()", [.redundant]),
    ("func f() { let a = (try? b()) }", "func f() { let a = try? b() }", [.redundant]),
    ("var a: Int? = nil", "var a: Int?", [.redundant]),
    ("func f(_ a: Int) { g { a in h(a) } }", "func f(_ a: Int) { g { b in h(b) } }", [.renamed]),
  ])
  func `A rewriting is recognised`(_ before: String, _ after: String, _ classes: [Neutrality]) {
    let verdict = NeutralProof.prove(before: Array(before.utf8), after: Array(after.utf8))
    guard let found = verdict.classes else {
      Issue.record("\(before)  ->  \(after): \(verdict)")
      return
    }
    #expect(!found.isEmpty)
    if classes != [.moved] { #expect(found == classes, "\(before) -> \(after)") }
  }

  @Test(arguments: [
    ("class A { var x = 1\n func f(x: Int) { g(self.x) } }", "class A { var x = 1\n func f(x: Int) { g(x) } }"),
    ("class A { func f() { let x = 1\n g(self.x) } }", "class A { func f() { let x = 1\n g(x) } }"),
    ("class A { func f() { h { x in g(self.x) } } }", "class A { func f() { h { x in g(x) } } }"),
    ("class A { func f() { if let x = y { g(self.x) } } }", "class A { func f() { if let x = y { g(x) } } }"),
    ("class A { var n: Int { get { 1 } set { g(self.newValue) } } }", "class A { var n: Int { get { 1 } set { g(newValue) } } }"),
    ("class A { func f() { do { try g() } catch { h(self.error) } } }", "class A { func f() { do { try g() } catch { h(error) } } }"),
    ("@dynamicMemberLookup class A { func f() { g(self.x) } }", "@dynamicMemberLookup class A { func f() { g(x) } }"),
    ("let a = (b?.c).d", "let a = b?.c.d"),
    ("let a = b * (c + d)", "let a = b * c + d"),
    ("let a = Int8(-(128))", "let a = Int8(-128)"),
    ("let a = UInt8.init(300)", "let a = UInt8(300)"),
    ("struct A { let a = f()\n let b = g() }", "struct A { let b = g()\n let a = f() }"),
    ("enum A: Int { case a\n case b }", "enum A: Int { case b\n case a }"),
    ("func f() { let a = b()\n c(a, d) }", "func f() { let d = b()\n c(d, d) }"),
    ("func f() { #stringify(a + b) }", "func f() { #stringify(a+b) }"),
    ("func f() { x = a ? 1 : 2.5 }", "func f() { if a { x = 1 } else { x = 2.5 } }"),
    ("func f() { g(try? h()) }", "func f() { g(try! h()) }"),
    ("class A { weak var x: B? }", "class A { var x: B? }"),
    ("func f() { log(#line) }", "\nfunc f() { log(#line) }"),
    ("var a: Int { didSet { b() } }", "var a: Int { didSet(oldValue) { b() } }"),
    ("@Wrapped @Limited var a = 1", "@Limited @Wrapped var a = 1"),
    ("let a = \"\"\"\n  b\n  \"\"\"", "let a = \"\"\"\n    b\n  \"\"\""),
    ("let f = Regex { return a }", "let f = Regex { a }"),
    ("func f() { guard let self = other else { return }\n self.x() }", "func f() { guard let self = other else { return }\n x() }"),
    ("class A { func f() { g { [self = b] in self.x() } } }", "class A { func f() { g { [self = b] in x() } } }"),
  ])
  func `What only looks the same is not proven`(_ before: String, _ after: String) {
    let verdict = NeutralProof.prove(before: Array(before.utf8), after: Array(after.utf8))
    #expect(verdict.classes == nil, "\(before)  ->  \(after): \(verdict)")
    let reverse = NeutralProof.prove(before: Array(after.utf8), after: Array(before.utf8))
    #expect(reverse.classes == nil, "\(after)  ->  \(before): \(reverse)")
  }

  @Test func `What documents a new member is no change of its type`() {
    let before = "struct A {\n  var a = 1\n}\n"
    let after = "struct A {\n  var a = 1\n\n  /// Does it.\n  func b() {\n    c()\n  }\n}\n"
    let file = NeutralProof.File(
      oldPath: "A.swift", newPath: "A.swift", before: Array(before.utf8), after: Array(after.utf8),
      hunks: [Hunk(oldStart: 2, oldLines: 0, newStart: 3, newLines: 5)])
    let proof = FileProof(file)
    let touched = proof.touched(by: NeutralProof.settle([proof])[0], path: "A.swift", isTest: false)
    #expect(touched.map(\.name) == ["A.b()"])
    #expect(touched.map(\.lines) == [3])
  }

  @Test func `Layout that git cuts across a change stays neutral elsewhere`() {
    let before = "class A {\n func f() {\n  g()\n }\n\n func h() {\n  i()\n }\n}\n"
    let after = "class A {\n  func f() {\n    j()\n  }\n\n  func h() {\n    i()\n  }\n}\n"
    // The last brace of one function is in a hunk with the other.
    let hunks = [Hunk(oldStart: 2, oldLines: 2, newStart: 2, newLines: 2), Hunk(oldStart: 4, oldLines: 1, newStart: 4, newLines: 1), Hunk(oldStart: 6, oldLines: 3, newStart: 6, newLines: 3)]
    let verdicts = NeutralProof.prove(before: Array(before.utf8), after: Array(after.utf8), hunks: hunks)
    #expect(verdicts.map(\.classes) == [nil, [.formatting], [.formatting]])
  }

  @Test func `A comment that allows findings is not neutral, and its place is`() {
    let before = "func f() {\n  // nitless:allow a-rule - it is so\n  g()\n}\n"
    let after = before.replacing("a-rule", with: "b-rule")
    #expect(NeutralProof.prove(before: Array(before.utf8), after: Array(after.utf8)).classes == nil)
    let moved = before.replacing("  // nit", with: "    // nit")
    #expect(NeutralProof.prove(before: Array(before.utf8), after: Array(moved.utf8)).classes == [.formatting])
  }

  @Test func `A declaration stays bound to what its file keeps to itself`() {
    let moved = "struct B {\n  func f() { g(c.short) }\n}\n"
    let own = "private extension C {\n  var short: Int { 1 }\n}\n"
    let files = [
      NeutralProof.File(
        oldPath: "Sources/M/A.swift", newPath: "Sources/M/A.swift", before: Array((own + moved).utf8), after: Array(own.utf8),
        hunks: [Hunk(oldStart: 4, oldLines: 3, newStart: 3, newLines: 0)]),
      NeutralProof.File(
        oldPath: "Sources/M/D.swift", newPath: "Sources/M/D.swift", before: Array(own.utf8), after: Array((own + moved).utf8),
        hunks: [Hunk(oldStart: 3, oldLines: 0, newStart: 4, newLines: 3)]),
    ]
    #expect(NeutralProof.prove(files).flatMap { $0 }.allSatisfy { $0.classes == nil })
  }

  @Test func `A hunk that another makes neutral is not`() {
    let before = "class A {\n  func f() {\n    let x = 1\n    g(x)\n    h(self.x)\n  }\n}\n"
    let after = "class A {\n  func f() {\n    g(1)\n    h(x)\n  }\n}\n"
    let hunks = [Hunk(oldStart: 3, oldLines: 2, newStart: 3, newLines: 1), Hunk(oldStart: 5, oldLines: 1, newStart: 4, newLines: 1)]
    #expect(NeutralProof.prove(before: Array(before.utf8), after: Array(after.utf8), hunks: hunks).allSatisfy { $0.classes == nil })
  }

  @Test func `Layout beside a change is neutral, and the change is not`() {
    let before = "class A {\n  func f() {\n      g()\n    h()\n  }\n\n  func i() {\n   j()\n  }\n}\n"
    let after = "class A {\n  func f() {\n    g()\n    h(1)\n  }\n\n  func i() {\n    j()\n  }\n}\n"
    let hunks = [3, 4, 8].map { Hunk(oldStart: $0, oldLines: 1, newStart: $0, newLines: 1) }
    let verdicts = NeutralProof.prove(before: Array(before.utf8), after: Array(after.utf8), hunks: hunks)
    #expect(verdicts.map(\.classes) == [[.formatting], nil, [.formatting]])
  }

  @Test func `A declaration that goes to another file is moved`() {
    let moved = "struct B {\n  func f() { g() }\n}\n"
    let files = [
      NeutralProof.File(
        oldPath: "Sources/M/A.swift", newPath: "Sources/M/A.swift", before: Array(("import C\n\nstruct A {}\n" + moved).utf8),
        after: Array("import C\n\nstruct A {}\n".utf8), hunks: [Hunk(oldStart: 4, oldLines: 3, newStart: 3, newLines: 0)]),
      NeutralProof.File(
        oldPath: "Sources/M/D.swift", newPath: "Sources/M/D.swift", before: Array("import C\n\n".utf8),
        after: Array(("import C\n\n" + moved).utf8), hunks: [Hunk(oldStart: 2, oldLines: 0, newStart: 3, newLines: 3)]),
    ]
    #expect(NeutralProof.prove(files) == [[.neutral([.moved])], [.neutral([.moved])]])
    var elsewhere = files
    elsewhere[1].newPath = "Sources/N/D.swift"
    #expect(NeutralProof.prove(elsewhere).flatMap { $0 }.allSatisfy { $0.classes == nil })
  }
}
