internal import CLibgit2

/// One opening of a repository in libgit2, to be used by one thread at a time.
///
/// `@unchecked Sendable` because `HandlePool` lends a handle to a single borrower: libgit2 objects
/// may wander between threads so long as no two use them at once.
final class Handle: @unchecked Sendable {
  private let repository: Owned
  private let odb: Owned
  private var hasSpareIndex = false
  /// Nil only while the first handle is looked at to make it.
  private(set) var backup: Backup?

  var pointer: OpaquePointer { repository.pointer }

  /// - Parameter backup: The one of an earlier handle to the same repository; nil to make one.
  init(opening location: Location, backup: Backup? = nil) throws(GitError) {
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
    let common = git_repository_commondir(repository.pointer).map { String(cString: $0) + "objects" }
    for directory in location.objectDirectories + [common].compactMap({ $0 }) {
      try LooseGuard.stand(before: odb.pointer, over: directory)
    }
    self.backup = backup ?? Backup(of: self, at: location)
  }

  /// The top of the work tree, without a slash at the end; nil if the repository is bare.
  var workTree: String? { Self.directory(git_repository_workdir(pointer)) }

  var gitDirectory: String? { Self.directory(git_repository_path(pointer)) }

  var commonDirectory: String? { Self.directory(git_repository_commondir(pointer)) }

  /// The bytes of a blob.
  ///
  /// - Parameter fetching: Whether what a partial clone left out is fetched, or else missing.
  func content(of id: ObjectID, fetching: Bool = true) throws(GitError) -> [UInt8] {
    do throws(GitError) {
      return try contentHere(of: actual(id))
    } catch where error.kind == .missingObject && fetching {
      guard let promised = backup?.promised else { throw error }
      return try promised.content(of: actual(id))
    }
  }

  /// What git reads where an object is named.
  func actual(_ id: ObjectID) -> ObjectID { backup?.replacements.object(for: id) ?? id }

  /// Fetches, in a partial clone, those of the objects that are not here; all in one go.
  func bring(_ ids: some Sequence<ObjectID>) throws(GitError) {
    guard let promised = backup?.promised else { return }
    let missing = Set(ids.map(actual)).filter { id in
      var oid = id.oid
      let noRefresh = UInt32(GIT_ODB_LOOKUP_NO_REFRESH.rawValue)
      return git_odb_exists_ext(odb.pointer, &oid, noRefresh) == 0
    }
    guard !missing.isEmpty else { return }
    try promised.fetch(missing.sorted { $0.hex < $1.hex })
    try attempt("cannot read the objects that were fetched") { git_odb_refresh(odb.pointer) }
  }

  private func contentHere(of id: ObjectID) throws(GitError) -> [UInt8] {
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
  ///
  /// - Parameter fetching: As in `content(of:fetching:)`.
  func size(of id: ObjectID, fetching: Bool = true) throws(GitError) -> Int {
    var oid = actual(id).oid
    var size = 0
    var type = GIT_OBJECT_INVALID
    if git_odb_read_header(&size, &type, odb.pointer, &oid) >= 0 { return size }
    return try content(of: id, fetching: fetching).count
  }

  /// The `diff` attribute of a path: true and false as `.gitattributes` sets and unsets it, nil
  /// where the content is to decide.
  func isText(_ path: GitPath) -> Bool? {
    switch git_attr_value(value(of: "diff", at: path)) {
    case GIT_ATTR_VALUE_TRUE: true
    case GIT_ATTR_VALUE_FALSE: false
    default: nil
    }
  }

  /// What `.gitattributes` sets an attribute of a path to; nil where it has no value.
  func attribute(_ name: String, of path: GitPath) -> String? {
    guard let value = value(of: name, at: path), git_attr_value(value) == GIT_ATTR_VALUE_STRING
    else { return nil }
    return String(cString: value)
  }

  /// Whether the configuration has a value for a key.
  func hasSetting(_ key: String) -> Bool {
    var configuration: OpaquePointer?
    guard git_repository_config_snapshot(&configuration, pointer) >= 0 else { return false }
    defer { git_config_free(configuration) }
    var value: UnsafePointer<CChar>?
    guard git_config_get_string(&value, configuration, key) >= 0, let value else { return false }
    return value.pointee != 0
  }

  private func value(of attribute: String, at path: GitPath) -> UnsafePointer<CChar>? {
    var value: UnsafePointer<CChar>?
    let look = { path.withCString { git_attr_get(&value, self.pointer, 0, $0, attribute) } }
    var status = look()
    if status < 0, useSpareIndex() { status = look() }
    return status >= 0 ? value : nil
  }

  private static func directory(_ path: UnsafePointer<CChar>?) -> String? {
    guard let text = path.map({ String(cString: $0) }) else { return nil }
    return text.count > 1 && text.hasSuffix("/") ? String(text.dropLast()) : text
  }

  /// Attributes are looked for in the index too, and an index that libgit2 cannot read (sparse,
  /// split) must not keep it from comparing two commits: it gets an empty one in memory instead.
  @discardableResult
  func useSpareIndex() -> Bool {
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
