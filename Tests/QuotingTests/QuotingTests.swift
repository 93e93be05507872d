import Foundation
import Quoting
import Testing

/// Whatever stands beside a sign that a destination obeys, the sign is not seen there.
@Suite struct QuotingTests {
  /// Control characters, separators, marks that combine with what stands before them, what reorders text, and ASCII.
  static let oddities: [Unicode.Scalar] = (0...0x10FFFF as ClosedRange<UInt32>).compactMap { Unicode.Scalar($0) }.filter { scalar in
    if scalar.isASCII { return true }
    return switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .enclosingMark: true
    // Two thousand of them are alike: one of each row.
    case .nonspacingMark, .spacingMark: scalar.value < 0x310 || scalar.value % 16 == 1
    default: scalar.value & 0xFFFF >= 0xFFFE
    }
  }

  /// Texts with each oddity before and behind signs.
  private func everyText(around signs: [String], _ body: (String) -> Void) {
    for oddity in Self.oddities {
      for sign in signs {
        var text = String.UnicodeScalarView("a".unicodeScalars)
        for piece in [sign, String(oddity), sign, String(oddity), "b"] { text.append(contentsOf: piece.unicodeScalars) }
        body(String(text))
      }
    }
  }

  @Test func `A terminal is told nothing, and reorders nothing`() {
    everyText(around: ["\u{1B}[2J", "\r", "\u{202E}", "e\u{301}"]) { text in
      let isHarmless = text.visible.unicodeScalars.allSatisfy { !$0.isUnseen || $0.joins || (0xE0020...0xE007F).contains($0.value) }
      #expect(isHarmless, "\(text.debugDescription)")
    }
  }

  @Test func `HTML has no elements, attributes or ends of them`() {
    everyText(around: ["<", ">", "\"", "'", "&"]) { text in
      let shown = text.html
      #expect(!shown.unicodeScalars.contains { "<>\"'".unicodeScalars.contains($0) }, "\(text.debugDescription)")
      #expect(Self.entities(of: shown).allSatisfy { ["amp", "lt", "gt", "quot", "#39", "#9"].contains($0) }, "\(text.debugDescription)")
    }
  }

  @Test func `XML has nothing that it cannot hold`() {
    everyText(around: ["<", "]]>", "\"", "'", "&"]) { text in
      let shown = text.xml
      #expect(!shown.unicodeScalars.contains { "<>\"".unicodeScalars.contains($0) }, "\(text.debugDescription)")
      #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || $0.value & 0xFFFE == 0xFFFE && $0.value < 0x10000 }, "\(text.debugDescription)")
      #expect(Self.entities(of: shown).allSatisfy { ["amp", "lt", "gt", "quot", "#39", "#9", "#10", "#13", "#35"].contains($0) }, "\(text.debugDescription)")
    }
  }

  @Test func `JSON says the same, in ASCII where it would mislead`() throws {
    var texts: [String] = []
    everyText(around: ["\"", "\\", "##[", "\u{2028}"]) { texts.append($0) }
    let list = "[" + texts.map(\.json).joined(separator: ",\n") + "]"
    let read = try JSONDecoder().decode([String].self, from: Data(list.utf8))
    #expect(read.count == texts.count)
    for (one, other) in zip(read, texts) { #expect(one.utf8.elementsEqual(other.utf8), "\(other.debugDescription)") }
    #expect(!list.utf8.contains { $0 < 0x20 && $0 != 0x0A })
    #expect(!list.contains("##"))
  }

  @Test func `Markdown calls nobody, shows no image and ends no code`() {
    everyText(around: ["`", "``", "[a](b)", "![a](b)", "<b>", "@me", "#1", "~l", "://", "www.a", "&lt;", "|", "\\"]) { text in
      for shown in [text.markdown, text.onOneLine.markdownCell] {
        let prose = Self.prose(of: shown)
        #expect(prose.live.isEmpty, "\(text.debugDescription): \(shown) has \(prose.live)")
        #expect(prose.isEnded, "\(text.debugDescription): \(shown)")
      }
      let code = Self.prose(of: text.markdownCode)
      #expect(code.text.isEmpty && code.isEnded, "\(text.debugDescription)")
    }
  }

  @Test func `Code in the cell of a table ends no cell`() {
    everyText(around: ["|", "\\|", "`|`"]) { text in
      for shown in [text.markdownCellCode, text.markdownCell] {
        var previous: Unicode.Scalar = " "
        var bars = 0
        for scalar in shown.unicodeScalars {
          if scalar == "|", previous != "\\" { bars += 1 }
          previous = scalar
        }
        #expect(bars == 0, "\(text.debugDescription): \(shown)")
      }
    }
  }

  @Test func `A block of code is ended by its own fence alone`() {
    everyText(around: ["```", "````"]) { text in
      let lines = markdownFence(text.filledLines, language: "swift")
      let fence = lines.last ?? ""
      #expect(lines.dropFirst().dropLast().allSatisfy { $0.longestRun(of: "`") < fence.unicodeScalars.count })
    }
  }

  @Test func `A job's log commands no host`() {
    everyText(around: ["::", "##[", "##vso[", "##teamcity[", "\n::", "\r::", "\u{85}::"]) { text in
      let shown = WorkflowCommand.harmless(text)
      #expect(Self.commands(in: shown).isEmpty, "\(text.debugDescription)")
      #expect(Self.commands(in: WorkflowCommand.harmless("\n" + text.unicodeScalars.dropFirst().map { String($0) }.joined())).isEmpty)
    }
  }

  @Test func `An annotation is one line, and one command`() {
    everyText(around: ["\r\n", "\n", "::", ",", ":", "%", ";", "]", "##[", "##vso["]) { text in
      for shown in [WorkflowCommand.githubMessage(text), WorkflowCommand.githubProperty(text), WorkflowCommand.azureValue(text)] {
        #expect(!shown.unicodeScalars.contains { $0.endsLine }, "\(text.debugDescription)")
        #expect(Self.commands(in: shown).isEmpty, "\(text.debugDescription)")
      }
      #expect(!WorkflowCommand.githubProperty(text).utf8.contains { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ",") })
      #expect(!WorkflowCommand.azureValue(text).utf8.contains { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "]") })
    }
  }

  @Test func `A shell reads one word`() throws {
    var words: [String] = []
    everyText(around: ["'", "\"", "$(id)", "`id`", "\\", "\n", ";"]) { text in
      if !text.unicodeScalars.contains("\0") { words.append(text) }
    }
    words.append("")
    for words in [words.map(\.shellWord), words.map(\.quotedForShell)] {
      for word in words { #expect(Self.isOneWord(word), "\(word.debugDescription)") }
    }
  }

  @Test func `An option of curl is one line`() {
    everyText(around: ["\"", "\\", "\n", "\r\n"]) { text in
      let inside = text.curlValue.unicodeScalars.dropFirst().dropLast()
      #expect(!inside.contains { $0.endsLine }, "\(text.debugDescription)")
      var isEscaped = false
      for scalar in inside {
        #expect(isEscaped || scalar != "\"", "\(text.debugDescription)")
        isEscaped = !isEscaped && scalar == "\\"
      }
      #expect(!isEscaped, "\(text.debugDescription)")
    }
  }

  @Test func `An address has ASCII only, and steps only where they are meant`() {
    everyText(around: ["/", "?", "#", "%", "@", ".."]) { text in
      #expect(text.addressComponent.utf8.allSatisfy { $0 < 0x7F && $0 > 0x20 } && !text.addressComponent.utf8.contains(UInt8(ascii: "/")))
      #expect(!text.relativeAddress.utf8.contains { "?#@\"<>".utf8.contains($0) })
    }
  }

  @Test func `What a reader looks for stays as it is`() {
    #expect("`self` keeps <b>@me</b>".markdown == "`self` keeps &lt;b&gt;@\u{200B}me&lt;/b&gt;")
    #expect("an odd ` [a](https://b)".markdown == "an odd \\` \\[a\\](https:\u{200B}//b)")
    #expect("a`b``c".markdownCode == "```a`b``c```")
    #expect("`a``b`".markdown == "`a`\u{200B}`b`")
    #expect("one\n/close".onOneLine == "one /close")
    #expect("👩‍👩‍👧 e\u{301}".visible == "👩‍👩‍👧 e\u{301}")
    #expect(WorkflowCommand.harmless("##\"raw\"## a::b\n  ::x") == "##\"raw\"## a::b\n  : :x")
    #expect("/usr/bin/nitless".shellWord == "/usr/bin/nitless")
  }
}

/// Readers of the destinations, as simple as they may be.
extension QuotingTests {
  /// The names between `&` and `;`; one without an end is named by all that follows.
  private static func entities(of text: String) -> [String] {
    text.pieces(between: "&").dropFirst().map { $0.pieces(between: ";").first ?? $0 }
  }

  /// What of a text is outside of code, what of that a host would take for more than text, and whether all code ends.
  private static func prose(of text: String) -> (text: String, live: [String], isEnded: Bool) {
    let scalars = Array(text.unicodeScalars)
    var outside = String.UnicodeScalarView()
    var live: [String] = []
    var index = 0
    while index < scalars.count {
      let scalar = scalars[index]
      let next: Unicode.Scalar = index + 1 < scalars.count ? scalars[index + 1] : " "
      if scalar == "`" {
        let run = scalars[index...].prefix { $0 == "`" }.count
        var end = index + run
        while end < scalars.count {
          let closing = scalars[end...].prefix { $0 == "`" }.count
          if closing == run { break }
          end += max(1, closing)
        }
        guard end < scalars.count else { return (String(outside), live, false) }
        index = end + run
        continue
      }
      outside.append(scalar)
      if scalar == "\\", next.isASCII, next == "_" || next.properties.isPatternSyntax {
        outside.append(next)
        let after: Unicode.Scalar = index + 2 < scalars.count ? scalars[index + 2] : " "
        if "#~$".unicodeScalars.contains(next), after != "\u{200B}" { live.append(String(next)) }
        index += 2
        continue
      }
      if "<>[]*_|~$#".unicodeScalars.contains(scalar) { live.append(String(scalar)) }
      if "@!".unicodeScalars.contains(scalar), next != "\u{200B}" { live.append(String(scalar)) }
      if scalar == ":", next == "/" { live.append("://") }
      index += 1
    }
    if String(outside).contains("www.") { live.append("www.") }
    return (String(outside), live, true)
  }

  private static func commands(in text: String) -> [String] {
    text.unicodeScalars.split(whereSeparator: \.endsLine).map { String($0) }.filter { line in
      let start = line.unicodeScalars.drop { $0.properties.isWhitespace || $0.isUnseen }
      return start.starts(with: "::".unicodeScalars)
        || ["##[", "##vso[", "##teamcity["].contains { line.utf8.firstRange(of: $0.utf8) != nil }
    }
  }

  /// Whether a POSIX shell sees nothing but quoted stretches, plain letters and escaped quotation marks.
  private static func isOneWord(_ word: String) -> Bool {
    var isQuoted = false
    var isEscaped = false
    for byte in word.utf8 {
      if isQuoted { isQuoted = byte != UInt8(ascii: "'"); continue }
      if isEscaped {
        guard byte == UInt8(ascii: "'") else { return false }
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "'"): isQuoted = true
      case UInt8(ascii: "\\"): isEscaped = true
      case 0x80..., UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): break
      default: guard "/._-+@:,".utf8.contains(byte) else { return false }
      }
    }
    return !isQuoted && !isEscaped && !word.isEmpty
  }
}
