import Quoting
import ReviewModel

/// A chain of reasons that reads as one sentence, because … and … and …, each with its place.
struct ReasonTable {
  var reasons: [Reason]
  /// How many cells a row may take.
  var room: Int
  /// How many cells a row of wrapped prose may take.
  var proseRoom: Int
  var ink: Ink

  /// One row each with the places in a column; or, where that is too wide, each place below its
  /// reason.
  var rows: [String] {
    let text = reasons.map(\.shown).map(\.cellCount).max() ?? 0
    let place = reasons.compactMap(\.place?.shown.cellCount).max() ?? 0
    let fits = ReasonTable.indent.count + text + 3 + place <= room
    return reasons.enumerated().flatMap { index, reason in
      let label = index == 0 ? "because " : "    and "
      return fits ? [label + row(of: reason, column: text)] : stackedRows(of: reason, label: label)
    }
  }

  private static let indent = String(repeating: " ", count: "because ".count)

  private func row(of reason: Reason, column: Int) -> String {
    let text = painted(reason.shown, of: reason)
    guard let place = reason.place else { return text }
    let padding = String(repeating: " ", count: column - reason.shown.cellCount + 3)
    return text + padding + ink(place.shown, .dim)
  }

  private func stackedRows(of reason: Reason, label: String) -> [String] {
    var lines = reason.shown.wrapped(to: proseRoom - ReasonTable.indent.count)
    if let last = lines.popLast() { lines.append(painted(last, of: reason)) }
    if let place = reason.place { lines.append(ink(place.shown, .dim)) }
    return lines.enumerated().map { ($0.offset == 0 ? label : ReasonTable.indent) + $0.element }
  }

  /// A line that ends a reason, with its mark in colour.
  private func painted(_ line: String, of reason: Reason) -> String {
    guard let mark = reason.mark, line.hasSuffix(mark) else { return line }
    return line.dropLast(mark.count) + ink(mark, reason.certainty == .guessed ? .boldYellow : .dim)
  }
}

extension Reason {
  /// What it says on one line, marked where it is not proven.
  fileprivate var shown: String { marked.visible }

  fileprivate var mark: String? {
    switch certainty {
    case .proven: nil
    case .known: "(known)"
    case .guessed: "(guessed)"
    }
  }
}
