public import SwiftFacts

/// Branches of which it makes no difference which one runs.
public struct RepeatedBranch: Hashable, Sendable {
  public var branching: Branching
  /// The function that it stands in.
  public var function: FunctionID?
  public var file: FileID
}

extension Program {
  /// The branchings outside of tests with branches that do the same, in the order of files.
  public func repeatedBranches() -> [RepeatedBranch] {
    var result: [RepeatedBranch] = []
    for (index, file) in files.enumerated() where !isTestFile[index] {
      let id = FileID(index: Int32(index))
      for one in file.facts.details.branchings {
        result.append(RepeatedBranch(branching: one, function: function(at: one.span.start, in: id), file: id))
      }
    }
    return result.sorted { ($0.file, $0.branching.span.start) < ($1.file, $1.branching.span.start) }
  }
}
