extension String {
  /// The text inside an element or an attribute of XML. XML has no way at all to write most control characters: their
  /// pictures stand for them.
  package var xml: String {
    var previous: Unicode.Scalar = " "
    return rewritten { scalar in
      defer { previous = scalar }
      switch scalar {
      case "&": return "&amp;"
      case "<": return "&lt;"
      // As in `]]>`, which must not stand in text.
      case ">": return "&gt;"
      case "\"": return "&quot;"
      case "\n": return "&#10;"
      case "\r": return "&#13;"
      case "\t": return "&#9;"
      // Hosts look for `##[…]` in whatever a job prints.
      case "#" where previous == "#": return "&#35;"
      case "\u{FFFE}", "\u{FFFF}": return "\u{FFFD}"
      default: return scalar.misleads ? String(scalar).visible.xml : nil
      }
    }
  }
}
