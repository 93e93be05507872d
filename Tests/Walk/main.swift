// Reviews and audits what each line of standard input says, one after the other in one process, and answers each with a line
// of JSON: seconds of the processor, findings by rule and path, what was skipped, what failed. `Tests/Scripts/walk.py` asks.
//
//     swift run -c release Walk REPOSITORY
//     review 1a2b3c4 5d6e7f8
//     audit 5d6e7f8
//     saves 1a2b3c4 5d6e7f8 6e7f809
//
// The last goes from commit to commit as an editor goes from save to save, each program taking over from the one before,
// and holds what is said of each to what is said of the same program worked out by itself.

import BundledRules
import Foundation
import Git
import ProgramModel
import ReviewModel
import Reviewing
import RuleEngine
import RulePages
import SwiftFacts

struct Answer: Encodable {
  var seconds = 0.0
  var introduced: [[String]] = []
  var fixed: [[String]] = []
  var skipped: [String] = []
  /// Whether the change touches what was skipped.
  var isMissed = false
  var error: String?
}

struct Walk {
  private let reviewer: Reviewer
  private let saves: Saves

  init(_ path: String) throws {
    var tables = KnowledgeReader()
    for table in BundledRules.knowledge { tables.read(table.text, path: table.path) }
    let pages = BundledRules.pages.compactMap { RulePage.read($0.text, path: $0.path).page }.filter(\.isEnabled)
    let repository = try Repository(at: path)
    let knowledge = tables.knowledge
    saves = Saves(repository: repository, inspector: Inspector(rules: pages), knowledge: knowledge)
    reviewer = Reviewer(
      repository: repository, inspector: Inspector(rules: pages), knowledge: knowledge, threads: 1,
      generatedMarkers: Configuration(path: "").generatedMarkers, ruleNames: pages.map(\.id), rulesName: { "walk" },
      store: FactsStore())
  }

  func answer(_ line: String) -> Answer {
    var answer = Answer()
    let began = clock()
    do {
      let words = line.split(separator: " ").map(String.init)
      if words.first == "saves" {
        answer.introduced = try saves.differences(Array(words.dropFirst()))
        answer.seconds = (Double(clock() - began) / Double(CLOCKS_PER_SEC) * 1000).rounded() / 1000
        return answer
      }
      let review =
        switch (words.first, words.count) {
        case ("review", 3): try reviewer.review(.range(from: words[1], to: words[2]))
        case ("audit", 2): try reviewer.audit(words[1], scope: .withUncalled)
        default: throw NotAsked(line: line)
        }
      // What only comes into use by the change is new to an audit as well.
      answer.introduced = (review.introduced + review.surfaced).map { [$0.rule, $0.place.path] }
      answer.fixed = review.fixed.map { [$0.rule, $0.place.path] }
      answer.skipped = review.skipped.map { "\($0.path): \($0.because)" }
      answer.isMissed = !review.missed.isEmpty
    } catch is NothingToAudit {
    } catch { answer.error = "\(error)" }
    answer.seconds = (Double(clock() - began) / Double(CLOCKS_PER_SEC) * 1000).rounded() / 1000
    return answer
  }
}

struct NotAsked: Error { var line: String }

let arguments = CommandLine.arguments
guard arguments.count == 2, let walk = try? Walk(arguments[1]) else {
  FileHandle.standardError.write(Data("usage: Walk REPOSITORY\n".utf8))
  exit(2)
}
// What reads source needs the stack that workers have.
let thread = Thread {
  let encoder = JSONEncoder()
  while let line = readLine() {
    guard let text = try? encoder.encode(walk.answer(line)) else { exit(2) }
    FileHandle.standardOutput.write(text + Data("\n".utf8))
  }
  exit(0)
}
thread.stackSize = 64 << 20
thread.start()
while true { sleep(1000) }
