import ReviewModel

extension SourceText {
  /// The text with all edits made at once; nil if one of them fits nowhere or two of them overlap.
  func applying(_ edits: [(region: WrittenPlace.Region, text: String)]) -> [UInt8]? {
    var replacements: [(range: Range<Int>, text: [UInt8])] = []
    for edit in edits {
      guard let replacement = replacement(edit.region, edit.text) else { return nil }
      replacements.append(replacement)
    }
    // Of two insertions at one place, the first comes first.
    let order = replacements.indices.sorted {
      (replacements[$0].range.lowerBound, replacements[$0].range.upperBound, $0)
        < (replacements[$1].range.lowerBound, replacements[$1].range.upperBound, $1)
    }
    var result: [UInt8] = []
    var at = 0
    for index in order {
      let (range, text) = replacements[index]
      guard range.lowerBound >= at else { return nil }
      result += bytes[at..<range.lowerBound]
      result += text
      at = range.upperBound
    }
    return result + bytes[at...]
  }

  private func replacement(_ region: WrittenPlace.Region, _ text: String) -> (range: Range<Int>, text: [UInt8])? {
    guard var range = range(of: region) else { return nil }
    var text = Array(
      lineBreak == "\n" ? text.utf8 : text.replacing("\r\n", with: "\n").replacing("\n", with: lineBreak).utf8)
    // Whole lines that give way to nothing take their line break with them.
    if text.isEmpty, region.startColumn == nil, region.endColumn == nil, range.upperBound < bytes.count {
      let rest = bytes[range.upperBound...]
      range = range.lowerBound..<range.upperBound + (rest.starts(with: [0x0D, 0x0A]) ? 2 : 1)
    } else if region.startColumn == nil, region.endColumn == nil, text.last == 0x0A {
      // The last line keeps the break it has.
      text.removeLast(text.suffix(2) == [0x0D, 0x0A] ? 2 : 1)
    }
    return (range, text)
  }
}
