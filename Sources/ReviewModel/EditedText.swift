/// The text of a file with the edits of fixes applied to it.
public enum EditedText {
  /// Applies edits to a file's bytes.
  ///
  /// What an edit adds takes on the file's own line breaks, and the indentation of the line that it stands on where
  /// that is made of tabs. All other bytes stay as they are.
  ///
  /// - Parameter edits: Of this file, in any order.
  /// - Returns: Nil if two edits overlap, or one lies outside of the file.
  public static func applying(_ edits: [Fix.Edit], to bytes: [UInt8]) -> [UInt8]? {
    let lines = Lines(bytes)
    var result: [UInt8] = []
    var copied = 0
    // Of several insertions at one place the first that was asked for comes first.
    let ordered = edits.enumerated().sorted { ($0.element.place.span, $0.offset) < ($1.element.place.span, $1.offset) }
    for (_, edit) in ordered {
      guard let start = lines.offset(of: edit.place.span.start), let end = lines.offset(of: edit.place.span.end),
        copied <= start, start <= end
      else { return nil }
      result += bytes[copied..<start]
      result += lines.laidOut(edit.text, at: edit.place.span.start)
      copied = end
    }
    return result + bytes[copied...]
  }

  /// Where the lines of a file begin.
  private struct Lines {
    let bytes: [UInt8]
    private var starts = [0]
    private var hasCarriageReturns: Bool

    init(_ bytes: [UInt8]) {
      self.bytes = bytes
      for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") { starts.append(index + 1) }
      hasCarriageReturns = starts.count > 1 && starts[1] > 1 && bytes[starts[1] - 2] == UInt8(ascii: "\r")
    }

    func offset(of position: Position) -> Int? {
      guard starts.indices.contains(position.line - 1), position.column >= 1 else { return nil }
      let offset = starts[position.line - 1] + position.column - 1
      let next = position.line < starts.count ? starts[position.line] : bytes.count + 1
      return offset < next ? offset : nil
    }

    func laidOut(_ text: String, at position: Position) -> [UInt8] {
      var text = text
      if text.contains("\n"), let indentation = tabs(before: position) {
        text = text.replacing("\n" + String(repeating: " ", count: position.column - 1), with: "\n" + indentation)
      }
      return Array((hasCarriageReturns ? text.replacing("\n", with: "\r\n") : text).utf8)
    }

    /// What stands before a position on its line, if it is white space with a tab in it.
    private func tabs(before position: Position) -> String? {
      guard let end = offset(of: position) else { return nil }
      let before = bytes[starts[position.line - 1]..<end]
      guard before.contains(UInt8(ascii: "\t")),
        before.allSatisfy({ $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: " ") })
      else {
        return nil
      }
      return String(decoding: before, as: UTF8.self)
    }
  }
}
