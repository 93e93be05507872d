import Git
import ProgramModel
import ReviewModel
import SwiftFacts

/// The facts of every blob that some snapshots need, each made once.
struct Library: Sendable {
  private var facts: [BlobID: FileFacts] = [:]
  private var outlines: Set<BlobID> = []
  /// How many files were read, and how many needed not be: what they say is kept.
  private(set) var counts = (read: 0, kept: 0)

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
    outlines = Set(depths.filter { $0.value == .outline }.keys)
    let known = store?.known ?? [:]
    let keys = Dictionary(
      uniqueKeysWithValues: depths.map { ($0, FactsStore.Key(blob: $0, isOutline: $1 == .outline)) })
    for (blob, key) in keys { facts[blob] = known[key] }
    counts.kept = facts.count
    blobs.removeAll { facts[$0] != nil }
    progress("reading \(blobs.count) files")
    let wanted = blobs.map { (blob: $0, key: FactsStore.Key(blob: $0, isOutline: depths[$0] == .outline)) }
    let made: [Result<Made, GitError>] = Workers.map(count: wanted.count, threads: threads, state: { FactsMaker() }) {
      maker, index in
      let (blob, key) = wanted[index]
      if let kept = store?.kept(key, by: maker) { return .success(Made(facts: kept, isKept: true)) }
      do throws(GitError) {
        let facts = maker.facts(of: try repository.content(of: blob), depth: key.isOutline ? .outline : .bodies)
        return .success(Made(facts: facts, record: store?.record(of: facts)))
      } catch {
        return .failure(error)
      }
    }
    var new: [FactsStore.Key: [UInt8]] = [:]
    for ((blob, key), result) in zip(wanted, made) {
      let made = try result.get()
      if made.isKept { counts.kept += 1 } else { counts.read += 1 }
      facts[blob] = made.facts
      new[key] = made.record
    }
    guard let store else { return }
    store.keep(
      Dictionary(uniqueKeysWithValues: keys.compactMap { blob, key in facts[blob].map { (key, $0) } }), new: new)
  }

  /// The facts of a blob, and what is to be kept of them.
  private struct Made: Sendable {
    var facts: FileFacts
    var isKept = false
    var record: [UInt8]?
  }

  /// Whether no more than the outline of a content is known.
  func isOutline(_ blob: BlobID) -> Bool { outlines.contains(blob) }

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

  static func says(of facts: FileFacts) -> String? {
    if let obstacle = facts.obstacle { return says(obstacle) }
    return facts.flaw.map { flaw in
      "line \(facts.position(of: flaw).line) is no Swift that nitless knows, so not all of the file was understood; "
        + "mend it, or exclude the file"
    }
  }

  private static func says(_ obstacle: FileFacts.Obstacle) -> String {
    switch obstacle {
    case .notUTF8: "it is not UTF-8; Swift source has to be: convert it, for example with iconv"
    case .conflictMarkers(let line): "line \(line) begins an unresolved conflict; resolve it first"
    case .nestedTooDeeply: "it nests too deeply to be understood; break its expressions up, or exclude the file"
    case .tooLarge: "it is larger than 3 MB; split it up, or exclude it"
    case .storedElsewhere:
      "it is a pointer of Git LFS, and the source is not at hand; keep source out of LFS, or exclude it"
    }
  }
}

extension FileFacts {
  /// Whether something in the file is no Swift, and the rest is known.
  var isKnownInPart: Bool { obstacle == nil && flaw != nil }
}
