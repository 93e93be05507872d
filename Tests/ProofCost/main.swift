// Times the neutral proof of commits against parsing the files that they change, before and after, and nothing else.
//
//     git rev-list --no-merges -n 200 HEAD | swift run -c release ProofCost REPOSITORY COUNT
//
// Prints both times over the first COUNT commits that change Swift files, and how many commits took longer than twice their
// parsing; the exit status is 1 if all of them together did. Each is timed three times, of which the least counts.

import Foundation

let arguments = CommandLine.arguments
guard arguments.count == 3, let wanted = Int(arguments[2]) else {
  FileHandle.standardError.write(Data("usage: git rev-list … | ProofCost REPOSITORY COUNT\n".utf8))
  exit(2)
}

let path = arguments[1]
/// A stack as deep as that of the program's own threads.
let thread = Thread {
  do {
    let costs = try Cost.measure(path, wanted)
    let parsing = costs.reduce(0) { $0 + $1.parsing }
    let proving = costs.reduce(0) { $0 + $1.proving }
    let slow = costs.filter { $0.proving > 2 * $0.parsing }
    for cost in slow { print("\(cost.commit)  parsing \(cost.parsing) ms, proving \(cost.proving) ms, \(cost.hunks) hunks") }
    print("\(costs.count) commits, \(costs.reduce(0) { $0 + $1.hunks }) hunks: parsing \(Int(parsing)) ms, proving \(Int(proving)) ms, \(proving / max(parsing, 0.001)) times; \(slow.count) took longer than twice their parsing")
    exit(proving > 2 * parsing ? 1 : 0)
  } catch {
    FileHandle.standardError.write(Data("\(error)\n".utf8))
    exit(2)
  }
}
thread.stackSize = 256 << 20
thread.start()
while true { sleep(1000) }
