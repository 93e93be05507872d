import Git
import ProgramModel
import ReviewModel
import Reviewing
import RuleEngine
import SwiftFacts

/// One program after another, as an editor saves them.
struct Saves {
  let repository: Repository
  let inspector: Inspector
  let knowledge: Knowledge

  /// What is said otherwise where a program takes over from the one before: the commit, the file saved, and what.
  func differences(_ commits: [String]) throws -> [[String]] {
    let maker = FactsMaker()
    var facts: [BlobID: FileFacts] = [:]
    var last: Program?
    var result: [[String]] = []
    var saved: [String: FileFacts] = [:]
    for commit in commits {
      var next: [String: FileFacts] = [:]
      for file in try repository.snapshot(of: commit).files {
        let known = try facts[file.blob] ?? maker.facts(of: repository.content(of: file.blob))
        facts[file.blob] = known
        next[file.path] = known
      }
      // Nobody saves all files at once.
      let paths = Set(saved.keys).union(next.keys).filter { saved[$0] !== next[$0] }.sorted()
      for path in saved.isEmpty ? paths.suffix(1) : paths {
        if saved.isEmpty { saved = next } else { saved[path] = next[path] }
        let files = saved.map { SourceFile(path: $0.key, facts: $0.value) }
        let program = Program(files: files, knowledge: knowledge, like: last)
        program.takeOver(from: last, isKept: true)
        let said = said(of: program)
        program.letGoOfEarlier()
        let alone = self.said(of: Program(files: files, knowledge: knowledge))
        result += alone.subtracting(said).sorted().map { [commit, path, "missing", $0] }
        result += said.subtracting(alone).sorted().map { [commit, path, "more", $0] }
        last = program
      }
    }
    return result
  }

  private func said(of program: Program) -> Set<String> {
    let examined = inspector.examination(of: program, threads: 2)
    return Set((examined.findings.map(\.finding) + examined.allowed.map(\.finding)).map { "\($0)" })
  }
}
