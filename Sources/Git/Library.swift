internal import CLibgit2

/// What starts libgit2, once for the process.
enum Library {
  /// Must be read before any other call into libgit2.
  static let isStarted: Bool = git_libgit2_init() >= 0
}
