internal import CLibgit2

/// The branch that others start from, as far as the clone knows.
struct DefaultBranch {
  /// Of the reference, such as `refs/remotes/origin/main`.
  let name: String

  private static let usualNames = ["main", "master", "develop", "trunk"]

  /// Whether default branches are called so, here or at a remote of the usual name.
  static func isUsual(_ name: String) -> Bool {
    usualNames.contains(name) || usualNames.contains { "origin/" + $0 == name }
  }

  /// The default branch of a remote, as it was when it was fetched last.
  init?(ofRemote remote: String, through handle: Handle) {
    let place = "refs/remotes/\(remote)/"
    let usual = Self.usualNames.map { place + $0 }
    guard
      let name = Self.target(of: place + "HEAD", through: handle)
        ?? usual.first(where: { Self.exists($0, through: handle) })
    else { return nil }
    self.name = name
  }

  /// The default branch of the first remote that was fetched, `origin` before all others.
  init?(ofAnyRemoteThrough handle: Handle) {
    var names = git_strarray()
    guard git_remote_list(&names, handle.pointer) >= 0 else { return nil }
    defer { git_strarray_dispose(&names) }
    let remotes = (0..<names.count).compactMap { names.strings[$0].map { String(cString: $0) } }
    let found = (["origin"] + remotes.sorted()).lazy.compactMap { DefaultBranch(ofRemote: $0, through: handle) }.first
    guard let found else { return nil }
    self = found
  }

  /// What `origin/HEAD` points at, else the first usual name that there is, here or at the remote.
  init?(through handle: Handle) {
    if let remote = Self.target(of: "refs/remotes/origin/HEAD", through: handle) {
      name = remote
      return
    }
    let usual = Self.usualNames
      .flatMap { ["refs/remotes/origin/\($0)", "refs/heads/\($0)"] }
    guard let name = usual.first(where: { Self.exists($0, through: handle) }) else { return nil }
    self.name = name
  }

  /// The branch of that short name, at the remote or else here; nil if there is none.
  init?(named shortName: String, through handle: Handle) {
    let places = ["refs/remotes/origin/\(shortName)", "refs/heads/\(shortName)"]
    guard let name = places.first(where: { Self.exists($0, through: handle) }) else { return nil }
    self.name = name
  }

  /// Without `refs/heads/` or `refs/remotes/origin/`.
  var shortName: String {
    for prefix in ["refs/heads/", "refs/remotes/origin/"] where name.hasPrefix(prefix) {
      return String(name.dropFirst(prefix.count))
    }
    return name
  }

  /// As people write it: `origin/main`, or `main` for the local one.
  var shownName: String { Self.shown(name) }

  /// The branch that `HEAD` is on, whether or not it has a commit; nil if `HEAD` is detached.
  static func checkedOut(through handle: Handle) -> String? {
    var reference: OpaquePointer?
    guard git_reference_lookup(&reference, handle.pointer, "HEAD") >= 0 else { return nil }
    defer { git_reference_free(reference) }
    return git_reference_symbolic_target(reference).map { shown(String(cString: $0)) }
  }

  /// A reference's name as people write it.
  static func shown(_ name: String) -> String {
    for prefix in ["refs/heads/", "refs/remotes/"] where name.hasPrefix(prefix) {
      return String(name.dropFirst(prefix.count))
    }
    return name
  }

  /// The reference that has what a remote has of the branch; nil if no remote has any, as far as the clone knows.
  func nameAtRemote(through handle: Handle) -> String? {
    if name.hasPrefix("refs/remotes/") { return name }
    var upstream = git_buf()
    defer { git_buf_dispose(&upstream) }
    guard git_branch_upstream_name(&upstream, handle.pointer, name) >= 0 else { return nil }
    let remote = String(cString: upstream.ptr)
    return Self.exists(remote, through: handle) ? remote : nil
  }

  /// Whether `HEAD` is on this branch, or on the local branch that follows it.
  func isCheckedOut(through handle: Handle) -> Bool {
    Self.target(of: "HEAD", through: handle) == "refs/heads/\(shortName)"
  }

  /// The reference that a symbolic reference points at; nil if it is not one, or points nowhere.
  private static func target(of name: String, through handle: Handle) -> String? {
    var reference: OpaquePointer?
    guard git_reference_lookup(&reference, handle.pointer, name) >= 0 else { return nil }
    defer { git_reference_free(reference) }
    guard let target = git_reference_symbolic_target(reference).map({ String(cString: $0) }),
      exists(target, through: handle)
    else { return nil }
    return target
  }

  private static func exists(_ name: String, through handle: Handle) -> Bool {
    var oid = git_oid()
    return git_reference_name_to_id(&oid, handle.pointer, name) >= 0
  }
}
