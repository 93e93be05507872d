// Prints the file changes between pairs of revisions, for `Tests/Scripts/compare-hunks.py`.
//
// Usage: HunkDump REPOSITORY < pairs. A line of the input is two revisions, a range such as
// `A...B`, `--staged` or `--worktree`; a line of the output is one change as JSON, or an object
// with an `error`.
import Foundation
import Git
import ReviewModel

struct DumpedFile: Encodable {
  var kind: String
  var old: String?
  var new: String?
  var hunks: [[Int]]
}

struct DumpedChange: Encodable {
  var files: [DumpedFile]
  var before: Int
  var after: Int
  var milliseconds: Double
}

func dump(_ change: Change, _ elapsed: Duration) -> DumpedChange {
  let files = change.files.map { file in
    let kind =
      switch file.kind {
      case .added: "added"
      case .deleted: "deleted"
      case .modified: "modified"
      case .renamed: "renamed"
      case .copied: "copied"
      }
    return DumpedFile(
      kind: kind, old: file.oldPath, new: file.newPath,
      hunks: file.hunks.map { [$0.oldStart, $0.oldLines, $0.newStart, $0.newLines] })
  }
  return DumpedChange(
    files: files, before: change.before.files.count, after: change.after.files.count,
    milliseconds: elapsed / .milliseconds(1))
}

guard CommandLine.arguments.count == 2 else {
  FileHandle.standardError.write(Data("usage: HunkDump REPOSITORY < pairs\n".utf8))
  exit(2)
}
do {
  let repository = try Repository(
    at: CommandLine.arguments[1], environment: ProcessInfo.processInfo.environment)
  let encoder = JSONEncoder()
  let clock = ContinuousClock()
  while let line = readLine() {
    let revisions = line.split(separator: " ").map(String.init)
    guard let first = revisions.first, let last = revisions.last else { continue }
    let request: ChangeRequest =
      switch line {
      case "--staged": .staged
      case "--worktree": .workTree
      case _ where revisions.count == 1: ChangeRequest(parsing: first)
      default: .range(from: first, to: last)
      }
    let start = clock.now
    do {
      let change = try repository.change(request)
      let output = try encoder.encode(dump(change, clock.now - start))
      FileHandle.standardOutput.write(output + Data("\n".utf8))
    } catch {
      let output = try encoder.encode(["error": "\(error)"])
      FileHandle.standardOutput.write(output + Data("\n".utf8))
    }
  }
} catch {
  FileHandle.standardError.write(Data("error: \(error)\n".utf8))
  exit(2)
}
