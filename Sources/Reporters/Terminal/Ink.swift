/// Colours text, or leaves it as it is.
package struct Ink {
  package enum Style: String {
    case bold = "1"
    case dim = "2"
    case red = "31"
    case green = "32"
    case boldRed = "1;31"
    case boldGreen = "1;32"
    case boldYellow = "1;33"
    case boldBlue = "1;34"
  }

  package var isColored: Bool

  package init(isColored: Bool) { self.isColored = isColored }

  /// `text` in a style that ends with it, so that every line of a report stands alone.
  package func callAsFunction(_ text: String, _ style: Style) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// `text` as a link to a web address, which terminals that know no links show as text.
  func link(_ text: String, to address: String?) -> String {
    guard isColored, let address else { return text }
    return "\u{1B}]8;;\(address)\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }
}
