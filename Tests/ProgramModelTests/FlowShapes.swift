import Testing

/// Bodies with the graphs that they have.
struct FlowShape: Sendable, CustomTestStringConvertible {
  var name: String
  var body: String
  var graph: String
  var testDescription: String { name }
}

enum FlowShapes {
  static let all: [FlowShape] = [
    FlowShape(
      name: "statements",
      body: """
      a()
      let x = b(c())
      d(x)
      """,
      graph: """
      0: a(); b(c()); d(x)
         → return
      """),
    FlowShape(
      name: "if",
      body: """
      if a() { b() }
      c()
      """,
      graph: """
      0: a()
         → 3 unless a()
         → 1 if a()
      1: –
         → 2
      2: b()
         → 5
      3: –
         → 4
      4: –
         → 5
      5: b(); c()
         → return
      """),
    FlowShape(
      name: "if and else",
      body: """
      if a(), let x = b { c(x) } else { d() }
      e()
      """,
      graph: """
      0: a()
         → 4 unless a()
         → 1 if a()
      1: b
         → 4 unless b is there
         → 2 if b is there
      2: –
         → 3
      3: c(x)
         → 6
      4: –
         → 5
      5: d()
         → 6
      6: c(x) ?? d(); e()
         → return
      """),
    FlowShape(
      name: "a chain of else",
      body: """
      if a() { b() } else if c() { d() } else { e() }
      f()
      """,
      graph: """
      0: a()
         → 3 unless a()
         → 1 if a()
      1: –
         → 2
      2: b()
         → 10
      3: –
         → 4
      4: c()
         → 7 unless c()
         → 5 if c()
      5: –
         → 6
      6: d()
         → 9
      7: –
         → 8
      8: e()
         → 9
      9: d() ?? e()
         → 10
      10: b() ?? d() ?? e(); f()
         → return
      """),
    FlowShape(
      name: "guard",
      body: """
      guard let x = a() else { b(); return }
      c(x)
      """,
      graph: """
      0: a()
         → 2 unless a() is there
         → 1 if a() is there
      1: c(x)
         → return
      2: –
         → 3
      3: b()
         → return
      """),
    FlowShape(
      name: "switch",
      body: """
      switch a() {
      case .one: b()
      case .two(let x) where c(x): d()
      default: e()
      }
      f()
      """,
      graph: """
      0: a()
         → 7 case .one
         → 1 not case .one
      1: a(); c(x)
         → 5 case .two(let x)
         → 2 not case .two(let x)
      2: –
         → 3
      3: –
         → 4
      4: e()
         → 9
      5: –
         → 6
      6: d()
         → 9
      7: –
         → 8
      8: b()
         → 9
      9: b() ?? d() ?? e(); f()
         → return
      """),
    FlowShape(
      name: "switch without default",
      body: """
      switch a {
      case .one: b()
      case .two: c()
      }
      d()
      """,
      graph: """
      0: a
         → 4 case .one
         → 1 not case .one
      1: –
         → 2 case .two
      2: –
         → 3
      3: c()
         → 6
      4: –
         → 5
      5: b()
         → 6
      6: b() ?? c(); d()
         → return
      """),
    FlowShape(
      name: "fallthrough and break",
      body: """
      switch a {
      case 1: b(); fallthrough
      case 2: c()
      case 3: break
      default: d()
      }
      e()
      """,
      graph: """
      0: a; 1
         → 8 case 1
         → 1 not case 1
      1: 2
         → 10 case 2
         → 2 not case 2
      2: 3
         → 6 case 3
         → 3 not case 3
      3: –
         → 4
      4: –
         → 5
      5: d()
         → 12
      6: –
         → 7
      7: –
         → 12
      8: –
         → 9
      9: b()
         → 10
      10: –
         → 11
      11: c()
         → 12
      12: c() ?? d(); e()
         → return
      """),
    FlowShape(
      name: "and, or",
      body: """
      if a() && b() || c() { d() }
      e()
      """,
      graph: """
      0: a()
         → 2 skip: and after a()
         → 1 run: and after a()
      1: b()
         → 2
      2: a() && b()
         → 4 skip: or after a() && b()
         → 3 run: or after a() && b()
      3: c()
         → 4
      4: a() && b() || c()
         → 7 unless a() && b() || c()
         → 5 if a() && b() || c()
      5: –
         → 6
      6: d()
         → 9
      7: –
         → 8
      8: –
         → 9
      9: d(); e()
         → return
      """),
    FlowShape(
      name: "coalescing",
      body: """
      let x = a ?? b() ?? c()
      d(x)
      """,
      graph: """
      0: a
         → 4 skip: coalescing after a
         → 1 run: coalescing after a
      1: b()
         → 3 skip: coalescing after b()
         → 2 run: coalescing after b()
      2: c()
         → 3
      3: –
         → 4
      4: a ?? b() ?? c(); d(x)
         → return
      """),
    FlowShape(
      name: "chain",
      body: """
      a?.b(c())?.d()
      e()
      """,
      graph: """
      0: a
         → 4 skip: chain after a
         → 1 run: chain after a
      1: a.b(c())
         → 3 skip: chain after a.b(c())
         → 2 run: chain after a.b(c())
      2: a.b(c()).d()
         → 3
      3: –
         → 4
      4: e()
         → return
      """),
    FlowShape(
      name: "ternary",
      body: """
      let x = a() ? b() : c()
      d(x)
      """,
      graph: """
      0: a()
         → 3 unless a()
         → 1 if a()
      1: –
         → 2
      2: b()
         → 5
      3: –
         → 4
      4: c()
         → 5
      5: b() ?? c(); d(x)
         → return
      """),
    FlowShape(
      name: "while",
      body: """
      while a() { b() }
      c()
      """,
      graph: """
      0: –
         → 1
      1: a()
         → 4 unless a()
         → 2 if a()
      2: –
         → 3 next round
      3: b()
         → 1
      4: –
         → 5 done
      5: c()
         → return
      """),
    FlowShape(
      name: "endless",
      body: """
      while true {
      if a() { break }
      b()
      }
      c()
      """,
      graph: """
      0: –
         → 1
      1: true
         → 2 next round
      2: a()
         → 6 unless a()
         → 3 if a()
      3: –
         → 4
      4: –
         → 5
      5: c()
         → return
      6: –
         → 7
      7: –
         → 8
      8: b()
         → 1
      """),
    FlowShape(
      name: "repeat",
      body: """
      repeat {
      if a() { continue }
      b()
      } while c()
      d()
      """,
      graph: """
      0: –
         → 1
      1: –
         → 2 next round
      2: a()
         → 5 unless a()
         → 3 if a()
      3: –
         → 4
      4: –
         → 8
      5: –
         → 6
      6: –
         → 7
      7: b()
         → 8
      8: c()
         → 10 unless c()
         → 9 if c()
      9: –
         → 1
      10: –
         → 11 done
      11: d()
         → return
      """),
    FlowShape(
      name: "for",
      body: """
      for x in a() where b(x) { c(x) }
      d()
      """,
      graph: """
      0: a()
         → 1
      1: –
         → 4 done
         → 2 next round
      2: a(); b(x)
         → 1 not case let x
         → 3 case let x
      3: c(x)
         → 1
      4: d()
         → return
      """),
    FlowShape(
      name: "for case",
      body: """
      for case .some(let x) in a { b(x) }
      c()
      """,
      graph: """
      0: a
         → 1
      1: –
         → 4 done
         → 2 next round
      2: –
         → 1 not case let x?
         → 3 case let x?
      3: b(x)
         → 1
      4: c()
         → return
      """),
    FlowShape(
      name: "labels",
      body: """
      outer: for x in a {
      for y in b {
      if c() { continue outer }
      if d() { break outer }
      e()
      }
      }
      f()
      """,
      graph: """
      0: a
         → 1
      1: –
         → 16 done
         → 2 next round
      2: a; b
         → 3
      3: –
         → 15 done
         → 4 next round
      4: b; c()
         → 7 unless c()
         → 5 if c()
      5: –
         → 6
      6: –
         → 1
      7: –
         → 8
      8: –
         → 9
      9: d()
         → 12 unless d()
         → 10 if d()
      10: –
         → 11
      11: –
         → 16
      12: –
         → 13
      13: –
         → 14
      14: e()
         → 3
      15: –
         → 1
      16: –
         → 17
      17: f()
         → return
      """),
    FlowShape(
      name: "defer",
      body: """
      defer { a() }
      if b() { return }
      defer { c() }
      d()
      """,
      graph: """
      0: b()
         → 3 unless b()
         → 1 if b()
      1: –
         → 2
      2: a()
         → return
      3: –
         → 4
      4: –
         → 5
      5: d(); c(); a()
         → return
      """),
    FlowShape(
      name: "defer in a loop",
      body: """
      for x in a {
      defer { b() }
      if c() { continue }
      if d() { break }
      }
      e()
      """,
      graph: """
      0: a
         → 1
      1: –
         → 13 done
         → 2 next round
      2: a; c()
         → 5 unless c()
         → 3 if c()
      3: –
         → 4
      4: b()
         → 1
      5: –
         → 6
      6: –
         → 7
      7: d()
         → 10 unless d()
         → 8 if d()
      8: –
         → 9
      9: b()
         → 13
      10: –
         → 11
      11: –
         → 12
      12: b()
         → 1
      13: e()
         → return
      """),
    FlowShape(
      name: "do and catch",
      body: """
      do {
      try a()
      b()
      } catch let e as MyError {
      c()
      } catch {
      d()
      }
      e()
      """,
      graph: """
      0: –
         → 8
         → 1 thrown
      1: –
         → 2
      2: –
         → 6 case let e as MyError
         → 3 not case let e as MyError
      3: –
         → 4
      4: –
         → 5
      5: d()
         → 9
      6: –
         → 7
      7: c()
         → 9
      8: a(); b()
         → 9
      9: e()
         → return
      """),
    FlowShape(
      name: "catch that lets some pass",
      body: """
      do { try a() } catch MyError.one { b() }
      c()
      """,
      graph: """
      0: –
         → 6
         → 1 thrown
      1: –
         → 2
      2: –
         → 4 case .one
         → 3 not case .one
      3: –
         → throw
      4: –
         → 5
      5: b()
         → 7
      6: a()
         → 7
      7: c()
         → return
      """),
    FlowShape(
      name: "throw",
      body: """
      do {
      if a() { throw b() }
      c()
      } catch { d() }
      e()
      """,
      graph: """
      0: a()
         → 6 unless a()
         → 1 if a()
      1: –
         → 2
      2: b()
         → 3
      3: –
         → 4
      4: –
         → 5
      5: d()
         → 9
      6: –
         → 7
      7: –
         → 8
      8: c()
         → 9
      9: e()
         → return
      """),
    FlowShape(
      name: "try? and try!",
      body: """
      let x = try? a()
      let y = try! b()
      c(x, y)
      """,
      graph: """
      0: a(); b(); c(x, y)
         → return
      """),
    FlowShape(
      name: "the program ends",
      body: """
      guard a() else { fatalError() }
      b()
      """,
      graph: """
      0: a()
         → 2 unless a()
         → 1 if a()
      1: b()
         → return
      2: –
         → 3
      3: fatalError()
         → the program ends
      """),
    FlowShape(
      name: "conditional compilation",
      body: """
      #if DEBUG
      a()
      #else
      b()
      #endif
      #if os(Linux)
      c()
      #endif
      d()
      """,
      graph: """
      0: –
         → 2
         → 1
      1: b()
         → 3
      2: a()
         → 3
      3: –
         → 4
         → 5
      4: c()
         → 5
      5: d()
         → return
      """),
    FlowShape(
      name: "a closure does not run here",
      body: """
      a { b() }
      func c() { d() }
      e()
      """,
      graph: """
      0: a({ … }); { … }; e()
         → return
      """),
    FlowShape(
      name: "if case",
      body: """
      if case .one(let x) = a, x > 1 { b() }
      c()
      """,
      graph: """
      0: a
         → 4 unless a matches
         → 1 if a matches
      1: x > 1
         → 4 unless x > 1
         → 2 if x > 1
      2: –
         → 3
      3: b()
         → 6
      4: –
         → 5
      5: –
         → 6
      6: b(); c()
         → return
      """),
    FlowShape(
      name: "switch as a value",
      body: """
      let x = switch a { case .one: b() default: c() }
      d(x)
      """,
      graph: """
      0: a
         → 4 case .one
         → 1 not case .one
      1: –
         → 2
      2: –
         → 3
      3: c()
         → 6
      4: –
         → 5
      5: b()
         → 6
      6: b() ?? c(); d(x)
         → return
      """),
    FlowShape(
      name: "nested defer and return",
      body: """
      do {
      defer { a() }
      do {
      defer { b() }
      if c() { return }
      }
      d()
      }
      e()
      """,
      graph: """
      0: c()
         → 3 unless c()
         → 1 if c()
      1: –
         → 2
      2: b(); a()
         → return
      3: –
         → 4
      4: –
         → 5
      5: b(); d(); a(); e()
         → return
      """),
  ]
}
