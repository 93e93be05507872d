/// What GitHub recognises the lines of a file by, in the next version of the file: its
/// `primaryLocationLineHash`.
///
/// A line's hash is taken over the 100 UTF-16 code units from its start on, spaces and tabs left out and
/// every line break read as `\n`: the polynomial of the units with base 37, modulo 2^64. Behind the text
/// stand one unit 65535 and as many zeros as it takes. Equal hashes of a file are numbered.
struct LineHashes {
  /// `<hexadecimal>:<number>` for each line, the first one first.
  private let hashes: [String]

  /// The hash of a line, counted from 1; nil if there is no such line.
  func callAsFunction(_ line: Int) -> String? {
    hashes.indices.contains(line - 1) ? hashes[line - 1] : nil
  }

  init(of text: String) {
    var (units, starts) = Self.units(of: text)
    units += repeatElement(0, count: Self.window)

    var hash: UInt64 = 0
    for unit in units.prefix(Self.window) { hash = hash &* Self.base &+ UInt64(unit) }
    let leaving = (0..<Self.window).reduce(UInt64(1)) { power, _ in power &* Self.base }

    var counts: [UInt64: Int] = [:]
    var hashes: [String] = []
    var position = 0
    for start in starts {
      while position < start {
        hash = hash &* Self.base &+ UInt64(units[position + Self.window]) &- leaving &* UInt64(units[position])
        position += 1
      }
      counts[hash, default: 0] += 1
      hashes.append("\(String(hash, radix: 16)):\(counts[hash, default: 0])")
    }
    self.hashes = hashes
  }

  private static let window = 100
  private static let base: UInt64 = 37
  private static let endOfFile: UInt16 = 65535

  /// The units that count, and the index of each line's first.
  private static func units(of text: String) -> (units: [UInt16], starts: [Int]) {
    let (space, tab, lineFeed, carriageReturn) = (UInt16(32), UInt16(9), UInt16(10), UInt16(13))
    var units: [UInt16] = []
    var starts: [Int] = []
    var isLineStart = true
    var isAfterReturn = false
    func add(_ unit: UInt16) {
      if isLineStart { starts.append(units.count) }
      isLineStart = unit == lineFeed
      units.append(unit)
    }
    for unit in text.utf16 {
      if unit == space || unit == tab || isAfterReturn && unit == lineFeed {
        isAfterReturn = false
        continue
      }
      isAfterReturn = unit == carriageReturn
      add(isAfterReturn ? lineFeed : unit)
    }
    add(endOfFile)
    return (units, starts)
  }
}
