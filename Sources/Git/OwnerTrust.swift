internal import CLibgit2
internal import Synchronization

internal import Platform

/// Whom git trusts with a repository that another user owns: what `safe.directory` names.
///
/// libgit2 asks the same, but takes no notice of `*` and `DIRECTORY/*`, which images for CI often
/// set; git has read such a repository all along.
struct OwnerTrust {
  /// The path that `safe.directory` must name: the top of the work tree, or a bare repository.
  let path: String

  init(of place: String) {
    let start = Self.realPath(place)
    var directory = start
    while !directory.isEmpty, !Self.isRepository(directory) {
      directory = String(directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)])
    }
    path = directory.isEmpty ? start : directory
  }

  /// Whether there is a repository and it belongs to another user.
  ///
  /// libgit2 1.5 says only that something was not found, where `safe.directory` is not configured
  /// at all.
  var isNeeded: Bool {
    guard Self.isRepository(path) else { return false }
    return [path, path + "/.git"].contains { place in
      var status = stat()
      return stat(place, &status) == 0 && status.st_uid != geteuid()
    }
  }

  /// Whether the user's or the system's configuration has a pattern that covers the path.
  var isGivenByPattern: Bool {
    var isTrusted = false
    for value in Self.configured {
      if value.isEmpty {
        isTrusted = false
      } else if value == "*" || value.hasSuffix("/*") && path.hasPrefix(value.dropLast()) {
        isTrusted = true
      }
    }
    return isTrusted
  }

  private static let validation = Mutex(())

  /// Opens something while libgit2 does not look at owners, which it can only do for all at once.
  static func withoutValidation(_ open: () -> Int32) -> Int32 {
    validation.withLock { _ in
      _ = nitless_set_owner_validation(0)
      defer { _ = nitless_set_owner_validation(1) }
      return open()
    }
  }

  private static var configured: [String] {
    var configuration: OpaquePointer?
    guard git_config_open_default(&configuration) >= 0 else { return [] }
    defer { git_config_free(configuration) }
    var iterator: OpaquePointer?
    guard git_config_multivar_iterator_new(&iterator, configuration, "safe.directory", nil) >= 0
    else { return [] }
    defer { git_config_iterator_free(iterator) }
    var values: [String] = []
    var entry: UnsafeMutablePointer<git_config_entry>?
    while git_config_next(&entry, iterator) >= 0, let value = entry?.pointee.value {
      values.append(String(cString: value))
    }
    return values
  }

  private static func isRepository(_ directory: String) -> Bool {
    access(directory + "/.git", F_OK) == 0
      || access(directory + "/HEAD", F_OK) == 0 && access(directory + "/objects", F_OK) == 0
  }

  private static func realPath(_ path: String) -> String {
    guard let resolved = realpath(path, nil) else { return path }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
