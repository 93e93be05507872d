import BundledRules
import Foundation
import Git
import ProgramModel
import ReviewModel
import Reviewing
import RuleEngine
import RulePages
import TestRepository
import Testing

/// What a review says about the app in `Demo/`, from the repository to the findings.
struct DemoTests {
  @Test(arguments: ["closure-retain-cycle", "shadowed-system-protocol", "strong-delegate-cycle", "weak-dropped"])
  func `The demo shows a rule at work`(_ rule: String) throws {
    #expect(try Demo.review.get().introduced.contains { $0.rule == rule })
  }

  @Test func `Each defect of the demo is found, and nothing is said about its sound code`() throws {
    let lines = try Demo.review.get().introduced.map { finding in
      let line = try Demo.line(finding.place.span.lines.lowerBound, of: finding.place.path)
      return "\(finding.place.path): \(line)"
    }
    #expect(
      lines.sorted() == [
        "Postcards/GalleryAdapter.swift: var configurator: CellConfigurator?",
        "Postcards/GalleryUpdates.swift: extension UICollectionView: GalleryUpdatesTarget {}",
        "Postcards/GalleryViewController.swift: loader.didLoad = { photo in",
        "Postcards/GalleryViewController.swift: loader.didProgress = { progress in",
        "Postcards/LikeCounter.swift: var viewPort: LikeViewPort?",
        "Postcards/PhotoStore.swift: extension FileManager: FileManagerProtocol {}",
        "Postcards/PostcardViewController.swift: private lazy var picker = StampPicker(onPick: stick)",
        "Postcards/SearchModel.swift: .sink { _ in self.search(self.query) }",
      ])
  }

  @Test func `The leak that the change repairs is reported as fixed`() throws {
    let fixed = try Demo.review.get().fixed
    #expect(fixed.map(\.rule) == ["closure-retain-cycle"])
    #expect(fixed.map(\.place.path) == ["Postcards/SearchModel.swift"])
  }
}

private enum Demo {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Demo")

  /// The review of the second of two commits, `before` and `after`; made once.
  static let review = Result {
    let home = try TestRepository()
    for moment in ["before", "after"] {
      for path in try paths(of: moment) { try home.write(path, text(path, of: moment)) }
      try home.commit(moment)
    }
    let reviewer = Reviewer(
      repository: try Repository(at: home.path, environment: [:]), inspector: Inspector(rules: rules),
      knowledge: knowledge, threads: 2)
    return try reviewer.review(.range(from: "HEAD~1", to: "HEAD"))
  }

  /// A line of the program after the change, counted from 1, without its indentation.
  static func line(_ number: Int, of path: String) throws -> String {
    try text(path, of: "after").split(separator: "\n", omittingEmptySubsequences: false)[number - 1]
      .trimmingCharacters(in: .whitespaces)
  }

  private static func paths(of moment: String) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.appending(path: moment).path)
      .filter { $0.hasSuffix(".swift") }
  }

  private static func text(_ path: String, of moment: String) throws -> String {
    try String(contentsOf: folder.appending(path: "\(moment)/\(path)"), encoding: .utf8)
  }

  private static var rules: [RulePage] {
    BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page }
  }

  private static var knowledge: Knowledge {
    var reader = KnowledgeReader()
    for table in BundledRules.knowledge { reader.read(table.text, path: table.path) }
    return reader.knowledge
  }
}
