import Git
import ReviewModel

extension Reviewer {
  /// Findings as the configuration has them, those that the baseline counts as standing, and how many are not told:
  /// because their files say that a program has written them, by path, or because their rules are off there, by rule.
  func judgement(
    of findings: [Finding], at snapshot: Snapshot
  ) throws -> (findings: [Finding], standing: [Finding], generated: [String: Int], muted: [String: Int]) {
    let open = findings.filter { !isExcluded($0.place.path) }
    let wanted = open.compactMap(judged)
    let muted = Dictionary(open.filter { judged($0) == nil }.map { ($0.rule, 1) }, uniquingKeysWith: +)
    let generated = try generatedFiles(Set(wanted.map(\.place.path)), at: snapshot)
    let written = wanted.filter { !generated.contains($0.place.path) }
    let introduced = written.filter { !baseline.contains($0) }
    let silenced = wanted.filter { generated.contains($0.place.path) && !baseline.contains($0) }
    let generatedCounts = Dictionary(silenced.map { ($0.place.path, 1) }, uniquingKeysWith: +)
    return (introduced, written.filter(baseline.contains), generatedCounts, muted)
  }

  /// What is not told since the baseline has it or a comment allows it, as the configuration has it.
  ///
  /// - Parameter isAsked: Whether the review speaks of the file at a path.
  func suppressions(
    _ setAside: [Finding], _ allowed: [Suppression], isAsked: (String) -> Bool = { _ in true }
  ) -> [Suppression] {
    (setAside.map { Suppression($0, .baseline) } + allowed).compactMap { suppression in
      guard isAsked(suppression.finding.place.path), !isExcluded(suppression.finding.place.path) else { return nil }
      return judged(suppression.finding).map { Suppression($0, suppression.ground) }
    }.sorted { Finding.reportingOrder($0.finding, $1.finding) }
  }

  /// The files, of these, that a comment near their top says a program has written.
  func generatedFiles(_ paths: Set<String>, at snapshot: Snapshot) throws -> Set<String> {
    guard !generatedMarkers.isEmpty, !paths.isEmpty else { return [] }
    var result: Set<String> = []
    for file in snapshot.files where paths.contains(file.path) {
      let top = try repository.content(of: file.blob).prefix(2_000)
      // By bytes: a carriage return with a line feed is one character.
      let lines = top.split(maxSplits: 12) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.prefix(12)
      let isGenerated = lines.contains { line in
        let text = String(decoding: line.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }, as: UTF8.self)
        let isComment = text.hasPrefix("//") || text.hasPrefix("/*") || text.hasPrefix("*")
        return isComment && generatedMarkers.contains(where: text.contains)
      }
      if isGenerated { result.insert(file.path) }
    }
    return result
  }
}
