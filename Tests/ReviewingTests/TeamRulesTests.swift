import ProgramModel
import Reviewing
import RulePages
import Testing

/// What a team can write that has read Rules/README.md alone: each page with what it finds and what it leaves alone.
@Suite struct TeamRulesTests {
  private func failures(
    _ head: String, flagged: String, notFlagged: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    let page = """
      ---
      level: risk
      trait: correctness
      \(head)
      ---
      # A rule of a team

      The team has agreed on it.

      ## Flagged

      ```diff
      \(flagged)
      ```

      ## Not flagged

      ```diff
      \(notFlagged)
      ```
      """
    let (read, problems) = RulePage.read(page, path: "rules/agreed.md")
    let rule = try #require(
      read, "\(problems.map(\.description).joined(separator: "\n"))", sourceLocation: sourceLocation)
    return PageExamination(rules: [rule], knowledge: BundledPagesTests.knowledge).failures(of: [rule], threads: 1)
      .map(\.description)
  }

  @Test func `Closures given to a bus capture weakly`() throws {
    let bus = """
       final class EventBus {
         var handlers: [() -> Void] = []
         func on(_ name: String, _ handler: @escaping () -> Void) { handlers.append(handler) }
         func off(_ name: String, _ handler: () -> Void) {}
       }
      """
    #expect(
      try failures(
        """
        find: closure
        where:
          given-to: EventBus.on
          captured: { held: strongly }
        message: "`{callee}` keeps this closure, and with it `{captured}`"
        """,
        flagged: """
          \(bus)
           final class Screen {
             let bus: EventBus
             init(bus: EventBus) { self.bus = bus }
             func show() {
          +    bus.on("shown") { self.show() }
          !                    ^ `on` keeps this closure, and with it `self`
             }
           }
          """,
        notFlagged: """
          \(bus)
           final class Screen {
             let bus: EventBus
             init(bus: EventBus) { self.bus = bus }
             func on(_ name: String, _ handler: () -> Void) {}
             func show() {
          +    bus.on("shown") { [weak self] in self?.show() }
          +    bus.on("shown") { print("shown") }
          +    bus.off("shown") { self.show() }
          +    on("shown") { self.show() }
             }
           }
          """) == [])
  }

  @Test func `Each view controller of a module has the team's own above it`() throws {
    #expect(
      try failures(
        """
        find: type
        where:
          module: App
          inherits: UIViewController
          not: [{ inherits: BaseViewController }, { name: BaseViewController }]
        message: "`{type}` is no `BaseViewController`"
        """,
        flagged: """
          --- Package.swift
           // swift-tools-version: 6.0
           import PackageDescription
           let package = Package(name: "App", targets: [.target(name: "App"), .target(name: "Kit")])
          --- Sources/App/Base.swift
           import UIKit
           class BaseViewController: UIViewController {}
          --- Sources/App/Screens.swift
          +import UIKit
          +final class SettingsController: UITableViewController {}
          !            ^ `SettingsController` is no `BaseViewController`
          """,
        notFlagged: """
          --- Package.swift
           // swift-tools-version: 6.0
           import PackageDescription
           let package = Package(name: "App", targets: [.target(name: "App"), .target(name: "Kit")])
          --- Sources/App/Base.swift
           import UIKit
           class BaseViewController: UIViewController {}
          --- Sources/App/Screens.swift
          +class ListController: BaseViewController {}
          +final class PeopleController: ListController {}
          +final class Model {}
          --- Sources/Kit/Kit.swift
          +import UIKit
          +final class KitController: UIViewController {}
          """) == [])
  }

  @Test func `A key of the user defaults is no literal outside of one file`() throws {
    #expect(
      try failures(
        """
        find: text
        where:
          label: forKey
          given-to: UserDefaults.*
          not: { path: Keys.swift }
        message: "the key `{name}` stands here and not in Keys.swift"
        """,
        flagged: """
          --- Sources/Settings.swift
           import Foundation
           struct Settings {
             let defaults = UserDefaults.standard
             func save() {
          +    defaults.set("blue", forKey: "color")
          !                                 ^ the key `color` stands here and not in Keys.swift
             }
             var color: String? {
          +    UserDefaults.standard.string(forKey: "color")
          !                                         ^
             }
           }
          """,
        notFlagged: """
          --- Sources/Keys.swift
           import Foundation
           enum Keys {
             static let color = "color"
          +  static func old() -> String? { UserDefaults.standard.string(forKey: "colour") }
           }
          --- Sources/Settings.swift
           import Foundation
           final class Archive { func set(_ value: String, forKey key: String) {} }
           struct Settings {
             func save(_ archive: Archive) {
          +    UserDefaults.standard.set("blue", forKey: Keys.color)
          +    archive.set("blue", forKey: "color")
             }
           }
          """) == [])
  }

  @Test func `What conforms to a protocol calls a method on every way that fails`() throws {
    let session = """
       protocol Session { func close() }
       enum Broken: Error { case host }
      """
    #expect(
      try failures(
        """
        find: path
        where:
          inside: { kind: function, name: init, inside: { conforms-to: Session } }
          when: it fails
          misses: { callee: close }
        message: "`{type}` fails here and leaves its session open"
        """,
        flagged: """
          \(session)
           final class Connection: Session {
             init(host: String) throws {
               if host.isEmpty {
          +      throw Broken.host
          !      ^ `Connection` fails here and leaves its session open
               }
             }
             func close() {}
           }
          """,
        notFlagged: """
          \(session)
           final class Connection: Session {
             init(host: String) throws {
               guard !host.isEmpty else {
          +      close()
          +      throw Broken.host
               }
             }
             func close() {}
             func send() throws {
          +    throw Broken.host
             }
           }
           final class Other {
          +  init() throws { throw Broken.host }
           }
          """) == [])
  }

  @Test func `No method of a store is called where a view is drawn`() throws {
    let repository = """
       import SwiftUI
       final class Repository {
         var count = 0
         func load() -> Int { count }
       }
      """
    #expect(
      try failures(
        """
        find: call
        where:
          callee: Repository.*
          inside: { kind: property, name: body, inside: { conforms-to: View } }
        message: "`{callee}` runs each time `{type}` is drawn"
        """,
        flagged: """
          \(repository)
           struct Row: View {
             let repository: Repository
             var body: some View {
          +    Text("\\(repository.load())")
          !            ^ `load` runs each time `Row` is drawn
             }
           }
          """,
        notFlagged: """
          \(repository)
           struct Row: View {
             let repository: Repository
             func refresh() -> Int {
          +    repository.load()
             }
             var body: some View { Text("\\(repository.count)") }
           }
           struct Body {
             let repository: Repository
             var body: Int {
          +    repository.load()
             }
           }
          """) == [])
  }

  @Test func `Nothing is started twice without a stop in between`() throws {
    let engine = """
       final class Engine {
         func start() {}
         func stop() {}
       }
      """
    #expect(
      try failures(
        """
        find: path
        where:
          repeats: { callee: Engine.start, without: { callee: Engine.stop } }
        message: "the engine runs already here"
        """,
        flagged: """
          \(engine)
           func warmUp(_ engine: Engine, again: Bool) {
             engine.start()
             if again {
          +    engine.start()
          !    ^ the engine runs already here
             }
           }
          """,
        notFlagged: """
          \(engine)
           func warmUp(_ engine: Engine, _ other: Engine, again: Bool) {
             engine.start()
             if again {
          +    engine.stop()
          +    engine.start()
             }
          +  other.start()
           }
          """) == [])
  }
}
