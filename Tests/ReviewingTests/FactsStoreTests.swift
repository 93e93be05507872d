import BundledRules
import Git
import ProgramModel
import ReviewModel
import Reviewing
import RuleEngine
import RulePages
import TestRepository
import Testing

/// A process that reviews again and again says what one says that reviews once.
@Suite struct FactsStoreTests {
  @Test func `What is kept from the last review changes nothing`() throws {
    let repository = try TestRepository()
    let store = FactsStore()
    let bodies = ["", "    loader.done = { self.show() }\n", "    loader.done = { [weak self] in self?.show() }\n", "    loader.done = { self.show() }\n"]
    var counts: [Int] = []
    for (number, body) in bodies.enumerated() {
      let viewer = "final class Viewer {\n  let loader = Loader()\n  func start() {\n\(body)  }\n  func show() {}\n}\n"
      try repository.write("Viewer.swift", viewer)
      // The same content at another place, where less of it is wanted.
      try repository.write("Tests/ViewerTests/Viewer.swift", viewer)
      try repository.write("Loader.swift", "final class Loader {\n  var done: (() -> Void)?\n}\n")
      if number == 0 { try repository.commit() }
      let (kept, fresh) = (try review(repository, store), try review(repository, nil))
      #expect(kept.introduced == fresh.introduced && kept.fixed == fresh.fixed && kept.standing == fresh.standing)
      #expect(kept.extent == fresh.extent && kept.skipped == fresh.skipped && kept.notices == fresh.notices)
      counts.append(kept.introduced.count)
    }
    #expect(counts == [0, 1, 0, 1])
  }

  private func review(_ repository: TestRepository, _ store: FactsStore?) throws -> Review {
    var tables = Knowledge()
    tables[.tests].add("tests", at: TableLine(table: 0, line: 0))
    let knowledge = tables
    let pages = BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page }
    return try Reviewer(
      repository: Repository(at: repository.path), inspector: Inspector(rules: pages.filter(\.isEnabled)),
      knowledge: knowledge, threads: 2, store: store
    ).review(.workTree)
  }
}
