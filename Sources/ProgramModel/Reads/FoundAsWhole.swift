extension Program {
  /// What an analysis finds that asks the program as a whole. Where all that it asked of an earlier program is the
  /// same, it finds the same: most begin with the functions in which some names stand, and look no further.
  ///
  /// - Parameter find: What is found in the program that is given, by nothing else.
  package func foundAsWhole<Found: Sendable>(
    _ name: String, threads: Int, _ find: (Program, _ threads: Int) -> [Found]
  ) -> [Found] {
    guard let changes = changes(threads: threads) else { return find(self, threads) }
    let analysis = LocalAnalysis.whole(name)
    let earlier = changes.since?.program.foundInFiles[analysis] as? FoundInFiles<Found>
    if let earlier, let since = changes.since, let entry = earlier.entries.first {
      let known = ChangesSince.Known(since, for: analysis)
      if since.sameness(of: entry.reads, earlier.ofProperties, known) == .exact {
        if changes.isKept { keep(earlier, of: analysis) }
        return entry.found
      }
      // What goes through everything once does so again.
      if entry.reads == [.everything] {
        if changes.isKept { keep(earlier, of: analysis) }
        return find(self, threads)
      }
    }
    guard changes.isKept, case let noting = noting(Reads()), let reads = noting.reads else {
      return find(self, threads)
    }
    let (found, keys) = reads.unit { find(noting, 1) }
    var kept = FoundInFiles<Found>(ground: Ground(), entries: [.init(found: found, reads: keys)])
    kept.ofProperties = reads.takeProperties()
    if keys.contains(.everything) { kept = .init(ground: Ground(), entries: [.init(found: [], reads: [.everything])]) }
    keep(kept, of: analysis)
    return found
  }
}
