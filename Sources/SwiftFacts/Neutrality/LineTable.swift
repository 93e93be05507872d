/// Where the lines of a file begin.
struct LineTable {
  private var starts: [UInt32] = [0]

  init(_ bytes: [UInt8]) {
    bytes.withUnsafeBufferPointer { bytes in
      starts.reserveCapacity(bytes.count / 32)
      for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { starts.append(UInt32(index + 1)) }
    }
  }

  /// How many lines there are; what follows the last line break is one if it is not empty.
  var count: Int { starts.count }

  /// The line of a byte, counted from 1.
  func line(of byte: UInt32) -> Int {
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= byte { low = middle } else { high = middle }
    }
    return low + 1
  }

  /// The byte at which a line counted from 1 begins; the end of the file for lines behind the last.
  func start(of line: Int, in bytes: [UInt8]) -> Int {
    line - 1 < starts.count ? Int(starts[max(0, line - 1)]) : bytes.count
  }

  /// The bytes of as many lines as `count` says, from one that is counted from 1.
  func bytes(of line: Int, _ count: Int, in source: [UInt8]) -> ArraySlice<UInt8> {
    count == 0 ? [] : source[start(of: line, in: source)..<start(of: line + count, in: source)]
  }

  /// The lines that bytes lie on; nil if there are none.
  func lines(of bytes: Range<UInt32>) -> ClosedRange<Int>? {
    bytes.isEmpty ? nil : line(of: bytes.lowerBound)...line(of: bytes.upperBound - 1)
  }

  /// Whether some lines are among others, which are in order and do not lie in each other.
  static func overlaps(_ lines: ClosedRange<Int>, _ others: [ClosedRange<Int>]) -> Bool {
    var low = 0
    var high = others.count
    while low < high {
      let middle = (low + high) / 2
      if others[middle].upperBound < lines.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < others.count && others[low].lowerBound <= lines.upperBound
  }
}
