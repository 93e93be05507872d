/// Why a repository could not be read, and how to mend it.
///
/// Printed by the command as `error: summary (detail)`, then `advice` on a line of its own.
public struct GitError: Error, Hashable, Sendable {
  /// What went wrong, for callers that treat some failures in a way of their own.
  public enum Kind: Hashable, Sendable {
    /// No repository at the directory or above it.
    case notARepository
    /// The repository belongs to another user, and git's `safe.directory` does not name it.
    case untrustedOwner
    /// A revision that names no commit.
    case unknownRevision
    /// Two commits without a common ancestor.
    case noMergeBase
    /// History that a shallow clone left out.
    case shallowHistory
    /// An object that the repository names but does not hold, as in a partial clone.
    case missingObject
    /// An index in a format that libgit2 cannot read.
    case unsupportedIndex
    /// A repository in a format that libgit2 cannot read, such as SHA-256.
    case unsupportedRepository
    /// A request that needs a work tree, in a bare repository.
    case needsWorkTree
    /// A file of the work tree that could not be read.
    case unreadableFile
    /// The program git is needed to read this repository, and is not there.
    case missingGit
    /// The program git was asked and refused; `detail` has its words.
    case git
    /// Everything else; `detail` says what.
    case other
  }

  /// What sort of failure it is.
  public var kind: Kind
  /// What could not be done, starting in lower case: ``cannot find the revision `featur` ``.
  public var summary: String
  /// The words of libgit2 or of the operating system; empty where they add nothing.
  public var detail: String
  /// What to do about it, one sentence or a command line; empty where there is none to give.
  public var advice: String

  /// An error in words of our own.
  public init(kind: Kind, summary: String, detail: String = "", advice: String = "") {
    self.kind = kind
    self.summary = summary
    self.detail = detail
    self.advice = advice
  }
}

extension GitError: CustomStringConvertible {
  /// All three texts, the advice on a line of its own.
  public var description: String {
    var text = summary
    if !detail.isEmpty { text += " (\(detail))" }
    if !advice.isEmpty { text += "\n  \(advice)" }
    return text
  }
}
