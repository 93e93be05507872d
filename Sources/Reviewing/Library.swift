import Git
import ProgramModel
import ReviewModel
import SwiftFacts

/// The facts of every blob that some snapshots need, each made once.
struct Library: Sendable {
  private var facts: [BlobID: FileFacts] = [:]

  /// Throws the first error, in the order of paths, that kept a blob from being read.
  ///
  /// - Parameters:
  ///   - store: What an earlier review made, and where to leave what this one needs.
  ///   - isOutlineEnough: Whether no rule looks inside the functions of the file at a path.
  init(
    of snapshots: [Snapshot], in repository: Repository, threads: Int, store: FactsStore?,
    isOutlineEnough: (String) -> Bool, progress: @Sendable (String) -> Void
  ) throws {
    var depths: [BlobID: FactsMaker.Depth] = [:]
    var blobs: [BlobID] = []
    for snapshot in snapshots {
      for file in snapshot.files {
        let depth: FactsMaker.Depth = isOutlineEnough(file.path) ? .outline : .bodies
        if depths[file.blob] == nil { blobs.append(file.blob) }
        // The same content may stand in several places.
        if depths[file.blob] != .bodies { depths[file.blob] = depth }
      }
    }
    let known = store?.known ?? [:]
    let keys = Dictionary(uniqueKeysWithValues: depths.map { ($0, FactsStore.Key(blob: $0, isOutline: $1 == .outline)) })
    for (blob, key) in keys { facts[blob] = known[key] }
    blobs.removeAll { facts[$0] != nil }
    progress("reading \(blobs.count) files")
    let wanted = blobs.map { (blob: $0, depth: depths[$0] ?? .bodies) }
    let made: [Result<FileFacts, GitError>] = Workers.map(count: wanted.count, threads: threads, state: { FactsMaker() }) { maker, index in
      do throws(GitError) {
        return .success(maker.facts(
          of: try repository.content(of: wanted[index].blob), depth: wanted[index].depth))
      } catch {
        return .failure(error)
      }
    }
    for (blob, result) in zip(blobs, made) { facts[blob] = try result.get() }
    guard let store else { return }
    store.keep(Dictionary(uniqueKeysWithValues: keys.compactMap { blob, key in facts[blob].map { (key, $0) } }))
  }

  func files(of snapshot: Snapshot) -> [SourceFile] {
    snapshot.files.compactMap { file in facts[file.blob].map { SourceFile(path: file.path, facts: $0) } }
  }

  /// The files of a snapshot that could not be understood.
  func skipped(in snapshot: Snapshot) -> [Review.Skip] {
    var names: Set<String> = []
    return snapshot.files.compactMap { file in
      // Text is equal where it means the same letters; git tells paths apart by their bytes.
      let isNamesake = !names.insert(file.path).inserted
      let says = isNamesake ? Self.namesake : facts[file.blob].flatMap(Self.says)
      return says.map { Review.Skip(path: file.path, because: $0) }
    }.sorted()
  }

  private static let namesake =
    "another file has the same name, put together of other bytes, so neither can be spoken of; rename one of them"

  private static func says(of facts: FileFacts) -> String? {
    if let obstacle = facts.obstacle { return says(obstacle) }
    return facts.flaw.map { flaw in
      "line \(facts.position(of: flaw).line) is no Swift that nitless knows, so not all of the file was understood; mend it, or exclude the file"
    }
  }

  private static func says(_ obstacle: FileFacts.Obstacle) -> String {
    switch obstacle {
    case .notUTF8: "it is not UTF-8; Swift source has to be: convert it, for example with iconv"
    case .conflictMarkers(let line): "line \(line) begins an unresolved conflict; resolve it first"
    case .nestedTooDeeply: "it nests too deeply to be understood; break its expressions up, or exclude the file"
    case .tooLarge: "it is larger than 3 MB; split it up, or exclude it"
    case .storedElsewhere: "it is a pointer of Git LFS, and the source is not at hand; keep source out of LFS, or exclude it"
    }
  }
}
