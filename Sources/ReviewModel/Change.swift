/// Names the content of a file: git's object id for it, as lower-case hexadecimal.
public struct BlobID: Hashable, Comparable, Sendable {
  public var hex: String

  public init(hex: String) { self.hex = hex }

  public static func < (left: BlobID, right: BlobID) -> Bool { left.hex < right.hex }
}

/// One file of a snapshot.
public struct SnapshotFile: Hashable, Sendable {
  /// Relative to the repository's root, with `/`.
  public var path: String
  public var blob: BlobID

  public init(path: String, blob: BlobID) {
    self.path = path
    self.blob = blob
  }
}

/// The Swift files of a repository at one moment, sorted by path.
///
/// Symbolic links and submodules are not files of a snapshot.
public struct Snapshot: Sendable, Equatable {
  public var files: [SnapshotFile]
  /// The files that say which modules there are, sorted by path; those in Swift are among `files` as well.
  public var manifests: [SnapshotFile]

  public init(files: [SnapshotFile], manifests: [SnapshotFile] = []) {
    self.files = files
    self.manifests = manifests
  }
}

/// A hunk as `git diff -U0` prints one: line numbers count from 1; where a side has no lines, its
/// start is the line before the hunk (0 at the top of the file).
public struct Hunk: Hashable, Sendable {
  public var oldStart: Int
  public var oldLines: Int
  public var newStart: Int
  public var newLines: Int

  public init(oldStart: Int, oldLines: Int, newStart: Int, newLines: Int) {
    self.oldStart = oldStart
    self.oldLines = oldLines
    self.newStart = newStart
    self.newLines = newLines
  }

  /// The lines after the change that it touches. Where lines were only taken away, those around the gap are
  /// what is left of the change.
  public var touchedLines: ClosedRange<Int> {
    newLines == 0 ? newStart...newStart + 1 : newStart...newStart + newLines - 1
  }
}

/// What happened to one Swift file between two snapshots.
public struct FileChange: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case added(path: String)
    case deleted(path: String)
    case modified(path: String)
    case renamed(from: String, to: String)
    case copied(from: String, to: String)
  }

  public var kind: Kind
  /// In the order of the file; empty where only the name or the mode changed, and for binary content.
  public var hunks: [Hunk]

  public init(kind: Kind, hunks: [Hunk]) {
    self.kind = kind
    self.hunks = hunks
  }

  /// The file's path before the change; nil if it was added.
  public var oldPath: String? {
    switch kind {
    case .added: nil
    case .deleted(let path), .modified(let path), .renamed(let path, _), .copied(let path, _): path
    }
  }

  /// The file's path after the change; nil if it was deleted.
  public var newPath: String? {
    switch kind {
    case .deleted: nil
    case .added(let path), .modified(let path), .renamed(_, let path), .copied(_, let path): path
    }
  }
}

/// Two snapshots and what happened between them.
public struct Change: Sendable {
  public var before: Snapshot
  public var after: Snapshot
  /// Sorted by path.
  public var files: [FileChange]
  /// Every path that differs, whatever its ending, untracked ones included; sorted.
  public var paths: [String]
  /// What was compared with what, in words; nil where nobody said.
  public var comparison: String?
  /// The Swift files that are not merged in the index that was compared, sorted: it has this branch's side of them, and
  /// not what will be committed.
  public var unmerged: [String] = []

  public init(
    before: Snapshot, after: Snapshot, files: [FileChange], paths: [String] = [], comparison: String? = nil
  ) {
    self.paths = paths
    self.before = before
    self.after = after
    self.files = files
    self.comparison = comparison
  }
}
