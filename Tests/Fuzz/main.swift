// Feeds each reader of strangers' text with broken versions of good text, in one process, for as many inputs as are asked for.
//
//     swift run -c release Fuzz TARGET|all [--count N] [--seed N] [--root FOLDER] [--kept FOLDER] [--pumped yes]
//
// Targets: facts, proof, analyses, manifests, pages, tables, configuration, postings, sift, server. The seeds are real pages,
// sources, reports and messages of the repository at FOLDER, and what Seeds/TARGET keeps of inputs that once broke something.
// An input that ends the process or takes more than two seconds is left in --kept (a folder), and the status is not 0.
// With --pumped, an input is a few words over and over, thousands of times, which only a release build has time for.

import Foundation

guard let options = Options(CommandLine.arguments.dropFirst()) else {
  let names = Target.all.map { $0.name }.joined(separator: ", ")
  print("usage: Fuzz TARGET|all [--count N] [--seed N] [--root FOLDER] [--kept FOLDER]; targets: \(names)")
  exit(2)
}
Watch.begin(keeping: options.kept)
// What reads source needs the stack that workers have.
let thread = Thread { options.run() }
thread.stackSize = 64 << 20
thread.start()
while true { sleep(1000) }

struct Options: Sendable {
  var targets: [Target]
  var count = 1000
  var seed: UInt64 = 1
  var root = FileManager.default.currentDirectoryPath
  var kept = "."
  var isPumped = false

  init?(_ words: ArraySlice<String>) {
    guard let first = words.first else { return nil }
    targets = Target.all.filter { first == "all" || $0.name == first }
    guard !targets.isEmpty else { return nil }
    var rest = words.dropFirst()
    while let word = rest.popFirst() {
      guard let value = rest.popFirst() else { return nil }
      switch word {
      case "--count": guard let number = Int(value) else { return nil }; count = number
      case "--seed": guard let number = UInt64(value) else { return nil }; seed = number
      case "--root": root = value
      case "--kept": kept = value
      case "--pumped": isPumped = value == "yes"
      default: return nil
      }
    }
  }

  /// Runs all targets, and ends the process.
  func run() {
    for target in targets {
      let seeds = Seeds.of(target.name, root: root)
      guard !seeds.isEmpty else {
        print("\(target.name): no seeds below \(root)")
        exit(2)
      }
      let check = target.make()
      var mutator = Mutator(seeds: seeds, seed: seed)
      for seed in seeds { Watch.guarding(seed, target.name) { check(seed) } }
      let began = Date()
      for _ in 0..<count {
        let input = isPumped ? mutator.pumped() : mutator.next()
        Watch.guarding(input, target.name) { check(input) }
      }
      let seconds = Date().timeIntervalSince(began)
      let line =
        "\(target.name): \(count) inputs of \(seeds.count) seeds, \(Int(Double(count) / max(seconds, 0.001))) a second, "
        + "the longest \(Int(Watch.longest * 1000)) ms, \(Watch.peakMegabytes) MB at most\n"
      FileHandle.standardOutput.write(Data(line.utf8))
    }
    exit(0)
  }
}
