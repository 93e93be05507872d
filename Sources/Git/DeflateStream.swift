/// A stream as zlib writes one (RFC 1950), looked at for nothing but its end.
///
/// libgit2 waits for ever for the rest of one that was cut off, as objects are by a full disk or a power cut.
struct DeflateStream {
  private let bytes: UnsafeRawBufferPointer
  /// In bits.
  private var position = 0

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  /// Whether the stream has an end, with its checksum. What no stream begins like is nobody's to wait for. O(bits).
  static func isWhole(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count > 1 else { return false }
    // The first two bytes of a zlib stream are divisible by 31; an older form of objects begins otherwise.
    guard bytes[0] & 0x8F == 8, (Int(bytes[0]) << 8 | Int(bytes[1])) % 31 == 0 else { return true }
    var stream = DeflateStream(bytes)
    stream.position = 16
    while true {
      guard let isLast = stream.bits(1), let kind = stream.bits(2), stream.skipBlock(kind) else { return false }
      if isLast == 1 { return (stream.position + 7) / 8 + 4 <= bytes.count }
    }
  }

  private mutating func bits(_ count: Int) -> Int? {
    guard position + count <= bytes.count * 8 else { return nil }
    var value = 0
    for offset in 0..<count {
      value |= Int(bytes[position >> 3] >> UInt8(position & 7) & 1) << offset
      position += 1
    }
    return value
  }

  /// Whether a block of a kind ends before the bytes do.
  private mutating func skipBlock(_ kind: Int) -> Bool {
    switch kind {
    case 0:
      position = (position + 7) / 8 * 8
      guard let length = bits(16), bits(16) != nil else { return false }
      position += length * 8
      return position <= bytes.count * 8
    case 1: return skipSymbols(.fixedLiterals, .fixedDistances)
    case 2: return codes().map { skipSymbols($0.literals, $0.distances) } ?? false
    default: return false
    }
  }

  private mutating func skipSymbols(_ literals: PrefixCode, _ distances: PrefixCode) -> Bool {
    while let symbol = symbol(of: literals) {
      if symbol == 256 { return true }
      guard symbol > 256 else { continue }
      // Lengths come with up to five more bits, distances with up to thirteen.
      let extra = symbol < 265 || symbol == 285 ? 0 : (symbol - 261) / 4
      guard symbol < 286, bits(extra) != nil, let distance = self.symbol(of: distances), distance < 30,
        bits(distance < 4 ? 0 : distance / 2 - 1) != nil
      else { return false }
    }
    return false
  }

  private mutating func symbol(of code: PrefixCode) -> Int? {
    var (value, first, index) = (0, 0, 0)
    for length in 1...15 {
      guard let bit = bits(1) else { return nil }
      value |= bit
      let count = code.counts[length]
      if value - count < first { return code.symbols[index + (value - first)] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }

  /// The codes that a block brings along.
  private mutating func codes() -> (literals: PrefixCode, distances: PrefixCode)? {
    guard let literals = bits(5), let distances = bits(5), let lengths = bits(4) else { return nil }
    let (literalCount, distanceCount) = (literals + 257, distances + 1)
    var own = [Int](repeating: 0, count: 19)
    let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
    for index in 0..<(lengths + 4) {
      guard let length = bits(3) else { return nil }
      own[order[index]] = length
    }
    let code = PrefixCode(lengths: own[...])
    var all: [Int] = []
    while all.count < literalCount + distanceCount {
      guard let symbol = symbol(of: code) else { return nil }
      let run: (length: Int, times: Int?)
      switch symbol {
      case 16: run = (all.last ?? 0, bits(2).map { $0 + 3 })
      case 17: run = (0, bits(3).map { $0 + 3 })
      case 18: run = (0, bits(7).map { $0 + 11 })
      default: run = (symbol, 1)
      }
      guard let times = run.times, all.count + times <= literalCount + distanceCount else { return nil }
      all += repeatElement(run.length, count: times)
    }
    return (PrefixCode(lengths: all[..<literalCount]), PrefixCode(lengths: all[literalCount...]))
  }
}

/// A canonical prefix code: how many symbols there are of each length, and the symbols by length.
private struct PrefixCode {
  var counts = [Int](repeating: 0, count: 16)
  var symbols: [Int]

  init(lengths: ArraySlice<Int>) {
    symbols = lengths.indices.filter { lengths[$0] > 0 }.sorted { (lengths[$0], $0) < (lengths[$1], $1) }
      .map { $0 - lengths.startIndex }
    for length in lengths where length > 0 { counts[length] += 1 }
  }

  static let fixedLiterals = PrefixCode(
    lengths: (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }[...])
  static let fixedDistances = PrefixCode(lengths: [Int](repeating: 5, count: 30)[...])
}
