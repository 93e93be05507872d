import Git
import ReviewModel

extension Reviewer {
  /// Findings as the configuration has them, and how many the baseline counts as standing.
  func judgement(of findings: [Finding], at snapshot: Snapshot) throws -> (findings: [Finding], standing: Int) {
    let wanted = findings.filter { !isExcluded($0.place.path) }.compactMap(judged)
    let generated = try generatedFiles(Set(wanted.map(\.place.path)), at: snapshot)
    let written = wanted.filter { !generated.contains($0.place.path) }
    let introduced = written.filter { !baseline.contains($0) }
    return (introduced, written.count - introduced.count)
  }

  /// The files, of these, that a comment near their top says a program has written.
  private func generatedFiles(_ paths: Set<String>, at snapshot: Snapshot) throws -> Set<String> {
    guard !generatedMarkers.isEmpty, !paths.isEmpty else { return [] }
    var result: Set<String> = []
    for file in snapshot.files where paths.contains(file.path) {
      let top = try repository.content(of: file.blob).prefix(2_000)
      let lines = String(decoding: top, as: UTF8.self).split(separator: "\n", maxSplits: 12).prefix(12)
      let isGenerated = lines.contains { line in
        let text = line.drop { $0 == " " || $0 == "\t" }
        let isComment = text.hasPrefix("//") || text.hasPrefix("/*") || text.hasPrefix("*")
        return isComment && generatedMarkers.contains(where: text.contains)
      }
      if isGenerated { result.insert(file.path) }
    }
    return result
  }
}
