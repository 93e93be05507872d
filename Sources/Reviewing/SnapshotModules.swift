import Git
import Manifests
import ProgramModel
import ReviewModel

/// The modules of some snapshots. A manifest that several of them share is read once.
struct SnapshotModules {
  private let maps: [ModuleMap]

  init(of snapshots: [Snapshot], in repository: Repository, knowledge: Knowledge) throws {
    var read: (files: [SnapshotFile], manifests: [Manifest])?
    maps = try snapshots.map { snapshot in
      if read?.files != snapshot.manifests {
        let sources = try snapshot.manifests.map {
          ManifestSource(path: $0.path, bytes: try repository.content(of: $0.blob))
        }
        read = (snapshot.manifests, Manifest.read(sources))
      }
      return ModuleMap(
        manifests: read?.manifests ?? [], paths: snapshot.files.map(\.path), isTestName: knowledge.isTestName)
    }
  }

  /// The map of a snapshot, by its place in the list.
  subscript(index: Int) -> ModuleMap { maps[index] }

  /// Whether a file is for tests alone wherever it is.
  func isTest(_ path: String) -> Bool {
    let around = maps.filter { !$0.modules(of: path).isEmpty }
    return !around.isEmpty && around.allSatisfy { $0.isTest(path) }
  }
}
