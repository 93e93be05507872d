import Quoting
package import ReviewModel

/// A retain cycle as a picture: objects as boxes, closures as dashed ones, slots on the arrows, and the arrow that
/// closes it in red.
package struct CycleDrawing {
  private let cycle: RetainCycle

  package init(cycle: RetainCycle) { self.cycle = cycle }

  /// The picture in a row for wide pages and in a column for narrow ones; the style sheet shows one of them.
  package var html: String {
    guard !cycle.nodes.isEmpty else { return "" }
    let label = "Retain cycle: \(cycle.drawn)".html
    return "<figure class=\"cycle\" role=\"img\" aria-label=\"\(label)\">\n\(row)\n\(column)\n</figure>"
  }

  private static let cell = 7.9
  private static let height = 34.0

  private func width(of text: String) -> Double { Double(text.cellCount) * Self.cell }
  private func boxWidth(_ node: RetainCycle.Node) -> Double { max(64, width(of: node.name) + 26) }

  // MARK: In a row

  private var row: String {
    var x = 6.0
    let (y, middle) = (8.0, 8.0 + Self.height / 2)
    var parts: [String] = []
    var centers: [Double] = []
    for (index, node) in cycle.nodes.enumerated() {
      let width = boxWidth(node)
      parts.append(box(node, x: x, y: y, width: width))
      centers.append(x + width / 2)
      x += width
      guard index < cycle.nodes.count - 1 else { continue }
      let gap = max(52, self.width(of: node.slot ?? "") + 26)
      parts.append(arrow("M\(x.short) \(middle.short)H\((x + gap - 2).short)", isClosing: false))
      parts.append(slot(node, x: x + gap / 2 - 4, y: middle - 7, isClosing: false))
      x += gap
    }
    let below = y + Self.height
    let lone = cycle.nodes.count == 1 ? 22.0 : 0
    let (start, end) = ((centers.last ?? 0) + lone, (centers.first ?? 0) - lone)
    parts.append(arrow("M\(start.short) \(below.short)v26H\(end.short)v-24", isClosing: true))
    let last = cycle.nodes[cycle.nodes.count - 1]
    let labelWidth = width(of: last.slot ?? "")
    let center = max((start + end) / 2, labelWidth / 2 + 6)
    parts.append(slot(last, x: center, y: below + 42, isClosing: true))
    return svg("across", width: max(x, center + labelWidth / 2) + 6, height: below + 52, parts)
  }

  // MARK: In a column

  private var column: String {
    let widest = cycle.nodes.map(boxWidth).max() ?? 64
    let x = 6 + widest / 2
    var y = 6.0
    var parts: [String] = []
    for (index, node) in cycle.nodes.enumerated() {
      let width = boxWidth(node)
      parts.append(box(node, x: x - width / 2, y: y, width: width))
      y += Self.height
      guard index < cycle.nodes.count - 1 else { continue }
      parts.append(arrow("M\(x.short) \(y.short)v32", isClosing: false))
      parts.append(slot(node, x: x + 9, y: y + 21, isClosing: false, anchor: "start"))
      y += 34
    }
    let last = cycle.nodes[cycle.nodes.count - 1]
    let side = max(6 + widest + 26, x + 9 + (cycle.nodes.map { width(of: $0.slot ?? "") }.max() ?? 0) + 12)
    let edge = x + boxWidth(cycle.nodes[0]) / 2 + 2
    let top = (6 + Self.height / 2).short
    parts.append(arrow("M\(x.short) \(y.short)v28H\(side.short)V\(top)H\(edge.short)", isClosing: true))
    parts.append(slot(last, x: x + 9, y: y + 20, isClosing: true, anchor: "start"))
    return svg("down", width: side + 6, height: y + 36, parts)
  }

  // MARK: Parts

  private func svg(_ style: String, width: Double, height: Double, _ parts: [String]) -> String {
    let size = "viewBox=\"0 0 \(width.short) \(height.short)\" width=\"\(width.short)\" height=\"\(height.short)\""
    return "<svg class=\"\(style)\" \(size) aria-hidden=\"true\">\n\(parts.joined(separator: "\n"))\n</svg>"
  }

  private func box(_ node: RetainCycle.Node, x: Double, y: Double, width: Double) -> String {
    let style = node.isObject ? "object" : "closure"
    let round = node.isObject ? 5 : 17
    let (center, baseline) = ((x + width / 2).short, (y + 22).short)
    return """
      <rect class="\(style)" x="\(x.short)" y="\(y.short)" width="\(width.short)" height="\(Self.height.short)"\
       rx="\(round)"/><text class="name" x="\(center)" y="\(baseline)" text-anchor="middle">\(node.name.html)</text>
      """
  }

  /// A line with its head at the end; the last letter of the path says where that points.
  private func arrow(_ path: String, isClosing: Bool) -> String {
    let style = isClosing ? "closing" : "kept"
    return "<path class=\"\(style)\" marker-end=\"url(#\(style)-head)\" d=\"\(path)\"/>"
  }

  private func slot(
    _ node: RetainCycle.Node, x: Double, y: Double, isClosing: Bool, anchor: String = "middle"
  ) -> String {
    guard let slot = node.slot else { return "" }
    let style = isClosing ? "slot closes" : "slot"
    return "<text class=\"\(style)\" x=\"\(x.short)\" y=\"\(y.short)\" text-anchor=\"\(anchor)\">\(slot.html)</text>"
  }

  /// How it looks, in the colours of the page around it.
  package static let sheet = """
    .cycle { margin: .6rem 0; } .cycle svg { max-width: 100%; height: auto; display: block; }
    .cycle .down { display: none; }
    .heads { position: absolute; }
    .cycle rect { fill: var(--ground); stroke: var(--text); stroke-width: 1.3; }
    .cycle rect.closure { stroke-dasharray: 5 3; }
    .cycle text { fill: var(--text);
      font: 13px ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
    .cycle .slot { fill: var(--quiet); } .cycle .closes { fill: var(--bug); font-weight: 700; }
    .cycle path { fill: none; stroke: var(--quiet); stroke-width: 1.5; }
    .cycle path.closing { stroke: var(--bug); stroke-width: 2; }
    .head { fill: var(--quiet); } .head.closes { fill: var(--bug); }
    @media (max-width: 40rem) { .cycle .across { display: none; } .cycle .down { display: block; } }
    """

  /// The heads of all arrows of a page.
  package static let heads = """
    <svg width="0" height="0" class="heads" aria-hidden="true"><defs>
    <marker id="kept-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">\
    <path class="head" d="M0 0L8 4L0 8z"/></marker>
    <marker id="closing-head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">\
    <path class="head closes" d="M0 0L8 4L0 8z"/></marker>
    </defs></svg>
    """
}

extension Double {
  /// With one digit behind the point, if that is not 0.
  fileprivate var short: String {
    let tenths = Int((self * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
  }
}
