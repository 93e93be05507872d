import SwiftParser
import SwiftSyntax

/// Makes the facts of one file after another. Not safe for use from several threads: each worker has its own.
public final class FactsMaker {
  private let symbols = SymbolCache()

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
    !Parser.parse(source: source.replacing("<#", with: "`").replacing("#>", with: "`")).hasError
  }

  private func make(_ bytes: UnsafeBufferPointer<UInt8>, _ depth: Depth) -> FileFacts {
    let scan = SourceScan(bytes)
    guard bytes.count < Int(Int32.max) else { return FileFacts(obstacle: .tooLarge, scan: scan) }
    guard String.isUTF8(bytes) else { return FileFacts(obstacle: .notUTF8, scan: scan) }
    let tree = Parser.parse(source: bytes)
    if tree.hasError {
      if let line = scan.conflictLine { return FileFacts(obstacle: .conflictMarkers(line: line), scan: scan) }
      if scan.deepestNesting > 200 { return FileFacts(obstacle: .nestedTooDeeply, scan: scan) }
    }
    let lowering = Lowering(symbols: symbols, depth: depth)
    lowering.lower(file: tree)
    return lowering.isTooDeep
      ? FileFacts(obstacle: .nestedTooDeeply, scan: scan) : FileFacts(lowering.facts, scan: scan)
  }
}

extension String {
  fileprivate static func isUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.allSatisfy { $0 < 0x80 } || String(validating: bytes, as: UTF8.self) != nil
  }
}
