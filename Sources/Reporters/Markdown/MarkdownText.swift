import Quoting

/// Lines of source as a block of code.
func markdownSource(_ lines: [String], language: String) -> [String] {
  markdownFence(
    lines.map { Glyph.glyphs(of: $0).map(\.text).joined().trimmingEnd.clipped(to: 400) }, language: language)
}
