internal import CLibgit2

/// Calls libgit2 and turns a status that reports failure into a throw.
func attempt(
  _ summary: @autoclosure () -> String, _ call: () -> Int32
) throws(GitError) {
  let status = call()
  if status < 0 { throw GitError(status: status, summary: summary()) }
}

extension GitError {
  /// The error behind a status of libgit2, told from its code and its words.
  init(status: Int32, summary: String) {
    let words = git_error_last().flatMap { $0.pointee.message }.map { String(cString: $0) } ?? ""
    self.init(kind: .other, summary: summary, detail: words)
    switch git_error_code(status) {
    case GIT_EOWNER:
      kind = .untrustedOwner
    case _ where words.contains("'sdir'"):
      kind = .unsupportedIndex
      advice = "The index is sparse, which libgit2 cannot read: "
        + "git sparse-checkout reapply --no-sparse-index"
    case _ where words.contains("'link'"):
      kind = .unsupportedIndex
      advice = "The index is split, which libgit2 cannot read: git update-index --no-split-index"
    case _ where words.contains("extension") || words.contains("repository version"):
      kind = .unsupportedRepository
      advice =
        words.contains("objectformat")
        ? "libgit2 reads SHA-1 repositories only. A copy of the commits that it can read: "
          + "git init --object-format=sha1 ../sha1-copy && "
          + "git fast-export --all --signed-tags=strip | git -C ../sha1-copy fast-import"
        : "libgit2 is older than this repository's format: clone it anew, without the extension"
    default:
      break
    }
  }

  /// Whether libgit2 said that something is not there.
  static func isAbsence(_ status: Int32) -> Bool {
    status == GIT_ENOTFOUND.rawValue
  }
}
