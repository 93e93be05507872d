import Quoting

extension FixPreview {
  /// The blocks as a small diff; a file other than `path` is named above its lines.
  func rows(in path: String, gutter: Gutter, width: Int, ink: Ink) -> [String] {
    var rows: [String] = []
    var current = path
    for (index, block) in blocks.enumerated() {
      if block.path != current {
        current = block.path
        rows.append(gutter.indent + ink("\(block.path.visible):\(block.line)", .dim))
      } else if index > 0 {
        rows.append(ink(gutter.gap(mark: ""), .dim))
      }
      rows += block.rows(.removed, gutter: gutter, width: width, ink: ink)
      rows += block.rows(.added, gutter: gutter, width: width, ink: ink)
    }
    return rows
  }
}

extension FixPreview.Block {
  fileprivate enum Side { case removed, added }

  /// More lines than these are counted, not shown.
  private static var most: Int { 8 }

  fileprivate func rows(_ side: Side, gutter: Gutter, width: Int, ink: Ink) -> [String] {
    let lines = side == .removed ? before : after
    let others = side == .removed ? after : before
    let sign = side == .removed ? "-" : "+"
    let style: Ink.Style = side == .removed ? .red : .green
    let shown = lines.count > Self.most ? lines.prefix(Self.most - 1) : lines[...]

    var rows: [String] = []
    for (index, text) in shown.enumerated() {
      let focus = changed(text, against: index < others.count ? others[index] : "")
      let clipped = ClippedLine(text, focus: focus, room: width - gutter.width)
      let edge = ink(gutter(line + index, mark: ""), .dim)
      rows.append(edge + ink((sign + " " + clipped.text).trimmingEnd, style))
    }
    if shown.count < lines.count {
      let rest = "\(sign) … \(lines.count - shown.count) more lines"
      rows.append(gutter(nil, mark: "") + ink(rest, style))
    }
    return rows
  }

  /// The bytes of a line that its other side does not have.
  private func changed(_ text: String, against other: String) -> Range<Int> {
    let same = zip(text.utf8, other.utf8).prefix { $0 == $1 }.count
    let room = min(text.utf8.count, other.utf8.count) - same
    let tail = zip(text.utf8.reversed(), other.utf8.reversed()).prefix { $0 == $1 }.count
    return same..<text.utf8.count - min(tail, room)
  }
}
