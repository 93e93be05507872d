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
}
