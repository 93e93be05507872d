import Git
import ReviewModel

/// The files that remarks are about, each read once.
final class SourceFiles {
  /// The paths of the snapshot.
  let paths: Set<String>
  private let repository: Repository
  private let blobs: [String: BlobID]
  private var texts: [BlobID: SourceText] = [:]
  private var trees: [String: [String: BlobID]] = [:]

  init(_ repository: Repository, _ snapshot: Snapshot) {
    self.repository = repository
    blobs = Dictionary(snapshot.files.map { ($0.path, $0.blob) }) { first, _ in first }
    paths = Set(blobs.keys)
  }

  /// A file as it is, or as it was at a commit; nil if there is none, or the clone has no such commit.
  func text(of path: String, at revision: String? = nil) throws -> SourceText? {
    guard let blob = try blob(of: path, at: revision) else { return nil }
    if let text = texts[blob] { return text }
    let text = SourceText(try repository.content(of: blob))
    texts[blob] = text
    return text
  }

  /// Whether a file is now as it was at a commit.
  func isUnchanged(_ path: String, since revision: String?) throws -> Bool {
    guard let revision else { return true }
    return try blob(of: path, at: revision) == blobs[path]
  }

  /// Whether the clone does not have a commit.
  func lacks(_ revision: String) throws -> Bool { try tree(of: revision).isEmpty }

  private func blob(of path: String, at revision: String?) throws -> BlobID? {
    guard let revision else { return blobs[path] }
    return try tree(of: revision)[path]
  }

  /// Empty for a commit that the clone does not have.
  private func tree(of revision: String) throws -> [String: BlobID] {
    if let tree = trees[revision] { return tree }
    var tree: [String: BlobID] = [:]
    do throws(GitError) {
      for file in try repository.files(of: revision) { tree[file.path] = file.blob }
    } catch {
      guard error.kind == .unknownRevision || error.kind == .missingObject else { throw error }
      tree = [:]
    }
    trees[revision] = tree
    return tree
  }
}
