/// Which two snapshots to compare.
///
/// Revisions are written as git writes them: a branch, a tag, an id, `HEAD~3`, `@{u}`, `:/text`.
public enum ChangeRequest: Hashable, Sendable {
  /// `A..B`: from the one commit to the other; a tree will do for either.
  case range(from: String, to: String)
  /// `A...B`: from the merge base of the two to the second.
  case sinceMergeBase(of: String, and: String)
  /// What a commit did to its first parent, or to nothing if it has no parent.
  case commit(String)
  /// The index against `HEAD`: what `git commit` would record.
  case staged
  /// The index against another commit than `HEAD`; nil for none, as of a first commit.
  case index(against: String?)
  /// The work tree, untracked files included and ignored ones not.
  ///
  /// Compared with the merge base of `HEAD` and the default branch; on the default branch, with the merge base of
  /// `HEAD` and what the remote has of it; with `HEAD` itself where no remote has any, or there is no such branch.
  case workTree

  /// The merge base of `base` and `HEAD` … `HEAD`, as a pull request shows it.
  public static func branch(against base: String) -> ChangeRequest {
    .sinceMergeBase(of: base, and: "HEAD")
  }

  /// Reads `A..B`, `A...B` or `BASE`; an absent side means `HEAD`.
  ///
  /// Dots inside braces belong to the revision: `HEAD@{2.days.ago}`, `HEAD^{/a..b}`.
  public init(parsing text: String) {
    let bytes = Array(text.utf8)
    guard let dots = Self.firstDots(in: bytes) else {
      self = .branch(against: Self.revision(bytes[...]))
      return
    }
    let left = Self.revision(bytes[..<dots])
    let isSymmetric = dots + 2 < bytes.count && bytes[dots + 2] == UInt8(ascii: ".")
    let right = Self.revision(bytes[(dots + (isSymmetric ? 3 : 2))...])
    self = isSymmetric ? .sinceMergeBase(of: left, and: right) : .range(from: left, to: right)
  }

  private static func firstDots(in bytes: [UInt8]) -> Int? {
    var depth = 0
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: ".") where depth <= 0:
        if index + 1 < bytes.count, bytes[index + 1] == byte { return index }
      default: break
      }
    }
    return nil
  }

  private static func revision(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.isEmpty ? "HEAD" : String(decoding: bytes, as: UTF8.self)
  }
}
