import Testing

/// Who may import whom, as the table in `Sources/README.md` has it.
struct RoomTests {
  @Test func `Every folder of Sources has a row in the table, and every row a folder`() throws {
    let table = try Room.all()
    let folders = try House.folders(in: "Sources")
    let rows = table.map(\.folder).filter { $0.hasPrefix("Sources/") }.map { String($0.dropFirst(8)) }
    for folder in folders where !rows.contains(folder) {
      Issue.record("Sources/\(folder) has no row in Sources/README.md: say what lives there and what it does not know")
    }
    for room in table where !House.exists(room.folder) {
      Issue.record("Sources/README.md has a row for \(room.name), but there is no \(room.folder): remove the row")
    }
  }

  @Test(arguments: try Room.all())
  func `A room imports what its row allows`(_ room: Room) throws {
    let table = try Room.all()
    let allowed = room.reachable(in: table).union(room.outside)
    for file in try SwiftTokens.all(in: room.folder) {
      for (module, place) in file.imports where !allowed.contains(module) {
        Issue.record(
          """
          \(place): `\(room.name)` may not import `\(module)`. Give the room what it needs as a value, or \
          move the code to a room that may; if the house itself is to change, change the row in Sources/README.md
          """)
      }
    }
  }

  @Test func `Nothing points back`() throws {
    let table = try Room.all()
    for room in table {
      #expect(
        !room.reachable(in: table).contains(room.name),
        "the table in Sources/README.md leads from `\(room.name)` back to itself: take one of the imports out")
    }
  }

  @Test func `A module from outside is for few rooms`() throws {
    let few = [
      "CLibgit2": ["Git"], "SwiftSyntax": ["SwiftFacts"], "SwiftParser": ["SwiftFacts"],
      "ArgumentParser": ["nitless"], "CLibyaml": ["YAML"], "FoundationEssentials": ["Platform"],
      "Foundation": ["Platform", "EmbedRules", "EmbedRulesPlugin", "StampSources", "StampSourcesPlugin"], "Glibc": ["Platform"],
      "Darwin": ["Platform"],
    ]
    for room in try Room.all() {
      for module in room.outside + room.rooms where few[module]?.contains(room.name) == false {
        Issue.record(
          "`\(room.name)` lists `\(module)`, which is for \(few[module] ?? []): ask that room, or say here why two need it")
      }
    }
  }
}
