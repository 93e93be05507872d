/// Pairs deleted with added paths as `git diff -M` does: equal content first, then a file name that
/// is unique on both sides, then the most similar content.
///
/// libgit2 has a rename detection of its own, which measures similarity otherwise and so finds
/// other renames; reports must agree with what `git diff` shows.
struct RenameDetection {
  /// Git's default for `diff.renameLimit`: more pairs than its square are not compared by content.
  static let limit = 1_000
  private static let threshold = PieceCounts.fullScore / 2
  /// A file that keeps its name needs more likeness here, less in the round that compares all.
  private static let sameNameThreshold = PieceCounts.fullScore * 3 / 4
  /// How many sources of equal content are looked through for one of the same name.
  private static let equalSourcesCompared = 100
  /// How many sources are remembered for one destination.
  private static let candidatesPerDestination = 4

  private struct End {
    var path: GitPath
    var version: FileVersion
    var isTaken = false
  }

  private struct Candidate {
    var source: Int
    var destination: Int
    var score: Int
    var keepsName: Bool

    func isBetter(than other: Candidate) -> Bool {
      score != other.score ? score > other.score : keepsName && !other.keepsName
    }
  }

  private let reader: ContentReader
  private var sources: [End] = []
  private var destinations: [End] = []
  private var sourceOf: [GitPath: (path: GitPath, version: FileVersion)] = [:]
  private var counts: [ObjectID: PieceCounts] = [:]
  private var sizes: [ObjectID: Int] = [:]

  /// Where each renamed path came from, by its new path.
  static func renames(
    in deltas: [Delta], reading reader: ContentReader
  ) throws(GitError) -> [GitPath: (path: GitPath, version: FileVersion)] {
    var detection = RenameDetection(deltas, reader: reader)
    detection.pairEqualContent()
    if detection.mayConcernSwift { try detection.pairEqualNames() }
    if detection.mayConcernSwift { try detection.pairSimilarContent() }
    return detection.sourceOf
  }

  private init(_ deltas: [Delta], reader: ContentReader) {
    self.reader = reader
    for delta in deltas {
      if let before = delta.before, delta.after == nil {
        sources.append(End(path: delta.path, version: before))
      } else if let after = delta.after, delta.before == nil {
        destinations.append(End(path: delta.path, version: after))
      }
    }
  }

  /// Pairs among other files are of no interest once no Swift file is left to be paired.
  private var mayConcernSwift: Bool {
    let left = sources.filter { !$0.isTaken }
    let right = destinations.filter { !$0.isTaken }
    return !left.isEmpty && !right.isEmpty
      && (left.contains(where: \.path.isSwift) || right.contains(where: \.path.isSwift))
  }

  private mutating func pair(_ source: Int, _ destination: Int) {
    sources[source].isTaken = true
    destinations[destination].isTaken = true
    sourceOf[destinations[destination].path] = (sources[source].path, sources[source].version)
  }
}

// MARK: - The three rounds

extension RenameDetection {
  private mutating func pairEqualContent() {
    var free = Dictionary(grouping: sources.indices) { sources[$0].version.id }
    for destination in destinations.indices {
      let target = destinations[destination]
      let equal = (free[target.version.id] ?? []).lazy
        .filter { [sources] in sources[$0].version.isAlike(target.version) }
        .prefix(Self.equalSourcesCompared)
      let sameName = equal.first { [sources] in
        sources[$0].path.baseName == target.path.baseName
      }
      guard let source = sameName ?? equal.first else { continue }
      free[target.version.id]?.removeAll { $0 == source }
      pair(source, destination)
    }
  }

  private mutating func pairEqualNames() throws(GitError) {
    let free = sources.indices.filter { !sources[$0].isTaken }
    let byName = Dictionary(grouping: free) { sources[$0].path.baseName }
    let wanted = destinations.indices.filter { !destinations[$0].isTaken }
    let wantedByName = Dictionary(grouping: wanted) { destinations[$0].path.baseName }
    for source in free {
      let name = sources[source].path.baseName
      guard byName[name]?.count == 1, let matches = wantedByName[name], matches.count == 1,
        let destination = matches.first
      else { continue }
      let score = try score(source, destination, atLeast: Self.sameNameThreshold)
      if score >= Self.sameNameThreshold { pair(source, destination) }
    }
  }

  private mutating func pairSimilarContent() throws(GitError) {
    let free = sources.indices.filter { !sources[$0].isTaken }
    let wanted = destinations.indices.filter { !destinations[$0].isTaken }
    guard free.count * wanted.count <= Self.limit * Self.limit else { return }
    var candidates: [Candidate] = []
    for destination in wanted {
      var best: [Candidate] = []
      for source in free {
        let candidate = Candidate(
          source: source, destination: destination,
          score: try score(source, destination, atLeast: Self.threshold),
          keepsName: sources[source].path.baseName == destinations[destination].path.baseName)
        Self.keep(candidate, in: &best)
      }
      candidates += best
    }
    // Ties fall to the earlier destination and the earlier slot: git sorts stably.
    let ranked = candidates.enumerated().sorted { left, right in
      left.element.isBetter(than: right.element)
        || !right.element.isBetter(than: left.element) && left.offset < right.offset
    }
    for (_, candidate) in ranked where candidate.score >= Self.threshold {
      if !sources[candidate.source].isTaken, !destinations[candidate.destination].isTaken {
        pair(candidate.source, candidate.destination)
      }
    }
  }

  /// Replaces the worst of the slots by a better candidate.
  private static func keep(_ candidate: Candidate, in slots: inout [Candidate]) {
    guard slots.count == candidatesPerDestination else {
      slots.append(candidate)
      return
    }
    var worst = 0
    for index in slots.indices.dropFirst() where slots[worst].isBetter(than: slots[index]) {
      worst = index
    }
    if candidate.isBetter(than: slots[worst]) { slots[worst] = candidate }
  }

  private mutating func score(
    _ source: Int, _ destination: Int, atLeast least: Int
  ) throws(GitError) -> Int {
    let (one, other) = (sources[source], destinations[destination])
    guard one.version.isRegular, other.version.isRegular else { return 0 }
    do throws(GitError) {
      let (oneSize, otherSize) = (try size(of: one), try size(of: other))
      if PieceCounts.sizesRuleOut(oneSize, otherSize, score: least) { return 0 }
      return try pieces(of: one).score(to: try pieces(of: other))
    } catch {
      // A clone may lack large assets; only what Swift files hold is worth failing for.
      if error.kind == .missingObject, !(one.path.isSwift && other.path.isSwift) { return 0 }
      throw error
    }
  }

  private mutating func size(of end: End) throws(GitError) -> Int {
    if let known = sizes[end.version.id] { return known }
    let size = try reader.size(of: end.version.id, fetching: end.path.isSwift)
    sizes[end.version.id] = size
    return size
  }

  private mutating func pieces(of end: End) throws(GitError) -> PieceCounts {
    if let known = counts[end.version.id] { return known }
    let content = try reader.content(of: end.version.id, fetching: end.path.isSwift)
    let pieces = PieceCounts(
      content, ignoresCarriageReturns: reader.isText(content, at: end.path))
    counts[end.version.id] = pieces
    return pieces
  }
}

extension FileVersion {
  /// Whether a file of the one kind can become the other by a rename; links and submodules stay
  /// what they are.
  fileprivate func isAlike(_ other: FileVersion) -> Bool {
    mode == other.mode || isRegular && other.isRegular
  }
}
