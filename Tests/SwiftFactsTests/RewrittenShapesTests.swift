import ReviewModel
import SwiftFacts
import Testing

/// What formatters put in other words, and next to each its look-alikes that say something else.
struct RewrittenShapesTests {
  @Test(arguments: Self.same)
  func `The same in other words is neutral`(_ before: String, _ after: String) {
    for (old, new) in [(before, after), (after, before)] {
      let verdict = NeutralProof.prove(before: Array(old.utf8), after: Array(new.utf8))
      #expect(verdict.classes != nil, "\(old)  ->  \(new): \(verdict)")
    }
  }

  @Test(arguments: Self.others)
  func `What only looks like it is not`(_ before: String, _ after: String) {
    for (old, new) in [(before, after), (after, before)] {
      let verdict = NeutralProof.prove(before: Array(old.utf8), after: Array(new.utf8))
      #expect(verdict.classes == nil, "\(old)  ->  \(new): \(verdict)")
    }
  }

  @Test func `A bracket that two hunks move keeps other hunks from nothing`() {
    let before = "func f() {\n  g({ x in\n    h(x)\n  })\n  switch y {\n  case .a(let z): h(z)\n  default: break\n  }\n}\n"
    let after = "func f() {\n  g { x in\n    h(x)\n  }\n  switch y {\n  case let .a(z): h(z)\n  default: break\n  }\n}\n"
    let hunks = [2, 4, 6].map { Hunk(oldStart: $0, oldLines: 1, newStart: $0, newLines: 1) }
    let verdicts = NeutralProof.prove(before: Array(before.utf8), after: Array(after.utf8), hunks: hunks)
    #expect(verdicts.map { $0.classes != nil } == [false, false, true])
  }

  @Test func `A header that changes keeps its members from nothing`() {
    let before = "class A {\n  func f() {\n    self.g()\n  }\n}\n"
    let after = "class A: B {\n  func f() {\n    g()\n  }\n}\n"
    let hunks = [1, 3].map { Hunk(oldStart: $0, oldLines: 1, newStart: $0, newLines: 1) }
    let verdicts = NeutralProof.prove(before: Array(before.utf8), after: Array(after.utf8), hunks: hunks)
    #expect(verdicts.map { $0.classes != nil } == [false, true])
  }

  @Test func `Members that git takes for those of a type inside are what they were`() {
    func source(_ indent: String) -> String {
      let inner = indent + indent
      return "struct A {\n\(indent)let image: Int\n\(indent)let status: Int\n\n\(indent)class B {\n\(inner)let image: Int\n\(inner)let status: Int\n\n"
        + "\(inner)func f() {}\n\(indent)}\n}\n"
    }
    // Indented by four, the outer members read as the inner ones did.
    let hunks = [Hunk(oldStart: 2, oldLines: 4, newStart: 1, newLines: 0), Hunk(oldStart: 9, oldLines: 2, newStart: 5, newLines: 6)]
    let verdicts = NeutralProof.prove(before: Array(source("  ").utf8), after: Array(source("    ").utf8), hunks: hunks)
    #expect(verdicts.allSatisfy { $0.classes != nil }, "\(verdicts)")
    let moved = source("    ").replacing("    let status: Int\n\n    class", with: "    let other: Int\n\n    class")
    #expect(NeutralProof.prove(before: Array(source("  ").utf8), after: Array(moved.utf8), hunks: hunks).contains { $0.classes == nil })
  }

  @Test func `Access that an extension gives or takes reaches members that no hunk touches`() {
    let members = "  func a() {}\n\n\n\n  func b() {}\n\n\n\n  func c() {}\n}\n"
    let before = Array("public extension A {\n\(members)".utf8)
    let after = Array("extension A {\n\(members)".utf8)
    let hunk = [Hunk(oldStart: 1, oldLines: 1, newStart: 1, newLines: 1)]
    #expect(NeutralProof.prove(before: before, after: after, hunks: hunk).allSatisfy { $0.classes == nil })
    #expect(NeutralProof.prove(before: after, after: before, hunks: hunk).allSatisfy { $0.classes == nil })
  }

  @Test func `What a member's type says is asked of each version by itself`() {
    func source(_ type: String, _ condition: String) -> [UInt8] { Array("class A {\n  var x: \(type)\n\n\n  func f() { if \(condition) { g() } }\n}\n".utf8) }
    let hunks = [2, 5].map { Hunk(oldStart: $0, oldLines: 1, newStart: $0, newLines: 1) }
    for (old, new) in [(("Own", "x.isEmpty"), ("[Int]", "x.count == 0")), (("Own", "x.count == 0"), ("[Int]", "x.isEmpty"))] {
      let verdicts = NeutralProof.prove(before: source(old.0, old.1), after: source(new.0, new.1), hunks: hunks)
      #expect(verdicts.allSatisfy { $0.classes == nil }, "\(verdicts)")
    }
    let verdicts = NeutralProof.prove(before: source("[Int]", "x.count == 0"), after: source("Own", "x.isEmpty"), hunks: hunks)
    #expect(verdicts.map { $0.classes != nil } == [false, true], "with the type that was there before, it is the same: \(verdicts)")
  }

  static let same: [(String, String)] = [
    ("class A { var x: [Int]\n func f() { if x.count == 0 { g() } } }", "class A { var x: [Int]\n func f() { if x.isEmpty { g() } } }"),
    ("class A { var x: [Int]\n func f() { if self.x.count > 0 { g() } } }", "class A { var x: [Int]\n func f() { if !x.isEmpty { g() } } }"),
    ("func f(_ x: String) { g(x.count != 0) }", "func f(_ x: String) { g(!x.isEmpty) }"),
    ("func f(x: Set<Int>) { guard x.count > 0 else { return }\n g() }", "func f(x: Set<Int>) { guard !x.isEmpty else { return }\n g() }"),
    ("func f() { let x: [Int: Int] = y()\n if a || x.count == 0 { g() } }", "func f() { let x: [Int: Int] = y()\n if a || x.isEmpty { g() } }"),
    ("func f() -> String { if a { return b() } else { return c } }", "func f() -> String { a ? b() : c }"),
    ("func f() -> String { if a { return b } else { return c } }", "func f() -> String { return a ? b : c }"),
    ("func f() -> Int { g()\n if !a { return 1 }\n return 2 }", "func f() -> Int { g()\n return a ? 2 : 1 }"),
    ("func f() -> String? { guard a else { return nil }\n return b }", "func f() -> String? { a ? b : nil }"),
    ("func f() -> String { if a { return b } else { return c } }", "func f() -> String { if a { b } else { c } }"),
    ("var f: String { if a { return b } else { return c } }", "var f: String { a ? b : c }"),
    ("func f() -> A { if a { return \"b\" } else { return \"c\" } }", "func f() -> A { a ? \"b\" : \"c\" }"),
    ("func f() { let x: String\n if a { x = b() } else { x = c }\n g(x) }", "func f() { let x: String = a ? b() : c\n g(x) }"),
    ("func f() { let x: String\n if a { x = b() } else { x = c }\n g(x) }", "func f() { let x: String = if a { b() } else { c }\n g(x) }"),
    ("func f() { let x: String\n if a { x = \"b\" } else { x = \"c\" }\n g(x) }", "func f() { let x = a ? \"b\" : \"c\"\n g(x) }"),
    ("class A { var x: Int\n func f() { if a { x = b } else { x = c } } }", "class A { var x: Int\n func f() { self.x = a ? b : c } }"),
    ("class A { var x: [Int]\n func f() { x.forEach { g($0) } } }", "class A { var x: [Int]\n func f() { for y in x { g(y) } } }"),
    ("func f(x: [Int]) { x.forEach { y in g(y)\n h(y) } }", "func f(x: [Int]) { for y in x { g(y)\n h(y) } }"),
    ("func f() { (0..<n).forEach { g($0) } }", "func f() { for i in 0..<n { g(i) } }"),
    ("func f(x: [Int]) { x.forEach { _ in g() } }", "func f(x: [Int]) { for _ in x { g() } }"),
    ("class A { func f() { if let onDone { onDone() } } }", "class A { func f() { onDone?() } }"),
    ("class A { func f() { if let done = self.onDone { done(1) } } }", "class A { func f() { onDone?(1) } }"),
    ("func f(a: A?) { if let a { a.b(c).d() } }", "func f(a: A?) { a?.b(c).d() }"),
    ("func f() { g { x = 1\n if let a { a.b?.c() } } }", "func f() { g { x = 1\n a?.b?.c() } }"),
    ("func f() throws { a(try b()) }", "func f() throws { try a(b()) }"),
    ("func f() async { a(await b(), c) }", "func f() async { await a(b(), c) }"),
    ("func f() throws { let x = try a(b()) }", "func f() throws { let x = a(try b()) }"),
    ("func f() async throws { x = try .a(await b()) }", "func f() async throws { x = try await .a(b()) }"),
    ("func f() { g { .just(try $0.h()) } }", "func f() { g { try .just($0.h()) } }"),
    ("func f() throws { if a(try b()) { c() } }", "func f() throws { if try a(b()) { c() } }"),
    ("func f() throws -> A { A(try b()) }", "func f() throws -> A { try A(b()) }"),
    ("func f() throws { let x = \"\\(try a())\" }", "func f() throws { let x = try \"\\(a())\" }"),
    ("func f<T>(_ a: T) where T: P {}", "func f<T: P>(_ a: T) {}"),
    ("func f<T>(_ a: T) where T: P, T: Q {}", "func f<T: Q & P>(_ a: T) {}"),
    ("struct A<T, U: P> where T: Q, U: Q {}", "struct A<T: Q, U: P & Q> {}"),
    ("class A<T>: B where T: Q { let x = 1 }", "class A<T: Q>: B { let x = 1 }"),
    ("func f<T: P>(_ a: T) {}", "func f(_ a: some P) {}"),
    ("func f<T>(_ a: T?) where T: P & Q {}", "func f(_ a: (some Q & P)?) {}"),
    ("func f<T>(_ a: A<T, B>) {}", "func f(_ a: A<some Any, B>) {}"),
    ("func f<T: P, U>(_ a: T, b: U) -> U { b }", "func f<U>(_ a: some P, b: U) -> U { b }"),
    ("struct A { init<T: P>(_ a: T) {} }", "struct A { init(_ a: some P) {} }"),
    ("let a = b.map { $0.c }", "let a = b.map(\\.c)"),
    ("let a = b.compactMap { $0.c.d }", "let a = b.compactMap(\\.c.d)"),
    ("let a = b.first(where: { $0.c })", "let a = b.first(where: \\.c)"),
    ("let a = b.contains { $0.c }", "let a = b.contains(where: \\.c)"),
    ("let a = b.filter({ $0.c })", "let a = b.filter(\\.c)"),
    ("func f() { let x: A\n if a { x = b } else { x = c }\n g(x) }", "func f() { let x: A = if a { b } else { c }\n g(x) }"),
    ("func f() { if a { x = b } else if d { x = e } else { x = c } }", "func f() { x = if a { b } else if d { e } else { c } }"),
    ("func f() { switch a { case .b: x = c\n default: x = d } }", "func f() { x = switch a { case .b: c\n default: d } }"),
    ("class A { func f() { if a { self.x = b } else { self.x = c } } }", "class A { func f() { self.x = if a { b } else { c } } }"),
    ("func f() { let x: A\n switch a { case .b: x = c\n default: fatalError() } }", "func f() { let x: A = switch a { case .b: c\n default: fatalError() } }"),
    ("func f() throws { let x: A\n if a { x = try b() } else { throw e } }", "func f() throws { let x: A = if a { try b() } else { throw e } }"),
    ("func f() { let x: A\n if a { x = 1 } else { x = 2 } }", "func f() { let x: A = if a { 1 } else { 2 } }"),
    ("class A { func f() { let x: B\n if self.x { x = b } else { x = c } } }", "class A { func f() { let x: B = if self.x { b } else { c } } }"),
    ("func f() { g(Void()) }", "func f() { g(()) }"),
    ("func f() { let x: Bool\n if a { x = true } else { x = false }\n g(x) }", "func f() { let x = if a { true } else { false }\n g(x) }"),
    ("func f() { let x: A\n switch a { case .b: x = A(c: 1)\n default: x = A(c: 2, d: 3) } }", "func f() { let x = switch a { case .b: A(c: 1)\n default: A(c: 2, d: 3) } }"),
    ("func f() { let x: A = { if a { return b } else { return c } }() }", "func f() { let x: A = if a { b } else { c } }"),
    ("func f() { let x: A = { switch a { case .b: return c\n default: return d } }() }", "func f() { let x: A = switch a { case .b: c\n default: d } }"),
    ("class A { func f() { let x = self.x\n g(x) } }", "class A { func f() { let x = x\n g(x) } }"),
    ("class A { func f() { let x = self.x(1) } }", "class A { func f() { let x = x(1) } }"),
    ("class A { func f() { var x = self.x ?? y\n g(x) } }", "class A { func f() { var x = x ?? y\n g(x) } }"),
    ("class A { func f() { g { [weak self] in guard let self = self else { return }\n h(self) } } }", "class A { func f() { g { [weak self] in guard let self else { return }\n h(self) } } }"),
    ("class A { var x: Int? = nil { didSet { f() } } }", "class A { var x: Int? { didSet { f() } } }"),
    ("let a: Int = 1", "let a = 1"),
    ("struct A { var a: Bool = false }", "struct A { var a = false }"),
    ("let a: String = \"b\"", "let a = \"b\""),
    ("class A { lazy var q: Queue = { return Queue(label: \"a\") }() }", "class A { lazy var q: Queue = .init(label: \"a\") }"),
    ("struct A: View { @ViewBuilder var title: some View { Text(a) } }", "struct A: View { var title: some View { Text(a) } }"),
    ("struct A { @ViewBuilder func title() -> some View { VStack { a; b } } }", "struct A { func title() -> some View { VStack { a; b } } }"),
  ]

  static let otherMarks: [(String, String)] = [
    ("func f() throws { a(b()) }", "func f() throws { try a(b()) }"),
    ("func f() { a(try? b()) }", "func f() { try? a(b()) }"),
    ("func f() { a(try! b()) }", "func f() { try! a(b()) }"),
    ("func f() throws { a(try b()) }", "func f() throws { a(try! b()) }"),
    ("func f() throws { a(try b()) }", "func f() throws { a(try? b()) }"),
    ("func f() throws { a(try b(), c()) }", "func f() throws { a(c(), try b()) }"),
    ("func f() throws { try a { b() } }", "func f() throws { a { try b() } }"),
    ("func f() throws { try a(b()) }", "func f() throws { try b(a()) }"),
    ("func f() async { async let x = a() }", "func f() async { let x = await a() }"),
    ("func f() async { await a(b()) }", "func f() async { a(b()) }"),
    ("func f() async { Task { await a() } }", "func f() async { await Task { a() } }"),
    ("func f() async throws { try await a() }", "func f() async throws { await a() }"),
    ("func f() async throws { try? await a() }", "func f() async throws { try await a() }"),
    ("func f() throws { try a()\n b() }", "func f() throws { a()\n try b() }"),
    ("func f() throws { let x = try? a(try b()) }", "func f() throws { let x = try a(try b()) }"),
    ("func f() { g { try a() } }", "func f() { g { a() } }"),
    ("func f() throws { if try a() { try b() } }", "func f() throws { if try a() { b() } }"),
    ("func f() throws { a[try b()] = c }", "func f() throws { a[b()] = c }"),
    ("func f() async { for await a in b { c(a) } }", "func f() async { for a in await b { c(a) } }"),
    ("func f() throws { defer { try? a() } }", "func f() throws { defer { a() } }"),
    ("func f() throws { let x = (try? a()) ?? b() }", "func f() throws { let x = try? a() ?? b() }"),
    ("func f() { #expect(try a(b())) }", "func f() { #expect(a(try b())) }"),
  ]

  static let otherGenerics: [(String, String)] = [
    ("func f<T: P>(_ a: T) {}", "func f<T: Q>(_ a: T) {}"),
    ("func f<T: P>(_ a: T) {}", "func f<T>(_ a: T) {}"),
    ("func f<T: P, U>(_ a: T, b: U) {}", "func f<T, U: P>(_ a: T, b: U) {}"),
    ("func f<T>(_ a: T, _ b: T) {}", "func f(_ a: some Any, _ b: some Any) {}"),
    ("func f<T: P>(_ a: T) -> T { a }", "func f(_ a: some P) -> some P { a }"),
    ("func f<T: P>(_ a: T) { g(T.self) }", "func f(_ a: some P) { g(T.self) }"),
    ("func f<T: P>(_ a: [T]) {}", "func f(_ a: [any P]) {}"),
    ("func f<T: P>(_ a: T) {}", "func f(_ a: any P) {}"),
    ("func f<T: P>(_ a: T) {}", "func f(_ a: P) {}"),
    ("func f<T: P>(_ a: T) {}", "func f(_ a: some Q) {}"),
    ("func f<T: P>(_ a: T) {}", "func f(_ a: (some P)?) {}"),
    ("func f<T: P, U: Q>(_ a: T, _ b: U) {}", "func f(_ a: some Q, _ b: some P) {}"),
    ("func f<T: P>(_ a: T) where T.E: Q {}", "func f<T: P>(_ a: T) where T.E: R {}"),
    ("func f<T: P>(_ a: T) where T.E: Q {}", "func f(_ a: some P) {}"),
    ("func f<T: P>(_ a: T) where T.E == Q {}", "func f<T: P>(_ a: T) where T.E: Q {}"),
    ("func f<T: P>(_ a: T) where T.E == Q {}", "func f(_ a: some P) {}"),
    ("func f<T: P, U: A<T>>(_ a: T, _ b: U) {}", "func f(_ a: some P, _ b: some A<T>) {}"),
    ("func f<T: P>(_ a: T.E) {}", "func f(_ a: some P) {}"),
    ("func f<T: P>(_ a: T.Type) {}", "func f(_ a: some P) {}"),
    ("struct A<T: P> {}", "struct A<T> {}"),
    ("struct A<T, U> {}", "struct A<U, T> {}"),
    ("struct A<T>: B where T: P {}", "struct A<T>: B, P {}"),
    ("extension A where T: P {}\nlet x = 1", "extension A where T: Q {}\nlet y = 1"),
    ("extension A where T: P { func f() {} }", "extension A where T == P { func f() {} }"),
    ("extension A where T: P { func f() {} }", "extension A { func f() {} }"),
    ("func f<each T: P>(_ a: repeat each T) {}", "func f<T: P>(_ a: T) {}"),
    ("func f<T: P>(_ a: T) -> some P { a }", "func f<T: P>(_ a: T) -> any P { a }"),
    ("func f() -> some P { a }", "func f() -> some Q { a }"),
    ("func f<T: ~Copyable>(_ a: borrowing T) {}", "func f<T>(_ a: borrowing T) {}"),
    ("func f<T: P & Q>(_ a: T) {}", "func f(_ a: some P) {}"),
    ("func f<T: P>(_ a: T = .x) {}", "func f<T: P>(_ a: T = .y) {}"),
  ]

  static let otherPaths: [(String, String)] = [
    ("let a = b.map { $0.c }", "let a = b.map(\\.d)"),
    ("let a = b.map { $0.c.d }", "let a = b.map(\\.d.c)"),
    ("let a = b.map { $0.c() }", "let a = b.map(\\.c)"),
    ("let a = b.map { $0?.c }", "let a = b.map(\\.c)"),
    ("let a = b.map { $0.c?.d }", "let a = b.map(\\.c.d)"),
    ("let a = b.map { $0.c! }", "let a = b.map(\\.c)"),
    ("let a = b.map { $1.c }", "let a = b.map(\\.c)"),
    ("let a = b.map { x.c }", "let a = b.map(\\.c)"),
    ("let a = b.map { $0[0] }", "let a = b.map(\\.[1])"),
    ("let a = b.map { $0.0 }", "let a = b.map(\\.1)"),
    ("let a = b.map { !$0.c }", "let a = b.map(\\.c)"),
    ("let a = b.map { A.c }", "let a = b.map(\\A.c)"),
    ("let a = b.compactMap { $0.c }", "let a = b.map(\\.c)"),
    ("let a = b.first(where: { $0.c })", "let a = b.last(where: \\.c)"),
    ("let a = b.map { print($0); return $0.c }", "let a = b.map(\\.c)"),
    ("let a = b.sink { $0.c }", "let a = b.sink(\\.c)"),
    ("let a = b.sorted { $0.c }", "let a = b.sorted(\\.c)"),
    ("let a = b.map { [x] in x.c }", "let a = b.map(\\.c)"),
    ("let a = b.map(transform: { $0.c })", "let a = b.map(\\.c)"),
    ("let a = b.filter { $0.c }.map(\\.d)", "let a = b.filter(\\.d).map { $0.c }"),
  ]

  static let otherChoices: [(String, String)] = [
    ("func f() { if a { x = b } else { y = c } }", "func f() { x = if a { b } else { c } }"),
    ("func f() { if a { x = b } else { x = c } }", "func f() { x = if a { c } else { b } }"),
    ("func f() { if a { x = b } }", "func f() { x = if a { b } else { x } }"),
    ("func f() { if a { x = b } else { x += c } }", "func f() { x = if a { b } else { c } }"),
    ("func f() { if a { x = b\n g() } else { x = c } }", "func f() { x = if a { b } else { c } }"),
    ("func f() { if a { x().y = b } else { x().y = c } }", "func f() { x().y = if a { b } else { c } }"),
    ("func f() { switch a { case .b: x = c\n default: x = d } }", "func f() { x = switch a { case .b: d\n default: c } }"),
    ("func f() { switch a { case .b(let x): x = c\n default: x = d } }", "func f() { x = switch a { case .b(let x): c\n default: d } }"),
    ("func f() { switch a { case .b: x = c\n default: break } }", "func f() { x = switch a { case .b: c\n default: x } }"),
    ("func f() { let x: A\n if a { x = b } else { x = c } }", "func f() { let x: B = if a { b } else { c } }"),
    ("func f() { let x: A\n if a { x = b } else { x = c } }", "func f() { let x = if a { b } else { c } }"),
    ("func f() { var x: A\n if a { x = b } else { x = c } }", "func f() { let x: A = if a { b } else { c } }"),
    ("func f() { let x: A = if x { b } else { c } }", "func f() { let x: A\n if x { x = b } else { x = c } }"),
    ("func f() { let x: A\n g()\n if a { x = b } else { x = c } }", "func f() { let x: A = if a { b } else { c }\n g() }"),
    ("func f() { if a { x = 1 } else { x = 2.0 } }", "func f() { x = a ? 1 : 2.0 }"),
    ("func f() { if a { x = b } else { x = c } }", "func f() { x = a ? b : c }"),
    ("func f() { x = if a { b } else { c }\n x = d }", "func f() { x = d\n x = if a { b } else { c } }"),
    ("func f() { if a { x = b } else if d { x = c } else { x = e } }", "func f() { x = if d { c } else if a { b } else { e } }"),
    ("func f() -> A { if a { x = b } else { x = c } }", "func f() -> A { if a { b } else { c } }"),
    ("func f() { let x: Float\n if a { x = 1.0 } else { x = 2.0 }\n g(x) }", "func f() { let x = if a { 1.0 } else { 2.0 }\n g(x) }"),
    ("func f() { let x: Int?\n if a { x = 1 } else { x = 2 }\n g(x) }", "func f() { let x = if a { 1 } else { 2 }\n g(x) }"),
    ("func f() { let x: P\n if a { x = A(c: 1) } else { x = A(c: 2) } }", "func f() { let x = if a { A(c: 1) } else { A(c: 2) } }"),
    ("func f() { let x: A\n if a { x = A(c) } else { x = A(d) } }", "func f() { let x = if a { A(c) } else { A(d) } }"),
    ("func f() { let x: A = { if a { return b } else { return c } }() }", "func f() { let x: A = if a { c } else { b } }"),
    ("func f() { let x: A = { [y] in if a { return b } else { return c } }() }", "func f() { let x: A = if a { b } else { c } }"),
    ("func f() { let x: A = { if a { return b } else { return c } } }", "func f() { let x: A = if a { b } else { c } }"),
    ("func f() { let x: A = { g()\n if a { return b } else { return c } }() }", "func f() { let x: A = if a { b } else { c } }"),
    ("func f() { let x = { if a { return b } else { return c } }() }", "func f() { let x = if a { b } else { c } }"),
    ("func f() { g(Void()) }", "func f() { g() }"),
    ("struct Void {}\nfunc f() { g(Void()) }", "struct Void {}\nfunc f() { g(()) }"),
    ("class A { func f(x: B) { if a { self.x = b } else { self.x = c } } }", "class A { func f(x: B) { x = if a { b } else { c } } }"),
    ("struct A { var x: B = if a { b } else { c } }", "struct A { var x: B = if a { c } else { b } }"),
    ("func f() throws { x = if a { try b() } else { c } }", "func f() throws { if a { x = try? b() } else { x = c } }"),
    ("func f() { let x: A\n switch a { case .b: x = c\n default: fatalError() } }", "func f() { let x: A = switch a { case .b: c\n default: preconditionFailure() } }"),
    ("func f() { x = if a { b } else { c } }", "func f() { x += if a { b } else { c } }"),
  ]

  static let others = [otherMarks, otherGenerics, otherPaths, otherChoices, otherWords, otherNitpicks].flatMap { $0 }

  static let otherNitpicks: [(String, String)] = [
    ("class A { var x: Own\n func f() { if x.count == 0 { g() } } }", "class A { var x: Own\n func f() { if x.isEmpty { g() } } }"),
    ("class A { func f() { if x.count == 0 { g() } } }", "class A { func f() { if x.isEmpty { g() } } }"),
    ("class A { var x: [Int]?\n func f() { if x.count == 0 { g() } } }", "class A { var x: [Int]?\n func f() { if x.isEmpty { g() } } }"),
    ("struct Set {}\nfunc f(x: Set) { g(x.count == 0) }", "struct Set {}\nfunc f(x: Set) { g(x.isEmpty) }"),
    ("func f(x: [Int]) { g(x.count == 1) }", "func f(x: [Int]) { g(x.isEmpty) }"),
    ("func f(x: [Int]) { g(x.count > 0) }", "func f(x: [Int]) { g(x.isEmpty) }"),
    ("func f(x: [Int]) { g(x.count >= 0) }", "func f(x: [Int]) { g(!x.isEmpty) }"),
    ("func f(x: [Int]) { g(1 + x.count == 0) }", "func f(x: [Int]) { g(1 + x.isEmpty) }"),
    ("class A { var x: [Int]\n func f(x: Own) { g(x.count == 0) } }", "class A { var x: [Int]\n func f(x: Own) { g(x.isEmpty) } }"),
    ("class A { var x: [Int]\n func f() { h { x in g(x.count == 0) } } }", "class A { var x: [Int]\n func f() { h { x in g(x.isEmpty) } } }"),
    ("class A { var x: [Int]\n class B { func f() { g(x.count == 0) } } }", "class A { var x: [Int]\n class B { func f() { g(x.isEmpty) } } }"),
    ("func f(x: Int...) { g(x.count == 0) }", "func f(x: [Int]...) { g(x.isEmpty) }"),
    ("func f() -> Any { if a { return 1 } else { return 2.0 } }", "func f() -> Any { a ? 1 : 2.0 }"),
    ("func f() -> A { if a { return b } else { return c } }", "func f() -> A { a ? b : c }"),
    ("func f() -> String { if a { return b } else { return c } }", "func f() -> String { a ? c : b }"),
    ("func f() -> String { guard a else { return b }\n return c }", "func f() -> String { a ? b : c }"),
    ("func f() -> String { if a { g()\n return b } else { return c } }", "func f() -> String { a ? b : c }"),
    ("func f() -> String { if a { return b }\n g()\n return c }", "func f() -> String { a ? b : c }"),
    ("func f() -> Int? { if a { return b() } else { return c() } }", "func f() -> Int? { a ? b() : c() }"),
    ("func f() -> String { g { if a { return b } else { return c } } }", "func f() -> String { g { a ? b : c } }"),
    ("@Maker func f() -> String { if a { b } else { c } }", "@Maker func f() -> String { a ? b : c }"),
    ("func f(x: Publisher) { x.forEach { g($0) } }", "func f(x: Publisher) { for y in x { g(y) } }"),
    ("func f(x: [Int]) { x.forEach { y in if y == 1 { return }\n g(y) } }", "func f(x: [Int]) { for y in x { if y == 1 { return }\n g(y) } }"),
    ("func f(x: [Int]) { x.forEach { [weak a] y in a?.g(y) } }", "func f(x: [Int]) { for y in x { a?.g(y) } }"),
    ("func f(x: [Int]) { x.forEach { g($0) } }", "func f(x: [Int]) { for y in x { g(x) } }"),
    ("func f(x: [Int]) { x.forEach { h { g($0) } } }", "func f(x: [Int]) { for y in x { h { g(y) } } }"),
    ("func f(x: [Int]) { x.forEach { g($0) } }", "func f(x: [Int]) { for y in x where y > 0 { g(y) } }"),
    ("func f(x: [[Int]]) { x.map { g($0) } }", "func f(x: [[Int]]) { for y in x { g(y) } }"),
    ("func f() { if let a { b() } }", "func f() { a?.b() }"),
    ("func f() { if let a { a.b(a) } }", "func f() { a?.b(a) }"),
    ("func f() { if let a { a() } else { b() } }", "func f() { a?() }"),
    ("func f() { if let a { a()\n b() } }", "func f() { a?()\n b() }"),
    ("func f() { if var a { a.b() } }", "func f() { a?.b() }"),
    ("func f() { if let a = b() { a.c() } }", "func f() { a?.c() }"),
    ("func f() { if let a, c { a() } }", "func f() { a?() }"),
    ("func f() { g { if let a { a() } } }", "func f() { g { a?() } }"),
    ("var v: some View { g { if let a { a() }\n b() } }", "var v: some View { g { a?()\n b() } }"),
  ]

  static let otherWords: [(String, String)] = [
    ("class A { func f() { let x = self.x\n let y = self.y\n g(x) } }", "class A { func f() { let x = y\n let y = x\n g(x) } }"),
    ("class A { func f(x: Int) { let y = self.x\n g(y) } }", "class A { func f(x: Int) { let y = x\n g(y) } }"),
    ("class A { func f(x: Int) { do { let x = self.x\n g(x) } } }", "class A { func f(x: Int) { do { let x = x\n g(x) } } }"),
    ("class A { func f() { let x = 1\n g { let x = self.x\n h(x) } } }", "class A { func f() { let x = 1\n g { let x = x\n h(x) } } }"),
    ("class A { func f() { g(self.x)\n let x = 1 } }", "class A { func f() { g(x)\n let x = 1 } }"),
    ("class A { func f() { let x = g { self.x } } }", "class A { func f() { let x = g { x } } }"),
    ("class A { func f() { let y = self.x\n let x = 1\n g(x, y) } }", "class A { func f() { let y = x\n let x = 1\n g(x, y) } }"),
    ("class A { func f() { if let x = self.x { let y = self.x } } }", "class A { func f() { if let x = self.x { let y = x } } }"),
    ("class A { func f() { g { [weak self] in guard let self = other else { return }\n h(self) } } }", "class A { func f() { g { [weak self] in guard let self else { return }\n h(self) } } }"),
    ("class A { var x: Int? = 1 { didSet { f() } } }", "class A { var x: Int? { didSet { f() } } }"),
    ("class A { let x: Int? = nil }", "class A { let x: Int? }"),
    ("class A { @W var x: Int? = nil { didSet { f() } } }", "class A { @W var x: Int? { didSet { f() } } }"),
    ("let a: Double = 1", "let a = 1"),
    ("let a: Int8 = 1", "let a = 1"),
    ("let a: Float = 1.0", "let a = 1.0"),
    ("let a: Int? = 1", "let a = 1"),
    ("let a: Character = \"b\"", "let a = \"b\""),
    ("let a: Substring = \"b\"", "let a = \"b\""),
    ("let a: Any = 1", "let a = 1"),
    ("let a: CGFloat = 1.0", "let a: Double = 1.0"),
    ("class A { lazy var q: Queue = { return Queue(label: \"a\") }() }", "class A { lazy var q: Queue = .init(label: \"b\") }"),
    ("class A { lazy var q: Queue = { return Deque(label: \"a\") }() }", "class A { lazy var q: Queue = .init(label: \"a\") }"),
    ("struct A { @ViewBuilder var title: some View { if a { Text(a) } } }", "struct A { var title: some View { if a { Text(a) } } }"),
    ("struct A { @ViewBuilder var title: some View { Text(a)\n Text(b) } }", "struct A { var title: some View { Text(a)\n Text(b) } }"),
    ("struct A { @OtherBuilder var title: some View { Text(a) } }", "struct A { var title: some View { Text(a) } }"),
    ("struct A { @ViewBuilder var title: some Q { Text(a) } }", "struct A { var title: some Q { Text(a) } }"),
    ("struct A { @ViewBuilder var title: Text { Text(a) } }", "struct A { @ToolbarContentBuilder var title: Text { Text(a) } }"),
    ("struct A { @ViewBuilder let title: () -> B }", "struct A { let title: () -> B }"),
    ("func f(@ViewBuilder a: () -> B) {}", "func f(a: () -> B) {}"),
    ("public extension A { func f() {} }", "extension A { func f() {} }"),
  ]
}
