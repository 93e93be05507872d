import Foundation
import ReviewModel
import SwiftFacts
import SwiftParser
import SwiftSyntax

/// What the proof said of the mutants of some files.
struct Tally: Sendable {
  var made = 0
  var wrong: [String] = []
  var byOperator: [String: Int] = [:]
  /// Hunks of layout alone that stood beside a mutation, and how many of them were called neutral.
  var companions = 0
  var kept = 0

  init() {}

  init(_ source: [UInt8], path: String, most: Int, seed: Int) {
    let tree = Parser.parse(source: String(decoding: source, as: UTF8.self))
    guard !tree.hasError else { return }
    let finder = MutationFinder(viewMode: .sourceAccurate)
    finder.walk(tree)
    // Spread over the file, the same ones in every run.
    let step = max(1, finder.found.count / most)
    for (number, index) in stride(from: abs(seed) % step, to: finder.found.count, by: step).enumerated() {
      let mutation = finder.found[index]
      guard let mutant = mutation.applied(to: source) else { continue }
      judge(source, mutant, mutation, path, number)
    }
  }

  private mutating func judge(_ source: [UInt8], _ mutant: [UInt8], _ mutation: Mutation, _ path: String, _ number: Int) {
    var text = mutant
    if number % 2 == 1 { text = Self.laidOutAnew(mutant) }
    let before = Lines(source)
    let after = Lines(text)
    let hunks = Lines.hunks(before, after)
    made += 1
    byOperator[mutation.name, default: 0] += 1
    let verdicts = NeutralProof.prove(before: source, after: text, hunks: hunks)
    if !verdicts.contains(where: { $0.classes == nil }) {
      wrong.append("\(path):\(before.line(of: mutation.start)) \(mutation.name): `\(mutation.old(in: source))` -> `\(mutation.text)`")
      return
    }
    // The hunk that holds the mutation is the one that must not be neutral.
    let line = before.line(of: mutation.start)
    for (hunk, verdict) in zip(hunks, verdicts) {
      let holds = hunk.oldLines > 0 && line >= hunk.oldStart && line < hunk.oldStart + hunk.oldLines
      if holds, verdict.classes != nil, !mutation.spansLines {
        wrong.append("\(path):\(line) \(mutation.name), beside another: `\(mutation.old(in: source))` -> `\(mutation.text)`")
        return
      }
      if !holds {
        companions += 1
        if verdict.classes != nil { kept += 1 }
      }
    }
  }

  /// Every fifth line that is code indented further, where it is in no string of several lines.
  private static func laidOutAnew(_ source: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isString = false
    for (number, line) in source.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      if number > 0 { result.append(UInt8(ascii: "\n")) }
      let quotes = String(decoding: line, as: UTF8.self).components(separatedBy: "\"\"\"").count - 1
      if number % 5 == 0, !isString, quotes == 0, line.first == UInt8(ascii: " ") { result.append(UInt8(ascii: " ")) }
      if quotes % 2 == 1 { isString.toggle() }
      result += line
    }
    return result
  }

  mutating func add(_ other: Tally) {
    made += other.made
    wrong += other.wrong
    companions += other.companions
    kept += other.kept
    byOperator.merge(other.byOperator, uniquingKeysWith: +)
  }
}
