import Testing

/// What is never written in Sources, each with what to write instead.
struct TasteTests {
  @Test(arguments: [
    (["try", "!"], "throw the error on, or make it a value"),
    (["fatalError", "("], "make the state impossible, or use `preconditionFailure` for what only a mistake of ours can reach"),
    (["as", "!"], "use `as?`, and say what happens when it is nil"),
  ])
  func `Nothing stops the program on a whim`(_ words: [String], _ instead: String) throws {
    for file in try SwiftTokens.all(in: "Sources") {
      for place in file.places(of: words) {
        Issue.record("\(place): no `\(words.joined())`: \(instead)")
      }
    }
  }

  @Test(arguments: [
    ["ProcessInfo"], ["CommandLine"], ["FileHandle", ".", "standardInput"], ["FileHandle", ".", "standardOutput"],
    ["FileHandle", ".", "standardError"], ["print", "("], ["Date", "(", ")"],
  ])
  func `Only the command line knows the world`(_ words: [String]) throws {
    let tools = ["nitless", "EmbedRules", "StampSources"]
    for room in try Room.all() where !tools.contains(room.name) {
      for file in try SwiftTokens.all(in: room.folder) {
        for place in file.places(of: words) {
          Issue.record(
            "\(place): `\(words.joined())` belongs to `nitless`: let `\(room.name)` be given the value, or give one back")
        }
      }
    }
  }

  @Test func `A file holds one idea`() throws {
    for path in House.files(in: "Sources", ending: ".swift") {
      let lines = try House.text(path).split(separator: "\n", omittingEmptySubsequences: false).count - 1
      #expect(lines <= 500, "\(path) has \(lines) lines: give its second idea a file of its own")
    }
  }

  @Test func `A line fits beside another`() throws {
    for path in House.files(in: "Sources", ending: ".swift") {
      var isText = false
      for (index, line) in try House.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        // What stands between `"""` is another language's, and has its own length.
        if !isText, line.utf8.count > 120, line.count > 120 {
          Issue.record("\(path):\(index + 1) has \(line.count) columns: break it before 120")
        }
        guard line.utf8.contains(UInt8(ascii: "\"")) else { continue }
        if line.split(separator: "\"\"\"", omittingEmptySubsequences: false).count.isMultiple(of: 2) { isText.toggle() }
      }
    }
  }
}
