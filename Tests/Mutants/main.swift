// Makes programs that behave otherwise out of real files, and counts those that the neutral proof calls neutral: none.
//
//     swift run -c release Mutants REPOSITORY REVISION COUNT [SEED]
//
// Each mutant is one edit; every other one is also laid out anew. Another SEED, a number, picks other places. Prints each that was called neutral and the count by
// operator; the exit status is 1 if there was one.

import Foundation
import Git
import ProgramModel
import ReviewModel
import SwiftFacts
import SwiftParser
import SwiftSyntax

let arguments = CommandLine.arguments
guard arguments.count == 4 || arguments.count == 5, let wanted = Int(arguments[3]), let seed = arguments.count == 5 ? Int(arguments[4]) : 0 else {
  FileHandle.standardError.write(Data("usage: Mutants REPOSITORY REVISION COUNT [SEED]\n".utf8))
  exit(2)
}
do {
  let repository = try Repository(at: arguments[1])
  let files = try repository.snapshot(of: arguments[2]).files.filter { !$0.path.hasSuffix("Package.swift") }
  let share = max(1, wanted / max(1, files.count) + 1)
  let tallies = Workers.map(count: files.count, threads: 2, state: { () }) { _, index -> Tally in
    guard let source = try? repository.content(of: files[index].blob), source.count < 400_000 else { return Tally() }
    return Tally(source, path: files[index].path, most: share * 2, seed: seed)
  }
  var all = Tally()
  for tally in tallies where all.made < wanted { all.add(tally) }
  for line in all.wrong { print(line) }
  for (name, count) in all.byOperator.sorted(by: { $0.key < $1.key }) { print("\(count)\t\(name)") }
  print("\(all.made) mutants, \(all.wrong.count) called neutral, \(all.kept) of \(all.companions) other hunks neutral beside them")
  exit(all.wrong.isEmpty ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("\(error)\n".utf8))
  exit(2)
}
