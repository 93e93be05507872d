/// A row of the table in `Sources/README.md`.
struct Room: Equatable, CustomStringConvertible {
  var name: String
  /// Its path from the root: `Sources/Git`.
  var folder: String
  var rooms: [String]
  var outside: [String]

  var description: String { name }

  /// The rooms of the table, in its order.
  static func all() throws -> [Room] {
    try House.text("Sources/README.md").split(separator: "\n").compactMap(Room.init(row:))
  }

  /// Reads ``| [`Git`](Git) | … | … | `ReviewModel`, `CLibgit2` | `Synchronization` |``; nil for other lines.
  init?(row: Substring) {
    let cells = row.split(separator: "|")
    guard cells.count == 5, let link = cells[0].wholeMatch(of: /\s*\[`(\w+)`\]\((.+)\)\s*/) else {
      return nil
    }
    name = String(link.1)
    folder = link.2.hasPrefix("../") ? String(link.2.dropFirst(3)) : "Sources/\(link.2)"
    rooms = Self.names(in: cells[3])
    outside = Self.names(in: cells[4])
  }

  private static func names(in cell: Substring) -> [String] {
    cell.matches(of: /`(\w+)`/).map { String($0.1) }
  }

  /// All rooms that may be imported here: those of the row, and what they may import in turn.
  func reachable(in table: [Room]) -> Set<String> {
    var found: Set<String> = []
    var waiting = rooms
    while let next = waiting.popLast() {
      guard found.insert(next).inserted else { continue }
      waiting += table.first { $0.name == next }?.rooms ?? []
    }
    return found
  }
}
