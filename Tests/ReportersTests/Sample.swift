import ReviewModel
import Testing

/// A review that every format is to write down, with the name of its golden file.
struct Sample: CustomTestStringConvertible {
  var name: String
  var review: Review

  init(_ name: String, _ review: Review) {
    self.name = name
    self.review = review
  }

  var testDescription: String { name }
}

/// One source file from which samples point into by what stands there.
struct Source {
  var path: String
  var text: String

  /// The place of the first occurrence of `quote`.
  func place(_ quote: String) -> Place {
    guard let range = text.firstRange(of: quote) else {
      preconditionFailure("`\(quote)` is not in \(path)")
    }
    let span = Span(start: position(range.lowerBound), end: position(range.upperBound))
    return Place(path: path, span: span)
  }

  /// The empty place before the first occurrence of `quote`.
  func point(before quote: String) -> Place {
    var place = place(quote)
    place.span.end = place.span.start
    return place
  }

  /// The empty place behind the first occurrence of `quote`.
  func point(after quote: String) -> Place {
    var place = place(quote)
    place.span.start = place.span.end
    return place
  }

  private func position(_ index: String.Index) -> Position {
    let before = text[..<index].utf8
    let line = before.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return Position(line: line.count, column: (line.last?.count ?? 0) + 1)
  }
}

extension SourceBook {
  init(_ sources: Source..., before: [Source] = []) {
    self.init()
    for source in sources { add(source.text, path: source.path, side: .after) }
    for source in before { add(source.text, path: source.path, side: .before) }
  }
}

extension Finding {
  /// A finding whose remaining values do not matter to the sample.
  init(
    _ level: Level, _ rule: String, at place: Place, _ message: String, why: [Reason] = [],
    cause: Place? = nil, fix: Fix? = nil, cycle: RetainCycle? = nil
  ) {
    self.init(
      rule: rule, level: level, trait: level == .design ? .testability : .memory, place: place,
      declaration: "Sample.run()", message: message, why: why, cause: cause, fix: fix, cycle: cycle,
      fingerprint: Fingerprint(text: "00000000deadbeef"))
  }
}
