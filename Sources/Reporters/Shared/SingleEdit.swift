package import ReviewModel

extension Fix {
  /// The fix as one replacement in one file, for tools that offer each replacement by itself; nil if it
  /// is not of one piece, or a template that a person has to fill in.
  func singleEdit(in sources: SourceBook) -> Edit? {
    guard applicability != .template, let edits = separateEdits, let first = edits.first,
      let last = edits.last, edits.allSatisfy({ $0.place.path == first.place.path })
    else { return nil }
    if edits.count == 1 { return first }
    guard last.place.span.end.line - first.place.span.start.line < Self.mostLines else { return nil }
    var text = first.text
    for (previous, edit) in zip(edits, edits.dropFirst()) {
      guard
        let between = sources.text(
          from: previous.place.span.end, to: edit.place.span.start, of: first.place.path)
      else { return nil }
      text += between + edit.text
    }
    let span = Span(start: first.place.span.start, end: last.place.span.end)
    return Edit(place: Place(path: first.place.path, span: span), text: text)
  }

  /// The edits in the order of the source; nil if two of them touch the same text.
  package var separateEdits: [Edit]? {
    let sorted = edits.sorted { $0.place < $1.place }
    for (left, right) in zip(sorted, sorted.dropFirst())
    where left.place.path == right.place.path && left.place.span.end > right.place.span.start {
      return nil
    }
    return sorted.allSatisfy { $0.place.span.start <= $0.place.span.end } ? sorted : nil
  }

  /// A suggestion longer than this is no longer read before it is applied.
  private static var mostLines: Int { 30 }
}

extension SourceBook {
  /// The text after the change between two positions of a file; nil if it is not at hand.
  fileprivate func text(from start: Position, to end: Position, of path: String) -> String? {
    guard start <= end else { return nil }
    var lines: [[UInt8]] = []
    for number in start.line...end.line {
      guard let line = line(number, of: path, side: .after) else { return nil }
      var bytes = Array(line.utf8)
      if number == end.line { bytes = Array(bytes.prefix(max(0, end.column - 1))) }
      if number == start.line { bytes = Array(bytes.dropFirst(max(0, start.column - 1))) }
      lines.append(bytes)
    }
    return String(decoding: Array(lines.joined(separator: [UInt8(ascii: "\n")])), as: UTF8.self)
  }
}
