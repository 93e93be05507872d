@_spi(RawSyntax) import SwiftSyntax

/// Makes the facts of one file after another. Not safe for use from several threads: each worker has its own.
public final class FactsMaker {
  let symbols = SymbolCache()

  public init() {}

  /// How much of a file is wanted.
  public enum Depth: Sendable {
    /// Declarations with their types and initial values; functions seem to do nothing.
    case outline
    /// What is inside functions as well.
    case bodies
  }

  /// Makes the facts of a file from its bytes. Never fails: what cannot be understood is named in `obstacle`.
  ///
  /// Needs a stack of several megabytes for deeply nested source.
  public func facts(of source: [UInt8], depth: Depth = .bodies) -> FileFacts {
    source.withUnsafeBufferPointer { make($0, depth) }
  }

  /// Whether a source is Swift from end to end: nothing is missing in it and nothing is left over.
  ///
  /// What an editor fills in, `<#like this#>`, counts as a name.
  public static func isSound(_ source: String) -> Bool {
    let tree = try? SourceReader.tree(of: Array(source.replacing("<#", with: "`").replacing("#>", with: "`").utf8))
    return tree.map { !$0.hasError } ?? false
  }

  private func make(_ bytes: UnsafeBufferPointer<UInt8>, _ depth: Depth) -> FileFacts {
    let scan = SourceScan(bytes)
    let tree: SourceFileSyntax
    do throws(FileFacts.Obstacle) {
      tree = try SourceReader.tree(of: bytes)
    } catch {
      return FileFacts(obstacle: error, scan: scan)
    }
    if tree.hasError {
      if let line = scan.conflictLine { return FileFacts(obstacle: .conflictMarkers(line: line), scan: scan) }
      if scan.deepestNesting > 200 { return FileFacts(obstacle: .nestedTooDeeply, scan: scan) }
    }
    let flaw = SourceReader.firstFlaw(in: tree).map { UInt32(clamping: $0) }
    let lowering = Lowering(tree.raw, symbols: symbols, depth: depth)
    withExtendedLifetime(tree) { lowering.lower(file: tree.raw.cast(RawSourceFileSyntax.self)) }
    return lowering.isTooDeep
      ? FileFacts(obstacle: .nestedTooDeeply, scan: scan) : FileFacts(lowering.facts, scan: scan, flaw: flaw)
  }
}
