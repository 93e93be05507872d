public import SwiftFacts

/// A file of a program, by its place in the order of paths.
public struct FileID: DenseKey, Comparable, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
  public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

/// A type of a program: one it declares, or one that it only extends or that a knowledge table names.
public struct NominalID: DenseKey, Comparable, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
  public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

/// A function of a program, counted through all its files.
public struct FunctionID: DenseKey, Comparable, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
  public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

/// A property of a program, counted through all its files.
public struct PropertyID: DenseKey, Comparable, Sendable {
  public var index: Int32
  public init(index: Int32) { self.index = index }
  public static func < (left: Self, right: Self) -> Bool { left.index < right.index }
}

/// A parameter of a function of a program, by its place in the list.
struct ParameterKey: Hashable {
  var function: FunctionID
  var index: Int
}

/// A stretch of source in one file of a program.
public struct SourceSpan: Hashable, Sendable {
  public var file: FileID
  public var bytes: ByteSpan

  public init(file: FileID, bytes: ByteSpan) {
    self.file = file
    self.bytes = bytes
  }
}

extension SourceSpan: Comparable {
  public static func < (left: Self, right: Self) -> Bool {
    (left.file, left.bytes.start, left.bytes.end) < (right.file, right.bytes.start, right.bytes.end)
  }
}
