import Testing

/// Text that strangers wrote is made harmless in one room, and in no other.
struct QuotingPlaceTests {
  /// What only somebody writes who escapes by hand, or by characters, which are not what readers of bytes see.
  @Test(arguments: [
    (#""&lt;"#, "use `html`, `xml` or `markdown`"), (#""&amp;"#, "use `html`, `xml` or `markdown`"),
    (#""&quot;"#, "use `html` or `xml`"), (#""%0A"#, "use `WorkflowCommand`"), (#"\\u00"#, "use `json`"), (#""\\u""#, "use `json`"),
    (#"'\''"#, "use `shellWord`"), (#"u{200B}"#, "use `markdown`"), (#"addingPercentEncoding"#, "use `addressComponent`"),
  ])
  func `Nobody else escapes`(_ sign: String, _ instead: String) throws {
    // What other tools escaped is read there.
    let readers = ["Sources/Sifting/"]
    for path in House.files(in: "Sources", ending: ".swift")
    where !path.hasPrefix("Sources/Quoting/") && !readers.contains(where: path.hasPrefix) {
      for (index, line) in try House.text(path).split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      where line.contains(sign) {
        Issue.record("\(path):\(index + 1): \(sign) is written by hand: \(instead), of the room `Quoting`")
      }
    }
  }

  @Test func `A terminal's own commands stand in few files`() throws {
    let known = ["Sources/Reporters/Terminal/Ink.swift", "Sources/nitless/StatusLine.swift", "Sources/Sifting/Formats/CompilerLine.swift"]
    for path in House.files(in: "Sources", ending: ".swift") where !known.contains(path) {
      let isWritten = try House.text(path).contains("\\u{1B}")
      #expect(!isWritten, "\(path) commands the terminal: let `Ink` do it")
    }
  }

  @Test func `Lines that others wrote are told apart by scalars`() throws {
    let rooms = ["Reporters", "Hosts", "Hooks", "nitless"]
    // What a host made of a comment of ours: any line break is one there.
    let known = ["Sources/Hosts/Reconciliation.swift", "Sources/Hosts/Text/Marker.swift"]
    for room in rooms {
      for file in try SwiftTokens.all(in: "Sources/\(room)") where !known.contains(file.path) {
        for place in file.places(of: ["isNewline"]) + file.places(of: ["\\", ".", "isNewline"]) {
          Issue.record("\(place): a carriage return before a line feed makes another character: use `filledLines` or `onOneLine`")
        }
      }
    }
  }

  @Test func `Only commands and programs are written to past the guard`() throws {
    let known = ["Sources/nitless/CI/CIPosting.swift", "Sources/nitless/LSPCommand.swift", "Sources/nitless/Options.swift", "Sources/nitless/Output.swift"]
    for path in House.files(in: "Sources/nitless", ending: ".swift") where !known.contains(path) {
      let isPast = try House.text(path).contains("writeAsIs")
      #expect(!isPast, "\(path) writes past `Output.write`, which keeps a CI host from obeying what strangers wrote")
    }
  }
}
