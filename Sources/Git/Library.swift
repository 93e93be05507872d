internal import CLibgit2

internal import Platform

/// What starts libgit2, once for the process.
enum Library {
  /// Must be read before any other call into libgit2.
  static let isStarted: Bool = git_libgit2_init() >= 0 && allowExtensions()

  /// The extensions of git's format that older versions of libgit2 refuse, though they change nothing
  /// for a reader who knows of them.
  ///
  /// In a partial clone what is missing is fetched; the configuration of a linked work tree is added;
  /// the rest is about what may be deleted, and about paths that libgit2 reads either way.
  private static let extensions = [
    "partialclone", "worktreeconfig", "preciousobjects", "relativeworktrees",
  ]

  private static func allowExtensions() -> Bool {
    let names = extensions.map { strdup($0) }
    defer { for name in names { free(name) } }
    var pointers = names.map { UnsafePointer($0) }
    return nitless_allow_extensions(&pointers, pointers.count) >= 0
  }
}
