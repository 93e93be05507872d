import SwiftFacts

/// The functions of a program in waves: what a function calls is in an earlier wave than the function itself, as far as
/// names tell it and recursion allows it.
///
/// Only an order of work. Names that many functions share tell nothing, and are passed over. O(calls).
struct CallOrder {
  /// Each in the order of the functions.
  private(set) var waves: [[FunctionID]] = []

  init(of program: Program, calls: CallIndex) {
    var heights = Heights(callees: Self.callees(calls, program))
    for function in calls.functions {
      let height = min(heights.height(of: function), HeapLimits.waves - 1)
      while waves.count <= height { waves.append([]) }
      waves[height].append(function)
    }
  }

  private static func callees(_ calls: CallIndex, _ program: Program) -> [[FunctionID]] {
    var named: [Symbol: [FunctionID]] = [:]
    for function in calls.functions {
      for name in calls.names(of: function, in: program) { named[name, default: []].append(function) }
    }
    var result = [[FunctionID]](repeating: [], count: program.functionNumbers.end)
    for (name, sites) in calls.allSites {
      guard let targets = named[name], targets.count <= HeapLimits.implementations else { continue }
      for site in sites { result[Int(site.function.index)] += targets }
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
