import Foundation
import Manifests
import ProgramModel
import SwiftFacts
import Testing

/// What does nothing to those who use a program.
struct IdleCodeTests {
  @Test func `What nothing calls in an application is idle`() {
    #expect(idle("struct Dates { static func read() -> Int { 1 } }", asked: "read") == true)
    #expect(idle("struct Dates { static func read() -> Int { 1 } }\nlet day = Dates.read()", asked: "read") == false)
    #expect(idle("struct Dates { func read() -> Int { 1 } }\nlet reader = Dates().read", asked: "read") == false)
  }

  @Test func `What others may call is not`() {
    #expect(idle("struct Dates { static func read() -> Int { 1 } }", asked: "read", main: "") == false)
    #expect(idle("struct Dates: Codable { static func read() -> Int { 1 } }\nlet it = Dates()", asked: "read") == false)
    #expect(idle("final class Clock { @objc func tick() { go() } }\nlet it = Clock()", asked: "go()") == false)
    #expect(
      idle(
        "class Base { func tick() {} }\nfinal class Clock: Base { override func tick() { go() } }\nlet it = Clock()",
        asked: "go()") == false)
    #expect(
      idle(
        "protocol Reads { func read() -> Int }\nstruct Dates: Reads { func read() -> Int { 1 } }\nlet it = Dates()",
        asked: "1 }") == false)
    #expect(
      idle(
        "enum Flow { case a }\nextension Flow { static func == (a: Flow, b: Flow) -> Bool { true } }", asked: "true")
        == false)
    #expect(idle("struct Dates { let first = 1 }\nlet it = Dates()", asked: "1") == false)
  }

  @Test func `What only idle functions call is idle as well`() {
    let dates = "struct Dates { static func read() -> Int { day() }\nstatic func day() -> Int { 1 } }"
    #expect(idle(dates, asked: "day() -> Int { 1 }") == true)
    #expect(idle(dates + "\nlet day = Dates.read()", asked: "day() -> Int { 1 }") == false)
  }

  @Test func `What a constant rules out is idle, also in a library`() {
    func isIdle(_ body: String, _ text: String) -> Bool? {
      idle("struct Flags { static let isOn = false; static var isSet = false }\nfunc f() { \(body) }", asked: text, main: "")
    }
    #expect(isIdle("if true { stop() } else { go() }", "go()") == true)
    #expect(isIdle("if true { stop() } else { go() }", "stop()") == false)
    #expect(isIdle("if Flags.isOn { go() }", "go()") == true)
    #expect(isIdle("if Flags.isSet { go() }", "go()") == false)
    #expect(isIdle("run { if let a = b(), Flags.isOn { go() } }", "go()") == true)
    #expect(isIdle("if !Flags.isOn { stop() } else if a { go() }", "go()") == true)
  }

  @Test func `A type that nothing names is idle, and so is a protocol that nothing takes`() {
    #expect(idle("final class Clock { @objc func tick() { go() } }", asked: "go()") == true)
    #expect(idle("struct Dates { let first = 1 }", asked: "1") == true)
    #expect(idle("struct Dates { let first = 1 }\nextension Dates { static let all = Dates() }", asked: "1") == true)
    #expect(idle("protocol Loads { var first: Int? { get } }", asked: "first") == true)
    #expect(idle("protocol Loads { var first: Int? { get } }\nextension URL: Loads {}", asked: "first") == true)
    #expect(idle("protocol Loads { var first: Int? { get } }\nstruct A: Loads {}", asked: "first") == false)
    #expect(idle("protocol Loads { var first: Int? { get } }\nvar a: Loads?", asked: "first") == false)
  }

  @Test func `What may be made by its name in a text, an attribute or a key path is not idle`() {
    #expect(idle("struct Dates { let first = 1 }\nlet path = \\Dates.first", asked: "1") == false)
    #expect(idle("class Clock { let first = 1 }\nlet kind = NSClassFromString(\"Clock\")", asked: "1") == false)
    #expect(idle("class Clock: Ticking { let first = 1 }", asked: "1") == false)
    #expect(idle("@Model class Clock { let first = 1 }", asked: "1") == false)
  }

  @Test func `What is compiled for trying out alone is idle`() {
    #expect(idle("#if DEBUG\nstruct Sample: Codable { let first = 1 }\n#endif", asked: "1") == true)
    #expect(idle("#if DEBUG\nlet a = 1\n#else\nlet b = 2\n#endif", asked: "2") == false)
    #expect(idle("#if !DEBUG\nlet a = 1\n#endif", asked: "1") == false)
    #expect(idle("func f() {\n#if DEBUG\ngo()\n#endif\nstop()\n}\nlet it = f()", asked: "go()") == true)
    #expect(idle("func f() {\n#if DEBUG\ngo()\n#endif\nstop()\n}\nlet it = f()", asked: "stop()") == false)
    #expect(idle("struct A {\n#if DEBUG\nlet first = 1\n#endif\n}", asked: "1") == true)
  }

  @Test func `A run of an application comes to what is named on the way from where it begins`() {
    let clock = "final class Clock { func tick(_ times: Int) { go() } }\n"
    #expect(mayRun(clock, from: "Clock().tick(2)", asked: "go()") == true)
    #expect(mayRun(clock, from: "_ = Clock()", asked: "go()") == false)
    #expect(mayRun("func other() { Clock().tick(1) }\n" + clock, from: "_ = Clock()", asked: "go()") == false)
    #expect(mayRun("struct Desk { let clock: Clock }\n" + clock, from: "_ = Desk.self", asked: "final class") == true)
    #expect(mayRun(clock, from: "", asked: "final class") == false)
  }

  @Test func `What the system or a text may find is come to along with its object`() {
    let desk = "final class Desk: UITextFieldDelegate {"
    func mayGo(_ method: String) -> Bool? {
      mayRun("\(desk) \(method) { go() } }", from: "_ = Desk()", asked: "go()")
    }
    #expect(mayGo("func textFieldDidEnd(_ field: UITextField)") == true)
    #expect(mayGo("func fill(_ field: UITextField, twice: Bool = false)") == false)
    #expect(mayGo("func fill(_ desk: Desk)") == false)
    #expect(mayGo("func fill()") == false)
    #expect(mayGo("@objc func fill()") == true)
    let named = "final class Desk { func fill(_ desk: Int) { go() } }"
    #expect(mayRun(named, from: "_ = Desk(); send(\"fill:\")", asked: "go()") == true)
  }

  /// - Parameters:
  ///   - uses: What is done where the program begins.
  ///   - text: What the source has at the place that is asked about; where it first stands counts.
  private func mayRun(_ source: String, from uses: String, asked text: String) -> Bool? {
    let filling = (1...4).map { "func step\($0)() {}" }.joined(separator: "\n")
    let main = "@main struct App { static func main() { step1(); step2(); step3(); step4(); \(uses) } }\n\(filling)"
    guard let asked = program(source + "\n" + main, asked: text) else { return nil }
    return NamedCode(program: asked.program).mayRun(asked.byte, in: asked.file)
  }

  /// - Parameters:
  ///   - text: What the source has at the place that is asked about; where it first stands counts.
  ///   - main: Where the program begins.
  private func idle(
    _ source: String, asked text: String, main: String = "@main struct App { static func main() {} }"
  ) -> Bool? {
    guard let asked = program(source + "\n" + main, asked: text) else { return nil }
    let idle = IdleCode(program: asked.program)
    return idle.isForTrying(asked.byte, in: asked.file) || idle.neverRuns(asked.byte, in: asked.file)
  }

  /// A program of one module, and where a text first stands in it.
  private func program(_ source: String, asked text: String) -> (program: Program, byte: UInt32, file: FileID)? {
    let package = "let package = Package(name: \"P\", targets: [.executableTarget(name: \"App\")])"
    let manifest = ManifestSource(path: "Package.swift", bytes: Array(package.utf8))
    let file = SourceFile(path: "Sources/App/A.swift", facts: FactsMaker().facts(of: Array(source.utf8)))
    let map = ModuleMap(manifests: Manifest.read([manifest]), paths: [file.path], isTestName: { $0 == "Tests" })
    var knowledge = Knowledge()
    knowledge[.lastsWithTheProcess].add(
      .init(type: nil, labels: nil, argument: nil, source: TableLine(table: 0, line: 0)), named: "UIApplication")
    knowledge.add(.init(kind: .classBoundProtocol, superclass: nil), for: "UITextFieldDelegate")
    let program = Program(files: [file], knowledge: knowledge, modules: map)
    guard let range = source.range(of: text), let id = program.file(at: file.path) else { return nil }
    return (program, UInt32(source.utf8.distance(from: source.startIndex, to: range.lowerBound)), id)
  }
}
