import SwiftParser
import SwiftSyntax

extension FileFacts {
  /// Makes the facts of a file from its bytes. Never fails: what cannot be understood is named in `obstacle`.
  ///
  /// Needs a stack of several megabytes for deeply nested source.
  public init(source: [UInt8]) {
    self = source.withUnsafeBufferPointer { FileFacts.make($0) }
  }

  private static func make(_ bytes: UnsafeBufferPointer<UInt8>) -> FileFacts {
    guard bytes.count < Int(Int32.max) else { return FileFacts(obstacle: .tooLarge, lineStarts: [0]) }
    let scan = SourceScan(bytes)
    guard String._isValidUTF8(bytes) else { return FileFacts(obstacle: .notUTF8, lineStarts: scan.lineStarts) }
    let tree = Parser.parse(source: bytes)
    if tree.hasError {
      if let line = scan.conflictLine {
        return FileFacts(obstacle: .conflictMarkers(line: line), lineStarts: scan.lineStarts)
      }
      if scan.deepestNesting > 200 {
        return FileFacts(obstacle: .nestedTooDeeply, lineStarts: scan.lineStarts)
      }
    }
    let lowering = Lowering()
    lowering.lower(file: tree)
    if lowering.isTooDeep { return FileFacts(obstacle: .nestedTooDeeply, lineStarts: scan.lineStarts) }
    var facts = lowering.facts
    facts.lineStarts = scan.lineStarts
    facts.allowances = scan.allowances
    return facts
  }

  private init(obstacle: Obstacle, lineStarts: [UInt32]) {
    self.obstacle = obstacle
    self.lineStarts = lineStarts
  }
}

extension String {
  fileprivate static func _isValidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    if bytes.allSatisfy({ $0 < 0x80 }) { return true }
    return String(validating: bytes, as: UTF8.self) != nil
  }
}
