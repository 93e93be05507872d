internal import CLibgit2
internal import ReviewModel

/// The hunks between two texts as `git diff -U0` prints them, whatever the configuration says.
enum HunkFinder {
  /// Hunks in the order of the file, lines counted from 1.
  static func hunks(from old: [UInt8], to new: [UInt8]) throws(GitError) -> [Hunk] {
    if old == new { return [] }
    var options = git_diff_options()
    try attempt("cannot set up a comparison") {
      git_diff_options_init(&options, UInt32(GIT_DIFF_OPTIONS_VERSION))
    }
    options.flags = GIT_DIFF_INDENT_HEURISTIC.rawValue | GIT_DIFF_FORCE_TEXT.rawValue
    options.context_lines = 0
    options.interhunk_lines = 0
    options.max_size = -1
    let tail = commonTail(old, new)
    var hunks: [Hunk] = []
    try attempt("cannot compare two files") {
      old.withUnsafeBytes { old in
        new.withUnsafeBytes { new in
          withUnsafeMutablePointer(to: &hunks) { hunks in
            git_diff_buffers(
              old.baseAddress, old.count - tail, nil, new.baseAddress, new.count - tail, nil,
              &options, nil, nil, collect, nil, hunks)
          }
        }
      }
    }
    return hunks
  }

  /// How many bytes at the end git leaves out of a comparison without context lines.
  ///
  /// It takes what two files share there, by whole kilobytes, and gives back up to the end of a
  /// line; where equal lines repeat, that decides which of them a hunk shows.
  private static func commonTail(_ old: [UInt8], _ new: [UInt8]) -> Int {
    let block = 1024
    let smaller = min(old.count, new.count)
    var tail = 0
    while tail + block <= smaller,
      old[(old.count - tail - block)..<(old.count - tail)]
        == new[(new.count - tail - block)..<(new.count - tail)]
    {
      tail += block
    }
    var recovered = 0
    while recovered < tail {
      recovered += 1
      if old[old.count - tail + recovered - 1] == UInt8(ascii: "\n") { break }
    }
    return tail - recovered
  }

  private static let collect: git_diff_hunk_cb = { _, hunk, payload in
    guard let hunk = hunk?.pointee, let payload else { return 0 }
    payload.assumingMemoryBound(to: [Hunk].self).pointee.append(
      Hunk(
        oldStart: Int(hunk.old_start), oldLines: Int(hunk.old_lines),
        newStart: Int(hunk.new_start), newLines: Int(hunk.new_lines)))
    return 0
  }
}
