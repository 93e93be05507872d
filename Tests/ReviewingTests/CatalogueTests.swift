import BundledRules
import ProgramModel
import RuleEngine
import SwiftFacts
import Testing

/// Tables of roles: what they say, what they refuse, and that none is idle.
struct CatalogueTests {
  @Test func `A row is nearest by its own type, then by a supertype, then by any receiver`() throws {
    let knowledge = try read(
      """
      origin: "here"
      never-returns:
        - stop, Server.shutDown(now:)
        - "*.abandon"
      """)
    let table = knowledge[.neverReturns]
    #expect(table.row(for: "shutDown", of: ["Server"], labels: ["now"])?.tier == .exact)
    #expect(table.row(for: "shutDown", of: ["Proxy", "Server"])?.tier == .supertype)
    #expect(table.row(for: "shutDown", of: ["Proxy"]) == nil)
    #expect(table.row(for: "shutDown", of: ["Server"], labels: ["later"]) == nil)
    #expect(table.row(for: "abandon", of: ["Proxy"])?.tier == .anyReceiver)
    #expect(table.row(for: "stop", of: [])?.row.source.line == 3)
  }

  @Test func `What a later table says goes first`() throws {
    let knowledge = try read("locks:\n  - A.take(first:)\n", "locks:\n  - A.take(second:)\n")
    #expect(knowledge[.locks]["take"].map(\.labels) == [["second"], ["first"]])
    #expect(knowledge[.locks]["take"].map(\.source.table) == [1, 0])
  }

  @Test func `A row may be about one argument`() throws {
    let knowledge = try read("takes-index:\n  - \"Array.remove#at, IndexSet.init#integer\"  # and no other\n")
    #expect(knowledge[.takesIndex].rows(calling: "IndexSet").map(\.argument) == ["integer"])
    #expect(knowledge[.takesIndex].takes("at"))
  }

  @Test func `What is said of one argument holds whichever line comes first`() throws {
    for lines in [["f(_:done:): call", "\"f(_:done:)#done\": once"], ["\"f(_:done:)#done\": once", "f(_:done:): call"]] {
      let entries = try read("closures:\n  " + lines.joined(separator: "\n  ") + "\n").closures[.init(type: nil, name: "f")]
      #expect(entries?.map(\.fact.lifetime) == [.call])
      #expect(entries?.first?.fact.byLabel == ["done": .once])
    }
  }

  @Test func `A guess is by whole words`() throws {
    let words = try read("cancels:\n  - cancel, setup\n")[.cancels]
    #expect(words.fits("willCancelURLLoad") && words.begins("setUpViews") && words.ends("tearOrSetUp") && words.isWhole("setUp"))
    #expect(!words.fits("cancellable") && !words.begins("uncancel") && !words.isWhole("setUpAll"))
  }

  @Test func `An item of a list may be nothing but a comment`() {
    var reader = KnowledgeReader()
    reader.read("ends-receiver:\n  - \"*.stop\"\n  - #*.finish\"\n  - # nothing\n", path: "own.yml")
    #expect(reader.problems.isEmpty, "\(reader.problems)")
  }

  @Test func `What is no section, list or word is told with its line and the nearest`() {
    var reader = KnowledgeReader()
    reader.read("never-return:\n  - a\nlocks:\n  A.b: once\nclosures:\n  - A.b\ncancels:\n  - twoWords\n", path: "own.yml")
    #expect(reader.problems.map(\.line) == [1, 4, 6, 8])
    #expect(reader.problems.first?.nearest == "never-returns")
  }

  @Test func `Every role and every guess is said of something`() throws {
    let reader = bundled
    #expect(reader.problems.isEmpty)
    for role in Role.allCases { #expect(!reader.knowledge[role].names.isEmpty, "no table has `\(role.word)`") }
    for guess in Guess.allCases { #expect(!reader.knowledge[guess].isEmpty, "no table has `\(guess.word)`") }
  }

  @Test func `A type of which a table says a property is in a table`() {
    let knowledge = bundled.knowledge
    let missing = Set(knowledge.properties.keys.map(\.type).filter { type in
      type != Knowledge.MemberKey.anyType && !type.text.contains(".") && knowledge.types[type] == nil
    })
    #expect(missing.isEmpty, "nothing can be of these types: \(missing.map(\.text).sorted())")
  }

  @Test func `A function is said once to keep what it is given`() {
    var said: [String: String] = [:]
    for (path, text) in BundledRules.knowledge {
      var isOfClosures = false
      for line in text.split(separator: "\n") {
        if !line.hasPrefix(" ") { isOfClosures = line == "closures:" }
        guard isOfClosures else { continue }
        guard let last = line.split(separator: " ").last, Knowledge.Lifetime(rawValue: String(last)) != nil else { continue }
        let (name, fact) = (String(line.dropLast(last.count)), String(last))
        if let other = said[name] { #expect(other == fact, "\(name) in \(path)") }
        said[name] = fact
      }
    }
    #expect(said.count > 1000)
  }

  @Test func `What runs in place, or lets go once done, is no subscription`() {
    let knowledge = bundled.knowledge
    for role in [Role.answersWithSubscription, .repeatsWithBlock] {
      for (key, overloads) in knowledge.closures where knowledge[role][key.name].contains(where: { $0.type == key.type && key.type != nil }) {
        for overload in overloads { #expect(![.call, .once].contains(overload.fact.lifetime), "\(key)") }
      }
    }
    for role in [Role.runsOnceInPlace, .waitsForBlock, .runsUnderLock] {
      for (key, overloads) in knowledge.closures where knowledge[role][key.name].contains(where: { $0.type == key.type }) {
        for overload in overloads {
          #expect(overload.fact.lifetime == .call || overload.fact.byLabel.values.contains(.call), "\(key)")
        }
      }
    }
    for (key, overloads) in knowledge.closures where knowledge[.queuesBlock][key.name].contains(where: { $0.type == key.type }) {
      for overload in overloads { #expect(overload.fact.lifetime == .once, "\(key)") }
    }
  }

  private var bundled: KnowledgeReader {
    var reader = KnowledgeReader()
    for (path, text) in BundledRules.knowledge { reader.read(text, path: path) }
    return reader
  }

  private func read(_ tables: String...) throws -> Knowledge {
    var reader = KnowledgeReader()
    for table in tables { reader.read(table, path: "own.yml") }
    try #require(reader.problems.isEmpty)
    return reader.knowledge
  }
}
