extension String {
  /// A sentence as Markdown: what stands between backticks is code, and nothing else of it means anything. It names
  /// nobody, links nowhere, commands nothing.
  package var markdown: String { markdown(inTable: false) }

  /// The same in a cell of a table.
  package var markdownCell: String { markdown(inTable: true) }

  /// The text as a piece of code.
  package var markdownCode: String { visible.codeSpan(inTable: false) }

  /// The same in a cell of a table.
  package var markdownCellCode: String { visible.codeSpan(inTable: true) }

  private func markdown(inTable: Bool) -> String {
    let pieces = visible.pieces(between: "`")
    // Backticks that do not pair up are no code.
    guard !pieces.count.isMultiple(of: 2) else { return pieces.map(\.escapedProse).joined(separator: "\\`") }
    return pieces.enumerated().map { index, piece in
      guard index.isMultiple(of: 2) else { return piece.codeSpan(inTable: inTable) }
      // Two pieces of code side by side would be read as one.
      let isBetween = index > 0 && index + 1 < pieces.count
      return piece.isEmpty && isBetween ? Self.apart : piece.escapedProse
    }.joined()
  }

  private func codeSpan(inTable: Bool) -> String {
    guard !isEmpty else { return "" }
    let fence = String(repeating: "`", count: longestRun(of: "`") + 1)
    let inside = isEdged(by: "`") ? " \(self) " : self
    // A table is cut into cells before code is looked for.
    return fence + (inTable ? inside.rewritten { $0 == "|" ? "\\|" : nil } : inside) + fence
  }

  /// Hosts look for names, numbers and addresses in the text that is left when the signs of Markdown are taken off:
  /// only something between their parts keeps them from being links. It is a space without width.
  private static let apart = "\u{200B}"

  private var escapedProse: String {
    // The last four scalars, for `www.`.
    var last = ""
    return rewritten { scalar in
      defer { last = String((last + String(scalar).lowercased()).unicodeScalars.suffix(4)) }
      switch scalar {
      case "<": return "&lt;"
      case ">": return "&gt;"
      case "&": return "&amp;" + Self.apart
      case "\\", "*", "_", "[", "]", "|", "`": return "\\\(scalar)"
      case "~", "$", "#": return "\\\(scalar)" + Self.apart
      case "@", "!": return "\(scalar)" + Self.apart
      case "/" where last.hasSuffix(":"): return Self.apart + "/"
      case "." where last.hasSuffix("www"): return Self.apart + "."
      default: return nil
      }
    }
  }
}

/// Lines of code as a block that nothing in them can end. They hold no line breaks.
package func markdownFence(_ lines: [String], language: String) -> [String] {
  let longest = lines.map { $0.longestRun(of: "`") }.max() ?? 0
  let fence = String(repeating: "`", count: max(3, longest + 1))
  return [fence + language] + lines + [fence]
}
