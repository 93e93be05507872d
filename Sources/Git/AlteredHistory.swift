/// A history whose commits have other parents than they name, by `git replace` or grafts: git is asked.
struct AlteredHistory {
  let program: GitProgram

  /// Nil where commits have the parents they name, as nearly everywhere.
  init?(of handle: Handle) {
    guard let backup = handle.backup, backup.replacements.changeHistory else { return nil }
    program = backup.program
  }

  /// The object that a revision means; nil if it means none of that type.
  func object(_ revision: String, as type: String) throws(GitError) -> ObjectID? {
    // What starts with a dash would be an option.
    guard !revision.hasPrefix("-") else { return nil }
    return try id(
      ["rev-parse", "--verify", "--quiet", "\(revision)^{\(type)}"],
      "cannot find the revision `\(revision)`", [0, 1, 128])
  }

  /// The parents of a commit, the first one first.
  func parents(of commit: ObjectID) throws(GitError) -> [ObjectID] {
    let output = try program.output(
      of: ["rev-list", "--parents", "--max-count=1", commit.hex],
      summary: "cannot read the commit \(commit.hex)")
    return String(decoding: output, as: UTF8.self).split(whereSeparator: \.isWhitespace).dropFirst()
      .compactMap { ObjectID(hex: String($0)) }
  }

  /// The best common ancestor of two commits; nil if there is none.
  func mergeBase(_ one: ObjectID, _ other: ObjectID) throws(GitError) -> ObjectID? {
    try id(["merge-base", one.hex, other.hex], "cannot find a common ancestor", [0, 1])
  }

  private func id(
    _ arguments: [String], _ summary: String, _ accepting: Set<Int32>
  ) throws(GitError) -> ObjectID? {
    let output = try program.output(of: arguments, summary: summary, accepting: accepting)
    return ObjectID(hex: String(decoding: output.prefix(40), as: UTF8.self))
  }
}
