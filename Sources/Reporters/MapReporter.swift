import Quoting
public import ReviewModel

/// Writes what of a change is worth reading, in the order to read it: the declarations whose behaviour it touches, then
/// the neutral hunks, a line for each file.
public struct MapReporter: Reporter {
  /// It is asked for by a flag of its own.
  public static let name = "map"

  private let ink: Ink

  public init(color: Bool = false) { ink = Ink(isColored: color) }

  public func report(_ review: Review) -> String {
    let closing = ClosingLine(review: review)
    // A change without Swift has nothing to read, which is said as well.
    guard let extent = review.extent, extent.hunks > 0 else { return closing.alone + "\n" }
    var sections: [[String]] = []
    let touched = extent.touched.sorted(by: TouchedDeclaration.readingOrder)
    let titles: [(String, (TouchedDeclaration) -> Bool)] = [
      ("What others depend on", { !$0.isTest && $0.part < .body }),
      ("What is done otherwise", { !$0.isTest && $0.part >= .body }),
      ("Tests", \.isTest),
    ]
    for (title, isMeant) in titles {
      let rows = touched.filter(isMeant).map(row)
      if !rows.isEmpty { sections.append([ink(title, .bold)] + rows) }
    }
    let neutral = folded(extent.neutral)
    if !neutral.isEmpty { sections.append([ink("Neutral", .bold)] + neutral.map { ink($0, .dim) }) }
    sections.append([closing.text] + (closing.compared.map { [ink($0, .dim)] } ?? []))
    return sections.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private func row(_ touched: TouchedDeclaration) -> String {
    let name = touched.part == .file ? touched.path.visible : touched.name.visible
    let lines = touched.lines == 1 ? "1 line" : "\(touched.lines) lines"
    return "  \(name)  " + ink("\(touched.path.visible):\(touched.line)  \(lines)", .dim)
  }

  /// `  Sources/A.swift  12 hunks: formatting, redundant`
  private func folded(_ hunks: [Review.NeutralHunk]) -> [String] {
    Dictionary(grouping: hunks, by: \.path).sorted { $0.key < $1.key }.map { path, hunks in
      let classes = Neutrality.allCases.filter { neutrality in hunks.contains { $0.because.contains(neutrality) } }
      let count = hunks.count == 1 ? "1 hunk" : "\(hunks.count) hunks"
      return "  \(path.visible)  \(count): \(classes.map(\.rawValue).joined(separator: ", "))"
    }
  }
}
