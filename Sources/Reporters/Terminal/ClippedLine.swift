/// The part of a source line that fits the terminal, with the cells of the stretch in question.
struct ClippedLine {
  var text: String
  /// The cells of `text` that show the stretch; at least one.
  var focus: Range<Int>

  /// Clips a line to `room` cells around the bytes of `focus`, counted from 0.
  init(_ line: String, focus: Range<Int>, room: Int) {
    let glyphs = Glyph.glyphs(of: line)
    let total = glyphs.last?.cells.upperBound ?? 0
    let stretch = ClippedLine.cells(of: focus, in: glyphs)
    let window = ClippedLine.window(on: stretch, total: total, room: room)

    let cutsStart = window.lowerBound > 0
    let cutsEnd = window.upperBound < total
    let kept = window.lowerBound + (cutsStart ? 1 : 0)..<window.upperBound - (cutsEnd ? 1 : 0)
    let shown = glyphs.filter {
      $0.cells.lowerBound >= kept.lowerBound && $0.cells.upperBound <= kept.upperBound
    }
    // A wide character cut in half at the start leaves a cell to fill.
    let gap = (shown.first?.cells.lowerBound ?? kept.lowerBound) - kept.lowerBound
    text = (cutsStart ? "…" : "") + String(repeating: " ", count: gap)
    for glyph in shown { text += glyph.text }
    text = text.trimmingEnd
    if cutsEnd { text += "…" }

    let start = min(max(stretch.lowerBound, window.lowerBound), window.upperBound)
    let end = min(max(stretch.upperBound, start), max(window.upperBound, start + 1))
    self.focus = start - window.lowerBound..<max(end, start + 1) - window.lowerBound
  }

  /// The cells of every character that the bytes touch; a point between two, for no bytes.
  private static func cells(of bytes: Range<Int>, in glyphs: [Glyph]) -> Range<Int> {
    let total = glyphs.last?.cells.upperBound ?? 0
    let start = glyphs.first { $0.bytes.upperBound > bytes.lowerBound }?.cells.lowerBound ?? total
    let end = glyphs.last { $0.bytes.lowerBound < bytes.upperBound }?.cells.upperBound ?? 0
    return start..<max(start, end)
  }

  /// The cells to show: the start of the line if that reaches far enough, or else a quarter of the
  /// room before the stretch and the rest from it on.
  private static func window(on stretch: Range<Int>, total: Int, room: Int) -> Range<Int> {
    if total <= room { return 0..<total }
    if stretch.upperBound < room { return 0..<room }
    let start = min(max(0, stretch.lowerBound - room / 4), total - room)
    return start..<start + room
  }
}

extension String {
  /// The text without the spaces at its end.
  var trimmingEnd: String {
    var rest = self[...]
    while rest.last == " " { rest.removeLast() }
    return String(rest)
  }
}
