internal import CLibgit2

/// Where the history of a shallow clone ends: at commits whose parents it does not have.
///
/// Older versions of libgit2 do not know of it, and fail on the missing parents where git stops.
struct ShallowHistory {
  private let ends: Set<ObjectID>

  init(of handle: Handle) {
    let name = GitPath(bytes: Array("shallow".utf8))
    let file = handle.commonDirectory.flatMap { DiskFile(at: $0, name) }
    let lines = (file?.content() ?? []).split(separator: UInt8(ascii: "\n"))
    ends = Set(lines.compactMap { ObjectID(hex: String(decoding: $0, as: UTF8.self)) })
  }

  var isEmpty: Bool { ends.isEmpty }

  func ends(at commit: ObjectID) -> Bool { ends.contains(commit) }

  /// The latest of the common ancestors from which no other can be reached; nil if there is none.
  func mergeBase(
    _ one: ObjectID, _ other: ObjectID, through resolver: RevisionResolver
  ) throws(GitError) -> ObjectID? {
    let left = try ancestors(of: [one], through: resolver)
    let right = try ancestors(of: [other], through: resolver)
    let common = left.filter { right[$0.key] != nil }
    let covered = try ancestors(
      of: common.values.flatMap(\.parents).filter { common[$0] != nil }, through: resolver)
    return common.filter { covered[$0.key] == nil }
      .max { ($0.value.time, $0.key.hex) < ($1.value.time, $1.key.hex) }?.key
  }

  private struct Commit {
    var parents: [ObjectID]
    var time: Int64
  }

  /// The commits and all that is reachable from them.
  private func ancestors(
    of commits: [ObjectID], through resolver: RevisionResolver
  ) throws(GitError) -> [ObjectID: Commit] {
    var found: [ObjectID: Commit] = [:]
    var waiting = commits
    while let id = waiting.popLast() {
      if found[id] != nil { continue }
      let commit = try resolver.withCommit(id) { commit in
        let parents = (0..<git_commit_parentcount(commit)).compactMap { index in
          git_commit_parent_id(commit, index).map { ObjectID($0.pointee) }
        }
        return Commit(parents: ends(at: id) ? [] : parents, time: git_commit_time(commit))
      }
      found[id] = commit
      waiting += commit.parents
    }
    return found
  }
}
