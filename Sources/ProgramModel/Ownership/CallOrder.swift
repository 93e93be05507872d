import SwiftFacts

/// The functions of a program in waves: what a function calls, getters included, is in an earlier wave than it is
/// itself, as far as names tell it and recursion allows it.
///
/// Only an order of work. Names that many functions share tell nothing, and are passed over. O(calls).
struct CallOrder {
  /// Each in the order of the functions.
  private(set) var waves: [[FunctionID]] = []
  /// By the function's index, the wave that it is in.
  private var heights: [Int]

  init(of program: Program, calls: CallIndex) {
    var known = Heights(callees: Self.callees(calls, program))
    heights = Array(repeating: 0, count: program.functionNumbers.end)
    for function in calls.functions {
      let height = known.height(of: function)
      while waves.count <= height { waves.append([]) }
      waves[height].append(function)
      heights[Int(function.index)] = height
    }
  }

  func wave(of function: FunctionID) -> Int { heights[Int(function.index)] }

  private static func callees(_ calls: CallIndex, _ program: Program) -> [[FunctionID]] {
    var named: [Symbol: [FunctionID]] = [:]
    var getters: [Symbol: [FunctionID]] = [:]
    for function in calls.functions {
      for name in calls.names(of: function, in: program) { named[name, default: []].append(function) }
      if case .getter(let property) = program.declaration(of: function).kind {
        let name = program[program.file(of: function)].facts[property].name
        getters[name, default: []].append(function)
      }
    }
    var result = [[FunctionID]](repeating: [], count: program.functionNumbers.end)
    for (name, sites) in calls.allSites {
      guard let targets = named[name], targets.count <= HeapLimits.implementations else { continue }
      for site in sites { result[Int(site.function.index)] += targets }
    }
    let names = program.nameIndex
    for (name, targets) in getters where targets.count <= HeapLimits.implementations {
      for function in names[name] { result[Int(function.index)] += targets }
    }
    for index in result.indices where result[index].count > 1 { result[index].sort() }
    return result
  }

  /// How many calls are within each other at most, by a walk depth first; a call of what is underway counts for none.
  private struct Heights {
    let callees: [[FunctionID]]
    /// By function; -1 for those underway.
    private var known: [Int?]

    init(callees: [[FunctionID]]) {
      self.callees = callees
      known = Array(repeating: nil, count: callees.count)
    }

    mutating func height(of function: FunctionID) -> Int {
      if let known = known[Int(function.index)] { return known }
      // The functions underway, with how many of their callees are done and the height so far.
      var path: [(function: Int, next: Int, height: Int)] = [(Int(function.index), 0, 0)]
      known[Int(function.index)] = -1
      while let last = path.indices.last {
        let (function, next, height) = path[last]
        guard next < callees[function].count else {
          known[function] = height
          path.removeLast()
          if let outer = path.indices.last { path[outer].height = max(path[outer].height, height + 1) }
          continue
        }
        path[last].next += 1
        let callee = Int(callees[function][next].index)
        if let height = known[callee] {
          path[last].height = max(path[last].height, height + 1)
        } else {
          known[callee] = -1
          path.append((callee, 0, 0))
        }
      }
      return known[Int(function.index)] ?? 0
    }
  }
}
