import Foundation
import Git
import ReviewModel
import SwiftFacts
import SwiftParser
import SwiftSyntax

/// What it took to parse the files of a commit, and to prove its hunks.
struct Cost: Sendable {
  var commit: String
  var parsing: Double
  var proving: Double
  var hunks: Int

  /// Milliseconds that the processor worked on it, the least of three runs; what else the machine does is not counted.
  private static func time(_ body: () -> Void) -> Double {
    let runs = (0..<3).map { _ in
      let start = worked()
      body()
      return worked() - start
    }
    return runs.min() ?? 0
  }

  private static func worked() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1000 + Double(time.tv_nsec) / 1e6
  }

  static func measure(_ path: String, _ wanted: Int) throws -> [Cost] {
    let repository = try Repository(at: path)
    var costs: [Cost] = []
    while costs.count < wanted, let commit = readLine() {
      let change = try repository.change(.commit(commit))
      let before = Dictionary(change.before.files.map { ($0.path, $0.blob) }) { first, _ in first }
      let after = Dictionary(change.after.files.map { ($0.path, $0.blob) }) { first, _ in first }
      var files: [NeutralProof.File] = []
      for file in change.files where !file.hunks.isEmpty {
        let sides = try [file.oldPath.flatMap { before[$0] }, file.newPath.flatMap { after[$0] }].map { try $0.map { try repository.content(of: $0) } ?? [] }
        files.append(.init(oldPath: file.oldPath, newPath: file.newPath, before: sides[0], after: sides[1], hunks: file.hunks))
      }
      guard !files.isEmpty else { continue }
      var statements = 0
      let parsing = time {
        for file in files {
          for side in [file.before, file.after] { statements += side.withUnsafeBufferPointer { Parser.parse(source: $0).statements.count } }
        }
      }
      let proving = time { statements += NeutralProof.prove(files).count }
      costs.append(Cost(commit: commit, parsing: parsing, proving: proving, hunks: files.reduce(0) { $0 + $1.hunks.count }))
    }
    return costs
  }
}
