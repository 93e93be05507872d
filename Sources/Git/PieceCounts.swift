/// How much of one file is found again in another, counted as git counts it.
///
/// Git cuts a file into pieces at line ends and after 64 bytes, and compares how many bytes fall
/// under each piece's hash. The arithmetic is copied to the bit: a rename at the threshold must
/// fall on the same side as in `git diff -M`.
struct PieceCounts: Sendable {
  /// The scale of a score; git's default threshold is half of it.
  static let fullScore = 60_000

  /// The file's length in bytes.
  let size: Int
  /// Bytes under each hash, sorted by hash.
  private let pieces: [(hash: UInt32, bytes: Int)]

  /// - Parameter ignoresCarriageReturns: in text, a line ends alike with CRLF and with LF.
  init(_ content: [UInt8], ignoresCarriageReturns: Bool) {
    size = content.count
    var counts: [UInt32: Int] = [:]
    var (low, high, length): (UInt32, UInt32, Int) = (0, 0, 0)
    for index in content.indices {
      let byte = content[index]
      if ignoresCarriageReturns, byte == UInt8(ascii: "\r"), index + 1 < content.count,
        content[index + 1] == UInt8(ascii: "\n")
      {
        continue
      }
      let old = low
      low = (low << 7) ^ (high >> 25)
      high = (high << 7) ^ (old >> 25)
      low = low &+ UInt32(byte)
      length += 1
      if length < 64, byte != UInt8(ascii: "\n") { continue }
      counts[(low &+ high &* 0x61) % 107_927, default: 0] += length
      (low, high, length) = (0, 0, 0)
    }
    pieces = counts.map { (hash: $0.key, bytes: $0.value) }.sorted { $0.hash < $1.hash }
  }

  /// How similar two files are, from 0 to `fullScore`.
  func score(to other: PieceCounts) -> Int {
    guard other.size > 0 else { return 0 }
    return bytesShared(with: other) * Self.fullScore / max(size, other.size)
  }

  /// Whether the sizes alone keep two files below a score.
  static func sizesRuleOut(_ one: Int, _ other: Int, score: Int) -> Bool {
    let larger = max(one, other)
    return larger * (fullScore - score) < (larger - min(one, other)) * fullScore
  }

  private func bytesShared(with other: PieceCounts) -> Int {
    var shared = 0
    var (here, there) = (0, 0)
    while here < pieces.count, there < other.pieces.count {
      let (left, right) = (pieces[here], other.pieces[there])
      if left.hash == right.hash { shared += min(left.bytes, right.bytes) }
      if left.hash <= right.hash { here += 1 }
      if right.hash <= left.hash { there += 1 }
    }
    return shared
  }
}
