import Git
import Manifests
import ProgramModel
import ReviewModel

/// The modules of some snapshots. A manifest that several of them share is read once.
struct SnapshotModules {
  private let maps: [ModuleMap]

  /// - Parameters:
  ///   - knowledge: What the tables say, which are read while the manifests are, if nobody has asked for it before.
  ///   - threads: How many read at once.
  ///   - store: What an earlier review has read.
  init(
    of snapshots: [Snapshot], in repository: Repository,
    knowledge: @autoclosure @escaping @Sendable () -> Knowledge, threads: Int = 1, store: FactsStore? = nil
  ) throws {
    var known = store?.modules ?? KnownModules()
    var seen: Set<[SnapshotFile]> = []
    let unread = snapshots.map(\.manifests).filter { known.manifests[$0] == nil && seen.insert($0).inserted }
    let read = Workers.map(count: unread.count + 1, threads: threads, fewest: 2, state: { () }) { _, index in
      if index > 0 { return Result { try Self.read(unread[index - 1], in: repository) } as Result<Read, any Error>? }
      _ = knowledge()
      return nil
    }
    for (manifests, read) in zip(unread, read.dropFirst()) { known.manifests[manifests] = try read?.get() }
    let knowledge = knowledge()
    let tests: WordTable = knowledge[.tests]
    if known.tests != tests { known.maps = [:] }
    var needed = KnownModules(tests: tests)
    maps = try snapshots.map { snapshot in
      let (manifests, interfaces) =
        try known.manifests[snapshot.manifests] ?? Self.read(snapshot.manifests, in: repository)
      needed.manifests[snapshot.manifests] = (manifests, interfaces)
      let place = KnownModules.Place(manifests: snapshot.manifests, paths: snapshot.files.map(\.path))
      let map =
        needed.maps[place] ?? known.maps[place]
        ?? ModuleMap(
          manifests: manifests, interfaces: interfaces, paths: place.paths, isTestName: knowledge.isTestName)
      needed.maps[place] = map
      return map
    }
    store?.keep(needed)
  }

  private typealias Read = (manifests: [Manifest], interfaces: Interfaces)

  private static func read(
    _ files: [SnapshotFile], in repository: Repository
  ) throws -> Read {
    let sources = try files.map { ManifestSource(path: $0.path, bytes: try repository.content(of: $0.blob)) }
    let manifests = Manifest.read(sources)
    return (manifests, Interfaces(sources, beside: manifests))
  }

  /// The map of a snapshot, by its place in the list.
  subscript(index: Int) -> ModuleMap { maps[index] }

  /// Whether a file is for tests alone wherever it is.
  func isTest(_ path: String) -> Bool {
    var isKnown = false
    for index in maps.indices where !maps[index].modules(of: path).isEmpty {
      guard maps[index].isTest(path) else { return false }
      isKnown = true
    }
    return isKnown
  }

  /// Whether a file is in a module of some tests, where their spies and helpers are. O(1) for each file, after
  /// O(paths).
  func isBeside(testsAt paths: Set<String>) -> (String) -> Bool {
    let around = maps.map { map in (map, Set(paths.filter(map.isTest).flatMap { map.modules(of: $0) })) }
    return { path in around.contains { map, modules in map.modules(of: path).contains(where: modules.contains) } }
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
  var manifests: [[SnapshotFile]: (manifests: [Manifest], interfaces: Interfaces)] = [:]
  var maps: [Place: ModuleMap] = [:]
}
