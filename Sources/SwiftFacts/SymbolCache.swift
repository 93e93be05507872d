/// The names that one worker has met, so that it seldom has to ask the shared table.
final class SymbolCache {
  private var symbols: [String: Symbol] = [:]

  /// Interns a name, without the backticks it may be spelled with.
  func symbol(_ text: String) -> Symbol {
    if let known = symbols[text] { return known }
    let bare = text.first == "`" && text.last == "`" && text.count > 2 ? String(text.dropFirst().dropLast()) : text
    let symbol = Symbol(bare)
    symbols[text] = symbol
    return symbol
  }
}
