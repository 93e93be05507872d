extension PageText {
  /// The examples of a section: its `diff` fences, each with the paragraph before it.
  mutating func examples(_ kind: Example.Kind, in range: Range<Int>) -> [Example] {
    var examples: [Example] = []
    var paragraph: [String] = []
    var isParagraphOver = false
    var index = range.lowerBound
    while index < range.upperBound {
      let line = lines[index]
      index += 1
      guard let fence = Fence(line) else {
        if Fence(line.trimmed) != nil {
          report("a fence starts in the first column", line: index)
        }
        if line.trimmed.isEmpty {
          isParagraphOver = true
        } else {
          if isParagraphOver { paragraph = [] }
          isParagraphOver = false
          paragraph.append(line.trimmed)
        }
        continue
      }
      let start = index
      let end = lines[start..<range.upperBound].firstIndex(where: fence.isClosed)
      index = (end ?? range.upperBound - 1) + 1
      if end == nil { report("this fence is never closed", line: start) }
      if fence.language == "diff" {
        let note = paragraph.joined(separator: " ")
        examples.append(
          ExampleReader.example(kind, note: note, in: start..<(end ?? range.upperBound), of: &self))
      } else {
        report("an example is a fence of the language `diff`", line: start)
      }
      paragraph = []
    }
    return examples
  }
}
