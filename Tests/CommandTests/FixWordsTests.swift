import Foundation
import TestRepository
import Testing

/// What is offered names the link that owns nobody, and what else keeps the object.
@Suite struct FixWordsTests {
  private func offered(for source: String) throws -> (patch: String, review: String) {
    let repository = try TestRepository()
    try repository.write("Part.swift", "import Foundation\n")
    try repository.commit()
    try repository.write("Part.swift", source)
    return (
      try repository.nitless("fix", "--diff").output, try repository.nitless("review", "--format", "json").output
    )
  }

  @Test func `Of a module that one function puts together what leads back to its screen is weak`() throws {
    let offered = try offered(
      for: """
        import UIKit
        protocol Showing: AnyObject { func show() }
        protocol Asking: AnyObject { func load() }
        protocol Told: AnyObject { func loaded() }
        protocol Loading: AnyObject { func start() }
        final class NoteScreen: UIViewController, Showing {
          var presenter: Asking?
          func show() {}
        }
        final class NotePresenter: Asking, Told {
          var view: Showing?
          var loader: Loading?
          func load() { loader?.start() }
          func loaded() { view?.show() }
        }
        final class NoteLoader: Loading {
          var presenter: Told?
          func start() { presenter?.loaded() }
        }
        enum NoteModule {
          static func make() -> UIViewController {
            let screen = NoteScreen()
            let presenter = NotePresenter()
            let loader = NoteLoader()
            screen.presenter = presenter
            presenter.view = screen
            presenter.loader = loader
            loader.presenter = presenter
            return screen
          }
        }

        """)
    #expect(offered.patch.contains("+  weak var view: Showing?"), "\(offered)")
    #expect(offered.patch.contains("+  weak var presenter: Told?"), "\(offered)")
    #expect(!offered.patch.contains("weak var presenter: Asking?"), "\(offered)")
    #expect(!offered.patch.contains("weak var loader"), "\(offered)")
  }

  @Test func `Each closure that only words can mend is named`() throws {
    let offered = try offered(
      for: """
        final class Menu {
          var onPick: ((Int) -> Void)?
          var onLeave: (() -> Void)?
        }
        final class Screen {
          let menu = Menu()
          func bind() {
            menu.onPick = picked
            menu.onLeave = left
          }
          func picked(_ index: Int) {}
          func left() {}
        }

        """)
    #expect(offered.review.contains("; the same is to be done on line 9"), "\(offered)")
  }

  @Test func `Another cycle that keeps the same object is named`() throws {
    let offered = try offered(
      for: """
        final class Grid { var onTap: (() -> Void)? }
        final class Screen {
          let grid = Grid()
          var router: Router?
          init() { bind() }
          func bind() { grid.onTap = { self.show() } }
          func show() { router?.leave() }
        }
        final class Router {
          var screen: Screen?
          func start() {
            let screen = Screen()
            screen.router = self
            self.screen = screen
          }
          func leave() {}
        }

        """)
    #expect(offered.review.contains("Capture `self` weakly; the cycle told at Part.swift:4 keeps it too"), "\(offered)")
  }

  @Test func `A block that the system runs is not handed its own item`() throws {
    let offered = try offered(
      for: """
        import Foundation
        final class Sorter {
          let queue = DispatchQueue(label: "sorter")
          var rows: [Int] = []
          func sort() {
            var item: DispatchWorkItem?
            item = DispatchWorkItem {
              if item?.isCancelled ?? true { return }
              print("sorted")
            }
            if let item { queue.async(execute: item) }
          }
        }

        """)
    #expect(offered.review.contains("Set `item` to `nil` where the closure ends"), "\(offered)")
  }

  @Test(arguments: [
    ("let text = given", true), ("let text = written.string(from: now)", false), ("let text = now.spelled()", false),
  ])
  func `A reader is not given another calendar than who writes with it`(_ line: String, _ isEdited: Bool) throws {
    let offered = try offered(
      for: """
        import Foundation
        extension Date {
          func spelled() -> String {
            let formatter = DateFormatter()
            formatter.dateFormat = "MM/yy"
            return formatter.string(from: self)
          }
        }
        struct Parcel {
          func day(_ given: String, _ now: Date, _ written: DateFormatter) -> Date? {
            \(line)
            let formatter = DateFormatter()
            formatter.dateFormat = "yyyy-MM-dd"
            return formatter.date(from: text)
          }
        }

        """)
    #expect(offered.patch.contains("Locale(identifier: \"en_US_POSIX\")") == isEdited, "\(offered)")
  }

  @Test func `Two formatters of one name each get a locale of their own`() throws {
    let offered = try offered(
      for: """
        import Foundation
        struct Tides {
          func days(_ near: [String], _ far: [String]) -> [Date] {
            if far.isEmpty {
              let reader = DateFormatter()
              reader.dateFormat = "yyyy-MM-dd"
              return near.compactMap { reader.date(from: $0) }
            }
            let reader = DateFormatter()
            reader.dateFormat = "yyyy-MM-dd HH"
            return far.compactMap { reader.date(from: $0) }
          }
        }

        """)
    let settings = offered.patch.components(separatedBy: "+").filter { $0.contains("en_US_POSIX") }
    #expect(settings.count == 2, "\(offered)")
    #expect(Set(settings.map { $0.prefix { $0 == " " }.count }) == [4, 6], "\(offered)")
  }

  @Test func `An actor is not left by a closure that is a part of it`() throws {
    let offered = try offered(
      for: """
        final class Radio {
          var onRead: (() -> Void)?
        }
        actor Client {
          private let radio = Radio()
          private var reads = 0
          func start() {
            radio.onRead = { self.count() }
          }
          private func count() { reads += 1 }
        }

        """)
    #expect(!offered.patch.contains("[weak self]"), "\(offered)")
  }

  @Test func `A formatter that others set as well is not changed by one of them`() throws {
    let offered = try offered(
      for: """
        import Foundation
        enum Dates {
          private static let formatter = DateFormatter()
          static func read(_ text: String) -> Date? {
            formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ss"
            return formatter.date(from: text)
          }
          static func shown(_ date: Date) -> String {
            formatter.dateFormat = "d. MMMM"
            return formatter.string(from: date)
          }
        }

        """)
    #expect(!offered.patch.contains("Locale(identifier:"), "\(offered)")
  }
}
