/// The column of line numbers beside quoted source, as wide for all the source one finding quotes.
struct Gutter {
  /// How many digits the longest line number has.
  var digits: Int

  init(lines: [Int]) {
    digits = max(2, lines.map { String($0).count }.max() ?? 0)
  }

  /// How many cells stand before the quoted source, and so before all text about it.
  var width: Int { digits + 5 }

  /// `  12 │ `, with the mark in place of the bar.
  func callAsFunction(_ number: Int?, mark: String) -> String {
    let number = number.map(String.init) ?? ""
    return padded(number) + " " + mark
  }

  /// A row for lines left out.
  func gap(mark: String) -> String { (padded("⋮") + " " + mark).trimmingEnd }

  /// The space that lines text up with the source.
  var indent: String { String(repeating: " ", count: width) }

  private func padded(_ text: String) -> String {
    String(repeating: " ", count: max(0, digits + 2 - text.count)) + text
  }
}
