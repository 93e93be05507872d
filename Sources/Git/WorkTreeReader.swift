internal import CLibgit2
internal import Platform

/// The files on the disk as `git add --all` would take them, without adding anything.
struct WorkTreeReader: ~Copyable {
  private let handle: Handle
  private let top: String
  /// In bytes; a Swift file is smaller.
  private static let largestRenamed = 1 << 20

  /// What was read from the disk, by the id that git would give it.
  private(set) var contents: [ObjectID: [UInt8]] = [:]
  /// Files other than Swift that the index does not have, or has otherwise.
  private(set) var others: [GitPath] = []
  /// What git itself filtered.
  private var filtered: [GitPath: (id: ObjectID, content: [UInt8])] = [:]

  init(through handle: Handle) throws(GitError) {
    guard let top = handle.workTree else {
      throw GitError(
        kind: .needsWorkTree, summary: "a bare repository has no work tree to review",
        advice: "Name two commits instead: A..B")
    }
    self.handle = handle
    self.top = top
  }

  /// Every path of the work tree, sorted.
  ///
  /// Files other than Swift and manifests have the index's content. Untracked ones are left out, since hashing
  /// them may take long, unless a Swift file is gone and a small one may be what became of it.
  mutating func listing(over index: IndexReader) throws(GitError) -> Listing {
    var versions: [GitPath: FileVersion] = [:]
    for (path, version) in try index.listing() { versions[path] = version }
    let deltas = try index.workTreeDeltas(through: handle)
    try filter(deltas)
    let isSwiftFileGone = deltas.contains { $0.path.isSwift && $0.mode == nil }
    for delta in deltas {
      if !delta.path.isSwift, delta.mode != nil, isOtherwise(delta, than: versions[delta.path]) {
        others.append(delta.path)
      }
      if delta.path.isRead {
        versions[delta.path] = try version(of: delta)
      } else if delta.mode == nil, !delta.isInConflict {
        versions[delta.path] = nil
      } else if isSwiftFileGone, versions[delta.path] == nil,
        let file = DiskFile(at: top, delta.path), file.size <= Self.largestRenamed
      {
        // One that cannot be read is nothing that a review would miss.
        versions[delta.path] = try? version(of: delta)
      }
    }
    return versions.map { (path: $0.key, version: $0.value) }.sorted { $0.path < $1.path }
  }

  /// Lets git filter what libgit2 cannot, all files at once.
  private mutating func filter(_ deltas: [WorkTreeDelta]) throws(GitError) {
    guard let program = handle.backup?.program else { return }
    let paths = deltas.filter { delta in
      delta.path.isRead && DiskFile(at: top, delta.path)?.isLink == false
        && FilteredFiles.mayHold(delta.path, through: handle)
    }.map(\.path)
    let contents = try FilteredFiles(program: program).contents(of: paths)
    for (path, content) in zip(paths, contents) { filtered[path] = content }
  }

  /// Whether a file of the disk is another than the index has. Git may say so of one that was only touched: a small one
  /// is looked at.
  private mutating func isOtherwise(_ delta: WorkTreeDelta, than known: FileVersion?) -> Bool {
    guard let known, let file = DiskFile(at: top, delta.path), file.size <= Self.largestRenamed else { return true }
    let read = contents
    defer { contents = read }
    return (try? version(of: delta))?.id != known.id
  }

  private mutating func version(of delta: WorkTreeDelta) throws(GitError) -> FileVersion? {
    // Directories, sockets and files that went while we looked are no files to git either.
    guard let file = DiskFile(at: top, delta.path) else { return nil }
    guard let bytes = file.content() else {
      throw GitError(
        kind: .unreadableFile, summary: "cannot read the file `\(delta.path.text)`",
        detail: lastSystemError, advice: "Let this user read it, or ignore it in .gitignore")
    }
    let mode = file.isLink ? .symbolicLink : delta.regularMode(isExecutable: file.isExecutable)
    if let (id, content) = filtered[delta.path] {
      contents[id] = content
      return FileVersion(mode: mode, id: id)
    }
    let content = file.isLink ? bytes : try cleaned(bytes, at: delta.path)
    var oid = git_oid()
    try attempt("cannot hash the file `\(delta.path.text)`") {
      content.withUnsafeBytes { git_odb_hash(&oid, $0.baseAddress, $0.count, GIT_OBJECT_BLOB) }
    }
    contents[ObjectID(oid)] = content
    return FileVersion(mode: mode, id: ObjectID(oid))
  }

  /// The bytes as git would store them: line ends by `.gitattributes` and `core.autocrlf`.
  private func cleaned(_ bytes: [UInt8], at path: GitPath) throws(GitError) -> [UInt8] {
    var list: OpaquePointer?
    let options = GIT_FILTER_ALLOW_UNSAFE.rawValue
    try attempt("cannot find the filters of `\(path.text)`") {
      path.withCString {
        git_filter_list_load(&list, handle.pointer, nil, $0, GIT_FILTER_TO_ODB, options)
      }
    }
    guard list != nil else { return bytes }
    defer { git_filter_list_free(list) }
    var buffer = git_buf()
    defer { git_buf_dispose(&buffer) }
    try attempt("cannot filter `\(path.text)`") {
      bytes.withUnsafeBytes {
        git_filter_list_apply_to_buffer(
          &buffer, list, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
      }
    }
    return Array(UnsafeRawBufferPointer(start: buffer.ptr, count: buffer.size))
  }
}

extension WorkTreeDelta {
  /// The mode that libgit2 found, which knows of `core.fileMode`; the disk's in a conflict.
  fileprivate func regularMode(isExecutable: Bool) -> FileVersion.Mode {
    if mode == .file || mode == .executable, let mode { return mode }
    return isExecutable ? .executable : .file
  }
}
