internal import CLibgit2

/// One opening of a repository in libgit2, to be used by one thread at a time.
///
/// `@unchecked Sendable` because `HandlePool` lends a handle to a single borrower: libgit2 objects
/// may wander between threads so long as no two use them at once.
final class Handle: @unchecked Sendable {
  private let repository: Owned
  private let odb: Owned
  private var hasSpareIndex = false

  var pointer: OpaquePointer { repository.pointer }

  init(opening location: Location) throws(GitError) {
    let opened = try location.open()
    odb = try Owned("cannot open the object database", freedBy: git_odb_free) {
      git_repository_odb(&$0, opened.pointer)
    }
    repository = opened
    for directory in location.objectDirectories {
      try attempt("cannot open the objects in `\(directory)`") {
        git_odb_add_disk_alternate(odb.pointer, directory)
      }
    }
  }

  /// The top of the work tree, without a slash at the end; nil if the repository is bare.
  var workTree: String? { Self.directory(git_repository_workdir(pointer)) }

  var gitDirectory: String? { Self.directory(git_repository_path(pointer)) }

  var commonDirectory: String? { Self.directory(git_repository_commondir(pointer)) }

  /// The bytes of a blob.
  func content(of id: ObjectID) throws(GitError) -> [UInt8] {
    var oid = id.oid
    let object: Owned
    do throws(GitError) {
      object = try Owned("cannot read the object \(id.hex)", freedBy: git_odb_object_free) {
        git_odb_read(&$0, odb.pointer, &oid)
      }
    } catch {
      throw git_odb_exists(odb.pointer, &oid) == 0 ? .missing(id) : error
    }
    let size = git_odb_object_size(object.pointer)
    guard let start = git_odb_object_data(object.pointer) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: size))
  }

  /// The length of a blob in bytes.
  func size(of id: ObjectID) throws(GitError) -> Int {
    var oid = id.oid
    var size = 0
    var type = GIT_OBJECT_INVALID
    if git_odb_read_header(&size, &type, odb.pointer, &oid) >= 0 { return size }
    return try content(of: id).count
  }

  /// The `diff` attribute of a path: true and false as `.gitattributes` sets and unsets it, nil
  /// where the content is to decide.
  func isText(_ path: GitPath) -> Bool? {
    var value: UnsafePointer<CChar>?
    let look = { path.withCString { git_attr_get(&value, self.pointer, 0, $0, "diff") } }
    var status = look()
    if status < 0, useSpareIndex() { status = look() }
    guard status >= 0 else { return nil }
    switch git_attr_value(value) {
    case GIT_ATTR_VALUE_TRUE: return true
    case GIT_ATTR_VALUE_FALSE: return false
    default: return nil
    }
  }

  private static func directory(_ path: UnsafePointer<CChar>?) -> String? {
    guard let text = path.map({ String(cString: $0) }) else { return nil }
    return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// Attributes are looked for in the index too, and an index that libgit2 cannot read (sparse,
  /// split) must not keep it from comparing two commits: it gets an empty one in memory instead.
  private func useSpareIndex() -> Bool {
    guard !hasSpareIndex else { return false }
    hasSpareIndex = true
    var index: OpaquePointer?
    guard git_index_new(&index) >= 0 else { return false }
    defer { git_index_free(index) }
    return git_repository_set_index(pointer, index) >= 0
  }
}

extension GitError {
  /// An object that is named but not here.
  static func missing(_ id: ObjectID) -> GitError {
    GitError(
      kind: .missingObject, summary: "the object \(id.hex) is not in this repository",
      advice: "In a partial clone, `git cat-file -p \(id.hex)` fetches it and "
        + "`git fetch --refetch --no-filter` fetches all; elsewhere `git fsck` says what is lost")
  }
}
