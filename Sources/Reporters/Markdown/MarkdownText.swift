extension String {
  /// A sentence as Markdown: what stands between backticks is code, and nothing else of it means anything.
  var markdown: String { markdown(inTable: false) }

  /// The same in a cell of a table.
  var markdownCell: String { markdown(inTable: true) }

  /// The text as a piece of code.
  var markdownCode: String { codeSpan(inTable: false) }

  /// The same in a cell of a table.
  var markdownCellCode: String { codeSpan(inTable: true) }

  private func markdown(inTable: Bool) -> String {
    let pieces = visible.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
    // Backticks that do not pair up are no code.
    guard !pieces.count.isMultiple(of: 2) else {
      return pieces.map(\.escapedProse).joined(separator: "\\`")
    }
    return pieces.enumerated().map { index, piece in
      index.isMultiple(of: 2) ? piece.escapedProse : piece.codeSpan(inTable: inTable)
    }.joined()
  }

  private func codeSpan(inTable: Bool) -> String {
    let text = visible
    guard !text.isEmpty else { return "" }
    let fence = String(repeating: "`", count: text.longestRun(of: "`") + 1)
    let needsRoom = text.hasPrefix("`") || text.hasSuffix("`")
    let inside = needsRoom ? " \(text) " : text
    // A table is cut into cells before code is looked for.
    return fence + (inTable ? inside.replacing("|", with: "\\|") : inside) + fence
  }

  private var escapedProse: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\", "*", "_", "[", "]", "<", ">", "#", "|", "~", "&", "$":
        text += "\\"
        text.unicodeScalars.append(scalar)
      // Nobody is called by what a source file says.
      case "@": text += "@\u{200B}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    // An address makes a link of itself.
    return text.replacing("://", with: "\\://")
  }

  /// How many times a character stands in a row at most.
  func longestRun(of character: Character) -> Int {
    var (longest, current) = (0, 0)
    for other in self {
      current = other == character ? current + 1 : 0
      longest = max(longest, current)
    }
    return longest
  }
}

/// Lines of code as a block that nothing in them can end.
func markdownFence(_ lines: [String], language: String) -> [String] {
  let shown = lines.map { Glyph.glyphs(of: $0).map(\.text).joined().trimmingEnd.clipped(to: 400) }
  let longest = shown.map { $0.longestRun(of: "`") }.max() ?? 0
  let fence = String(repeating: "`", count: max(3, longest + 1))
  return [fence + language] + shown + [fence]
}
