/// The text of the files that a review quotes, on both sides of the change.
public struct SourceBook: Sendable {
  public enum Side: Hashable, Sendable { case before, after }

  private struct Key: Hashable {
    var side: Side
    var path: String
  }

  private struct File {
    var bytes: [UInt8]
    /// Where each line begins.
    var starts: [Int]
  }

  private var files: [Key: File] = [:]

  public init() {}

  /// Remembers a file. Lines end at `\n`; a `\r` before it is no part of the line.
  public mutating func add(_ text: String, path: String, side: Side) {
    let bytes = Array(text.utf8)
    var starts = [0]
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(index + 1)
    }
    files[Key(side: side, path: path)] = File(bytes: bytes, starts: starts)
  }

  /// The text of a line, counted from 1, without its line break; nil if the book does not hold it.
  public func line(_ number: Int, of path: String, side: Side) -> String? {
    guard let file = files[Key(side: side, path: path)], file.starts.indices.contains(number - 1)
    else { return nil }
    let start = file.starts[number - 1]
    let isLast = number == file.starts.count
    var end = isLast ? file.bytes.count : file.starts[number] - 1
    if end > start, file.bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    return String(decoding: file.bytes[start..<end], as: UTF8.self)
  }

  /// How many lines a file has, the empty one behind a last line break included; nil if the book does not hold it.
  public func lineCount(of path: String, side: Side) -> Int? {
    files[Key(side: side, path: path)]?.starts.count
  }

  /// The whole text of a file, with its line breaks as they are; nil if the book does not hold it.
  public func text(of path: String, side: Side) -> String? {
    files[Key(side: side, path: path)].map { String(decoding: $0.bytes, as: UTF8.self) }
  }
}
