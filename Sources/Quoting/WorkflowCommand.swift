/// What CI hosts take for commands in the output of a job, standard error included.
///
/// GitHub: a line that begins with `::` behind white space, and `##[` anywhere. Azure: `##vso[` and `##[` anywhere.
/// TeamCity: `##teamcity[` anywhere.
package enum WorkflowCommand {
  /// A text as the message of a GitHub command.
  package static func githubMessage(_ text: String) -> String {
    harmless(text.pieces(between: "\n").map(\.visible).joined(separator: "\n")).rewritten { scalar in
      switch scalar {
      case "%": "%25"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  /// A text as a property of a GitHub command. Line breaks and what else is part of a path are kept, but for what
  /// another host would obey that the report is printed on: it looks for `##vso[` anywhere.
  package static func githubProperty(_ text: String) -> String {
    let property = text.rewritten { scalar in
      switch scalar {
      case "%": "%25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ":": "%3A"
      case ",": "%2C"
      default: scalar.misleads ? String(scalar).visible : nil
      }
    }
    return harmless(property)
  }

  /// A text as the message or a property of an Azure command.
  package static func azureValue(_ text: String) -> String {
    harmless(text).rewritten { scalar in
      switch scalar {
      case "%": "%AZP25"
      case "\r": "%0D"
      case "\n": "%0A"
      case ";": "%3B"
      case "]": "%5D"
      default: scalar.misleads ? String(scalar).visible : nil
      }
    }
  }

  /// Lines of a log with nothing in them that a host would obey.
  package static func harmless(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: ":") }) else { return text }
    let scalars = Array(text.unicodeScalars)
    var result = String.UnicodeScalarView()
    var startsLine = true
    for (index, scalar) in scalars.enumerated() {
      let next = index + 1 < scalars.count ? scalars[index + 1] : "\n"
      result.append(scalar)
      // `: :` and `# #` read as much the same, and are no commands.
      if scalar == ":", next == ":", startsLine { result.append(" ") }
      if scalar == "#", next == "#", isCommand(scalars[(index + 2)...]) { result.append(" ") }
      startsLine = scalar.endsLine || startsLine && (scalar.properties.isWhitespace || scalar.isUnseen)
    }
    return String(result)
  }

  /// Whether a word and a bracket follow, as in `##vso[` and `##[`.
  private static func isCommand(_ rest: ArraySlice<Unicode.Scalar>) -> Bool {
    rest.first { !($0.isASCII && ($0.properties.isAlphabetic)) } == "["
  }
}
