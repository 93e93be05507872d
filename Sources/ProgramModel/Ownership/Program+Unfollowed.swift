import SwiftFacts

extension Program {
  /// The bodies with more in them than is followed, in the order of files: who keeps whom there, or which ways there
  /// are through them, is not known.
  public func unfollowedBodies(threads: Int) -> [SourceSpan] {
    let unknown = Set(heap(threads: threads).unfollowed)
    return allFunctions.compactMap { function in
      guard unknown.contains(function) || hasTooManyWays(function) else { return nil }
      let (declaration, file) = (declaration(of: function), file(of: function))
      guard declaration.firstStatement < declaration.endStatement else { return nil }
      return SourceSpan(file: file, bytes: self[file].facts.code.statement(declaration.firstStatement).span)
    }
  }

  /// Whether a body has more ways through it than are followed. Most are too short to be asked.
  private func hasTooManyWays(_ function: FunctionID) -> Bool {
    let declaration = declaration(of: function)
    let count = declaration.endStatement - declaration.firstStatement
    return declaration.hasBody && count > Int32(Limits.flowBlocks / 8) && flow(of: function) == nil
  }
}
