public import ReviewModel

/// Proves of the hunks of a change that the program does the same before and after them.
///
/// Both versions of a file are brought into a normal form that leaves out what does not change behaviour: layout,
/// redundant words, orders that say nothing. Where the normal forms agree the hunks between are neutral; where
/// they do not, the hunks that hold the difference are not. Of a declaration that holds a difference, the old version
/// with its other hunks applied must have the normal form of the old one. Both versions are taken to compile.
///
/// Nothing here fails or traps: what cannot be proven, for whatever reason, is `unproven`. Deeply nested source needs a
/// stack of several megabytes, as `FactsMaker` does.
public enum NeutralProof {
  /// What is known of one hunk.
  public enum Verdict: Hashable, Sendable {
    /// Behaviour is as it was; why, never empty, in the order of the classes.
    case neutral([Neutrality])
    /// Behaviour may differ; why no more is known, as the rest of a sentence that begins "not neutral, for ".
    case unproven(String)

    /// The classes of a neutral hunk; nil for others.
    public var classes: [Neutrality]? {
      if case .neutral(let classes) = self { classes } else { nil }
    }
  }

  /// One file on both sides of a change.
  public struct File: Sendable {
    /// Relative to the repository's root; nil where the file is not there before or after.
    public var oldPath: String?
    public var newPath: String?
    /// Its bytes; empty where it is not there.
    public var before: [UInt8]
    public var after: [UInt8]
    /// As `git diff -U0` cuts them, in the order of the file.
    public var hunks: [Hunk]

    public init(oldPath: String?, newPath: String?, before: [UInt8], after: [UInt8], hunks: [Hunk]) {
      self.oldPath = oldPath
      self.newPath = newPath
      self.before = before
      self.after = after
      self.hunks = hunks
    }
  }

  /// The verdict on each hunk of one file, in their order.
  ///
  /// A hunk that is neutral is so together with all others that are: a program with the whole set of them applied,
  /// where they can be applied without the others, is the program as it was.
  public static func prove(before: [UInt8], after: [UInt8], hunks: [Hunk]) -> [Verdict] {
    FileProof(File(oldPath: "", newPath: "", before: before, after: after, hunks: hunks)).verdicts
  }

  /// Whether a file as a whole does the same after a change as before it, without being told the hunks.
  public static func prove(before: [UInt8], after: [UInt8]) -> Verdict {
    guard before != after else { return .neutral([.formatting]) }
    let old = LineTable(before).count
    let new = LineTable(after).count
    let hunk = Hunk(oldStart: 1, oldLines: old, newStart: 1, newLines: new)
    return prove(before: before, after: after, hunks: [hunk]).first ?? .unproven("nothing is known of it")
  }

  /// The verdicts on a change of several files, file by file: as for one file, and a declaration that goes from one
  /// file to another is `moved`.
  public static func prove(_ files: [File]) -> [[Verdict]] {
    settle(files.map { FileProof($0) })
  }
}
