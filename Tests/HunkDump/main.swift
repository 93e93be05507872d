// Prints the file changes between pairs of revisions, for `Tests/Scripts/compare-hunks.py`.
//
// Usage: HunkDump REPOSITORY [--prove] < pairs. A line of the input is two revisions, a range such as
// `A...B`, `--staged` or `--worktree`; a line of the output is one change as JSON, or an object
// with an `error`. With `--prove` it says of each hunk why it is neutral, or why that is not known.
import Foundation
import Git
import ReviewModel
import SwiftFacts

struct DumpedFile: Encodable {
  var kind: String
  var old: String?
  var new: String?
  var hunks: [[Int]]
  /// One for each hunk: its classes, or "not neutral, for …"; nil if nobody asked.
  var verdicts: [String]?
}

struct DumpedChange: Encodable {
  var files: [DumpedFile]
  var before: Int
  var after: Int
  var milliseconds: Double
}

func prove(_ change: Change, in repository: Repository) throws -> [String: [String]] {
  let before = Dictionary(change.before.files.map { ($0.path, $0.blob) }) { first, _ in first }
  let after = Dictionary(change.after.files.map { ($0.path, $0.blob) }) { first, _ in first }
  let files = try change.files.filter { !$0.hunks.isEmpty }.map { file in
    let sides = try [file.oldPath.flatMap { before[$0] }, file.newPath.flatMap { after[$0] }].map { try $0.map { try repository.content(of: $0) } ?? [] }
    return NeutralProof.File(oldPath: file.oldPath, newPath: file.newPath, before: sides[0], after: sides[1], hunks: file.hunks)
  }
  let verdicts = NeutralProof.prove(files).map { file in
    file.map { verdict in
      switch verdict {
      case .neutral(let classes): classes.map(\.rawValue).joined(separator: ", ")
      case .unproven(let reason): "not neutral, for \(reason)"
      }
    }
  }
  return Dictionary(zip(files.map { $0.newPath ?? $0.oldPath ?? "" }, verdicts)) { first, _ in first }
}

func dump(_ change: Change, _ elapsed: Duration, _ verdicts: [String: [String]]?) -> DumpedChange {
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
      hunks: file.hunks.map { [$0.oldStart, $0.oldLines, $0.newStart, $0.newLines] },
      verdicts: verdicts?[file.newPath ?? file.oldPath ?? ""])
  }
  return DumpedChange(
    files: files, before: change.before.files.count, after: change.after.files.count,
    milliseconds: elapsed / .milliseconds(1))
}

let isProving = CommandLine.arguments.last == "--prove"
guard CommandLine.arguments.count == (isProving ? 3 : 2) else {
  FileHandle.standardError.write(Data("usage: HunkDump REPOSITORY [--prove] < pairs\n".utf8))
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
      let output = try encoder.encode(dump(change, clock.now - start, isProving ? prove(change, in: repository) : nil))
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
