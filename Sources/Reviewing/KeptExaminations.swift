import Git
import ProgramModel
import ReviewModel
import RuleEngine

/// What the rules found in whole programs, kept by all that they were found in: the program before a change is mostly
/// the one after an earlier change.
struct KeptExaminations {
  private let store: FactsStore
  /// For each snapshot, names the rules and tables, its files with how much of each is known, and its manifests.
  private let grounds: [String]
  private var found: [String: [Sighting]] = [:]

  /// - Parameters:
  ///   - rules: Names all that is asked, and all that tables say.
  ///   - isOutline: Whether no more than the outline of a file's content is known.
  init(_ store: FactsStore, rules: String, of snapshots: [Snapshot], isOutline: (BlobID) -> Bool) {
    self.store = store
    grounds = snapshots.map { snapshot in
      let files = snapshot.files.map { "\($0.path)\u{0}\($0.blob.hex)\(isOutline($0.blob) ? "o" : "b")\n" }
      let manifests = snapshot.manifests.map { "\($0.path)\u{0}\($0.blob.hex)\n" }
      return BlobID(hashing: ([rules, "\n"] + files + ["\n"] + manifests).joined()).hex
    }
  }

  /// What was found in a program of one of the snapshots; nil where nobody has looked.
  mutating func sightings(in program: Program, of side: Int) -> [Sighting]? {
    let name = name(of: program, side)
    let known = store.sightings(name)
    if let known { found[name] = known }
    return known
  }

  mutating func note(_ sightings: [Sighting], in program: Program, of side: Int) {
    found[name(of: program, side)] = sightings
  }

  /// Leaves all for later reviews.
  func keep() { store.keep(found) }

  private func name(of program: Program, _ side: Int) -> String {
    BlobID(hashing: grounds[side] + "\n" + program.files.map { $0.path + "\n" }.joined()).hex
  }
}
