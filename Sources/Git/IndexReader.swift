internal import CLibgit2

/// The index, read without its lock and never written.
struct IndexReader {
  private enum Source {
    case libgit2(OpenIndex)
    case git(GitIndex)
  }

  private let source: Source

  /// Opens the file that `GIT_INDEX_FILE` names, or else the repository's own.
  ///
  /// Libgit2 cannot open a sparse or a split one; and of a sparse checkout it does not know, as git
  /// does, that a file left out of it may be on the disk after all.
  init(of location: Location, through handle: Handle) throws(GitError) {
    let backup = handle.backup.map { GitIndex(program: $0.program) }
    // The setting may be in `config.worktree`, which libgit2 does not read.
    if let backup, DiskFile(at: backup.program.gitDirectory, Self.patterns) != nil {
      source = .git(backup)
      return
    }
    do throws(GitError) {
      source = .libgit2(OpenIndex(try Self.open(of: location, through: handle)))
    } catch {
      guard error.kind == .unsupportedIndex, let backup else { throw error }
      source = .git(backup)
    }
  }

  /// The file that a sparse checkout writes.
  private static let patterns = GitPath(bytes: Array("info/sparse-checkout".utf8))

  /// Not the index that libgit2 keeps with the repository: another may have been put in its place to
  /// look up attributes.
  private static func open(of location: Location, through handle: Handle) throws(GitError) -> Owned {
    let path =
      location.indexFile?.resolved(against: handle.workTree ?? location.directory)
      ?? (handle.gitDirectory ?? location.directory) + "/index"
    return try Owned("cannot read the index `\(path)`", freedBy: git_index_free) {
      git_index_open(&$0, path)
    }
  }

  /// What a commit would record, sorted by path.
  ///
  /// Files that were only announced (`git add --intent-to-add`) are not part of it. Of a file in
  /// conflict it has this branch's side.
  func listing() throws(GitError) -> Listing {
    switch source {
    case .git(let index): try index.listing()
    case .libgit2(let index): index.listing()
    }
  }

  /// The paths that are in conflict, sorted.
  func unmerged() throws(GitError) -> [GitPath] {
    switch source {
    case .git(let index): try index.unmerged()
    case .libgit2(let index): index.unmerged()
    }
  }

  /// How the work tree differs from this index.
  func workTreeDeltas(through handle: Handle) throws(GitError) -> [WorkTreeDelta] {
    switch source {
    case .git(let index):
      handle.useSpareIndex()
      return try index.workTreeDeltas()
    case .libgit2(let index): return try index.workTreeDeltas(through: handle)
    }
  }
}

/// An index that libgit2 can read.
private final class OpenIndex {
  private let index: Owned

  init(_ index: consuming Owned) { self.index = index }

  func listing() -> Listing {
    var listing: Listing = []
    for position in 0..<git_index_entrycount(index.pointer) {
      guard let entry = git_index_get_byindex(index.pointer, position)?.pointee,
        let path = entry.path, let mode = FileVersion.Mode(entry.mode)
      else { continue }
      guard entry.stage == 0 || entry.stage == 2, !entry.has(GIT_INDEX_ENTRY_INTENT_TO_ADD) else { continue }
      let version = FileVersion(mode: mode, id: ObjectID(entry.id))
      listing.append((GitPath(cString: path), version))
    }
    return listing.sorted { $0.path < $1.path }
  }

  func unmerged() -> [GitPath] {
    var paths: Set<GitPath> = []
    for position in 0..<git_index_entrycount(index.pointer) {
      guard let entry = git_index_get_byindex(index.pointer, position)?.pointee, entry.stage > 0, let path = entry.path
      else { continue }
      paths.insert(GitPath(cString: path))
    }
    return paths.sorted()
  }

  func workTreeDeltas(through handle: Handle) throws(GitError) -> [WorkTreeDelta] {
    try attempt("cannot use the index") { git_repository_set_index(handle.pointer, index.pointer) }
    var options = git_diff_options()
    try attempt("cannot set up a comparison") {
      git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION))
    }
    options.flags =
      GIT_DIFF_INCLUDE_UNTRACKED.rawValue | GIT_DIFF_RECURSE_UNTRACKED_DIRS.rawValue
      | GIT_DIFF_INCLUDE_TYPECHANGE.rawValue | GIT_DIFF_IGNORE_SUBMODULES.rawValue
      | GIT_DIFF_SKIP_BINARY_CHECK.rawValue
    let diff = try Owned("cannot compare the work tree with the index", freedBy: git_diff_free) {
      git_diff_index_to_workdir(&$0, handle.pointer, index.pointer, &options)
    }
    var deltas: [WorkTreeDelta] = []
    for position in 0..<git_diff_num_deltas(diff.pointer) {
      guard let delta = git_diff_get_delta(diff.pointer, position)?.pointee else { continue }
      let file = delta.status == GIT_DELTA_DELETED ? delta.old_file : delta.new_file
      guard let path = file.path ?? delta.old_file.path else { continue }
      // What is marked as left out of the checkout is not deleted.
      if delta.status == GIT_DELTA_DELETED,
        git_index_get_bypath(index.pointer, path, 0)?.pointee.has(GIT_INDEX_ENTRY_SKIP_WORKTREE)
          == true
      {
        continue
      }
      deltas.append(
        WorkTreeDelta(
          path: GitPath(cString: path),
          mode: delta.status == GIT_DELTA_DELETED ? nil : FileVersion.Mode(UInt32(file.mode)),
          isInConflict: delta.status == GIT_DELTA_CONFLICTED))
    }
    return deltas
  }
}

/// One path at which the work tree differs from the index.
struct WorkTreeDelta {
  var path: GitPath
  /// Nil where the work tree has no file.
  var mode: FileVersion.Mode?
  var isInConflict: Bool
}

extension git_index_entry {
  /// 0 for what is merged; else whose side of a conflict it is.
  fileprivate var stage: UInt32 { (UInt32(flags) & UInt32(GIT_INDEX_ENTRY_STAGEMASK)) >> 12 }

  fileprivate func has(_ flag: git_index_entry_extended_flag_t) -> Bool {
    UInt32(flags_extended) & flag.rawValue != 0
  }
}
