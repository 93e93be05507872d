/// The line that opens a fenced block of code: three backticks or tildes, or more.
struct Fence {
  /// What follows the backticks: `diff`.
  let language: String
  private let mark: Character
  private let length: Int

  /// Nil if the line opens no fence.
  init?(_ line: String) {
    guard let mark = line.first, mark == "`" || mark == "~" else { return nil }
    let length = line.prefix { $0 == mark }.count
    let rest = line.dropFirst(length).trimmed
    // Three backticks that close on the same line are code within a sentence.
    guard length >= 3, !rest.contains("`") else { return nil }
    self.mark = mark
    self.length = length
    self.language = rest
  }

  func isClosed(by line: String) -> Bool {
    let run = line.prefix { $0 == mark }
    return run.count >= length && line.dropFirst(run.count).allSatisfy(\.isWhitespace)
  }
}
