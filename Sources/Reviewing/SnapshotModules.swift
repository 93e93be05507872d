import Git
import Manifests
import ProgramModel
import ReviewModel

/// The modules of some snapshots. A manifest that several of them share is read once.
struct SnapshotModules {
  private let maps: [ModuleMap]

  /// - Parameter store: What an earlier review has read.
  init(
    of snapshots: [Snapshot], in repository: Repository, knowledge: Knowledge, store: FactsStore? = nil
  ) throws {
    var known = store?.modules ?? KnownModules()
    let tests: WordTable = knowledge[.tests]
    if known.tests != tests { known.maps = [:] }
    var needed = KnownModules(tests: tests)
    maps = try snapshots.map { snapshot in
      let manifests = try known.manifests[snapshot.manifests] ?? Self.read(snapshot.manifests, in: repository)
      known.manifests[snapshot.manifests] = manifests
      needed.manifests[snapshot.manifests] = manifests
      let place = KnownModules.Place(manifests: snapshot.manifests, paths: snapshot.files.map(\.path))
      let map =
        known.maps[place]
        ?? ModuleMap(manifests: manifests, paths: place.paths, isTestName: knowledge.isTestName)
      needed.maps[place] = map
      return map
    }
    store?.keep(needed)
  }

  private static func read(_ manifests: [SnapshotFile], in repository: Repository) throws -> [Manifest] {
    Manifest.read(
      try manifests.map { ManifestSource(path: $0.path, bytes: try repository.content(of: $0.blob)) })
  }

  /// The map of a snapshot, by its place in the list.
  subscript(index: Int) -> ModuleMap { maps[index] }

  /// Whether a file is for tests alone wherever it is.
  func isTest(_ path: String) -> Bool {
    let around = maps.filter { !$0.modules(of: path).isEmpty }
    return !around.isEmpty && around.allSatisfy { $0.isTest(path) }
  }
}

/// The manifests and modules that a review has read, by what they were read from.
struct KnownModules: Sendable {
  struct Place: Hashable, Sendable {
    var manifests: [SnapshotFile]
    /// Of the Swift files.
    var paths: [String]
  }

  /// The words by which names are of tests.
  var tests = WordTable()
  var manifests: [[SnapshotFile]: [Manifest]] = [:]
  var maps: [Place: ModuleMap] = [:]
}
